"""Processes killed (SIGKILL) while clients play: what was acknowledged is there, once, and the games are sound.

FAULTS=n sets how many kills a test makes; the default keeps the suite short.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from events.audit import audit
from events.redis_client import connect
from events.store import RedisStore
from tests.faults.player import Player
from tests.support.tradewinds import Tradewinds, wait_until

KILLS = int(os.environ.get("FAULTS", "3"))
BETWEEN_KILLS = 10.0 if KILLS > 3 else 1.2
"""`tradewinds up` gives up on a process that dies too often within half a minute."""
PLAYERS = 3
LOST_AT_MOST = 2.0
"""Seconds of acknowledged play that `appendfsync everysec` may lose."""


@contextmanager
def tradewinds(folder: Path, **variables: str) -> Iterator[Tradewinds]:
    running = Tradewinds(folder, RATE_LIMIT="off", WEB_CONCURRENCY="2", **variables)
    try:
        running.wait_ready()
        yield running
        assert running.stop()[0] == 0
    finally:
        running.close()


@contextmanager
def playing(running: Tradewinds) -> Iterator[list[Player]]:
    players = [Player(running.settings.port, seed) for seed in range(PLAYERS)]
    for player in players:
        player.start()
    try:
        yield players
    finally:
        for player in players:
            player.stop()
            player.close()


def kill_at_random(victim: Callable[[], int | None], players: list[Player]) -> list[float]:
    """Kill a process again and again in mid-play; returns when."""
    chooser, kills = random.Random(7), []
    for _ in range(KILLS):
        before = sum(len(player.receipts) for player in players)
        assert wait_until(lambda b=before: sum(len(p.receipts) for p in players) > b + 5, 20), "nobody gets anywhere"
        time.sleep(chooser.uniform(0, 0.3))
        pid = victim()
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        kills.append(time.monotonic())
        time.sleep(BETWEEN_KILLS)
    return kills


def assert_every_receipt_counts_once(player: Player) -> None:
    log = player.log()
    assert [commit["version"] for commit in log] == list(range(1, len(log) + 1))
    played = {commit["version"]: (commit["head"], commit["command"]) for commit in log if commit["actor"] == "player"}
    assert played == {receipt.version: (receipt.head, receipt.command) for receipt in player.receipts}
    assert not player.unexpected


def assert_sound(running: Tradewinds, player: Player) -> None:
    """The stored log folds, and its chain holds."""
    with connect(running.settings.games_redis) as client:
        found = RedisStore(client).read(player.game)
    result = audit(found.commits, bytes.fromhex(found.secrets["secret"]))
    assert result.ok, result.problem
    assert result.checks.chain == result.checks.fold == "ok"


def web_process(running: Tradewinds) -> int | None:
    """One of gunicorn's processes, the one that minds the others included."""
    return random.Random().choice([pid for pid, command in running.below().items() if "gunicorn" in command])


def test_killed_web_processes_lose_and_repeat_nothing(tmp_path: Path) -> None:
    with tradewinds(tmp_path) as running, playing(running) as players:
        kill_at_random(lambda: web_process(running), players)
        for player in players:
            player.stop()
            assert_every_receipt_counts_once(player)
            assert_sound(running, player)


def test_a_killed_redis_loses_nothing_and_is_answered_with_503_meanwhile(tmp_path: Path) -> None:
    with tradewinds(tmp_path, REDIS_APPENDFSYNC="always") as running, playing(running) as players:
        kill_at_random(lambda: running.pid_of("redis"), players)
        for player in players:
            player.stop()
            assert_every_receipt_counts_once(player)
            assert_sound(running, player)
        waits = [wait for player in players for wait in player.unavailable]
        assert waits
        assert all(wait is not None and int(wait) > 0 for wait in waits)


def test_with_everysec_a_killed_redis_loses_two_seconds_at_most_and_leaves_no_gap(tmp_path: Path) -> None:
    with tradewinds(tmp_path, REDIS_APPENDFSYNC="everysec") as running, playing(running) as players:
        kills = kill_at_random(lambda: running.pid_of("redis"), players)
        for player in players:
            player.stop()
            log = player.log()
            assert [commit["version"] for commit in log] == list(range(1, len(log) + 1))
            assert_sound(running, player)
            heads = {commit["head"] for commit in log}
            lost = [receipt for receipt in player.receipts if receipt.head not in heads]
            assert all(any(kill - LOST_AT_MOST <= receipt.at <= kill + 0.5 for kill in kills) for receipt in lost)


@pytest.mark.parametrize("level", ["greedy"])
def test_a_killed_worker_leaves_no_game_behind(tmp_path: Path, level: str) -> None:
    seats = [{"kind": "bot", "level": level}] * 4
    with tradewinds(tmp_path) as running:
        client = Player(running.settings.port, 1)
        games = []
        for _ in range(KILLS):
            body = {"ruleset": "merchants-of-the-caribbean", "seats": seats}
            status, created, _ = client.ask("POST", "/v1/games", body)
            assert status == 201
            games.append(created["game"]["id"])
            begun = created["game"]["version"] + 3

            def at_work(game: str = games[-1], version: int = begun) -> bool:
                return bool(client.ask("GET", f"/v1/games/{game}")[1]["version"] >= version)

            assert wait_until(at_work, 20)
            worker = running.pid_of("worker")
            assert worker is not None
            os.kill(worker, signal.SIGKILL)
        for game in games:

            def over(game: str = game) -> bool:
                return bool(client.ask("GET", f"/v1/games/{game}")[1]["status"] == "finished")

            assert wait_until(over, 40)
            assert client.ask("GET", f"/v1/games/{game}/audit")[1]["ok"] is True
        client.close()
