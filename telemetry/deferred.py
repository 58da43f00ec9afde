"""Counting and logging, deferred from the request to a background thread.

Between two waits for Redis, each of these calls misses the processor's caches; in a row they cost a fraction.
"""

from __future__ import annotations

import atexit
import logging
import math
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Any, TypeVar

import prometheus_client

log = logging.getLogger(__name__)

SECONDS = 0.25
"""The longest delay. A killed process loses what it has deferred."""
LOG_SECONDS = 60.0
"""The shortest time between two logged failures: when the disk of the metrics is full, every count fails."""


T = TypeVar("T")


class Deferred:
    """A queue of calls. A thread (a greenlet under gevent), started with the first call, runs them."""

    def __init__(self) -> None:
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._counted: deque[prometheus_client.Counter] = deque()
        self._starting = threading.Lock()
        self._flushing = threading.Lock()
        self._started = False
        self._failed = 0
        self._quiet_until = -math.inf

    def put(self, function: Callable[..., object], *args: Any) -> None:
        """Call `function(*args)` soon."""
        self._calls.append((function, args))
        if not self._started:
            self._start()

    def count(self, counter: prometheus_client.Counter) -> None:
        """Increment a counter soon; increments of the same counter are added up first."""
        self._counted.append(counter)
        if not self._started:
            self._start()

    def flush(self) -> None:
        """Run everything that is queued now."""
        with self._flushing:
            counted = Counter(_taken(self._counted))
        for counter, times in counted.items():
            self._run(counter.inc, times)
        while True:
            try:
                function, args = self._calls.popleft()
            except IndexError:
                return
            self._run(function, *args)

    def _start(self) -> None:
        with self._starting:
            if not self._started:
                threading.Thread(target=self._loop, name="deferred", daemon=True).start()
                self._started = True
                atexit.unregister(self.flush)  # Registered with an earlier thread that has ended.
                atexit.register(self.flush)

    def _loop(self) -> None:
        try:
            while True:
                sleep(SECONDS)
                self.flush()
        finally:
            self._started = False  # If the thread is killed, or runs out of memory, the next call starts another.

    def _run(self, function: Callable[..., object], *args: Any) -> None:
        """A failure must not stop the other calls or the thread: counting fails when the metrics' folder is full."""
        try:
            function(*args)
        except Exception:
            self._failed += 1
            if monotonic() >= self._quiet_until:
                self._quiet_until = monotonic() + LOG_SECONDS
                log.exception("%r failed (failures since the last line like this: %d)", function, self._failed)
                self._failed = 0


def _taken(queue: deque[T]) -> Iterator[T]:
    """Removes and yields what the queue holds at this moment."""
    return (queue.popleft() for _ in range(len(queue)))


DEFERRED = Deferred()
"""The queue of this process."""
