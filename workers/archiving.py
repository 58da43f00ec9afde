"""Moves games to the archive some time after their end, a few at a time."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

import click
import redis

from events.errors import ArchiveUnavailable, ConfigError, GameUnreadable, StoreUnavailable
from events.identity import milliseconds, utc_now
from events.settings import Settings
from events.store.event_store import EventStore, open_store
from telemetry import metrics

log = logging.getLogger(__name__)

LOCK = "tradewinds:archivist"
HOLD_MS = 2_000
BATCH_SECONDS = 0.5
"""Seconds of work in each two seconds, so that many games do not delay the bots' turns."""
AGAIN_SECONDS = 60.0
"""The wait before retrying an archive that is away."""
AGAIN_MS = 24 * 3600 * 1000
"""The wait before retrying a game that could not be archived."""


@click.command("index-over")
def command() -> None:
    """Find games in Redis that ended before the service indexed such games, so that they go to the archive too."""
    try:
        found = open_store(Settings.from_env()).mover.index_ended()
    except (ConfigError, StoreUnavailable) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{found} games found")


@dataclass
class Archivist:
    """Moves games that are due; a short lock lets one process do so at a time."""

    store: EventStore
    connection: redis.Redis
    """The Redis of the lock."""
    after_seconds: int
    """Seconds between a game's end and its move."""
    clock: Callable[[], datetime] = utc_now
    away_until: float = 0.0
    """Until this time, by the monotonic clock, the archive is not tried again."""

    def look(self, seconds: float = BATCH_SECONDS) -> int:
        """Move games that are due, for about `seconds`; returns their number. Raises StoreUnavailable, redis.RedisError."""
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
        due = self.store.ended.due(due_ms)
        if due:
            self.store.mover.check_archive()
        # Shuffled, so that a partition that cannot be written does not always come first.
        random.shuffle(due)
        for game in due:
            try:
                if self.store.mover.move(game):
                    metrics.ARCHIVED.inc()
                    moved += 1
            except (StoreUnavailable, redis.RedisError):
                raise  # Also an ArchiveUnavailable: every other game goes to the same folder.
            except Exception as error:
                # The game stays in Redis, and the others are moved all the same.
                metrics.ARCHIVE_FAILURES.inc()
                log.error("%s stays in Redis: %s", game, error, exc_info=not isinstance(error, GameUnreadable))
                self.store.ended.postpone(game, due_ms + AGAIN_MS)
            if monotonic() - began > seconds:  # After at least one game, or a slow archive would never fill.
                break
        return moved
