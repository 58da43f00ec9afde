"""The example bots play whole games over plain HTTP against a running service."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest
import requests

from tests.examples.client_path import CLIENT_PATH, EXAMPLES
from tests.examples.lossy_proxy import bad_weather

NODE = shutil.which("node")

BOTS = [
    pytest.param([sys.executable, str(EXAMPLES / "bot.py")], id="python"),
    pytest.param(
        [NODE or "node", str(EXAMPLES / "bot.js")],
        id="javascript",
        marks=pytest.mark.skipif(NODE is None, reason="bot.js needs Node 18 or newer"),
    ),
]


SHORT = {
    "ruleset": "merchants-of-the-caribbean",
    "seats": [{"kind": "bot", "level": "random"}, {"kind": "open"}],
    "options": {"target_influence": 3, "expedition_required": False},
}
ALONE = {"ruleset": "pirates-of-maracaibo", "seats": [{"kind": "open"}]}


def new_game(service: str, plan: dict[str, Any] = SHORT) -> str:
    """A game with one open seat, if nothing else is said a short one against a bot."""
    made = requests.post(f"{service}/v1/games", json=plan, timeout=10)
    assert made.status_code == 201, made.text
    game: str = made.json()["game"]["id"]
    return game


def play(bot: list[str], service: str, *game: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, **CLIENT_PATH}
    return subprocess.run([*bot, service, *game], capture_output=True, text=True, timeout=120, check=False, env=environ)


def get(service: str, path: str) -> Any:
    answer = requests.get(f"{service}/v1/games/{path}", timeout=10)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_finds_an_open_seat_and_plays_to_the_end(bot: list[str], running_service: str) -> None:
    game = new_game(running_service)

    done = play(bot, running_service)

    assert done.returncode == 0, done.stderr
    assert {"seat": 1, "status": "finished"}.items() <= json.loads(done.stdout).items()
    assert get(running_service, game)["status"] == "finished"
    assert get(running_service, f"{game}/audit")["ok"]


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_other_games_too(bot: list[str], running_service: str) -> None:
    game = new_game(running_service, ALONE)

    done = play(bot, running_service, game)

    assert done.returncode == 0, done.stderr
    assert {"seat": 0, "status": "finished"}.items() <= json.loads(done.stdout).items()


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_on_through_bad_weather(bot: list[str], running_service: str) -> None:
    game = new_game(running_service)

    with bad_weather(running_service) as weather:
        done = play(bot, weather.url, game)

    assert done.returncode == 0, done.stderr
    assert weather.spoiled == {"unavailable": 1, "lost answer": 1, "stale": 1}
    assert weather.replayed == 1
    assert get(running_service, game)["status"] == "finished"


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_says_why_it_cannot_play(bot: list[str], running_service: str) -> None:
    lost = play(bot, running_service, f"0g{'a' * 20}")
    assert (lost.returncode, lost.stderr.strip()) == (1, "There is no game with this id.")

    game = new_game(running_service)
    assert requests.post(f"{running_service}/v1/games/{game}/seats/1/claim", json={}, timeout=10).status_code == 201
    late = play(bot, running_service, game)
    assert (late.returncode, late.stderr.strip()) == (1, "The game has no open seat.")
