"""Random games, step by step, and how a broken promise is reported."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Union

import msgspec
import msgspec.inspect

from domain.game import AnyGame, Rejected


class Broken(AssertionError):
    """The game breaks a promise; the message is a sentence that says which."""


def hold(true: object, otherwise: str) -> None:
    """Raises Broken with this sentence unless the condition is true."""
    if not true:
        raise Broken(otherwise)


class Chance:
    """A repeatable source of chance."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        """A number n with 0 <= n < limit."""
        return self._random.randrange(limit)


class Step(NamedTuple):
    """One command of a random game: the states around it, what the seat could have done, and what it led to."""

    before: Any
    seat: int
    legal: list[Any]
    command: Any
    after: Any
    events: list[Any]


def play(game: AnyGame, seats: int, seed: int, options: Any = None) -> Iterator[Step]:
    """A random game with these options, None: the standard ones."""
    chance = Chance(seed)
    state = game.rules.setup(game.types.options() if options is None else options, seats, chance).state
    while awaited := game.rules.to_act(state):
        seat = awaited[chance.below(len(awaited))]
        legal = list(game.rules.legal_commands(state, seat))
        hold(legal, f"seat {seat} is asked something and has no legal command")
        command = legal[chance.below(len(legal))]
        recorder = game.rules.decide(state, seat, command, chance)
        yield Step(state, seat, legal, command, recorder.state, recorder.events)
        state = recorder.state


def options_of(game: AnyGame, seats: int, seed: int) -> Any:
    """Resolved options: the standard ones for odd seeds, for even ones each drawn from all its values, where it is one of
    few names or a number of a range. Values that this number of seats or the other options rule out are left out."""
    chance, options = Chance(seed), game.types.options()
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
        case _:
            return ()


def seats_of(game: AnyGame) -> range:
    """The numbers of seats that the game takes with the standard options."""
    fewest, most = game.rules.seats(game.types.options())
    return range(fewest, most + 1)


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
