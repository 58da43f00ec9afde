"""Moves games to the archive when they have been over for long enough, a few at a time."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

import click
import redis

from events.archive import ArchiveDamaged, ArchiveDiffers, ArchiveUnavailable
from events.archiving import ArchivingStore, NotWhole, open_store
from events.identity import milliseconds, utc_now
from events.settings import ConfigError, Settings
from events.store import LogDamaged, StoreUnavailable
from telemetry import metrics

log = logging.getLogger(__name__)

LOCK = "tradewinds:archivist"
HOLD_MS = 2_000
BATCH_SECONDS = 0.5
"""Of each two seconds, so that the bots' turns are not held up by a heap of games."""
AGAIN_SECONDS = 60.0
"""The wait before an archive that is away is tried again."""
AGAIN_MS = 24 * 3600 * 1000
"""The wait before a game that could not be archived is tried again."""


@click.command("index-over")
def command() -> None:
    """Find games in Redis that ended before the service took notes of that, so that they go to the archive too."""
    try:
        found = open_store(Settings.from_env()).index_over()
    except (ConfigError, StoreUnavailable) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{found} games found")


@dataclass
class Archivist:
    """Looks for games to move; of several processes one at a time, by a short lock."""

    store: ArchivingStore
    connection: redis.Redis
    """Where the lock is."""
    after_seconds: int
    """How long a game is over before it is moved."""
    clock: Callable[[], datetime] = utc_now
    away_until: float = 0.0
    """By the monotonic clock."""

    def look(self, seconds: float = BATCH_SECONDS) -> int:
        """Move games that are due, as far as the time goes; returns how many. Raises StoreUnavailable, redis.RedisError."""
        if monotonic() < self.away_until or not self.connection.set(LOCK, "1", nx=True, px=HOLD_MS):
            return 0
        try:
            return self._move_due(seconds)
        except ArchiveUnavailable as error:
            metrics.ARCHIVE_FAILURES.inc()
            self.away_until = monotonic() + AGAIN_SECONDS
            log.error("games stay in Redis, the archive cannot be used: %s", error)
            return 0

    def _move_due(self, seconds: float) -> int:
        began, moved = monotonic(), 0
        due_ms = milliseconds(self.clock()) - self.after_seconds * 1000
        due = self.store.over(due_ms)
        if due:
            self.store.check_archive()
        # A partition that cannot be written to now must not always come before the others.
        random.shuffle(due)
        for game in due:
            try:
                if self.store.move(game):
                    metrics.ARCHIVED.inc()
                    moved += 1
            except (StoreUnavailable, redis.RedisError):
                raise
            except Exception as error:
                # It stays, whatever is the matter with it, and does not keep the others from being moved.
                metrics.ARCHIVE_FAILURES.inc()
                told = isinstance(error, (ArchiveDamaged, ArchiveDiffers, LogDamaged, NotWhole))
                log.error("%s stays in Redis: %s", game, error, exc_info=not told)
                self.store.postpone_archiving(game, due_ms + AGAIN_MS)
            if monotonic() - began > seconds:  # After the first at the earliest, or a slow archive would never fill.
                break
        return moved
