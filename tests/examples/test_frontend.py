"""The example frontend draws and plays a whole game against a running service."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
import requests

from tests.examples.client_path import EXAMPLES
from tests.examples.test_bots import NODE, get

pytestmark = pytest.mark.skipif(NODE is None, reason="frontend.mjs needs Node 18 or newer")


def play(service: str, ruleset: str, options: dict[str, Any], picks: str) -> subprocess.CompletedProcess[str]:
    client = [NODE or "node", str(EXAMPLES / "frontend.mjs"), service, ruleset, json.dumps(options)]
    return subprocess.run(client, input=picks, capture_output=True, text=True, timeout=120, check=False)


def test_it_draws_every_position_of_its_seat_and_plays_to_the_end(running_service: str) -> None:
    done = play(running_service, "merchants-of-the-caribbean", {"round_limit": 3}, "1\n" * 1000)

    assert done.returncode == 0, done.stderr
    *printed, last = done.stdout.splitlines()
    game = json.loads(last)["game"]
    assert json.loads(last)["status"] == "finished"
    commits = requests.get(f"{running_service}/v1/games/{game}/events?limit=1000", timeout=10).json()["items"]
    told = [commit["text"] for commit in commits if commit["text"]]
    assert [line for line in "\n".join(printed).splitlines() if line in told], "each commit is printed in words"
    assert [line for line in printed if line.endswith(" hidden")], "hidden cards are drawn as a number"
    drawn = [line for line in printed if line.startswith("version ")]
    own = [commit for commit in commits if commit["seat"] == 0 and commit["actor"] == "player"]
    assert len(drawn) == len(set(drawn)) == len(own) > 3, "one drawing for each action"


def test_it_leaves_a_game_that_is_not_over_and_reports_a_refusal(running_service: str) -> None:
    left = play(running_service, "pirates-of-maracaibo", {}, "1\n")
    assert left.returncode == 0, left.stderr
    last = json.loads(left.stdout.splitlines()[-1])
    assert get(running_service, last["game"])["status"] == last["status"] == "running"

    refused = play(running_service, "merchants-of-the-caribbean", {"round_limit": 0}, "")
    assert refused.returncode != 0
    assert "round_limit" in refused.stderr
