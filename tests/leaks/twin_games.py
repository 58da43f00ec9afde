"""A game and its twin, in which everything that one viewer cannot see is dealt again, played side by side.

A viewer who gets the same in both worlds must continue to get the same until a hidden name or amount is revealed: that must
be the first difference. Any other difference, in a count, a sentence or an order, is a leak.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.fairness import Draws
from domain.game import AnyGame
from domain.recorder import Recorder
from policies.chance import Chance
from tests.leaks.observations import (
    Told,
    Viewer,
    comes_to_light,
    differences,
    happening,
    hidden_in,
    leaves,
    position,
    raw,
    same_kind,
    sentence,
    stored,
)

FIRST = 1
"""The version of the first position of twins that are in a log."""
WORDS = 6
"""Hidden names that are tried in commands at each position."""


MayPart: TypeAlias = Callable[[Any, Any, Any, Any], bool]
"""Given two states and those after a command in each: whether the latter may differ by rules that everybody knows, though no
hidden name or amount itself was revealed."""


class Allowed(NamedTuple):
    """What a game's rules reveal beyond hidden names and amounts. `covered_again` are kinds of events that show something
    which is hidden again right away."""

    may_part: MayPart
    covered_again: frozenset[str] = frozenset()


class Given(NamedTuple):
    """A command in one world, and its result."""

    seat: int
    command: Any
    done: Recorder[Any, Any]


class Leak(Exception):
    """A viewer learns something hidden."""


class Step(NamedTuple):
    """A seat's command in one world, and in the other world the command that looked the same to `alike`."""

    seat: int
    command: Any
    counterpart: Any


