"""Processes are killed (SIGKILL) while clients play: acknowledged actions are stored once, and the games are sound.

FAULTS=n sets how many kills a test makes; the default keeps the suite short.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from events.games.audit import audit
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.faults.power_cut import PowerCut
from tests.faults.retrying_client import Player
from tests.support.games import CODECS
from tests.support.tradewinds import Tradewinds, tradewinds, wait_until

KILLS = int(os.environ.get("FAULTS", "3"))
BETWEEN_KILLS = 10.0 if KILLS > 3 else 1.2
"""`tradewinds up` gives up on a process that dies too often within half a minute."""
PLAYERS = 3
LOST_AT_MOST = 2.0
"""Seconds of acknowledged play that `appendfsync everysec` may lose."""
SETTINGS = {"RATE_LIMIT": "off", "WEB_CONCURRENCY": "2"}


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
    """Kill a process again and again during play; returns the times."""
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
    for game in player.games:
        log = player.log(game)
        assert [commit["version"] for commit in log] == list(range(1, len(log) + 1))
        played = {commit["version"]: (commit["head"], commit["command"]) for commit in log if commit["actor"] == "player"}
        mine = (receipt for receipt in player.receipts if receipt.game == game)
        assert played == {receipt.version: (receipt.head, receipt.command) for receipt in mine}
    assert not player.unexpected


def assert_sound(running: Tradewinds, player: Player) -> None:
    """The stored logs fold, and their chains hold."""
    with connect(running.settings.games_redis) as client:
        for game in player.games:
            found = EventStore(client).read(game)
            result = audit(CODECS, found.commits, bytes.fromhex(found.secrets["secret"]))
            assert result.ok, result.problem
            assert result.checks.chain == result.checks.fold == "ok"


def web_process(running: Tradewinds) -> int | None:
    """One of gunicorn's processes, its master included."""
    return random.Random().choice([pid for pid, command in running.below().items() if "gunicorn" in command])


def test_killed_web_processes_lose_and_repeat_nothing(tmp_path: Path) -> None:
    with tradewinds(tmp_path, **SETTINGS) as running, playing(running) as players:
        kill_at_random(lambda: web_process(running), players)
        for player in players:
            player.stop()
            assert_every_receipt_counts_once(player)
            assert_sound(running, player)


def test_a_killed_redis_loses_nothing_and_is_answered_with_503_meanwhile(tmp_path: Path) -> None:
    with tradewinds(tmp_path, **SETTINGS, REDIS_APPENDFSYNC="always") as running, playing(running) as players:
        kill_at_random(lambda: running.pid_of("redis"), players)
        for player in players:
            player.stop()
            assert_every_receipt_counts_once(player)
            assert_sound(running, player)
        waits = [wait for player in players for wait in player.unavailable]
        assert waits
        assert all(wait is not None and int(wait) > 0 for wait in waits)


def test_with_everysec_a_power_cut_loses_two_seconds_at_most_and_leaves_sound_games(tmp_path: Path) -> None:
    """The web processes still know commits that Redis has lost: they must neither show them nor build on them."""
    with (
        PowerCut(tmp_path / "redis") as power,
        tradewinds(tmp_path, **SETTINGS, REDIS_URL=power.server.url, BOT_WORKERS="0") as running,
        playing(running) as players,
    ):
        cuts: list[float] = []
        for _ in range(KILLS):
            all_play_on(players)
            time.sleep(1.2)
            cuts.append(power.happen(lost_seconds=1.0).moment)
        all_play_on(players)
        lost = 0
        for player in players:
            player.stop()
            # The lost commits may include the first one of a game; then the game is gone.
            player.games = [game for game in player.games if player.ask("GET", f"/v1/games/{game}")[0] == 200]
            assert_sound(running, player)
            heads: set[str] = set()
            for game in player.games:
                log = player.log(game)
                assert [commit["version"] for commit in log] == list(range(1, len(log) + 1))
                heads |= {commit["head"] for commit in log}
                # Any web process may answer.
                assert {shown_version(running, game) for _ in range(6)} == {len(log)}
            missing = [receipt for receipt in player.receipts if receipt.head not in heads]
            assert all(any(cut - LOST_AT_MOST <= receipt.at <= cut + 0.5 for cut in cuts) for receipt in missing)
            lost += len(missing)
        assert lost > 0


def all_play_on(players: list[Player]) -> None:
    played = [len(player.receipts) for player in players]
    assert wait_until(lambda: all(len(p.receipts) > n + 5 for p, n in zip(players, played, strict=True)), 20)


def shown_version(running: Tradewinds, game: str) -> int:
    """The version of a game that a new connection is shown."""
    with urlopen(f"http://{running.settings.address}/v1/games/{game}", timeout=10) as answer:
        version: int = json.load(answer)["version"]
        return version


def test_bots_play_on_within_seconds_after_their_worker_was_killed(tmp_path: Path) -> None:
    with tradewinds(tmp_path, **SETTINGS, BOT_BUDGET="0.2") as running:
        client = Player(running.settings.port, 1)
        seats = [{"kind": "bot", "level": "expert"}] * 2
        created = client.ask("POST", "/v1/games", {"ruleset": "merchants-of-the-caribbean", "seats": seats})[1]
        path = f"/v1/games/{created['game']['id']}"

        def now() -> Any:
            return client.ask("GET", path)[1]

        assert wait_until(lambda: now()["version"] > 3, 20)
        for _ in range(max(1, KILLS // 2)):
            worker = running.pid_of("worker")
            assert worker is not None
            os.kill(worker, signal.SIGKILL)
            version = now()["version"]
            assert wait_until(lambda version=version: now()["version"] > version + 1, 15)
        host = {"Authorization": f"Bearer {created['host_token']}"}
        for seat in range(2):
            client.ask("PUT", f"{path}/seats/{seat}", {"kind": "bot", "level": "random"}, host)
        assert wait_until(lambda: now()["status"] == "finished", 30)
        assert client.ask("GET", f"{path}/audit")[1]["ok"] is True
        client.close()
