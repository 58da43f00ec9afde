"""Deferred calls are all made, once each, whatever fails in between."""

from __future__ import annotations

import threading

import pytest
from prometheus_client import Counter

from telemetry import deferred as module
from telemetry.deferred import LOG_SECONDS, Deferred
from tests.support.tradewinds import wait_until


def test_it_is_done_soon_and_by_itself() -> None:
    done: list[int] = []
    Deferred().put(done.append, 1)
    assert wait_until(lambda: done == [1], 10)


@pytest.mark.filterwarnings("ignore:Exception in thread")
def test_where_its_thread_was_killed_the_next_work_starts_another() -> None:
    def kill() -> None:
        raise SystemExit

    deferred, done = Deferred(), list[int]()
    deferred.put(kill)
    assert wait_until(lambda: not deferred._calls and not deferred._started, 10)
    for number in range(1000):
        deferred.put(done.append, number)
    assert wait_until(lambda: done == [*range(1000)], 10)


def test_nothing_is_counted_twice_or_lost_by_several_threads() -> None:
    deferred, counter, done = Deferred(), Counter("counted", "Counted", registry=None), list[int]()

    def work() -> None:
        for number in range(1000):
            deferred.count(counter)
            deferred.put(done.append, number)
            if number % 10 == 0:
                deferred.flush()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    deferred.flush()
    assert wait_until(lambda: len(done) == 4000, 10)
    assert [sample.value for metric in counter.collect() for sample in metric.samples if sample.name == "counted_total"] == [
        4000
    ]


def test_what_fails_is_logged_and_does_not_keep_the_rest(caplog: pytest.LogCaptureFixture) -> None:
    deferred, done = Deferred(), list[int]()
    deferred.put(int, "no number")
    deferred.put(done.append, 1)
    deferred.flush()
    assert wait_until(lambda: done == [1], 10)
    assert "failed" in caplog.text


def test_a_counter_that_fails_does_not_keep_the_rest_or_what_comes_later(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = Counter("broken", "Broken", registry=None), Counter("sound", "Sound", registry=None)

    def fails(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(broken, "inc", fails)
    deferred, done = Deferred(), list[int]()
    for number in range(3):
        deferred.count(broken)
        deferred.count(sound)
        deferred.put(done.append, number)
        assert wait_until(lambda so_far=number + 1: len(done) == so_far, 10)
    assert [sample.value for metric in sound.collect() for sample in metric.samples if sample.name == "sound_total"] == [3]
    assert "No space left on device" in caplog.text


def test_failures_without_end_are_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    deferred = Deferred()
    monkeypatch.setattr(deferred, "_start", lambda: None)

    def fail(times: int) -> None:
        for _ in range(times):
            deferred.put(int, "no number")
            deferred.flush()

    fail(50)
    assert [record.args for record in caplog.records] == [(int, 1)]
    now[0] += LOG_SECONDS
    fail(3)
    assert [record.args for record in caplog.records[1:]] == [(int, 50)]
    assert all(record.exc_info for record in caplog.records)
