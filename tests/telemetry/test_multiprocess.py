"""Metrics of several processes in one folder: those that ended count on, and their gauges are gone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from telemetry import METRICS_DIR, multiprocess

PROCESS = """
import sys
from telemetry import metrics
metrics.begin("worker")
metrics.COMMANDS.labels("some-game", "accepted").inc(int(sys.argv[1]))
metrics.BOT_THINK.labels("greedy").observe(0.02)
metrics.STREAMS.inc()
if sys.argv[2:]:
    sys.stdout.buffer.write(metrics.scrape({}))
"""
VALUES = re.compile(r"^(tradewinds_\w+(?:\{[^}]*\})?) (\S+)$", re.MULTILINE)


def process(folder: Path, count: int, *more: str) -> str:
    """Run a process that counts and ends; what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", PROCESS, str(count), *more],
        env={**os.environ, METRICS_DIR: str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_what_ended_processes_counted_is_kept_and_their_gauges_are_not(tmp_path: Path) -> None:
    for _ in range(5):
        process(tmp_path, 2)
    found = dict(VALUES.findall(process(tmp_path, 1, "scrape")))
    assert found['tradewinds_commands_total{outcome="accepted",ruleset="some-game"}'] == "11.0"
    assert found['tradewinds_bot_think_seconds_count{level="greedy"}'] == "6.0"
    assert found['tradewinds_bot_think_seconds_bucket{le="0.01",level="greedy"}'] == "0.0"
    assert found['tradewinds_bot_think_seconds_bucket{le="0.025",level="greedy"}'] == "6.0"
    assert found["tradewinds_streams"] == "1.0"
    started = [name for name in found if name.startswith("tradewinds_process_started_timestamp_seconds")]
    assert len(started) == 1
    # Not two files a process for ever, but those of the last and those of all before it.
    assert len(list(tmp_path.glob("counter_*.db"))) == len(list(tmp_path.glob("histogram_*.db"))) == 2
    assert not list(tmp_path.glob("*.new"))


def test_a_process_that_ended_before_it_wrote_does_no_harm(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (tmp_path / f"counter_{ended.pid}.db").touch()
    assert "tradewinds_commands_total" in process(tmp_path, 1, "scrape")
    assert not (tmp_path / f"counter_{ended.pid}.db").exists()


def test_a_living_process_is_left_alone(tmp_path: Path) -> None:
    mine = tmp_path / f"gauge_livesum_{os.getpid()}.db"
    mine.write_bytes(bytes(64))
    multiprocess.merge_ended(tmp_path)
    assert mine.exists()


@pytest.mark.parametrize("pid", [1, os.getpid()], ids=["somebody else", "this one"])
def test_processes_of_others_live_too(pid: int) -> None:
    assert multiprocess._lives(pid)


def test_a_folder_that_is_missing_is_made_for_this_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "run" / "metrics"
    monkeypatch.setenv(METRICS_DIR, str(place))
    assert multiprocess.folder() == place
    assert (place.stat().st_mode | place.parent.stat().st_mode) & 0o077 == 0
