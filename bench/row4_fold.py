"""Row 4: folding typed events that are in memory already."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from random import Random
from time import perf_counter
from typing import Any

from eventsourcing.domain import Aggregate, event

from bench import bare_fold
from bench.measure import Finding, Plan, Target, compared, in_turns, repeat
from harness.games import GAMES
from policies.chance import Chance

GAME = GAMES["merchants-of-the-caribbean"]
GAMES_FOLDED = 30
OURS = "Tradewinds"
BARE = "bare in-place loop"
DECORATED = "eventsourcing 9.5.6 `mutate`, `@event` methods"
APPLIED = "eventsourcing 9.5.6 `mutate`, hand-written `apply`"
WHAT = "Fold of typed events in memory"


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row."""
    games = [_played(Chance(Random(seed)), 2 + seed % 3) for seed in range(GAMES_FOLDED)]
    folds: dict[str, tuple[Callable[[list[Any]], Any], list[list[Any]]]] = {
        OURS: (GAME.fold, games),
        BARE: (bare_fold.fold, games),
        DECORATED: (_mutated, [_decorated(events) for events in games]),
        APPLIED: (_mutated, [_applied(events) for events in games]),
    }
    for number, events in enumerate(games):
        wanted = GAME.fold(events)
        positions = [bare_fold.fold(events), *(_mutated(folds[name][1][number]).position for name in (DECORATED, APPLIED))]
        if any(position.as_state() != wanted for position in positions):
            raise AssertionError("the folds come to different states")
    total = sum(map(len, games))
    sides = {name: partial(_rate, *each, total) for name, each in folds.items()}
    rounds = repeat(lambda: in_turns(sides, plan.seconds), plan.rounds)
    return [
        compared(rounds, OURS, BARE, row=4, what=WHAT, unit="events/s", target=Target(0.35, 0.5)),
        compared(rounds, OURS, DECORATED, row=4, what=WHAT, unit="events/s", target=Target(3.5, 5)),
        compared(rounds, OURS, APPLIED, row=4, what=WHAT, unit="events/s"),
    ]


def _rate(fold: Callable[[list[Any]], Any], games: list[list[Any]], total: int, seconds: float) -> float:
    """Events folded a second; the games have `total` of them."""
    runs = 0
    began = perf_counter()
    while (taken := perf_counter() - began) < seconds or not runs:
        for events in games:
            fold(events)
        runs += 1
    return runs * total / taken


def _played(chance: Chance, seats: int) -> list[Any]:
    """The events of a random game."""
    record = GAME.rules.setup(GAME.types.options(), seats, chance)
    batches = [record.events]
    while to_act := GAME.rules.to_act(record.state):
        commands = GAME.rules.legal_commands(record.state, to_act[0])
        record = GAME.rules.decide(record.state, to_act[0], commands[chance.below(len(commands))], chance)
        batches.append(record.events)
    return list(chain.from_iterable(batches))


class Voyage(Aggregate):
    """The game as an aggregate of the eventsourcing library, with one method for each kind of event.

    The method changes the bare fold's position, so all that the library costs is its own.
    """

    def __init__(self) -> None:
        self.position = bare_fold.Position()

    @event("Played")
    def play(self, what: Any) -> None:
        """The library's usual form: it makes the event's class and calls this method to apply it."""
        bare_fold.CHANGES[type(what)](self.position, what)

    class Applied(Aggregate.Event):
        """Its fastest form: an event's class written by hand."""

        what: Any

        def apply(self, aggregate: Voyage) -> None:
            bare_fold.CHANGES[type(self.what)](aggregate.position, self.what)


def _decorated(events: list[Any]) -> list[Any]:
    voyage = Voyage()
    for each in events:
        voyage.play(each)
    return list(voyage.collect_events())


def _applied(events: list[Any]) -> list[Any]:
    voyage = Voyage()
    for each in events:
        voyage.trigger_event(Voyage.Applied, what=each)
    return list(voyage.collect_events())


def _mutated(events: list[Any]) -> Any:
    aggregate = None
    for each in events:
        aggregate = each.mutate(aggregate)
    return aggregate
