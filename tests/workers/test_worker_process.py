"""A worker as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

import workers.main
from domain.session.lifecycle import CreateGame, SeatPlan
from events.bot_queue import BotQueue
from events.errors import StoreUnavailable
from events.identity import utc_now
from events.redis_store.client import connect
from events.settings import Settings
from events.store.event_store import EventStore
from harness.redis_server import RedisServer
from tests.support.games import CODECS
from tests.support.play import handler_on
from tests.support.tradewinds import free_port, wait_until
from workers.jobs import BotServices, put_turn

MORE = 3
AWAY_SECONDS = 1.0
"""Longer than a move takes: so the bot finds it away."""


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        server = RedisServer(Path(folder))
        server.start(60)
        try:
            yield server
        finally:
            server.stop()


def test_the_threads_of_a_worker_go_on_after_a_failure_or_an_exit() -> None:
    ends = [SystemExit(3), ValueError(), StoreUnavailable(), workers.main.Stopped()]

    def doing() -> None:
        raise ends.pop(0)

    with pytest.raises(workers.main.Stopped):
        workers.main._keep("chores", doing, 0.0)
    assert not ends


def test_a_worker_outlives_its_redis_however_often_that_dies_in_the_middle_of_a_job(server: RedisServer) -> None:
    """A worker that ended each time would be taken for one that keeps failing, and `tradewinds up` would give up."""
    client = connect(server.url)
    store = EventStore(client)
    handler = handler_on(store, CODECS)
    seats = (SeatPlan(kind="bot", level="expert"), SeatPlan(kind="bot", level="expert"))
    game = handler.new_games.create(CreateGame(ruleset="merchants-of-the-caribbean", seats=seats)).game_log
    put_turn(BotServices(handler, store, BotQueue(client), budget=0.3), game.id, game.position, 0, attempt=1)

    def version() -> int:
        try:
            return handler.repository.load(game.id).version
        except StoreUnavailable:
            return 0

    def played_on(since: int) -> bool:
        return wait_until(lambda: version() >= since + MORE, 60)

    settings = {"REDIS_URL": server.url, "QUEUE_URL": "", "BOT_BUDGET": "0.3", "LOG_LEVEL": "ERROR"}
    worker = subprocess.Popen([sys.executable, "-m", "cli.main", "worker"], env={**os.environ, **settings})
    try:
        for _ in range(2):
            # It plays without a pause, so this is nearly always in the middle of a job.
            assert played_on(version())
            server.kill()
            time.sleep(AWAY_SECONDS)
            server.start(60)
        assert played_on(version())
        assert worker.poll() is None
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(30) == 0
    finally:
        worker.kill()
        worker.wait()
        client.close()


def test_a_worker_ends_games_that_nobody_plays_where_a_setting_says_so(server: RedisServer) -> None:
    client = connect(server.url)
    store = EventStore(client)
    command = CreateGame(ruleset="merchants-of-the-caribbean", seats=(SeatPlan(kind="human"), SeatPlan(kind="open")))
    idle = handler_on(store, CODECS, clock=lambda: utc_now() - timedelta(days=2)).new_games.create(command).game_log.id
    fresh = handler_on(store, CODECS).new_games.create(command).game_log.id
    settings = {"REDIS_URL": server.url, "QUEUE_URL": "", "ABANDON_AFTER_DAYS": "1", "LOG_LEVEL": "ERROR"}
    worker = subprocess.Popen([sys.executable, "-m", "cli.main", "worker"], env={**os.environ, **settings})
    try:
        assert wait_until(lambda: handler_on(store, CODECS).repository.load(idle).session.status == "abandoned", 60)
        assert handler_on(store, CODECS).repository.load(fresh).session.status == "lobby"
    finally:
        worker.kill()
        worker.wait()
        client.close()


def test_a_worker_that_waits_for_its_redis_ends_by_itself_when_told_to() -> None:
    """As the first process of a container it would not end at all if it left the signal to the system."""
    settings = {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0", "QUEUE_URL": ""}
    worker = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "worker"], env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True
    )
    try:
        assert worker.stderr is not None
        assert any("waiting for Redis" in line for line in worker.stderr)
        worker.send_signal(signal.SIGTERM)
        worker.communicate(timeout=60)
        assert worker.returncode == 0
    finally:
        worker.kill()
        worker.communicate()


def test_a_worker_ends_when_told_to_while_it_imports_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the code of a game's package raises is caught; the signal must not be taken for it."""
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    went_on = []

    def run(settings: Settings) -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except (Exception, SystemExit):
            went_on.append(settings)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(workers.main, "run", run)
    try:
        assert CliRunner().invoke(workers.main.command).exit_code == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not went_on
