"""What tests of a game need: positions, chance that the test chooses, refusals, whole games, golden games.

    here = position(GAME, PlayCard(2), state=State(hands=((1, 2), (3,)), places=(4, 0)), draws=[4])
    assert here.state.places == (6, 0)
    assert_refused(here, PlayCard(9), "card_not_in_hand")

A position is a `Play`: `view`, `legal`, `text`, `outcome` and `after` look at it and lead on. `tradewinds.fixtures` has
fixtures of pytest; nothing here needs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec

from domain.fairness import Draws
from domain.game import AnyGame, Json, Rejected
from domain.session.lifecycle import Dealer, read_options
from tradewinds import Play
from tradewinds.installed import folder_of, installed

Given: TypeAlias = msgspec.Struct | str
"""A command, or the id of an offer: `"play_card:2"`."""
LONGEST_GAME = 20_000
"""Commands."""


class Chance:
    """A repeatable source of chance: the same seed gives the same draws."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def below(self, limit: int) -> int:
        """A number n with 0 <= n < limit."""
        return self._random.randrange(limit)


class Chosen(Draws):
    """Draws that a test chooses. Raises AssertionError where a rule draws more, or from fewer."""

    __slots__ = ("left",)

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(b"", 1)
        self.left = list(numbers)

    def below(self, limit: int) -> int:
        """The next of the chosen numbers."""
        self._counter += 1
        if not self.left:
            raise AssertionError(f"a number below {limit} is drawn, and the test has chosen no more of them")
        number = self.left.pop(0)
        if not 0 <= number < limit:
            raise AssertionError(f"a number below {limit} is drawn, and the test has chosen {number}")
        return number


class _Choosing(Dealer):
    """Deals the chosen draws to commands, to each what the one before it has left."""

    __slots__ = ("_dealt", "_numbers")

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(bytes(32), "test")
        self._numbers = numbers
        self._dealt: dict[int, Chosen] = {}

    def draws(self, client_seeds: tuple[str, ...], version: int) -> Draws:
        before = self._dealt.get(version - 1)
        self._dealt[version] = Chosen(self._numbers if before is None else before.left)
        return self._dealt[version]


def position(
    game: str | AnyGame,
    *commands: Given | tuple[int, Given],
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] = (),
    state: Any = None,
    draws: Sequence[int] | None = None,
) -> Play:
    """A game brought to a position: from its beginning, or from a `state`, by commands.

    A command is given by the seat that can give it, or by the seat before it: `(1, PlayCard(2))`. `seats` (None: those of
    the state, if lists or figures that are as large as there are seats in every new game agree; else the fewest that the
    game takes), `seed`, `options` and `names` are those of `Play.new`; a state is taken as it is. `draws` are the
    numbers that the commands draw, one after the other, here and in what follows; None: they follow from the seed. Raises
    what `Play.new` raises, and Rejected for a command that is refused.
    """
    if state is not None and seats is None:
        seats = _seats_of(state, Play.new(game, None, seed, options), options or {})
    here = Play.new(game, seats, seed, options, names)
    if state is not None:
        here = replace(here, state=state, events=())
    if draws is not None:
        here = replace(here, dealer=_Choosing(draws))
    for given in commands:
        seat, command = given if isinstance(given, tuple) else (None, given)
        here = here.after(command, seat)
    return here


def _seats_of(state: Any, fewest: Play, options: Mapping[str, Any]) -> int | None:
    """How many seats a state has; None where no field tells."""
    numbers = fewest.game.rules.seats(read_options(fewest.game, options))
    begun = {number: Play.new(fewest.game, number, 0, options).state for number in numbers}
    by_seats = [
        name for name in state.__struct_fields__
        if all(_size(getattr(each, name, None)) == number for number, each in begun.items())
    ]  # fmt: skip
    (found, *others) = {_size(getattr(state, name)) for name in by_seats} & {*numbers} or {None}
    return None if others else found


def _size(value: object) -> int | None:
    return value if isinstance(value, int) else len(value) if isinstance(value, Sized) else None


def play(
    game: str | AnyGame,
    *,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    commands: int | None = None,
) -> Play:
    """A random game to its end, or to so many commands; `history()` has all its positions, the newest first.

    The seed makes it anew. Raises AssertionError where a seat is asked and has no legal command, or the game does not end.
    """
    here, chance = Play.new(game, seats, seed, options), Random(seed)
    for _ in range(LONGEST_GAME if commands is None else commands):
        if not here.to_act:
            return here
        seat = chance.choice(here.to_act)
        legal = here.legal(seat)
        assert legal, f"seat {seat} is asked something and has no legal command, at version {here.version}"
        here = here.after(chance.choice(legal), seat)
    assert commands is not None or not here.to_act, f"after {LONGEST_GAME:,} commands the game is not over"
    return here


def assert_refused(position: Play, command: Given, code: str, /, *, by: int | None = None, **params: Json) -> None:
    """Holds that a command is refused with this code, and with these among its parameters, before it draws anything.

    `by`: the seat that gives it; None: the seat that is asked. Raises AssertionError.
    """
    refused = position.why_not(command, by)
    assert refused is not None, f"{command} is accepted"
    assert refused.code == code, f"{command} is refused with {refused.code!r}, not {code!r}: {refused.message}"
    other = {name: refused.params.get(name) for name, value in params.items() if refused.params.get(name) != value}
    assert not other, f"{command} is refused with {other}, not {params}"
    decided = _refusal_by_decide(position, command, by)
    assert decided == code, f"`rules.check` refuses {command} with {code!r}, `rules.decide` with {decided!r}"


def _refusal_by_decide(position: Play, command: Given, by: int | None) -> str | None:
    try:
        position.after(command, by)
    except Rejected as refused:
        return refused.code
    return None


def golden(game: str | AnyGame, folder: Path | None = None, *, record: bool = False) -> None:
    """Holds that the golden games beside a game are decided as they were recorded.

    `folder`: where they are; None: `golden` beside the module of an installed game. `record`: golden games of the game's
    version are written first, as by `tradewinds check --record`, and nothing that is there is replaced. Raises
    AssertionError with the first difference, and where there are none.
    """
    game = installed().games[game] if isinstance(game, str) else game
    games = import_module("conformance.golden.games")
    if folder is None:
        beside = folder_of(installed().origins[game.name])
        assert beside is not None, f"the module of {game.name} has no folder of its own; name one"
        folder = beside / games.FOLDER
    if record:
        search = import_module("conformance.golden.random_games").search_of(game)
        import_module("conformance.golden.recording").record(search, folder)
    assert games.versions_in(game, folder), f"there are no golden games in {folder}: write them with `record=True`"
    import_module("conformance.golden.deciding").golden_games_are_decided_alike(game, folder)
