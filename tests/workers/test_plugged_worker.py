"""Policies of a package that misbehave, in a whole Tradewinds with its RQ worker: games go on to their end."""

from __future__ import annotations

import os
from pathlib import Path

import requests

from tests.docs.generated import ROOT
from tests.support.games import RULESET
from tests.support.tradewinds import Tradewinds, wait_until

POLICIES = """
import time

from tradewinds import Policy


def raises(question, chance, seconds):
    raise LookupError("nothing here")


def late(question, chance, seconds):
    time.sleep(10 * seconds)
    return question.legal[0]


def illegal(question, chance, seconds):
    return None


RAISES, LATE, ILLEGAL = (Policy(level=each.__name__, choose=each) for each in (raises, late, illegal))
"""
POINTS = """
[tradewinds.policies]
raises = misbehaving:RAISES
late = misbehaving:LATE
illegal = misbehaving:ILLEGAL
"""
LEVELS = ("raises", "late", "illegal")


def test_the_levels_below_play_games_to_their_end(tmp_path: Path) -> None:
    # Given a package with three policies of which none ever answers rightly.
    package, info = tmp_path / "package", tmp_path / "package" / "misbehaving-1.0.0.dist-info"
    info.mkdir(parents=True)
    (package / "misbehaving.py").write_text(POLICIES)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: misbehaving\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    path = f"{package}{os.pathsep}{ROOT}"
    service = Tradewinds(tmp_path / "data", PYTHONPATH=path, BOT_BUDGET="0.02", LOG_LEVEL="WARNING", LOG_FORMAT="text")
    try:
        service.wait_ready()
        address = f"http://{service.settings.address}/v1"

        # When they play each other.
        seats = [{"kind": "bot", "level": level} for level in LEVELS]
        creation = {"ruleset": RULESET, "seats": seats, "options": {"round_limit": 1}}
        created = requests.post(f"{address}/games", json=creation, timeout=10)
        game = f"{address}/games/{created.json()['game']['id']}"

        # Then the game ends, its log holds, and the worker's log says of each what it did and who played.
        assert wait_until(lambda: requests.get(game, timeout=10).json()["status"] == "finished", 60)
        assert requests.get(f"{game}/audit", timeout=10).json()["ok"]
        assert service.stop()[0] == 0
    finally:
        service.close()
    said = "".join(file.read_text() for file in (tmp_path / "data").rglob("worker*.log"))
    for sentence in ("raises raised LookupError", "late had no answer after", "illegal chose None, which is not legal"):
        assert sentence in said
    assert f"at a move of {RULESET}: greedy plays it" in said
