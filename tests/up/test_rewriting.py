"""What was forgotten or deleted leaves the append-only file of the embedded Redis."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from events.redis_store.client import connect
from events.redis_store.games_list import OwnedGames
from events.redis_store.games_redis import GamesRedis
from events.redis_store.removals import Removals
from events.settings import Settings
from events.store_types import Note
from harness.redis_server import RedisServer
from service.up import rewriting
from service.up.rewriting import STILL_THERE, Rewriting
from tests.support.tradewinds import Tradewinds, part, tradewinds, wait_until

ADMIN = "k" * 40
OPERATOR = {"Authorization": f"Bearer {ADMIN}"}
SECONDS = 30.0


def create(running: Tradewinds, name: str) -> str:
    seats = [{"kind": "human", "name": name}, {"kind": "open"}]
    answer = requests.post(
        f"http://{running.settings.address}/v1/games",
        json={"ruleset": "merchants-of-the-caribbean", "seats": seats},
        timeout=10,
    )
    game: str = answer.json()["game"]["id"]
    return game


def admin(running: Tradewinds, method: str, path: str) -> Any:
    answer = requests.request(
        method, f"http://{running.settings.address}/v1/admin/games/{path}", headers=OPERATOR, timeout=10
    )
    answer.raise_for_status()
    return answer.json()


def files_with(folder: Path, *words: str) -> set[str]:
    """The files below a folder that have any of these words, or of which that is not known, as they were just removed."""
    found = set()
    for file in [each for each in folder.rglob("*") if each.is_file()]:
        content = file.read_bytes() if file.exists() else words[0].encode()
        if any(word.encode() in content for word in words):
            found.add(file.name)
    return found


def rewrites(folder: Path) -> int:
    """How often Redis has written its append-only file anew: the first file that it writes has the number 1."""
    manifest = folder / "redis" / "appendonlydir" / "appendonly.aof.manifest"
    if not manifest.exists():
        pytest.skip("this redis-server writes its log into one file")
    return max(int(number) for number in re.findall(r"\.(\d+)\.base\.", manifest.read_text())) - 1


def test_forgotten_names_and_deleted_games_leave_the_data_folder_by_one_rewrite(tmp_path: Path) -> None:
    names = [f"Forgotten{number}Zz" for number in range(4)]
    with tradewinds(tmp_path, ADMIN_KEY=ADMIN, REDIS_REWRITE_AFTER="3") as running:
        games = [create(running, name) for name in (*names, "KeptZz")]
        assert files_with(tmp_path, *names)
        for game in games[:2]:
            assert admin(running, "POST", f"{game}/seats/0/forget")["finished"]
        admin(running, "DELETE", games[2])
        admin(running, "DELETE", games[3])
        assert wait_until(lambda: not files_with(tmp_path, *names), SECONDS)
        assert files_with(tmp_path, "KeptZz")
        time.sleep(5)
        assert rewrites(tmp_path) == 1, "one for all, and none where there is nothing to clear out"
        for game, name in ((games[0], "Seat 1"), (games[4], "KeptZz")):
            state = requests.get(f"http://{running.settings.address}/v1/games/{game}", timeout=10).json()
            assert state["seats"][0]["name"] == name
        assert part(running, "redis")["ok"]


def test_a_service_that_was_killed_before_the_rewrite_makes_it_up(tmp_path: Path) -> None:
    running = Tradewinds(tmp_path, ADMIN_KEY=ADMIN, REDIS_REWRITE_AFTER="3600")
    try:
        running.wait_ready()
        game = create(running, "ForgottenZz")
        admin(running, "POST", f"{game}/seats/0/forget")
        running.process.send_signal(signal.SIGKILL)
        running.process.wait()
    finally:
        running.close()
    assert files_with(tmp_path, "ForgottenZz")
    with tradewinds(tmp_path, ADMIN_KEY=ADMIN, REDIS_REWRITE_AFTER="1"):
        assert wait_until(lambda: not files_with(tmp_path, "ForgottenZz"), SECONDS)
        assert rewrites(tmp_path) == 1


class Clock:
    """Seconds since 1970, as the machine shows them."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    @property
    def ms(self) -> int:
        return int(self.now * 1000)


GAME, OTHER = "0g" + "a" * 20, "1g" + "b" * 20
AFTER = 100


