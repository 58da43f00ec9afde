"""The league makes games once, also when it is killed and run again, and its table follows from their results alone."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from typing import Any

import pytest
import requests

from tests.examples.client_path import CLIENT_PATH, EXAMPLES
from tests.support.keys import new_key
from tests.support.tradewinds import Tradewinds

LEAGUE = EXAMPLES / "league.py"


@pytest.fixture(scope="module")
def league() -> Any:
    spec = importlib.util.spec_from_file_location("league", LEAGUE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def result(**ranks: int | None) -> dict[str, Any]:
    return {"seats": [{"player": player, "rank": rank} for player, rank in ranks.items()]}


def test_it_is_shorter_than_a_hundred_lines() -> None:
    assert len(LEAGUE.read_text().splitlines()) < 100


def test_points_and_ratings_follow_from_ranks(league: Any) -> None:
    found = [result(ann=1, bob=2, cat=3), result(bob=1, ann=1, cat=3), result(cat=1, ann=2)]
    rows = dict(league.table(found))
    assert {player: (row["games"], row["points"]) for player, row in rows.items()} == {
        "ann": (3, 2 + 1.5), "bob": (2, 1 + 1.5), "cat": (3, 1.0),
    }  # fmt: skip
    assert [*rows] == ["ann", "bob", "cat"]
    assert rows["ann"]["rating"].mu > rows["cat"]["rating"].mu


def test_a_forgotten_player_and_an_abandoned_game_change_nobody(league: Any) -> None:
    forgotten = {"seats": [{"player": None, "rank": 1}, {"player": "bob", "rank": 2}]}
    rows = dict(league.table([forgotten, result(ann=None, bob=None)]))
    assert [*rows] == ["bob"]
    assert (rows["bob"]["games"], rows["bob"]["points"]) == (1, 0)


def test_the_one_who_always_wins_leads(league: Any) -> None:
    rows = league.table([result(ann=1, bob=2), result(cat=2, ann=1), result(bob=1, cat=2)] * 5)
    assert [player for player, _ in rows] == ["ann", "bob", "cat"]
    ratings = [row["rating"].ordinal() for _, row in rows]
    assert ratings == sorted(ratings, reverse=True)


def test_a_league_that_is_killed_goes_on_where_it_was(hosting_service: Tradewinds) -> None:
    service, key = f"http://{hosting_service.settings.address}", new_key(hosting_service)
    command = [sys.executable, str(LEAGUE), service, "tic-tac-toe", "season 2026", "random", "casual", "greedy"]
    environ = {**os.environ, **CLIENT_PATH, "KEY": key}
    killed = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert killed.stderr is not None
    killed.stderr.readline()  # All games are made, or some more.
    killed.kill()
    killed.communicate()
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=True)
    again = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=True)
    headers = {"Authorization": f"Bearer {key}"}
    listed = requests.get(f"{service}/v1/games?mine=true&limit=100", headers=headers, timeout=10).json()["items"]
    assert len(listed) == len({game["external_id"] for game in listed}) == 6
    assert {game["status"] for game in listed} == {"finished"}
    title, *rows = done.stdout.splitlines()
    assert title.split() == ["player", "games", "points", "rating"]
    assert {row.split()[0]: row.split()[1] for row in rows} == {"random": "4", "casual": "4", "greedy": "4"}
    assert sum(float(row.split()[2]) for row in rows) == 6
    assert again.stdout == done.stdout
