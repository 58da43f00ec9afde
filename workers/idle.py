"""Finds running games on which nobody acts. One process scans once an hour, for the modules that put games to sleep or
abandon them."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any, NamedTuple

import redis

from events.envelope import published_secret
from events.identity import moment_of, utc_now
from events.store.event_store import EventStore

log = logging.getLogger(__name__)

LOCK = "tradewinds:abandoner"
EVERY_SECONDS = 3600
"""Seconds between two scans of all games. One process scans, and holds the lock for that long."""
CLOCKS_MAY_DIFFER = timedelta(hours=1)
BATCH_SECONDS = 0.5
"""Seconds of work in each second or two, so that many games do not delay the bots' turns."""


class IdleGame(NamedTuple):
    """A game that is not over, as it was when it was read."""

    id: str
    version: int
    acted_at: datetime
    """The time of the last commit."""
    asleep: bool


@dataclass
class IdleScan:
    """Looks at every game that is not over: lobbies, running games and branches, awake or asleep."""

    store: EventStore
    connection: redis.Redis
    """The Redis of the lock."""
    tasks: Sequence[Callable[[IdleGame, datetime], bool]]
    """Each is given a game and the time now; the first that does something with the game returns True."""
    clock: Callable[[], datetime] = utc_now
    looking: Iterator[IdleGame] | None = None
    """The rest of an unfinished scan."""
    _away_until: float = -math.inf
    """Until this time, by `monotonic`, it does not scan, because its clock was wrong."""

    def look(self, seconds: float = BATCH_SECONDS) -> int:
        """Continue the scan for about `seconds`; returns the number of games with which something was done.

        Raises StoreUnavailable, redis.RedisError; the next scan then starts after EVERY_SECONDS.
        """
        if self.looking is None:
            if monotonic() < self._away_until or not self.connection.set(LOCK, "1", nx=True, ex=EVERY_SECONDS):
                return 0
            if not self._in_time():
                self._away_until = monotonic() + EVERY_SECONDS
                self.connection.delete(LOCK)  # Another process may have the right time.
                return 0
            self.looking = self._games()
        games, self.looking = self.looking, None
        began, done, now = monotonic(), 0, self.clock()
        for game in games:
            done += any(task(game, now) for task in self.tasks)
            if monotonic() - began > seconds:
                self.looking = games
                break
        return done

    def _games(self) -> Iterator[IdleGame]:
        for game, last in self.store.logs.every_newest():
            if published_secret(last) is None:
                yield IdleGame(game, last.version, datetime.fromisoformat(last.at), asleep=False)
        for game, pointer in self.store.asleep.every():
            yield IdleGame(game, pointer.version, moment_of(pointer.acted_ms), asleep=True)

    def _in_time(self) -> bool:
        """Whether this machine's clock may be trusted with ending games: one that is days ahead would end them all."""
        now: Any = self.connection.time()
        differing = abs(self.clock() - datetime.fromtimestamp(now[0], UTC))
        if differing > CLOCKS_MAY_DIFFER:
            log.error("idle games are left alone: the clock here and that of the queue's Redis differ by %s", differing)
        return differing <= CLOCKS_MAY_DIFFER
