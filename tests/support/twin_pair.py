"""Plays a game and its twin side by side: two games that differ only in what one viewer cannot see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from domain.game import AnyGame, Rejected
from tradewinds.testing import Chance


class Twin(Protocol):
    """The same position with everything hidden dealt differently."""

    state: Any
    moved: set[str]
    """The cards and places that differ, by their ids."""

    def renamed(self, command: Any) -> Any:
        """The command with the names that its cards have in the twin."""


class Twins(NamedTuple):
    """What a game must say of itself to be played with its twin."""

    game: AnyGame
    twin: Callable[[Any, int | None, int], Twin]
    """`twin(state, viewer, seed)`"""
    trials: Callable[[random.Random, Any], Iterable[Any]]
    """Commands, legal or not, whose refusals must be alike."""
    revealing: Callable[[Sequence[Any]], bool]
    """Whether events show something that differs, without naming it."""
    check_all: Callable[[Any], None]
    parting: Callable[[Any, Any], bool] = lambda one, other: False
    """Whether the next commands may show that the states differ."""
    never: tuple[type[Any], ...] = ()
    """Commands that are not given, because they end the game."""


def refusal(game: AnyGame, state: Any, seat: int, command: Any) -> tuple[str, str, Any] | None:
    """The refusal of a command; None if it is legal."""
    try:
        game.rules.check(state, seat, command)
    except Rejected as refused:
        return refused.code, refused.message, refused.params
    return None


class Pair:
    """A game and its twin; where they must part, a new twin is made."""

    def __init__(self, twins: Twins, state: Any, viewer: int | None, seed: int) -> None:
        self.twins, self.rules, self.gate = twins, twins.game.rules, twins.game.gate
        self.state, self.viewer, self.seed = state, viewer, seed
        self.chance = random.Random(seed)
        self.steps = self.alike = 0
        self.twin = twins.twin(state, viewer, seed)
        self.other = self.twin.state

    def play(self, steps: int) -> Pair:
        while self.rules.to_act(self.state) and self.steps < steps:
            self.steps += 1
            self.assert_same()
            if not self.step() and self.rules.to_act(self.state):
                self.twin = self.twins.twin(self.state, self.viewer, self.seed * 10_000 + self.steps)
                self.other = self.twin.state
                self.twins.check_all(self.other)
        return self

    def assert_same(self) -> None:
        """All that the viewer can learn of the position: the view, the legal commands, and the refusals of others."""
        one, other, viewer = self.state, self.other, self.viewer
        assert self.gate.view(one, viewer) == self.gate.view(other, viewer)
        assert self.rules.to_act(one) == self.rules.to_act(other)
        if viewer is None:
            return
        assert list(self.rules.legal_commands(one, viewer)) == list(self.rules.legal_commands(other, viewer))
        for command in self.twins.trials(self.chance, one):
            assert refusal(self.twins.game, one, viewer, command) == refusal(self.twins.game, other, viewer, command)

    def step(self) -> bool:
        """Gives the same command in both games, as seen by the viewer. Returns whether both can go on."""
        seat = self.chance.choice(self.rules.to_act(self.state))
        legal = [each for each in self.rules.legal_commands(self.state, seat) if not isinstance(each, self.twins.never)]
        command = self.chance.choice(legal)
        answer = self.counterpart(seat, command)
        self.state, seen = self.carry_out(self.state, seat, command)
        if answer is None:
            return False
        self.other, seen_of_twin = self.carry_out(self.other, seat, answer)
        if self.reveals(seen) or self.reveals(seen_of_twin):
            return False
        assert seen == seen_of_twin, f"seat {seat} gives {command}"
        self.alike += 1
        return not self.twins.parting(self.state, self.other)

    def counterpart(self, seat: int, command: Any) -> Any:
        """A legal command of the twin that looks the same to the viewer; None if there is none."""
        shown = self.gate.redact_command(command, seat, self.viewer)
        legal = self.rules.legal_commands(self.other, seat)
        for each in (self.twin.renamed(command), command, *legal):
            if each in legal and self.gate.redact_command(each, seat, self.viewer) == shown:
                return each
        return None

    def carry_out(self, state: Any, seat: int, command: Any) -> tuple[Any, list[Any]]:
        """The state after the command, and its events as the viewer sees them."""
        recorder = self.rules.decide(state, seat, command, Chance(f"{self.seed}:{self.steps}"))
        return recorder.state, [self.gate.redact(event, self.viewer) for event in recorder.events]

    def reveals(self, events: Sequence[Any]) -> bool:
        """Whether the events show something that differs between the twins."""
        return self.twins.revealing(events) or not self.twin.moved.isdisjoint(_strings(msgspec.to_builtins(events)))


def _strings(values: Any) -> Iterator[str]:
    if isinstance(values, str):
        yield values
    elif isinstance(values, dict):
        yield from (string for part in (*values, *values.values()) for string in _strings(part))
    elif isinstance(values, list | tuple):
        yield from (string for part in values for string in _strings(part))
