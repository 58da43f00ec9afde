"""Removes files of games that nobody reads any more, some at a time."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

import redis

from events.errors import ArchiveUnavailable
from events.store.event_store import EventStore

log = logging.getLogger(__name__)

LOCK = "tradewinds:filesweeper"
EVERY_SECONDS = 600
"""Seconds between the beginnings of two walks through the folders. One process walks, and holds the lock for that long."""
BATCH_SECONDS = 0.25
"""Seconds of work in each second or two, so that many files do not delay the bots' turns."""


@dataclass
class FileSweeper:
    """Walks through the folders of sleeping and archived games."""

    store: EventStore
    connection: redis.Redis
    """The Redis of the lock."""
    walking: Iterator[int] | None = None
    """The rest of an unfinished walk."""

    def look(self, seconds: float = BATCH_SECONDS) -> int:
        """Continue the walk for about `seconds`; returns the number of files that were removed.

        Raises StoreUnavailable, redis.RedisError; the next walk then starts after EVERY_SECONDS.
        """
        if self.walking is None:
            if not self.connection.set(LOCK, "1", nx=True, ex=EVERY_SECONDS):
                return 0
            self.walking = self.store.sweep.walk()
        walking, self.walking = self.walking, None
        began, removed = monotonic(), 0
        try:
            self.store.check_folders()
            for count in walking:
                removed += count
                if monotonic() - began > seconds:
                    self.walking = walking
                    break
        except ArchiveUnavailable as error:
            log.warning("files that nobody reads stay for now: %s", error)
        return removed
