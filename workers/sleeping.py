"""Puts running games to sleep on which nobody has acted for some time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, TypeVar

import redis

from events.errors import ArchiveUnavailable, GameUnreadable, StoreUnavailable
from events.store.event_store import EventStore
from telemetry import metrics
from workers.idle import IdleGame

log = logging.getLogger(__name__)

T = TypeVar("T")

AGAIN_SECONDS = 60.0
"""The wait before retrying a folder that is away."""
LONGEST_SECONDS = 5.0
"""The longest time of a read or write in the folder."""


@dataclass
class Sleeper:
    """Lets the logs of idle games leave Redis for the folder of sleeping games."""

    store: EventStore
    after_seconds: int
    """Seconds without any action before a game falls asleep."""
    away_until: float = 0.0
    """Until this time, by the monotonic clock, the folder is not tried again."""

    def __call__(self, game: IdleGame, now: datetime) -> bool:
        """Put a game to sleep if it has been idle for so long. Raises StoreUnavailable, redis.RedisError."""
        idle = game.acted_at <= now - timedelta(seconds=self.after_seconds)
        return idle and not game.asleep and monotonic() >= self.away_until and self._put(game.id)

    def _put(self, game: str) -> bool:
        try:
            self.store.hibernation.check_folder()
            if not self.store.hibernation.put(game):
                return False
        except ArchiveUnavailable as error:  # Every other game goes to the same folder.
            metrics.SLEEP_FAILURES.inc()
            self.away_until = monotonic() + AGAIN_SECONDS
            log.error("idle games stay in Redis, the folder of sleeping games cannot be used: %s", error)
            return False
        except (StoreUnavailable, redis.RedisError):
            raise
        except Exception as error:
            # The game stays in Redis, and the others fall asleep all the same.
            metrics.SLEEP_FAILURES.inc()
            log.error("%s stays in Redis: %s", game, error, exc_info=not isinstance(error, GameUnreadable))
            return False
        metrics.PUT_TO_SLEEP.inc()
        return True


class Bounded:
    """Runs work on a folder that may hang in threads, so that the caller waits for some seconds at most.

    While one piece of work hangs for longer than that, others are refused at once.
    """

    def __init__(self, threads: int = 4, seconds: float = LONGEST_SECONDS) -> None:
        self._places = threading.BoundedSemaphore(threads)
        self._seconds = seconds
        self._hanging: set[Future[Any]] = set()

    def __call__(self, work: Callable[[], T]) -> T:
        """The result of `work`, or its error. Raises ArchiveUnavailable if it takes too long."""
        if self._hanging or not self._places.acquire(timeout=self._seconds):
            raise ArchiveUnavailable("earlier work on the folder hangs")
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)
            finally:
                self._places.release()

        threading.Thread(target=run, name="sleep-folder", daemon=True).start()
        wait([future], self._seconds)
        if not future.done():
            self._hanging.add(future)
            future.add_done_callback(self._hanging.discard)
            raise ArchiveUnavailable(f"it has taken longer than {self._seconds:g} s")
        return future.result()
