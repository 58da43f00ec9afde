"""The example that passes by itself, against a running service."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest
import requests

from tests.examples.client_path import CLIENT_PATH, EXAMPLES
from tests.examples.test_bots import get, new_game

PLAN = {
    "ruleset": "merchants-and-marauders",
    "seats": [{"kind": "bot", "level": "stand_in"}, {"kind": "open"}],
    "options": {"windows": "uniform"},
}


def play(service: str, game: str, picks: str) -> str:
    """What the client prints while its person picks these numbers; it leaves when they are used up."""
    client = [sys.executable, str(EXAMPLES / "auto_pass.py"), service, game]
    picked, environ = "".join(f"{pick}\n" for pick in picks), {**os.environ, **CLIENT_PATH}
    done = subprocess.run(client, input=picked, capture_output=True, text=True, timeout=120, check=False, env=environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


def passes(service: str, game: str) -> list[tuple[dict[str, Any], float]]:
    """The passes of seat 1, each with the seconds since the commit before."""
    commits = requests.get(f"{service}/v1/games/{game}/events?limit=1000", timeout=10).json()["items"]
    return [
        (commit, (datetime.fromisoformat(commit["at"]) - datetime.fromisoformat(before["at"])).total_seconds())
        for before, commit in pairwise(commits)
        if commit["seat"] == 1 and commit["command"]["type"] == "pass"
    ]


@pytest.mark.rule("MM-390")
def test_a_client_passes_for_who_has_no_choice_and_never_at_once(running_service: str) -> None:
    game = new_game(running_service, PLAN)

    # A ship, and two turns that are ended at once: the last of the actions.
    printed = play(running_service, game, "100")

    given = passes(running_service, game)
    assert printed.count("passes by itself") == len(given) >= 3
    assert min(seconds for _, seconds in given) >= 0.5
    asked = [line for line in printed.splitlines() if line.startswith("  1 ")]
    assert len(asked) == 4, "a ship, two turns, and what it left unanswered"
    assert not [line for line in asked if "Play no glory card" in line or "Hire nobody" in line]
    now = get(running_service, game)
    assert (now["status"], now["to_act"]) == ("running", [1])


def test_a_client_for_whom_there_is_no_seat_says_so(running_service: str) -> None:
    game = new_game(running_service, {**PLAN, "seats": [{"kind": "bot", "level": "stand_in"}] * 2})
    client = [sys.executable, str(EXAMPLES / "auto_pass.py"), running_service, game]
    environ = {**os.environ, **CLIENT_PATH}
    done = subprocess.run(client, capture_output=True, text=True, timeout=60, check=False, env=environ)
    assert (done.returncode, done.stderr.strip()) == (1, "The game has no open seat.")
