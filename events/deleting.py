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
from events.games.repository import GameRepository
from events.identity import milliseconds, timestamp, utc_now
from events.store import EventStore

log = logging.getLogger(__name__)

EVERY_SECONDS = 10.0
"""The time between two looks, in which every process hears of a deletion."""
KEPT_MS = 3600 * 1000
"""How long files of a deleted game are looked for: a process that read its log just before writes it within that time."""


class Deletion(NamedTuple):
    """What came of a deletion."""

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
        self.queue.forget_all(game)


@dataclass
class Aftermath:
    """What a process does about games that were deleted elsewhere: it drops them from its memory.

    A worker also finishes deletions, for an hour each, since another process may write a game to a file that it read
    before the deletion.
    """

    store: EventStore
    repository: GameRepository
    deleter: Deleter | None = None
    """None: the process finishes nothing."""
    clock: Callable[[], datetime] = utc_now

    def look(self) -> int:
        """Look at the deletions of the last hour; returns how many there were. Raises StoreUnavailable, redis.RedisError."""
        recent = self.store.deletions.recent()
        for deleted_ms, game in recent:
            self.repository.forget(game)
            self.store.archive.forget(game)
            self.store.sleep.forget(game)
            if self.deleter is not None:
                self._finish(self.deleter, game, deleted_ms)
        return len(recent)

    def _finish(self, deleter: Deleter, game: str, deleted_ms: int) -> None:
        try:
            deleter.finish(game)
        except ArchiveUnavailable as error:
            log.warning("the file of %s, which was deleted, is still there: %s", game, error)
            return
        if deleted_ms + KEPT_MS < milliseconds(self.clock()):
            self.store.deletions.forget(game)
