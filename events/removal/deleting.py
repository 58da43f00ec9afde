"""Deletes games: first from Redis in one step, which counts from then on, then what others keep of them.

Killed after the first step, or while the archive is away, a deletion is finished by the next look of a worker.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import redis

from events.bot_queue import BotQueue
from events.errors import ArchiveUnavailable
from events.identity import milliseconds, timestamp, utc_now
from events.store.event_store import EventStore

log = logging.getLogger(__name__)


class Deletion(NamedTuple):
    """The result of a deletion."""

    at: str
    """Its time, RFC 3339, UTC."""
    finished: bool
    """Whether all files are gone; otherwise a worker goes on."""


@dataclass
class Deleter:
    """Deletes games of a store, and their bots' jobs."""

    store: EventStore
    queue: BotQueue
    clock: Callable[[], datetime] = utc_now

    def delete(self, game: str) -> Deletion:
        """Delete a game, whatever its state. Safe to repeat. Raises UnknownGame, StoreUnavailable."""
        now = self.clock()
        at = self.store.delete(game, timestamp(now), milliseconds(now))
        try:
            self.finish(game)
        except (ArchiveUnavailable, redis.RedisError) as error:
            log.warning("%s was deleted, and a worker will delete the rest of it: %s", game, error)
            return Deletion(at, False)
        return Deletion(at, True)

    def finish(self, game: str) -> None:
        """Delete what is kept of a deleted game outside the Redis of the games. Raises ArchiveUnavailable, RedisError."""
        self.store.archive.remove(game)
        self.store.sleep.remove(game)
        self.queue.drop_all(game)
