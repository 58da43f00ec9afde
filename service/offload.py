"""Work in threads beside gevent's loop, which it would hold up for every stream of the process.

Two kinds: reads of the archive, whose disk may hang, and long computations. Each has threads of its own, so neither waits
for the other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

import gevent.lock
from gevent.monkey import is_module_patched
from gevent.threadpool import ThreadPool

from events.archive import ArchiveUnavailable
from service.problems import RETRY_SECONDS, Refused, refuse

T = TypeVar("T")

READERS = 4
READ_SECONDS = 5.0
"""How long a read may take, and how long one may wait for a thread; hundreds of times what a read takes."""
MOST_READS_WAITING = 1_000
MOST_COMPUTATIONS_WAITING = 8
"""Each of them holds its log in memory."""
LONGEST_COMPUTATION = 60.0
"""Seconds; an audit of the largest file that may be imported takes a few."""


class Offload:
    """At most `threads` pieces of work at a time, in threads of its own; at most `most_waiting` callers wait for a thread.

    The place of a piece of work is free again when the work ends, whether or not its caller is still there: a read that
    hangs keeps its thread. Under gevent all calls come from the thread of one hub. Without gevent (threaded servers, tests)
    work is done in the caller's own thread, with the same places and the same wait for one.
    """

    def __init__(
        self,
        threads: int,
        most_waiting: int,
        refused: Callable[[str], Exception],
        *,
        patience: float | None = None,
        longest: float,
    ) -> None:
        """`patience`: the seconds that a caller waits for a thread, and then for the work; None: as long as it takes.

        `longest`: after so many seconds work counts as hanging. `refused` makes an error of the reason why work is not done.
        """
        self._refused = refused
        self._patience = patience
        self._longest = longest
        self._pool = ThreadPool(threads) if is_module_patched("threading") else None
        # Places are given back in gevent's hub, where a lock of `threading` must not be touched: the hub cannot wait for it.
        semaphore: Any = gevent.lock.BoundedSemaphore if self._pool is not None else threading.BoundedSemaphore
        self._threads, self._places = threads, semaphore(threads)
        self._most_waiting, self._waiting = most_waiting, semaphore(most_waiting)
        self._begun: dict[object, float] = {}
        """When each piece of work that has a place began."""

    def __call__(self, work: Callable[[], T]) -> T:
        """What the work returns or raises; or the error that `refused` makes."""
        if not self._places.acquire(blocking=False):
            self._wait_for_place()
        if self._pool is not None:
            return self._beside(self._pool, work)
        ended = self._begin()
        try:
            return work()
        finally:
            ended()

    def trouble(self) -> str | None:
        """Why no work can be done here; None if it can."""
        now = monotonic()
        if sum(now - began > self._longest for began in list(self._begun.values())) == self._threads:
            return f"what all {self._threads} threads do has taken longer than {self._longest:g} s"
        try:
            _start_threads(self._pool)
        except RuntimeError as error:
            return str(error)
        return None

    def _wait_for_place(self) -> None:
        if not self._waiting.acquire(blocking=False):
            raise self._refused(f"{self._most_waiting} wait for a thread already")
        try:
            if not self._places.acquire(timeout=self._patience):
                raise self._refused(f"no thread came free within {self._patience:g} s")
        finally:
            self._waiting.release()

    def _begin(self) -> Callable[..., None]:
        """Note that work begins in a place; what is returned is called when it ends."""
        mark = object()
        self._begun[mark] = monotonic()

        def ended(*_: object) -> None:
            del self._begun[mark]
            self._places.release()

        return ended

    def _beside(self, pool: ThreadPool, work: Callable[[], T]) -> T:
        ended = self._begin()
        try:
            _start_threads(pool)
            task = pool.spawn(_outcome, work)
        except BaseException as error:
            ended()
            if isinstance(error, RuntimeError):
                raise self._refused(str(error)) from error
            raise
        task.rawlink(ended)
        task.wait(self._patience)
        if not task.ready():
            raise self._refused(f"it has taken longer than {self._patience:g} s")
        result, raised = task.get()
        if raised is None:
            return result  # type: ignore[no-any-return]
        try:
            raise raised
        finally:
            del raised, task  # Its traceback has this frame: without an end to the circle both would stay for a while.


def _start_threads(pool: ThreadPool | None) -> None:
    """Start all threads that are not there. Raises RuntimeError.

    Left to `ThreadPool.spawn`, a thread that cannot be started would leave its work in the queue, to be done later.
    """
    if pool is not None and pool.size < pool.maxsize:
        pool.size = pool.maxsize


def _outcome(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    """What it returns and what it raises: gevent prints what its threads raise, and a SystemExit would end the process."""
    try:
        return work(), None
    except BaseException as error:
        return None, error


def archive_reads() -> Offload:
    """For reads of the archive. Raises ArchiveUnavailable where one hangs, or all threads do."""
    return Offload(READERS, MOST_READS_WAITING, ArchiveUnavailable, patience=READ_SECONDS, longest=READ_SECONDS)


def computations() -> Offload:
    """For long computations, one at a time; raises a 503 where too many wait.

    More at a time would not be done sooner on one interpreter, but each would take another share of it from the loop.
    """
    return Offload(1, MOST_COMPUTATIONS_WAITING, _busy, longest=LONGEST_COMPUTATION)


def _busy(reason: str) -> Refused:
    detail = f"Long work, such as an audit, cannot be done now: {reason}. Try again."
    return refuse("busy", detail, headers={"Retry-After": str(RETRY_SECONDS)})
