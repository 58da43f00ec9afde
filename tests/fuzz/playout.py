"""One whole game from set-up to its end, with players of all kinds and checks of its positions."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import msgspec

from conformance.games import names
from domain.fairness import Draws
from domain.game import AnyGame, Rejected
from domain.offers import labels
from tests.fuzz.catalogue import Catalogue
from tests.fuzz.checks import Promises, hold
from tests.fuzz.coverage import Reached, label
from tests.fuzz.illegal_commands import Hostile
from tests.fuzz.players import players

CLOSELY = 0.015
"""The share of positions with expensive checks."""
SOUND = 0.15
"""The share of positions with checks of invariants: a broken invariant stays broken."""
HOSTILE, NEW, SEEN = 2, 10, 3
"""Invented commands tried at each position, and at the first positions of a decision."""


class Sink:
    """Receives the reports of working effects. Only those of given commands count, not those of look-aheads."""

    def __init__(self) -> None:
        self._into: set[str] = set()

    def note(self, thing: str) -> None:
        self._into.add(thing)

    @contextmanager
    def into(self, things: set[str]) -> Iterator[None]:
        before, self._into = self._into, things
        try:
            yield
        finally:
            self._into = before


class Playout:
    """One game. The same seed and goals make the same game."""

    def __init__(self, game: AnyGame, catalogue: Catalogue, sink: Sink, seed: int, wanted: frozenset[str]) -> None:
        self.game, self.catalogue, self.sink = game, catalogue, sink
        self.chooser = random.Random(seed)
        self.wanted = self._aims(wanted)
        self.key = sha256(f"{game.name} {seed}".encode()).digest()
        self.promises = Promises(game)
        self.hostile = Hostile(game, catalogue, self.chooser)
        self.reached = Reached()
        self.asked: Counter[str] = Counter()
        self.version = 0

    def play(self) -> Reached:
        """What was reached. Raises Broken, or whatever the game raises."""
        started = time.process_time()
        self._refused_settings()
        state, log = self._set_up()
        state = self._play_on(state, log)
        self.promises.log(log, state)
        self.catalogue.invariants(state)
        reason = self.promises.end(state, lambda kind: self.hostile.of_kind(kind, state, 0, ()))
        self._try_illegal(state, 0, [])
        self.reached.endings[reason] += 1
        self.reached.playouts = 1
        self.reached.seconds = time.process_time() - started
        return self.reached

    def _aims(self, wanted: frozenset[str]) -> frozenset[str]:
        """Everything but refusals, and one refusal: the ways to several positions would exclude each other."""
        refusals = sorted(each for each in wanted if each.startswith("refusal "))
        return wanted.difference(refusals).union(self.chooser.sample(refusals, min(1, len(refusals))))

    # Before the first move

    def _refused_settings(self) -> None:
        game = self.game
        command = self.hostile.command(None, 0, ())
        if command is not None:
            self._note_refusal(None, 0, command)
        for settings in self.catalogue.bad_settings:
            try:
                options = game.types.options(**settings)
                game.rules.setup(options, game.rules.seats(options)[0], self._draws())
            except Rejected as refusal:
                self.reached.times[f"refusal {refusal.code}"] += 1
            else:
                hold(False, f"{settings} are not refused")

    def _set_up(self) -> tuple[Any, list[Any]]:
        game = self.game
        options = msgspec.convert(self.catalogue.settings(self.chooser), game.types.options)
        allowed = game.rules.seats(options)
        seats = self.chooser.choice(allowed)
        for number in (allowed[0] - 1, allowed[-1] + 1):
            try:
                game.rules.setup(options, number, self._draws())
            except Rejected as refusal:
                self.reached.times[f"refusal {refusal.code}"] += 1
            else:
                hold(False, f"{number} seats are not refused")
        recorder = game.rules.setup(options, seats, self._draws())
        self.reached.times[f"seats {seats}"] += 1
        chosen = msgspec.to_builtins(options)
        self.reached.times.update(f"option {name}={value}" for name, value in chosen.items())
        self.reached.times.update(self._shown(None, recorder.events))
        self.players = players(game, self.catalogue, seats, self.chooser, self._look, self._still_wanted)
        return recorder.state, list(recorder.events)

    # Moves

    def _play_on(self, state: Any, log: list[Any]) -> Any:
        game = self.game
        while awaited := game.rules.to_act(state):
            self.version += 1
            if self.chooser.random() < SOUND:
                self.catalogue.invariants(state)
            seat = self.chooser.choice(awaited)
            legal = self.promises.list_of(state, seat)
            self.reached.longest_list = max(self.reached.longest_list, len(legal))
            self._show(state, seat, legal)
            illegal = self._try_illegal(state, seat, legal)
            command = self._chosen(state, seat, legal)
            worked: set[str] = set()
            with self.sink.into(worked):
                recorder = game.rules.decide(state, seat, command, self._draws())
            if self.chooser.random() < CLOSELY:
                self._closely(state, seat, legal, illegal, command, recorder)
            hold(game.rules.turn(recorder.state) >= game.rules.turn(state), "turns are counted backwards")
            self.catalogue.changes(state, recorder.state)
            self.reached.times.update((worked - self.catalogue.restraints) | self._shown(command, recorder.events))
            self.reached.moves += 1
            log += recorder.events
            state = recorder.state
        return state

    def _show(self, state: Any, seat: int, legal: list[Any]) -> None:
        """What a client gets of the offers can be made at every position; some come up once in hundreds of games."""
        game = self.game
        view = game.gate.view(state, seat)
        labels(game, view, seat, legal, names(8))
        if game.drawing is not None:
            for command in legal:
                hold(any(game.drawing.targets(view, seat, command)), f"{command} touches nothing")

    def _draws(self) -> Draws:
        """The same chance for everything tried at one version, as in the service."""
        return Draws(self.key, self.version)

    def _chosen(self, state: Any, seat: int, legal: list[Any]) -> Any:
        return self.players[seat](state, seat, legal)

    def _look(self, state: Any, seat: int, command: Any) -> tuple[set[str], Any]:
        worked: set[str] = set()
        with self.sink.into(worked):
            recorder = self.game.rules.decide(state, seat, command, self._draws())
        return worked | self._shown(command, recorder.events), recorder.state

    def _still_wanted(self) -> set[str]:
        return set(self.reached.missing(self.wanted))

    def _shown(self, command: Any, events: Sequence[Any]) -> set[str]:
        shown = {label("event", event) for event in events}
        if command is not None:
            shown.add(label("command", command))
        return shown | set(self.catalogue.reached([command, *events]))

    # Looking closely

    def _closely(self, state: Any, seat: int, legal: list[Any], illegal: Any, command: Any, recorder: Any) -> None:
        promises, seats = self.promises, len(state.seats)
        if command in legal:
            promises.lists(state, seat, legal)
        viewer = self.chooser.choice((seat, seat, *range(seats), None))
        promises.hidden(state, viewer, seat, illegal, self._draws())
        promises.decided_the_same(state, seat, command, recorder, self._draws())
        promises.redacted(state, seat, command, recorder.events)

    # Commands that nobody offered

    def _try_illegal(self, state: Any, seat: int, legal: list[Any]) -> Any | None:
        """An invented command is refused with a known code, or it stands for a listed one. Returns a refused one."""
        game, refused = self.game, None
        self.asked[decision := self.catalogue.decision(state)] += 1
        for _ in range(NEW if decision and self.asked[decision] <= SEEN else HOSTILE):
            command = self.hostile.command(state, seat, legal)
            if command is None:
                continue
            others = (*range(len(state.seats)), *self.catalogue.strangers)
            by = self.chooser.choice(others) if self.chooser.random() < 0.1 else seat
            accepted = self._note_refusal(state, by, command) is None
            possible = legal if by == seat else game.rules.legal_commands(state, by)
            if accepted:
                kinds = {type(each) for each in possible}
                hold(type(command) in kinds, f"{command} of seat {by} is accepted, not listed")
            else:
                hold(command not in possible, f"{command} is legal and refused")
                refused = command if by == seat else refused
        return refused

    def _note_refusal(self, state: Any, seat: int, command: Any) -> str | None:
        worked: set[str] = set()
        with self.sink.into(worked):
            refusal = self.promises.refusal(state, seat, command)
        if refusal is None:
            return None
        self.reached.times.update(worked & self.catalogue.restraints)
        self.reached.times[f"refusal {refusal[0]}"] += 1
        return refusal[0]
