"""Damaged logs are counted each time and logged once, whatever is asked of them again and again."""

from __future__ import annotations

import pytest

from events import log_throttle
from events.errors import LogDamaged
from telemetry import damaged_logs, metrics
from telemetry.logs import FIELDS, Json


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    moment = [10.0]
    monkeypatch.setattr(log_throttle, "monotonic", lambda: moment[0])
    monkeypatch.setattr(damaged_logs, "REPORTED", log_throttle.LogThrottle())
    return moment


def counted() -> float:
    (sample,) = [
        each for metric in metrics.DAMAGED_LOGS.collect() for each in metric.samples if each.name.endswith("_total")
    ]
    return sample.value


def test_a_game_is_logged_once_an_hour_with_the_trace(now: list[float], caplog: pytest.LogCaptureFixture) -> None:
    before = counted()
    for _ in range(5):
        damaged_logs.report(LogDamaged("0ga", "commit 3 cannot be folded"))
        damaged_logs.report(LogDamaged("0gb", "it has no commits"))
    assert [record.getMessage() for record in caplog.records] == [
        "the log of 0ga is damaged, or this release has a fault: commit 3 cannot be folded",
        "the log of 0gb is damaged, or this release has a fault: it has no commits",
    ]
    assert all("trace" in getattr(record, FIELDS) for record in caplog.records)
    assert counted() == before + 10
    now[0] += log_throttle.AGAIN_SECONDS
    damaged_logs.report(LogDamaged("0ga", "commit 3 cannot be folded"))
    assert len(caplog.records) == 3


def test_the_log_tells_where_a_fold_failed_and_names_no_card(now: list[float], caplog: pytest.LogCaptureFixture) -> None:
    card = "hidden card"

    def fold() -> None:
        raise KeyError(card)

    try:
        try:
            fold()
        except KeyError as error:
            raise LogDamaged("0ga", "commit 3 cannot be folded: KeyError") from error
    except LogDamaged as damaged:
        damaged_logs.report(damaged)
    (record,) = caplog.records
    line = Json().format(record)
    assert "in fold" in line
    assert "hidden card" not in line


def test_what_is_remembered_of_it_is_bounded(now: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_throttle, "MOST_KEYS", 10)
    told = log_throttle.LogThrottle()
    assert all(told.is_due(f"0g{number}") for number in range(30))
    assert [number for number in range(20, 30) if told.is_due(f"0g{number}")] == [], "those said last"
    assert all(told.is_due(f"0g{number}") for number in range(20)), "the others are forgotten"
