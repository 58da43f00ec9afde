"""Ends games in which nobody has done anything for many days, so that they do not lie in Redis for ever."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

import redis

from domain import lobby
from domain.game import Rejected
from domain.rights import SERVICE
from events.archiving import ArchivingStore
from events.audit import published_secret
from events.callers import Trusted
from events.codec import UnknownRuleset
from events.envelope import Commit
from events.errors import Contended, StaleVersion
from events.handler import Handler
from events.identity import utc_now
from events.store import CommitsMissing, LogDamaged, NotReplicated, StoreUnavailable, UnknownGame
from telemetry import damaged_logs

log = logging.getLogger(__name__)

LOCK = "tradewinds:abandoner"
EVERY_SECONDS = 3600
"""How often all games are looked at; by one process, which the lock names for so long."""
CLOCKS_MAY_DIFFER = timedelta(hours=1)
BATCH_SECONDS = 0.5
"""Of each second or two, so that the bots' turns are not held up where there are many games."""


@dataclass
class Abandoner:
    """Looks for games that nobody plays any more: lobbies, running games and branches."""

    store: ArchivingStore
    handler: Handler
    """One of its own: games that are only looked at must not take the place of those that are played."""
    connection: redis.Redis
    """Where the lock is."""
    idle_days: int
    """How long nobody must have done anything."""
    clock: Callable[[], datetime] = utc_now
    looking: Iterator[tuple[str, Commit]] | None = None
    """Where it goes on the next time."""
    _away_until: float = -math.inf
    """By `monotonic`: till then it looks at nothing, since its clock was found wrong."""

    def look(self, seconds: float = BATCH_SECONDS) -> int:
        """Go on through the games, as far as the time goes; returns how many were ended.

        Raises StoreUnavailable, redis.RedisError; the next time is then that of the next look at all games.
        """
        if self.looking is None:
            if monotonic() < self._away_until or not self.connection.set(LOCK, "1", nx=True, ex=EVERY_SECONDS):
                return 0
            if not self._in_time():
                self._away_until = monotonic() + EVERY_SECONDS
                self.connection.delete(LOCK)  # Others may have the right time.
                return 0
            self.looking = self.store.last_commits()
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
            self.handler.submit(game, Trusted(SERVICE), lobby.AbandonIdleGame(self.idle_days), last.version)
        except (StaleVersion, Contended, Rejected):
            return False  # Somebody was quicker, to play on or to end it.
        except UnknownGame:
            return False  # What an import has left behind that died halfway goes away by itself.
        except LogDamaged as error:
            damaged_logs.report(error)
            return False
        except UnknownRuleset as error:
            log.warning("%s is left to a worker with newer rules: %s", game, error)
            return False
        except (StoreUnavailable, redis.RedisError) as error:
            if not isinstance(error, (CommitsMissing, NotReplicated)):
                raise
            log.warning("%s is left to the next look: %s", game, error)
            return False
        except Exception:
            # One game that cannot be read must not keep this from the others.
            log.exception("%s is left to the next look", game)
            return False
        log.info("%s was abandoned, since nobody has done anything after %s", game, last.at)
        return True
