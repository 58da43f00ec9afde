"""Random games, step by step, and how a broken promise is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Union

import msgspec
import msgspec.inspect

from domain.game import AnyGame, Rejected
from tradewinds.testing import Chance as Chance


class Broken(AssertionError):
    """The game breaks a promise; the message is a sentence that says which."""


class Endless(Broken):
    """The game does not come to an end, or not soon, so other promises cannot be looked at."""


def hold(true: object, otherwise: str) -> None:
    """Raises Broken with this sentence unless the condition is true."""
    if not true:
        raise Broken(otherwise)


MOST_VALUES = 16
"""How many values of an option are tried for the sake of the numbers of seats."""


class Step(NamedTuple):
    """One command of a random game: the states around it, what the seat could have done, and what it led to."""

    before: Any
    seat: int
    legal: list[Any]
    command: Any
    after: Any
    events: list[Any]


LONGEST_GAME = 20_000
"""Commands."""


def play(game: AnyGame, seats: int, seed: int, options: Any = None) -> Iterator[Step]:
    """A random game with these options, None: those of the seed (`options_of`)."""
    chance = Chance(seed)
    given = options_of(game, seats, seed) if options is None else options
    state = game.rules.setup(given, seats, chance).state
    yield from played(game, state, chance, lambda state, seat, legal, chance: legal[chance.below(len(legal))])


def played(
    game: AnyGame, state: Any, chance: Chance, choose: Callable[[Any, int, list[Any], Chance], Any]
) -> Iterator[Step]:
    """A game from this position to its end, by what `choose(state, seat, legal, chance)` gives."""
    for _ in range(LONGEST_GAME):
        if not (awaited := game.rules.to_act(state)):
            return
        seat = awaited[chance.below(len(awaited))]
        legal = list(game.rules.legal_commands(state, seat))
        hold(legal, f"seat {seat} is asked something and has no legal command")
        command = choose(state, seat, legal, chance)
        recorder = game.rules.decide(state, seat, command, chance)
        yield Step(state, seat, legal, command, recorder.state, recorder.events)
        state = recorder.state
    raise Endless(f"after {LONGEST_GAME:,} commands of random players the game is not over")


def options_of(game: AnyGame, seats: int, seed: int) -> Any:
    """Resolved options: the standard ones for odd seeds, for even ones each drawn from all its values, where it is one of
    few names or a number of a range. Values that this number of seats or the other options rule out are left out. Where the
    standard ones do not allow so many seats, the first other ones that do."""
    chance, options = Chance(seed), _options_for(game, seats)
    for option in msgspec.structs.fields(game.types.options) if seed % 2 == 0 else ():
        values = values_of(msgspec.inspect.type_info(option.type))
        if values:
            other = msgspec.structs.replace(options, **{option.name: values[chance.below(len(values))]})
            with suppress(Rejected):
                game.rules.resolve(other, seats)
                options = other
    return game.rules.resolve(options, seats)


def values_of(kind: msgspec.inspect.Type) -> Sequence[Any]:
    """All values of a type; none where there is no end of them."""
    match kind:
        case msgspec.inspect.UnionType(types=types):
            return [value for each in types for value in values_of(each)]
        case msgspec.inspect.LiteralType(values=values):
            return values
        case msgspec.inspect.BoolType():
            return (False, True)
        case msgspec.inspect.IntType(ge=int() as least, le=int() as most):
            return range(least, most + 1)
        case msgspec.inspect.Metadata(extra_json_schema={"minimum": int() as least, "maximum": int() as most}):
            return range(least, most + 1)
        case msgspec.inspect.Metadata(type=inner):
            return values_of(inner)
        case _:
            return ()


def _options_for(game: AnyGame, seats: int) -> Any:
    """The standard options, or the first with one other value that allow so many seats."""
    return next((options for options in _variations(game) if _allowed(game, options, seats)), game.types.options())


def _variations(game: AnyGame) -> Iterator[Any]:
    """The standard options, and those with one other value."""
    standard = game.types.options()
    yield standard
    for option in msgspec.structs.fields(game.types.options):
        for value in values_of(msgspec.inspect.type_info(option.type))[:MOST_VALUES]:
            yield msgspec.structs.replace(standard, **{option.name: value})


def _allowed(game: AnyGame, options: Any, seats: int) -> bool:
    with suppress(Rejected):
        game.rules.resolve(options, seats)
        return True
    return False


def seats_of(game: AnyGame) -> tuple[int, ...]:
    """The numbers of seats that the game takes with the standard options."""
    return _seats_with(game, game.types.options())


def all_seats_of(game: AnyGame) -> tuple[int, ...]:
    """The numbers of seats that the game takes with some options."""
    return tuple(sorted({seats for options in _variations(game) for seats in _seats_with(game, options)}))


def _seats_with(game: AnyGame, options: Any) -> tuple[int, ...]:
    try:
        allowed = game.rules.seats(options)
    except Rejected:
        return ()
    return tuple(seats for seats in allowed if _allowed(game, options, seats))


def refusal(game: AnyGame, state: Any, seat: int, command: Any) -> tuple[str, str, Any] | None:
    """Code, sentence and parameters by which a command is refused; None if it is accepted."""
    try:
        game.rules.check(state, seat, command)
    except Rejected as refused:
        hold(refused.code in game.rules.refusals, f"the code {refused.code!r} is not among `rules.refusals`")
        hold(refused.message, f"the refusal {refused.code} has no sentence")
        return refused.code, refused.message, refused.params
    return None


def as_json(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def as_stored(value: Any) -> bytes:
    """As logs hold it: with sorted keys."""
    return msgspec.json.encode(value, order="sorted")


def either(types: Sequence[Any]) -> Any:
    """One type for all of these."""
    return Union[tuple(types)]  # noqa: UP007 (there is no operator for it)


def list_of(item: Any) -> Any:
    return list[item]