class Pair:
    """Two worlds that `viewer` must not distinguish. `alike` are all viewers who got the same in both so far."""

    def __init__(
        self, game: AnyGame, state: Any, viewer: Viewer, chance: random.Random, key: bytes, allowed: Allowed
    ) -> None:
        self.game, self.viewer, self.chance, self.key, self.allowed = game, viewer, chance, key, allowed
        self.one = stored(game, state)
        self.other = stored(game, game.bots.determinize(game.gate.view(state, viewer), viewer, Chance(chance)))
        self.alike: tuple[Viewer, ...] = tuple(
            each for each in (None, *range(len(state.seats))) if self._see_the_same(each) or each == viewer
        )
        self.steps: list[Step] = []
        self.compared = 0

    def _see_the_same(self, viewer: Viewer) -> bool:
        return raw(self.game.gate.view(self.one, viewer)) == raw(self.game.gate.view(self.other, viewer))

    @property
    def different(self) -> bool:
        """Whether anything hidden could be revealed."""
        return bool(self.one != self.other)

    def compare(self, trials: Callable[[int, Sequence[Any]], Sequence[Any]]) -> None:
        """Compare what each viewer in `alike` learns of the position in both worlds. Raises Leak."""
        for viewer in self.alike:
            tried = self.tried(viewer, trials)
            one, other = (position(self.game, state, viewer, tried) for state in (self.one, self.other))
            self.compared += len(one)
            for what in {**one, **other}:
                if one.get(what) != other.get(what):
                    who = "a spectator" if viewer is None else f"seat {viewer}"
                    raise Leak(f"{what} of {who}:\n  {one.get(what)!r}\n  {other.get(what)!r}")

    def tried(self, viewer: Viewer, trials: Callable[[int, Sequence[Any]], Sequence[Any]]) -> list[Any]:
        """Commands that the viewer may try: invented ones, and legal ones with hidden names."""
        if viewer is None:
            return []
        legal = list(self.game.rules.legal_commands(self.one, viewer))
        return [*trials(viewer, legal), *self._with_hidden_names(legal, viewer)]

    def _with_hidden_names(self, legal: Sequence[Any], viewer: Viewer) -> Iterator[Any]:
        words = sorted(each for each in hidden_in(self.game, self.one, viewer) if isinstance(each, str))
        named = [
            (each, field) for each in legal for field in each.__struct_fields__ if isinstance(getattr(each, field), str)
        ]
        for _ in range(WORDS if words and named else 0):
            command, field = self.chance.choice(named)
            fields = {**msgspec.to_builtins(command), field: self.chance.choice(words)}
            try:
                yield msgspec.convert(fields, type(command))
            except msgspec.ValidationError:
                continue  # Not a name of that kind: the request itself would be refused.

    def step(self, choose: Callable[[Any, int, Sequence[Any]], Any]) -> bool:
        """Give a command in both worlds. False if they part because something hidden from the viewer was revealed.

        Raises Leak if they part for any other reason.
        """
        game = self.game
        seat = self.chance.choice(game.rules.to_act(self.one))
        command = choose(self.one, seat, list(game.rules.legal_commands(self.one, seat)))
        counterpart = self._counterpart(seat, command)
        if counterpart is None:
            return False
        version = FIRST + len(self.steps) + 1
        one, other = (
            Given(seat, each, game.rules.decide(state, seat, each, Draws(self.key, version)))
            for state, each in ((self.one, command), (self.other, counterpart))
        )
        self.alike = tuple(viewer for viewer in self.alike if not self._part(viewer, one, other))
        self.one, self.other = stored(game, one.done.state), stored(game, other.done.state)
        self.steps.append(Step(seat, command, counterpart))
        return self.viewer in self.alike

    def _part(self, viewer: Viewer, one: Given, other: Given) -> bool:
        """Whether something was revealed to the viewer. Raises Leak if the worlds part for it for any other reason."""
        game, what = self.game, f"{one.command} of seat {one.seat}"
        told, retold = (happening(game, by, command, done.events, viewer) for by, command, done in (one, other))
        if told != retold:
            parting = next(pair for pair in zip_longest(told, retold) if pair[0] != pair[1])
            if not same_kind(*parting) or not self._come_to_light(viewer, *parting, one, other):
                self._account_for(viewer, what, *parting, one, other)
            return True
        lines = [
            sentence(game, before, given.done.events, viewer) for before, given in ((self.one, one), (self.other, other))
        ]
        if lines[0] != lines[1]:
            raise Leak(f"the sentence on {what} to {viewer}: {lines}")
        shown, reshown = (msgspec.to_builtins(game.gate.view(given.done.state, viewer)) for given in (one, other))
        # Some events only say that cards are turned up, which the view then shows.
        if not self._come_to_light(viewer, shown, reshown, one, other):
            if shown == reshown:
                return False
            pair = next(differences(shown, reshown))
            self._account_for(viewer, f"the view after {what}", *pair, one, other)
        return True

    def _come_to_light(self, viewer: Viewer, told: Told, retold: Told, one: Given, other: Given) -> bool:
        """Whether something hidden is shown and then is no longer hidden."""
        game, worlds = self.game, ((self.one, one.done.state), (self.other, other.done.state))
        before = [hidden_in(game, state, viewer) for state, _ in worlds]
        after = [hidden_in(game, state, viewer) for _, state in worlds]
        if told.get("type") in self.allowed.covered_again:
            after = [Counter(), Counter()]
        seen = [set(leaves(msgspec.to_builtins(game.gate.view(state, viewer)))) for _, state in worlds]
        return any(
            all(comes_to_light(value, before[world], after[world], seen[world]) for world, value in enumerate(pair))
            for pair in differences(told, retold)
        )

    def _account_for(self, viewer: Viewer, what: str, told: Any, retold: Any, one: Given, other: Given) -> None:
        if not self.allowed.may_part(self.one, self.other, one.done.state, other.done.state):
            raise Leak(f"{what}, as {viewer} is told:\n  {told}\n  {retold}")

    def _counterpart(self, seat: int, command: Any) -> Any | None:
        """A legal command of the twin that looks the same to all in `alike`; the same command if possible."""
        shown = self._shown(seat, command)
        fitting = [each for each in self.game.rules.legal_commands(self.other, seat) if self._shown(seat, each) == shown]
        if command in fitting:
            return command
        return self.chance.choice(fitting) if fitting else None

    def _shown(self, seat: int, command: Any) -> list[bytes]:
        """A command as all in `alike` see it."""
        return [raw(self.game.gate.redact_command(command, seat, viewer)) for viewer in self.alike]
