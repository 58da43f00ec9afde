"""Work beside gevent's loop: a place for it comes back, whatever becomes of the work, its caller or its thread."""

from __future__ import annotations

import os
import random
import resource
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import gevent
import pytest
from gevent import _threading as native  # Locks that hold up a thread, not a greenlet.

from service.offload import MOST_COMPUTATIONS_WAITING, Offload, computations
from service.problems import Refused
from tests.support.gevent_patched import in_patched_process
from tests.support.process import held_by
from tests.support.tradewinds import wait_until

THREADS = 3
STACK = 8 * 2**20
"""Bytes that a thread's stack takes of the address space, at least."""


class NotDone(Exception):
    """The work was refused."""


def offload(threads: int = THREADS, most_waiting: int = 1_000, patience: float | None = None) -> Offload:
    return Offload(threads, most_waiting, NotDone, patience=patience, longest=patience or 60.0)


def refusal(work: Offload, what: Callable[[], object]) -> Exception | None:
    """What a caller is refused with, if it is."""
    try:
        work(what)
    except (NotDone, Refused) as error:
        return error
    return None


def all_places_are_free(work: Offload) -> bool:
    """As many pieces of work as there are threads go on at the same time."""
    meeting = native.Lock()
    met, here = [0], native.Lock()
    meeting.acquire()

    def meet() -> bool:
        with here:
            met[0] += 1
            last = met[0] == THREADS
        if last:
            meeting.release()
            return True
        for _ in range(1_000):
            if meeting.acquire(False):
                meeting.release()
                return True
            time_sleep(0.005)
        return False

    return all(each.get(timeout=30) for each in [gevent.spawn(work, meet) for _ in range(THREADS)])


def time_sleep(seconds: float) -> None:
    """Holds up the thread, patched or not."""
    gevent.monkey.get_original("time", "sleep")(seconds)


@contextmanager
def no_threads() -> Iterator[None]:
    """No thread can be started, for want of memory for its stack (`ulimit -v`)."""
    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + STACK // 2, unlimited[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, unlimited)


@in_patched_process
def test_many_more_callers_than_places_leave_nothing_behind() -> None:
    work = offload()
    assert all_places_are_free(work)
    before = held_by(os.getpid())
    assert before.threads == THREADS + 1
    for _ in range(20):
        callers = [gevent.spawn(work, lambda n=n: n) for n in range(200)]
        assert [each.get(timeout=30) for each in callers] == list(range(200))
    after = held_by(os.getpid())
    assert after[:2] == before[:2]
    assert all_places_are_free(work)


@pytest.mark.threat("T-33")
@in_patched_process
def test_callers_that_are_killed_at_any_moment_leave_their_places() -> None:
    work, chance = offload(), random.Random(5)
    for _ in range(30):
        callers = [gevent.spawn(work, lambda: time_sleep(0.001)) for _ in range(40)]
        for each in chance.sample(callers, 30):
            if chance.random() < 0.5:
                gevent.sleep(chance.random() * 0.002)
            each.kill(block=False)
        gevent.joinall(callers, timeout=30)
        assert all(each.ready() for each in callers)
    assert wait_until(lambda: not work._begun, 10)
    assert all_places_are_free(work)
    assert held_by(os.getpid()).threads == THREADS + 1


@pytest.mark.threat("T-33")
@in_patched_process
def test_whatever_work_raises_its_caller_is_told_and_the_place_is_free() -> None:
    work = offload()

    def failing(error: BaseException) -> Callable[[], None]:
        def fail() -> None:
            raise error

        return fail

    for error in (ValueError("no"), SystemExit(3), KeyboardInterrupt(), gevent.GreenletExit(), MemoryError()) * 5:
        with pytest.raises(type(error)) as raised:
            work(failing(error))
        assert raised.value is error
    assert all_places_are_free(work)


@pytest.mark.threat("T-39")
@in_patched_process
def test_work_that_hangs_keeps_its_thread_until_it_ends_and_no_longer() -> None:
    work, hanging = offload(patience=1.0), native.Lock()
    hanging.acquire()

    def hang() -> None:
        with hanging:
            pass

    callers = [gevent.spawn(refusal, work, hang) for _ in range(5 * THREADS)]
    assert {type(each.get(timeout=10)) for each in callers} == {NotDone}
    assert wait_until(lambda: work.trouble() is not None, 5)
    with pytest.raises(NotDone, match="no thread came free"):
        work(lambda: None)
    hanging.release()
    assert wait_until(lambda: work.trouble() is None, 5)
    assert all_places_are_free(work)


@pytest.mark.threat("T-33")
@in_patched_process
def test_while_no_thread_can_start_callers_are_told_and_nothing_is_kept() -> None:
    work, done = offload(), []
    with no_threads():
        for _ in range(10 * THREADS):
            with pytest.raises(NotDone, match="can't start new thread"):
                work(lambda: done.append(1))
        assert "thread" in str(work.trouble())
    assert work.trouble() is None
    assert all_places_are_free(work)
    assert not done, "what was refused is not done afterwards"


@in_patched_process
def test_threads_that_are_there_go_on_while_no_other_can_be_started() -> None:
    work = offload()
    # Each thread has begun, and has the memory that it takes for itself.
    gevent.joinall([gevent.spawn(work, lambda: time_sleep(0.2)) for _ in range(THREADS)], timeout=30, raise_error=True)
    with no_threads():
        assert [work(lambda: 7) for _ in range(20)] == [7] * 20
        assert all_places_are_free(work)
        assert work.trouble() is None


@pytest.mark.threat("T-33")
@in_patched_process
def test_places_come_back_while_callers_wait_for_them_at_that_very_moment() -> None:
    """The moment at which a lock of `threading` would be held by a greenlet that the hub cannot wait for."""
    work = offload()
    for _ in range(500):
        callers = [gevent.spawn(work, lambda: None) for _ in range(5 * THREADS)]
        gevent.joinall(callers, timeout=30, raise_error=True)
    assert all_places_are_free(work)


@in_patched_process
def test_computations_are_done_one_at_a_time_beside_the_loop() -> None:
    work, going, most = computations(), [0], [0]

    def compute() -> None:
        going[0] += 1
        most[0] = max(most[0], going[0])
        time_sleep(0.02)
        going[0] -= 1

    callers = [gevent.spawn(refusal, work, compute) for _ in range(MOST_COMPUTATIONS_WAITING + 4)]
    ticks = 0
    while not all(each.ready() for each in callers):
        gevent.sleep(0.001)
        ticks += 1
    assert most == [1]
    assert ticks > 50, "meanwhile others go on"
    assert [getattr(each.value, "code", None) for each in callers] == [None] * (MOST_COMPUTATIONS_WAITING + 1) + ["busy"] * 3


def test_without_gevent_places_are_as_many() -> None:
    work, going, free = offload(patience=0.2), threading.Semaphore(0), threading.Event()

    def hold() -> None:
        going.release()
        free.wait(10)

    with ThreadPoolExecutor(THREADS) as pool:
        holding = [pool.submit(work, hold) for _ in range(THREADS)]
        for _ in range(THREADS):
            assert going.acquire(timeout=10)
        with pytest.raises(NotDone):
            work(lambda: None)
        time.sleep(0.2)
        assert work.trouble() is not None
        free.set()
        for each in holding:
            each.result(10)
    assert work.trouble() is None
    assert work(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        work(lambda: 1 // 0)
    assert not work._begun
