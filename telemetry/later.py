"""Small work that a request leaves for a quieter moment: counting and logging cost a fraction when done in a row.

On its own, between two waits for Redis, each finds nothing of what it needs in the processor's caches.
"""

from __future__ import annotations

import atexit
import logging
import math
import threading
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from time import monotonic, sleep
from typing import Any, TypeVar

import prometheus_client

log = logging.getLogger(__name__)

SECONDS = 0.25
"""How long work is left at most; what a killed process has left is lost."""
TELL_SECONDS = 60.0
"""Failures are logged this often at most: where the metrics' folder is full, every count of every moment fails."""


T = TypeVar("T")


class Times(prometheus_client.Histogram):
    """A histogram that takes many values for little more than one: in a file that processes share each write costs."""

    def observe_all(self, amounts: Sequence[float]) -> None:
        """Like `observe` of each of them."""
        self._sum.inc(sum(amounts))
        for place, times in Counter(bisect_left(self._upper_bounds, amount) for amount in amounts).items():
            self._buckets[place].inc(times)


class Later:
    """Work left by one process, done by a thread (under gevent a greenlet) that starts with the first of it."""

    def __init__(self) -> None:
        self._left: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._counted: deque[prometheus_client.Counter] = deque()
        self._observed: deque[tuple[Times, float]] = deque()
        self._starting = threading.Lock()
        self._flushing = threading.Lock()
        self._started = False
        self._failed = 0
        self._quiet_until = -math.inf

    def put(self, work: Callable[..., object], *args: Any) -> None:
        """Call `work(*args)` soon."""
        self._left.append((work, args))
        if not self._started:
            self._start()

    def count(self, counter: prometheus_client.Counter) -> None:
        """Add one to it soon."""
        self._counted.append(counter)
        if not self._started:
            self._start()

    def observe(self, histogram: Times, amount: float) -> None:
        """Let it observe an amount soon."""
        self._observed.append((histogram, amount))
        if not self._started:
            self._start()

    def flush(self) -> None:
        """Do what is left now."""
        with self._flushing:
            counted, observed = Counter(_taken(self._counted)), [*_taken(self._observed)]
        for counter, times in counted.items():
            self._do(counter.inc, times)
        amounts: defaultdict[Times, list[float]] = defaultdict(list)
        for histogram, amount in observed:
            amounts[histogram].append(amount)
        for histogram, each in amounts.items():
            self._do(histogram.observe_all, each)
        while True:
            try:
                work, args = self._left.popleft()
            except IndexError:
                return
            self._do(work, *args)

    def _start(self) -> None:
        with self._starting:
            if not self._started:
                threading.Thread(target=self._run, name="later", daemon=True).start()
                self._started = True
                atexit.unregister(self.flush)  # Of a thread that has ended.
                atexit.register(self.flush)

    def _run(self) -> None:
        try:
            while True:
                sleep(SECONDS)
                self.flush()
        finally:
            self._started = False  # Should it be killed, or find no memory: the next work starts another.

    def _do(self, work: Callable[..., object], *args: Any) -> None:
        """What fails must not keep the rest, nor end the thread: a counter too fails where its file cannot grow."""
        try:
            work(*args)
        except Exception:
            self._failed += 1
            if monotonic() >= self._quiet_until:
                self._quiet_until = monotonic() + TELL_SECONDS
                log.exception("%r failed (failures since the last line like this: %d)", work, self._failed)
                self._failed = 0


def _taken(left: deque[T]) -> Iterator[T]:
    """What there is at this moment, taken out."""
    return (left.popleft() for _ in range(len(left)))


LATER = Later()
"""That of this process, as its metrics and its logs are."""
