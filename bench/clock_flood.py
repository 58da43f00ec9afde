"""How late a stranger's clock is beside a flood of short ones: python -m bench.clock_flood --games 400.

One caller has made games with clocks of one second, in which nobody ever acts: the stand-in answers again and again. A
stranger makes a game with a clock of two seconds now and then, and its first time-out shows how late it comes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import datetime
from statistics import median
from typing import NamedTuple

from bench.clocks import RULESET, served, start_worker
from bench.serving import redis_server
from domain.session.clocks import MOST_PATIENCE, Clock
from domain.session.lifecycle import CreateGame, SeatPlan
from events.commands.handler import CommandHandler
from events.games.repository import GameRepository
from events.identity import milliseconds
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.games import CODECS

PARTITIONS = 256
WORKERS = 2
EVERY_SECONDS = 0.5
"""How often the stranger makes a game."""


class Late(NamedTuple):
    strangers: list[float]
    """How late each first time-out of the stranger's games came, in seconds."""
    time_outs: int
    """Of the flood."""
    most_overdue: float
    """How late the latest clock of all was, in seconds."""


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--seconds", type=float, default=30.0)
    wanted = asked.parse_args()
    with redis_server() as url, connect(url) as client:
        store = EventStore(client, PARTITIONS)
        with served(store):
            workers = [start_worker(url) for _ in range(WORKERS)]
            try:
                late = lateness(store, wanted.games, wanted.seconds)
            finally:
                for each in workers:
                    each.terminate()
                    each.wait()
    print(f"{wanted.games} idle clocks of one second: {late.time_outs / wanted.seconds:.0f} time-outs a second,", end=" ")
    print(
        f"the latest one {late.most_overdue:.1f} s late; a stranger's clock {median(late.strangers):.2f} s late (median),",
        end=" ",
    )
    print(f"{max(late.strangers):.2f} s at most, of {len(late.strangers)}")


def lateness(store: EventStore, games: int, seconds: float, beside: Callable[[], object] = lambda: None) -> Late:
    """Make the flood, and for some seconds the stranger's games. `beside` is called again and again meanwhile."""
    handler = CommandHandler(GameRepository(store, CODECS, cache_size=1))
    flood = [made(handler, 1) for _ in range(games)]
    strangers, overdue, before = list[str](), 0, None
    ends, following = time.monotonic() + 2.0 + seconds, 0.0
    while time.monotonic() < ends or store.clocks.running().games > games:
        now = time.monotonic()
        if before is None and now > ends - seconds:
            before = _versions(store, flood)  # The first two seconds let the flood begin.
        if before is not None and following < now < ends - 3.0:
            strangers.append(made(handler, 2, on_timeout="abandon"))
            following = now + EVERY_SECONDS
        overdue = max(overdue, store.clocks.running().most_overdue_ms)
        beside()
        time.sleep(0.2)
    done = _versions(store, flood) - (before or 0)
    return Late([_late(store, game, 2_000) for game in strangers], done, overdue / 1000)


def made(handler: CommandHandler, seconds: int, *, on_timeout: str = "stand_in") -> str:
    """A game for two in which nobody acts."""
    clock = (
        Clock(seconds=seconds, on_timeout="abandon")
        if on_timeout == "abandon"
        else Clock(seconds=seconds, on_timeout="stand_in", level="stand_in", patience=MOST_PATIENCE)
    )
    seats = (SeatPlan(kind="human"), SeatPlan(kind="human"))
    return handler.new_games.create(CreateGame(ruleset=RULESET, seats=seats, clock=clock)).game_log.id


def _versions(store: EventStore, games: list[str]) -> int:
    """How many commits the games have."""
    return sum(len(store.read(game).commits) for game in games)


def _late(store: EventStore, game: str, clock_ms: int) -> float:
    first, second = (milliseconds(datetime.fromisoformat(each.at)) for each in store.read(game).commits[:2])
    return (second - first - clock_ms) / 1000


if __name__ == "__main__":
    main()
