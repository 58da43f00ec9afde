"""Small work that a request leaves for a quieter moment: counting and logging cost a fraction when done in a row.

On its own, between two waits for Redis, each finds nothing of what it needs in the processor's caches.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections import Counter, deque
from collections.abc import Callable
from time import sleep
from typing import Any

import prometheus_client

log = logging.getLogger(__name__)

SECONDS = 0.25
"""How long work is left at most; what a killed process has left is lost."""


class Later:
    """Work left by one process, done by a thread (under gevent a greenlet) that starts with the first of it."""

    def __init__(self) -> None:
        self._left: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._counted: deque[prometheus_client.Counter] = deque()
        self._starting = threading.Lock()
        self._flushing = threading.Lock()
        self._started = False

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

    def flush(self) -> None:
        """Do what is left now."""
        with self._flushing:
            counted = Counter(self._counted.popleft() for _ in range(len(self._counted)))
        for counter, times in counted.items():
            counter.inc(times)
        while True:
            try:
                work, args = self._left.popleft()
            except IndexError:
                return
            try:
                work(*args)
            except Exception:
                log.exception("%r failed", work)

    def _start(self) -> None:
        with self._starting:
            if not self._started:
                self._started = True
                atexit.register(self.flush)
                threading.Thread(target=self._run, name="later", daemon=True).start()

    def _run(self) -> None:
        while True:
            sleep(SECONDS)
            self.flush()


LATER = Later()
"""That of this process, as its metrics and its logs are."""
