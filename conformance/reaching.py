"""Random games until each command of a game was possible, so that rare decisions are looked at too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.playing import Chance, Step, all_seats_of, options_of, played
from domain.game import AnyGame

TIMES = 3
"""The most positions that are looked at for the sake of one kind."""
GAMES = 120
"""The most games that are played."""
SENSIBLE = 5
"""Every such game is played by the game's own valuation at two of three decisions, since some positions need success."""


class Players:
    """Plays games in three ways: at random, by what was given least often, and by the game's own valuation."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.seats = all_seats_of(game)
        self._given: Counter[type] = Counter()

    def game_number(self, number: int) -> tuple[Any, int]:
        """The options and the number of seats of a game."""
        count = self.seats[number % len(self.seats)]
        return options_of(self.game, count, number), count

    def play(self, number: int) -> Iterator[Step]:
        """The game of this number."""
        game, chance = self.game, Chance(number)
        options, seats = self.game_number(number)
        choose = self._sensibly if number % SENSIBLE == SENSIBLE - 1 else (self._at_random, self._rarely)[number // 2 % 2]
        for step in played(game, game.rules.setup(options, seats, chance).state, chance, choose):
            self._given[type(step.command)] += 1
            yield step

    def _at_random(self, state: Any, seat: int, legal: Sequence[Any], chance: Chance) -> Any:
        return legal[chance.below(len(legal))]

    def _rarely(self, state: Any, seat: int, legal: Sequence[Any], chance: Chance) -> Any:
        if chance.below(2):
            least = min(self._given[type(command)] for command in legal)
            legal = [command for command in legal if self._given[type(command)] == least]
        return legal[chance.below(len(legal))]

    def _sensibly(self, state: Any, seat: int, legal: Sequence[Any], chance: Chance) -> Any:
        if not chance.below(3):
            return legal[chance.below(len(legal))]
        view = self.game.gate.view(state, seat)
        return max(legal, key=lambda command: self.game.bots.evaluate(view, seat, command))


class Reached:
    """The positions of random games that have a kind which few before them had."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.seen: Counter[str] = Counter()
        """How many of the positions had each kind: a legal command, by its tag, or a decision, by its type."""

    @property
    def missing(self) -> set[str]:
        """The tags of the commands that were legal in none of the positions."""
        return {_tag(kind) for kind in self.game.types.commands} - set(self.seen)

    def positions(self) -> Iterator[tuple[Any, int, Step]]:
        """Options, number of seats and position, until each command was legal in one of them or GAMES are played."""
        players = Players(self.game)
        for number in range(GAMES):
            options, count = players.game_number(number)
            for step in players.play(number):
                kinds = _kinds(self.game, step)
                if any(self.seen[kind] < TIMES for kind in kinds):
                    self.seen.update(kinds)
                    yield options, count, step
            if not self.missing:
                return


def _kinds(game: AnyGame, step: Step) -> set[str]:
    """What can be done, and what is asked where the position says it."""
    decision = getattr(step.before, "decision", None) or next(reversed(getattr(step.before, "stack", None) or [None]))
    asked = set() if decision is None else {type(decision).__name__}
    return asked | {_tag(type(command)) for command in step.legal}


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)
