"""Takebacks over HTTP: who may go back where, who must agree, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import Api, Game
from tests.support.games import GAMES

RULESET = "tic-tac-toe"
pytestmark = pytest.mark.skipif(RULESET not in GAMES, reason="the examples are not installed")


def act(game: Game, seat: int, number: int = 0) -> dict[str, Any]:
    """The seat gives one of its legal actions."""
    offered = game.legal(seat)
    action = offered["actions"][number]["action"]
    return game.call("POST", "/actions", seat, json=action, headers={"If-Match": f'"{offered["version"]}"'}, expect=201).json  # type: ignore[no-any-return]


def taken(game: Game, seat: int, path: str = "/takeback", **headers: str) -> dict[str, Any]:
    return game.call("POST", path, seat, headers=headers or {"If-Match": f'"{game.version}"'}, expect=201).json  # type: ignore[no-any-return]


def refused(game: Game, seat: Any, status: int, code: str, path: str = "/takeback") -> dict[str, Any]:
    return game.refused("POST", path, status, code, seat, headers={"If-Match": f'"{game.version}"'})


def test_a_player_takes_an_action_back_at_once(api: Api) -> None:
    game = api.create(RULESET, "human:Ann", "human:Bo", takeback="own")
    assert game.state()["takeback"] == "own"
    before = game.state()
    act(game, 0)
    back = taken(game, 0)
    assert back["events"] == [
        {"type": "taken_back", "seat": 0, "to_version": before["version"], "state": {"hidden": True, "count": 1}}
    ]
    assert back["game"]["view"] == before["view"]
    assert game.get("/audit").json["ok"]
    act(game, 0, 3)
    act(game, 1)
    refused(game, 0, 409, "others_acted_since")
    taken(game, 1)
    refused(game, 1, 409, "others_acted_since")
    game.abandon()
    assert game.get("/audit").json["ok"]
    assert game.get("/audit").json["checks"]["decisions"] == "ok"
