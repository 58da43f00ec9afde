"""Runs blocking work in threads, because it would block gevent's loop and every stream of the process.

There are three kinds: reads of the archive and of the folder of sleeping games, whose disks may hang, and long
computations. Each kind has its own threads, so none waits for another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

import gevent.lock
from gevent.monkey import is_module_patched
from gevent.threadpool import ThreadPool

from events.errors import ArchiveUnavailable
from service.problems import RETRY_SECONDS, Refused, refuse

T = TypeVar("T")

READERS = 4
READ_SECONDS = 5.0
"""The longest time of a read, and of waiting for a thread; a normal read takes a few milliseconds."""
MOST_READS_WAITING = 1_000
MOST_COMPUTATIONS_WAITING = 8
"""Each waiting computation keeps its log in memory."""
MOST_FOLDS_WAITING = 100
"""Most take some tens of milliseconds; each keeps its log in memory."""
LONGEST_COMPUTATION = 60.0
"""Seconds; an audit of the largest file that may be imported takes a few."""


class Offload:
    """A pool of threads: runs at most `threads` functions at a time, while at most `most_waiting` callers wait.

    A function's place is free again when the function ends, even if its caller has gone away: a read that hangs keeps its
    thread. Under gevent, all calls come from the thread of one hub. Without gevent (threaded servers, tests) functions run
    in the caller's own thread, with the same limits.
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
        """`patience`: the seconds that a caller waits for a thread, and again for the result; None: without limit.

        `longest`: the seconds after which a function counts as hanging. `refused` makes an error of the reason of a refusal.
        """
        self._refused = refused
        self._patience = patience
        self._longest = longest
        self._pool = ThreadPool(threads) if is_module_patched("threading") else None
        # gevent's hub releases places, and must never wait for a lock of `threading`.
        semaphore: Any = gevent.lock.BoundedSemaphore if self._pool is not None else threading.BoundedSemaphore
        self._threads, self._places = threads, semaphore(threads)
        self._most_waiting, self._waiting = most_waiting, semaphore(most_waiting)
        self._begun: dict[object, float] = {}
        """The starting time of each running function."""

    def __call__(self, work: Callable[[], T]) -> T:
        """The function's result or exception, or the error made by `refused`."""
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
        """The reason why no work can be done; None if it can."""
        now = monotonic()
        if sum(now - began > self._longest for began in list(self._begun.values())) == self._threads:
            return f"all {self._threads} threads have been busy for longer than {self._longest:g} s"
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
        """Record the start of a function; the result is to be called when the function ends."""
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
            del raised, task  # The traceback refers to this frame: breaks the cycle, so that both are freed at once.


def _start_threads(pool: ThreadPool | None) -> None:
    """Start all missing threads. Raises RuntimeError.

    If `ThreadPool.spawn` started them and failed, the function would stay in the queue and run later.
    """
    if pool is not None and pool.size < pool.maxsize:
        pool.size = pool.maxsize


def _outcome(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    """The result and the exception: gevent prints exceptions of its threads, and a SystemExit would end the process."""
    try:
        return work(), None
    except BaseException as error:
        return None, error


def folder_reads() -> Offload:
    """A pool for reads of a folder of logs. A call raises ArchiveUnavailable if its read hangs, or all threads do."""
    return Offload(READERS, MOST_READS_WAITING, ArchiveUnavailable, patience=READ_SECONDS, longest=READ_SECONDS)


def computations() -> Offload:
    """The pool for long computations, one at a time. A call raises a 503 if too many wait.

    Several at once would not finish sooner on one interpreter, but would slow the loop down more.
    """
    return Offload(1, MOST_COMPUTATIONS_WAITING, _busy, longest=LONGEST_COMPUTATION)


def folds() -> Offload:
    """The pool for folds of long logs, one at a time. They do not wait for the long computations, which take seconds."""
    return Offload(1, MOST_FOLDS_WAITING, _busy, longest=LONGEST_COMPUTATION)


def _busy(reason: str) -> Refused:
    detail = f"Long work, such as an audit, cannot be done now: {reason}. Try again."
    return refuse("busy", detail, headers={"Retry-After": str(RETRY_SECONDS)})
