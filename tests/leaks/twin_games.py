"""A game and its twin, in which all that one viewer cannot see was dealt anew, played side by side.

Whoever is told the same in both worlds must go on being told the same, until a hidden name or amount comes to light: the
first difference has to be just that. Anything else that differs, be it a count, a sentence or an order, is a leak.
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
from workers.policies.chance import Chance

FIRST = 1
"""The version of the position that the twins begin with, where they stand in a log."""
WORDS = 6
"""Names of what is hidden that are tried out in commands at each position."""


MayPart: TypeAlias = Callable[[Any, Any, Any, Any], bool]
"""Of two states and those after a command in each: whether these may differ by rules that everybody knows, though no hidden
name or amount itself came to light."""


class Allowed(NamedTuple):
    """What a game's rules allow beyond hidden names and amounts that come to light: `covered_again` are the kinds of events
    that show what is hidden again right away."""

    may_part: MayPart
    covered_again: frozenset[str] = frozenset()


class Given(NamedTuple):
    """A command in one world, and what it led to."""

    seat: int
    command: Any
    done: Recorder[Any, Any]


class Leak(Exception):
    """Somebody is told what he may not know."""


class Step(NamedTuple):
    """A command that a seat gave in one world and, as it looked to all who took them for one, in the other."""

    seat: int
    command: Any
    counterpart: Any


class Pair:
    """Two worlds that `viewer` must take for one. `alike` are all who were told the same in both so far."""

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
        """Whether there is anything hidden to be told."""
        return bool(self.one != self.other)

    def compare(self, trials: Callable[[int, Sequence[Any]], Sequence[Any]]) -> None:
        """Hold what everybody who sees the same is told of the position against each other. Raises Leak."""
        for viewer in self.alike:
            tried = self.tried(viewer, trials)
            one, other = (position(self.game, state, viewer, tried) for state in (self.one, self.other))
            self.compared += len(one)
            for what in {**one, **other}:
                if one.get(what) != other.get(what):
                    who = "a spectator" if viewer is None else f"seat {viewer}"
                    raise Leak(f"{what} of {who}:\n  {one.get(what)!r}\n  {other.get(what)!r}")

    def tried(self, viewer: Viewer, trials: Callable[[int, Sequence[Any]], Sequence[Any]]) -> list[Any]:
        """Commands that the viewer may try: made up ones, and legal ones with the names of what is hidden from it."""
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
        """Give a command in both worlds. False if they part: what was hidden from the viewer came to light.

        Raises Leak if they part in any other way.
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
        """Whether something came to light to the viewer. Raises Leak if the worlds part for it in any other way."""
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
        # Some events only say that cards are laid open, which the view then shows.
        if not self._come_to_light(viewer, shown, reshown, one, other):
            if shown == reshown:
                return False
            pair = next(differences(shown, reshown))
            self._account_for(viewer, f"the view after {what}", *pair, one, other)
        return True

    def _come_to_light(self, viewer: Viewer, told: Told, retold: Told, one: Given, other: Given) -> bool:
        """Whether something that was hidden is told and is then no longer hidden."""
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
        """A legal command of the twin that looks the same to all who take the worlds for one; the same if it may be."""
        shown = self._shown(seat, command)
        fitting = [each for each in self.game.rules.legal_commands(self.other, seat) if self._shown(seat, each) == shown]
        if command in fitting:
            return command
        return self.chance.choice(fitting) if fitting else None

    def _shown(self, seat: int, command: Any) -> list[bytes]:
        """A command as all see it who take the worlds for one."""
        return [raw(self.game.gate.redact_command(command, seat, viewer)) for viewer in self.alike]
