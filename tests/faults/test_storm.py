"""What was acknowledged outlasts any number of kills, also of games that fall asleep every second."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ACTIONS = int(os.environ.get("STORM_ACTIONS", "200000"))
KILLS = int(os.environ.get("STORM_KILLS", "500"))


def storm(actions: int, kills: int) -> str:
    """The summary of a storm, in a process of its own, since it forks."""
    arguments = ["--actions", str(actions), "--kills", str(kills)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.storm", *arguments],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_that_was_acknowledged_is_lost_in_a_short_storm() -> None:
    assert "lost 0" in storm(600, 5)


@pytest.mark.long
def test_nothing_that_was_acknowledged_is_lost_in_a_long_storm() -> None:
    assert "lost 0" in storm(ACTIONS, KILLS)
