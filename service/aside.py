"""Reading files beside gevent's loop: a disk over a network that hangs would hold up every stream of the process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from events.archive import ArchiveUnavailable
from service.heavy import settled

T = TypeVar("T")

THREADS = 4
SECONDS = 5.0
"""How long a read may take; hundreds of times what one does."""


class Aside:
    """So many reads at a time. One that hangs keeps its thread, but neither its caller nor anybody else."""

    def __init__(self, threads: int = THREADS, seconds: float = SECONDS) -> None:
        self._threads = threads
        self._seconds = seconds
        self._places = threading.BoundedSemaphore(threads)
        self._pool: Any = None

    def __call__(self, read: Callable[[], T]) -> T:
        """What it returns or raises; ArchiveUnavailable if that takes too long, or all threads hang."""
        from gevent.monkey import is_module_patched
        from gevent.threadpool import ThreadPool

        if not is_module_patched("threading"):
            return read()
        if not self._places.acquire(timeout=self._seconds):
            raise ArchiveUnavailable(f"{self._threads} reads of it hang")
        # Apart from gevent's own threads, which audits need and names of hosts are looked up in.
        self._pool = self._pool or ThreadPool(self._threads)
        reading = self._pool.spawn(settled, read)
        reading.rawlink(lambda _: self._places.release())
        reading.wait(self._seconds)
        if not reading.ready():
            raise ArchiveUnavailable(f"a read of it has taken longer than {self._seconds:g} s")
        result: Callable[[], T] = reading.get()
        return result()
