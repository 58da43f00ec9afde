"""Row 4: folding typed events that are in memory already."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import chain
from random import Random
from time import perf_counter
from typing import Any
from uuid import uuid4

import msgspec
from eventsourcing.domain import Aggregate

from bench import bare_fold
from bench.measure import Finding, Plan, Target, compared, in_turns
from domain.registry import GAMES
from workers.policies.chance import Chance

GAME = GAMES["merchants-of-the-caribbean"]
GAMES_FOLDED = 30
OURS = "Tradewinds"
BARE = "bare in-place loop"
EVENTSOURCING = "eventsourcing 9.5.6 `mutate`"


def measure(plan: Plan) -> list[Finding]:
    """Both lines of the row."""
    games = [_played(Chance(Random(seed)), 2 + seed % 3) for seed in range(GAMES_FOLDED)]
    for events in games:
        if bare_fold.fold(events).as_state() != GAME.fold(events):
            raise AssertionError("the bare fold is not the game's fold")
    total = sum(map(len, games))
    aggregates = [_as_aggregate_events(events) for events in games]

    def ours() -> None:
        for events in games:
            GAME.fold(events)

    def bare() -> None:
        for events in games:
            bare_fold.fold(events)

    def eventsourcing() -> None:
        for events in aggregates:
            aggregate = None
            for event in events:
                aggregate = event.mutate(aggregate)

    def rate(fold_all: Callable[[], None]) -> Callable[[], float]:
        return lambda: _rate(fold_all, total, plan.seconds)

    rounds = in_turns({OURS: rate(ours), BARE: rate(bare), EVENTSOURCING: rate(eventsourcing)}, plan.rounds)
    return [
        compared(rounds, OURS, BARE, row=4, what="Fold in memory", unit="events/s", target=Target(0.35, 0.5)),
        compared(rounds, OURS, EVENTSOURCING, row=4, what="Fold in memory", unit="events/s", target=Target(3.5, 5)),
    ]


def _rate(fold_all: Callable[[], None], events: int, seconds: float) -> float:
    """Events folded a second."""
    runs = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds or not runs:
        fold_all()
        runs += 1
    return runs * events / taken


def _played(chance: Chance, seats: int) -> list[Any]:
    """The events of a random game."""
    record = GAME.setup(GAME.options(), seats, chance)
    batches = [record.events]
    while to_act := GAME.to_act(record.state):
        commands = GAME.legal_commands(record.state, to_act[0])
        record = GAME.decide(record.state, to_act[0], commands[chance.below(len(commands))], chance)
        batches.append(record.events)
    return list(chain.from_iterable(batches))


class Voyage(Aggregate):
    """The game as an aggregate of the eventsourcing library, which keeps the bare fold's position."""

    def __init__(self) -> None:
        self.position = bare_fold.Position()


def _event_class(kind: type[msgspec.Struct]) -> type[Any]:
    """An event class of the library with the fields of one of ours; it changes the position as the bare fold does."""
    change = bare_fold.CHANGES[kind]

    def apply(self: Any, aggregate: Voyage) -> None:
        change(aggregate.position, self)

    annotations = dict.fromkeys(kind.__struct_fields__, Any)
    # Classes of the library are looked up by name when they are loaded; these never are.
    return type(kind.__name__, (Aggregate.Event,), {"__annotations__": annotations, "apply": apply})


EVENT_CLASSES = {kind: _event_class(kind) for kind in GAME.events}


def _as_aggregate_events(events: list[Any]) -> list[Any]:
    identity, now = uuid4(), datetime.now(UTC)
    first = Voyage.Created(
        originator_topic=f"{__name__}:Voyage", originator_id=identity, originator_version=1, timestamp=now
    )
    return [
        first,
        *(
            EVENT_CLASSES[type(event)](
                originator_id=identity, originator_version=version, timestamp=now, **msgspec.structs.asdict(event)
            )
            for version, event in enumerate(events, 2)
        ),
    ]
