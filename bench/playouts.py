"""Random playouts through the public `Game` record, in one thread, and what looking ahead in them costs."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from domain.game import AnyGame
from policies.chance import Chance

POSITIONS = 500
"""How many positions are looked ahead from."""
SURVEYED = 20
"""Games whose every position is searched for the slowest legal commands."""
SLOWEST = 50
"""The number of the slowest that are measured again and again."""
CALLS = 3
"""The quickest counts: a call that the machine interrupts takes as long as the machine likes."""


class Position(NamedTuple):
    """A state, a seat that is asked something, and its legal commands."""

    state: Any
    seat: int
    commands: list[Any]


class Playouts:
    """One game with this number of seats and no options."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.games = 0.0
        self.positions = self._sample()

    def moves(self, seconds: float) -> float:
        """Moves a second; `games` then has the games a second."""
        chance, game, options = Chance(Random()), self.game, self.game.types.options()
        moves = games = 0
        began = perf_counter()
        while perf_counter() - began < seconds:
            state = game.rules.setup(options, self.seats, chance).state
            while seats := game.rules.to_act(state):
                commands = game.rules.legal_commands(state, seats[0])
                state = game.rules.decide(state, seats[0], commands[chance.below(len(commands))], chance).state
                moves += 1
            games += 1
        taken = perf_counter() - began
        self.games = games / taken
        return moves / taken

    def look_ahead(self) -> float:
        """µs for the state and events after each command of a list just made."""
        chance, decide = Chance(Random(4)), self.game.rules.decide
        decided, taken = 0, 0.0
        for state, seat, _ in self.positions:
            commands = self.game.rules.legal_commands(state, seat)
            began = perf_counter()
            for command in commands:
                decide(state, seat, command, chance)
            taken += perf_counter() - began
            decided += len(commands)
        return taken / decided * 1e6

    def move(self) -> float:
        """µs to find the legal commands and carry one out."""
        chance, game = Chance(Random(5)), self.game
        began = perf_counter()
        for state, seat, _ in self.positions:
            commands = game.rules.legal_commands(state, seat)
            game.rules.decide(state, seat, commands[chance.below(len(commands))], chance)
        return (perf_counter() - began) / len(self.positions) * 1e6

    def legal(self, position: Position) -> float:
        """ms to find the legal commands of a position."""
        legal_commands, (state, seat, commands) = self.game.rules.legal_commands, position
        times = []
        for _ in range(CALLS):
            began = perf_counter()
            found = legal_commands(state, seat)
            times.append(perf_counter() - began)
            if list(found) != commands:
                raise AssertionError("the same position has other legal commands")
        return min(times) * 1000

    def survey(self) -> tuple[list[Position], int]:
        """The positions whose legal commands take longest, of all that come up in some games, and how many those are."""
        chance, number = Chance(Random(6)), count()
        slowest: list[tuple[float, int, Position]] = []
        for _ in range(SURVEYED):
            for position in self._played(chance):
                # The number decides where times are the same, as positions have no order.
                heapq.heappush(slowest, (self.legal(position), next(number), position))
                if len(slowest) > SLOWEST:
                    heapq.heappop(slowest)
        return [position for _, _, position in slowest], next(number)

    def _sample(self) -> list[Position]:
        """Positions of random games at all stages."""
        chance = Chance(Random(3))
        found: list[Position] = []
        while len(found) < POSITIONS:
            found += [position for position in self._played(chance) if not chance.below(4)]
        return found

    def _played(self, chance: Chance) -> Iterator[Position]:
        """A random game from beginning to end: at every move the seat that gives it."""
        game = self.game
        state = game.rules.setup(game.types.options(), self.seats, chance).state
        while seats := game.rules.to_act(state):
            commands = list(game.rules.legal_commands(state, seats[0]))
            yield Position(state, seats[0], commands)
            state = game.rules.decide(state, seats[0], commands[chance.below(len(commands))], chance).state
