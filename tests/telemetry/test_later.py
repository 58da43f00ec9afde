"""Work that requests leave for later: all of it is done, once, whatever fails in between."""

from __future__ import annotations

import threading

import pytest
from prometheus_client import Counter, Histogram
from prometheus_client.samples import Sample

from telemetry import later as later_module
from telemetry.later import TELL_SECONDS, Later, Times
from tests.support.tradewinds import wait_until


def test_it_is_done_soon_and_by_itself() -> None:
    done: list[int] = []
    Later().put(done.append, 1)
    assert wait_until(lambda: done == [1], 10)


@pytest.mark.filterwarnings("ignore:Exception in thread")
def test_where_its_thread_was_killed_the_next_work_starts_another() -> None:
    def kill() -> None:
        raise SystemExit

    later, done = Later(), list[int]()
    later.put(kill)
    assert wait_until(lambda: not later._left and not later._started, 10)
    for number in range(1000):
        later.put(done.append, number)
    assert wait_until(lambda: done == [*range(1000)], 10)


def test_nothing_is_counted_twice_or_lost_by_several_threads() -> None:
    later, counter, done = Later(), Counter("counted", "Counted", registry=None), list[int]()

    def work() -> None:
        for number in range(1000):
            later.count(counter)
            later.put(done.append, number)
            if number % 10 == 0:
                later.flush()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    later.flush()
    assert wait_until(lambda: len(done) == 4000, 10)
    assert [sample.value for metric in counter.collect() for sample in metric.samples if sample.name == "counted_total"] == [
        4000
    ]


def test_what_fails_is_logged_and_does_not_keep_the_rest(caplog: pytest.LogCaptureFixture) -> None:
    later, done = Later(), list[int]()
    later.put(int, "no number")
    later.put(done.append, 1)
    later.flush()
    assert wait_until(lambda: done == [1], 10)
    assert "failed" in caplog.text


def test_a_counter_that_fails_does_not_keep_the_rest_or_what_comes_later(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = Counter("broken", "Broken", registry=None), Counter("sound", "Sound", registry=None)
    times = Times("times", "Times", registry=None)

    def fails(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(broken, "inc", fails)
    monkeypatch.setattr(times, "observe_all", fails)
    later, done = Later(), list[int]()
    later.observe(times, 1.0)
    for number in range(3):
        later.count(broken)
        later.count(sound)
        later.put(done.append, number)
        assert wait_until(lambda so_far=number + 1: len(done) == so_far, 10)
    assert [sample.value for metric in sound.collect() for sample in metric.samples if sample.name == "sound_total"] == [3]
    assert "No space left on device" in caplog.text


def test_failures_without_end_are_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(later_module, "monotonic", lambda: now[0])
    later = Later()
    monkeypatch.setattr(later, "_start", lambda: None)

    def fail(times: int) -> None:
        for _ in range(times):
            later.put(int, "no number")
            later.flush()

    fail(50)
    assert [record.args for record in caplog.records] == [(int, 1)]
    now[0] += TELL_SECONDS
    fail(3)
    assert [record.args for record in caplog.records[1:]] == [(int, 50)]
    assert all(record.exc_info for record in caplog.records)


def test_many_values_at_once_are_counted_like_one_after_the_other() -> None:
    bounds, amounts = (0.1, 0.25, 1.0), [0.0, 0.05, 0.1, 0.1000001, 0.25, 0.5, 1.0, 7.0, 7.5]
    singly, at_once = (kind("taken", "Taken", ["by"], registry=None, buckets=bounds) for kind in (Histogram, Times))
    for amount in amounts:
        singly.labels("a").observe(amount)
    later = Later()
    assert isinstance(at_once, Times)
    for amount in amounts:
        later.observe(at_once.labels("a"), amount)
    later.observe(at_once.labels("b"), 2.0)
    later.flush()
    assert samples(at_once, "a") == pytest.approx(samples(singly, "a"))
    assert samples(at_once, "b")["taken_bucket", "+Inf"] == 1


def samples(histogram: Histogram, by: str) -> dict[tuple[str, str], float]:
    found: list[Sample] = [
        sample for metric in histogram.collect() for sample in metric.samples if sample.labels["by"] == by
    ]
    return {(each.name, each.labels.get("le", "")): each.value for each in found if not each.name.endswith("_created")}