class Log:
    """A Redis with a name in its log that was forgotten just now, and its rewrites."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for seconds in ("IDLE_SECONDS", "BUSY_SECONDS", "FIRST_WAIT"):
            monkeypatch.setattr(rewriting, seconds, 0.0)
        self.folder, self.clock = folder, Clock()
        self.server = RedisServer(folder)
        self.server.start()
        self.client = connect(self.server.url)
        redis = GamesRedis(self.client, 2)
        self.removals, self.owned = Removals(redis), OwnedGames(redis)
        self.rewriting = self.anew()
        self.client.mset({f"key{number}": "x" * 100 for number in range(100)})
        self.remove(GAME)

    def anew(self) -> Rewriting:
        """The rewrites of a `tradewinds up` that has just begun."""
        return Rewriting.of(Settings(data_dir=self.folder, partitions=2, redis_rewrite_after=AFTER), self.folder, self.clock)

    def remove(self, game: str) -> None:
        self.owned.note(game, Note(players={"0": f"Forgotten{game}"}))
        self.owned.note(game, Note(players={"0": None}), forgotten_ms=self.clock.ms)

    def has(self, game: str) -> bool:
        return bool(files_with(self.folder, f"Forgotten{game}"))

    def slow(self, microseconds: int) -> None:
        """Let each key take this long in a rewrite."""
        self.client.config_set("rdb-key-save-delay", microseconds)

    @property
    def writing(self) -> bool:
        state: Any = self.client.info("persistence")
        return bool(state["aof_rewrite_in_progress"])

    def look_until(self, done: Any) -> str:
        assert wait_until(lambda: (self.rewriting.look(), done())[1], SECONDS)
        return self.rewriting.look()


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    made = Log(tmp_path, monkeypatch)
    yield made
    made.server.kill()


def test_a_rewrite_is_asked_for_when_the_time_is_over_and_not_before(log: Log) -> None:
    log.clock.now += AFTER - 1
    for _ in range(5):
        assert log.rewriting.look() == ""
    assert log.has(GAME)
    log.clock.now += 1
    assert log.look_until(lambda: not log.has(GAME)) == ""
    assert log.removals.waiting() is None


def test_a_clock_that_was_ahead_delays_no_rewrite(log: Log) -> None:
    log.clock.now -= 10_000
    log.look_until(lambda: not log.has(GAME))


def test_what_is_removed_during_a_rewrite_takes_another_one(log: Log) -> None:
    log.clock.now += AFTER
    began = log.clock.ms
    log.slow(20_000)
    log.look_until(lambda: log.writing)
    log.clock.now += 1
    log.remove(GAME)
    log.remove(OTHER)
    log.look_until(lambda: not log.writing)
    waiting = log.removals.waiting()
    assert waiting is not None
    assert (len(waiting.counts), waiting.since_ms) == (2, began)
    assert log.has(GAME)
    assert log.has(OTHER)
    log.slow(0)
    log.clock.now += AFTER
    log.look_until(lambda: log.removals.waiting() is None)
    assert wait_until(lambda: not log.has(GAME) and not log.has(OTHER), SECONDS)


@pytest.mark.parametrize("killed", ["redis", "tradewinds", "both"])
def test_a_rewrite_that_is_killed_is_done_again(log: Log, killed: str) -> None:
    log.clock.now += AFTER
    log.slow(20_000)
    log.look_until(lambda: log.writing)
    if killed != "tradewinds":
        log.server.kill()
        log.server.start()
    if killed != "redis":
        log.rewriting = log.anew()
    assert log.removals.waiting() is not None
    if killed == "tradewinds":
        log.slow(0)
    log.look_until(lambda: log.removals.waiting() is None)
    assert wait_until(lambda: not log.has(GAME), SECONDS)


def test_a_rewrite_that_fails_is_told_and_tried_again(log: Log) -> None:
    log.clock.now += AFTER
    log.slow(20_000)
    log.look_until(lambda: log.writing)
    (child,) = Path(f"/proc/{log.server.pid}/task/{log.server.pid}/children").read_text().split()
    os.kill(int(child), signal.SIGKILL)
    assert wait_until(lambda: not log.writing, SECONDS)
    assert log.rewriting.look().startswith(STILL_THERE)
    assert log.has(GAME)
    log.slow(0)
    assert log.look_until(lambda: not log.has(GAME)) == ""


def test_no_rewrite_begins_on_a_disk_that_it_may_fill(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    log.clock.now += AFTER
    usage = shutil.disk_usage(log.folder)
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda folder: usage._replace(free=10))
        assert "of which 10 are free" in log.rewriting.look()
        assert not log.writing
        assert log.has(GAME)
    assert log.look_until(lambda: not log.has(GAME)) == ""


def test_a_file_that_a_killed_redis_left_goes_with_the_rewrite(log: Log) -> None:
    left = log.folder / "temp-rewriteaof-bg-4711.aof"
    left.write_text(f"Forgotten{GAME}")
    os.utime(left, (log.clock.now - 10, log.clock.now - 10))
    log.clock.now += AFTER
    log.look_until(lambda: not log.has(GAME))
    assert not left.exists()


def test_a_redis_that_hangs_or_is_away_holds_nobody_up(log: Log) -> None:
    log.clock.now += AFTER
    os.kill(log.server.pid, signal.SIGSTOP)
    began = time.monotonic()
    assert log.rewriting.look() == ""
    assert time.monotonic() - began < 5 * rewriting.PATIENCE
    log.server.kill()
    assert log.rewriting.look() == ""
    log.server.start()
    log.look_until(lambda: not log.has(GAME))
