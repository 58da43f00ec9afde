"""Abandons games without any action for many days, so that they do not stay in Redis for ever."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

import redis

from domain import lifecycle
from domain.game import Rejected
from domain.rights import SERVICE
from events.command_handler import CommandHandler
from events.commands import Intent, Trusted
from events.envelope import Commit, published_secret
from events.errors import (
    CommitsMissing,
    Contended,
    LogDamaged,
    NotReplicated,
    StaleVersion,
    StoreUnavailable,
    UnknownGame,
    UnknownRuleset,
)
from events.identity import utc_now
from events.store import EventStore
from telemetry import damaged_logs

log = logging.getLogger(__name__)

LOCK = "tradewinds:abandoner"
EVERY_SECONDS = 3600
"""Seconds between two scans of all games. One process scans, and holds the lock for that long."""
CLOCKS_MAY_DIFFER = timedelta(hours=1)
BATCH_SECONDS = 0.5
"""Seconds of work in each second or two, so that many games do not delay the bots' turns."""


@dataclass
class Abandoner:
    """Finds and abandons idle games: lobbies, running games and branches."""

    store: EventStore
    handler: CommandHandler
    """A separate handler, so that scanning does not evict active games from the cache."""
    connection: redis.Redis
    """The Redis of the lock."""
    idle_days: int
    """Days without any action before a game is abandoned."""
    clock: Callable[[], datetime] = utc_now
    looking: Iterator[tuple[str, Commit]] | None = None
    """The rest of an unfinished scan."""
    _away_until: float = -math.inf
    """Until this time, by `monotonic`, it does not scan, because its clock was wrong."""

    def look(self, seconds: float = BATCH_SECONDS) -> int:
        """Continue the scan for about `seconds`; returns the number of abandoned games.

        Raises StoreUnavailable, redis.RedisError; the next scan then starts after EVERY_SECONDS.
        """
        if self.looking is None:
            if monotonic() < self._away_until or not self.connection.set(LOCK, "1", nx=True, ex=EVERY_SECONDS):
                return 0
            if not self._in_time():
                self._away_until = monotonic() + EVERY_SECONDS
                self.connection.delete(LOCK)  # Another process may have the right time.
                return 0
            self.looking = self.store.logs.every_newest()
        games, self.looking = self.looking, None
        began, ended, before = monotonic(), 0, self.clock() - timedelta(days=self.idle_days)
        for game, last in games:
            if datetime.fromisoformat(last.at) <= before and published_secret(last) is None:
                ended += self._end(game, last)
            if monotonic() - began > seconds:
                self.looking = games
                break
        return ended

    def _in_time(self) -> bool:
        """Whether this machine's clock may be trusted with ending games: one that is days ahead would end them all."""
        now: Any = self.connection.time()
        differing = abs(self.clock() - datetime.fromtimestamp(now[0], UTC))
        if differing > CLOCKS_MAY_DIFFER:
            log.error("no game is abandoned: the clock here and that of the queue's Redis differ by %s", differing)
        return differing <= CLOCKS_MAY_DIFFER

    def _end(self, game: str, last: Commit) -> bool:
        try:
            self.handler.handle(Intent(game, Trusted(SERVICE), lifecycle.AbandonIdleGame(self.idle_days), last.version))
        except (StaleVersion, Contended, Rejected):
            return False  # Another command came first: the game goes on, or is over.
        except UnknownGame:
            return False  # The remains of an interrupted import; they expire.
        except LogDamaged as error:
            damaged_logs.report(error)
            return False
        except UnknownRuleset as error:
            log.info("%s is left alone: %s", game, error)
            return False
        except (StoreUnavailable, redis.RedisError) as error:
            if not isinstance(error, (CommitsMissing, NotReplicated)):
                raise
            log.warning("%s is left to the next scan: %s", game, error)
            return False
        except Exception:
            # One unreadable game must not stop the scan.
            log.exception("%s is left to the next scan", game)
            return False
        log.info("%s was abandoned: its last action was at %s", game, last.at)
        return True
