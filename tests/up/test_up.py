"""`tradewinds up` with everything it really runs."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests
from redis import Redis, RedisError

from events.settings import Settings
from service.up import start
from service.up.start import CannotStartError, up
from telemetry import METRICS_DIR
from tests.support.tradewinds import Tradewinds, free_port, is_running, part, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

Start = Callable[..., Tradewinds]


def answers(redis: Redis) -> bool:
    try:
        return bool(redis.ping())
    except RedisError:
        return False


@pytest.fixture(scope="module")
def tradewinds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tradewinds]:
    """One that several tests share, each killing a part of it."""
    running = Tradewinds(tmp_path_factory.mktemp("shared"))
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


@pytest.fixture
def start_tradewinds() -> Iterator[Start]:
    """Starts one for a single test; whatever it leaves running is killed."""
    started: list[Tradewinds] = []

    def begin(*args: object, **variables: str) -> Tradewinds:
        started.append(Tradewinds(*args, **variables))  # type: ignore[arg-type]  # passed on as they are
        return started[-1]

    yield begin
    for tradewinds in started:
        tradewinds.close()


def test_it_tells_when_it_is_ready_and_stops_cleanly_and_keeps_its_data(tmp_path: Path, start_tradewinds: Start) -> None:
    first = start_tradewinds(tmp_path)
    assert first.wait_ready().startswith(f"Tradewinds is ready: http://127.0.0.1:{first.settings.port}/ ")
    assert first.get("/readyz") == 200
    with first.redis() as redis:
        redis.set("kept", "yes")
    assert (tmp_path / "redis").stat().st_mode & 0o077 == 0  # nobody else reads the secrets of running games
    below = first.below()
    assert len(below) == 4  # Redis, gunicorn and its web process, the worker
    with socket.create_connection((first.settings.host, first.settings.port)) as idle:
        idle.sendall(b"GET /readyz HTTP/1.1\r\n")  # an open connection does not hold up the stop
        assert first.stop() == (0, "", "")
    assert not any(map(is_running, below))
    assert str(tmp_path) in first.told[0]
    assert first.told[1:] == ["Starting redis …\n", "Starting web, worker-1 …\n"]

    second = start_tradewinds(tmp_path, port=first.settings.port)
    second.wait_ready()
    with second.redis() as redis:
        assert redis.get("kept") == b"yes"
    second.process.send_signal(signal.SIGINT)
    assert second.wait_end() == (0, "", "")


def test_games_that_are_over_go_to_the_archive_and_are_found_there(tradewinds: Tradewinds) -> None:
    archive = tradewinds.settings.data_dir / "archive"
    assert archive.stat().st_mode & 0o077 == 0
    address = f"http://{tradewinds.settings.address}/v1/games"
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = requests.post(address, json={"ruleset": "merchants-of-the-caribbean", "seats": seats}, timeout=10).json()
    game, host = made["game"]["id"], {"Authorization": f"Bearer {made['host_token']}"}
    requests.delete(f"{address}/{game}", headers=host, timeout=10).raise_for_status()
    paths = ("", "?version=1", "/events", "/audit", "/export")
    before = [requests.get(f"{address}/{game}{path}", headers=host, timeout=10).text for path in paths]
    with tradewinds.redis() as redis:
        assert [*archive.glob("*/*")] == []
        redis.zadd("{0}:over", {game: 0})  # As if its end were long ago.
        assert wait_until(lambda: redis.exists(f"{{0}}:g:{game}") == 0, seconds=10)
        assert not redis.exists("{0}:over")
    assert [path.name for path in archive.glob("*/*")] == [f"{game}.ndjson.gz"]
    assert [requests.get(f"{address}/{game}{path}", headers=host, timeout=10).text for path in paths] == before


@pytest.mark.parametrize("program", ["web", "worker", "redis"])
def test_what_is_killed_is_started_again_within_two_seconds(tradewinds: Tradewinds, program: str) -> None:
    victim = tradewinds.pid_of(program)
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    assert wait_until(lambda: tradewinds.pid_of(program) not in (None, victim), seconds=2)
    assert wait_until(lambda: tradewinds.get("/readyz") == 200, seconds=30)  # Its imports alone take four on a busy machine.


def test_a_killed_redis_comes_back_with_its_data(tradewinds: Tradewinds) -> None:
    victim = tradewinds.pid_of("redis")
    assert victim is not None
    with tradewinds.redis() as redis:
        # The test before may have killed it, and /readyz shows a result for half a second.
        assert wait_until(lambda: answers(redis), seconds=5)
        for number in range(50):
            redis.rpush("numbers", number)
        os.kill(victim, signal.SIGKILL)

        def numbers() -> list[int]:
            try:
                return [int(number) for number in redis.lrange("numbers", 0, -1)]
            except RedisError:
                return []

        assert wait_until(lambda: numbers() == list(range(50)), seconds=10)


def test_it_recovers_where_somebody_clears_the_folder_of_the_run_away(tradewinds: Tradewinds) -> None:
    """As systemd does with what an ordinary user has in memory."""
    run_dir = tradewinds.settings.run_dir

    def all_well() -> bool:
        answer = requests.get(f"http://{tradewinds.settings.address}/readyz", timeout=10)
        return answer.json().get("status") == "ok"

    assert wait_until(all_well, seconds=20)
    shutil.rmtree(run_dir)
    assert tradewinds.get("/metrics") == 200
    assert wait_until(lambda: (run_dir / "parts.json").exists(), seconds=5)
    assert wait_until(all_well, seconds=5)
    assert run_dir.stat().st_mode & 0o077 == 0
    victim = tradewinds.pid_of("web")
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    assert wait_until(lambda: tradewinds.pid_of("web") not in (None, victim), seconds=5)
    assert wait_until(lambda: tradewinds.get("/readyz") == 200, seconds=20)
    assert wait_until(lambda: bool(part(tradewinds, "web")["ok"]), seconds=5)
    assert tradewinds.get("/metrics") == 200


def test_a_second_start_on_the_same_data_is_refused_at_once(tradewinds: Tradewinds, start_tradewinds: Start) -> None:
    code, out, err = start_tradewinds(tradewinds.settings.data_dir).wait_end(timeout=30)
    assert (code, out) == (1, "")
    assert err.startswith("Error: Tradewinds already runs on the data folder ")
    assert f"(process {tradewinds.process.pid})" in err
    assert err.count("\n") == 1


def test_a_taken_port_is_refused_at_once(tradewinds: Tradewinds, start_tradewinds: Start, tmp_path: Path) -> None:
    code, out, err = start_tradewinds(tmp_path, port=tradewinds.settings.port).wait_end(timeout=30)
    assert (code, out) == (1, "")
    assert err == (
        f"Error: Port {tradewinds.settings.port} on 127.0.0.1 is taken by another program. Stop it, or set PORT.\n"
    )


def test_when_it_is_killed_itself_nothing_lives_on(tmp_path: Path, start_tradewinds: Start) -> None:
    deep = tmp_path / ("deep" * 30)  # too deep for a socket, which then lies elsewhere
    killed = start_tradewinds(deep)
    killed.wait_ready()
    assert not killed.settings.redis_socket.is_relative_to(deep)
    below = killed.below()
    killed.process.kill()
    assert wait_until(lambda: not any(map(is_running, below)), seconds=10)

    again = start_tradewinds(deep, port=killed.settings.port, BOT_WORKERS="0")
    again.wait_ready()
    assert again.stop() == (0, "", "")
    assert not again.settings.run_dir.exists()
    assert not again.settings.redis_socket.parent.exists()


def test_what_keeps_dying_stops_everything_with_a_message(tmp_path: Path, start_tradewinds: Start) -> None:
    broken = tmp_path / "redis" / "appendonly.aof"
    broken.parent.mkdir()
    broken.write_text("this is no log of Redis\n" * 100)
    code, out, err = start_tradewinds(tmp_path).wait_end()
    assert (code, out) == (1, "")
    assert err.startswith("Error: redis keeps dying (5 times")
    assert str(tmp_path / "logs" / "redis.log") in err
    assert "Bad file format" in err


def test_a_given_redis_is_used_and_none_embedded(tmp_path: Path, start_tradewinds: Start, redis_url: str) -> None:
    running = start_tradewinds(tmp_path, REDIS_URL=redis_url)
    running.wait_ready()
    assert running.pid_of("redis") is None
    assert not (tmp_path / "redis").exists()
    assert running.stop() == (0, "", "")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("redis://user:secret@127.0.0.1:{port}/0", "The Redis at redis://127.0.0.1:{port}/0 does not answer"),
        ("http://127.0.0.1:{port}", "not a URL of a Redis"),
    ],
)
def test_a_given_redis_that_cannot_be_reached_is_named_without_its_password(tmp_path: Path, url: str, message: str) -> None:
    port = free_port()
    with pytest.raises(CannotStartError, match=message.format(port=port)) as refused:
        up(Settings(data_dir=tmp_path, port=free_port(), redis_url=url.format(port=port)), say=print)
    assert "secret" not in str(refused.value)


def test_a_redis_left_over_from_a_killed_start_is_not_joined_by_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "GOING_DOWN", 0.3)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    lock = tmp_path / "tradewinds.lock"
    lock.write_text(str(ended.pid))
    with lock.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        began = time.monotonic()
        with pytest.raises(CannotStartError, match=r"A Redis of an earlier start still runs.*redis\.pid"):
            up(Settings(data_dir=tmp_path, port=free_port()), say=print)
    assert time.monotonic() - began >= 0.3


def test_a_data_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotStartError, match="cannot be used: Not a directory"):
        up(Settings(data_dir=tmp_path / "file"), say=print)


def test_a_start_leaves_its_own_environment_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(METRICS_DIR, "")  # as good as not set
    before = dict(os.environ)
    with pytest.raises(CannotStartError, match="does not answer"):
        up(Settings(data_dir=tmp_path, port=free_port(), redis_url="redis://127.0.0.1:1/0"), say=print)
    assert os.environ == before


def test_metrics_of_a_run_that_was_killed_do_not_count(tmp_path: Path) -> None:
    stale = Path(start._metrics_folder(tmp_path)) / "counter_1.db"
    stale.parent.mkdir()
    stale.touch()
    assert start._metrics_folder(tmp_path) == str(stale.parent)
    assert not stale.parent.exists()


def test_a_folder_of_the_run_that_others_may_read_is_refused(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, port=free_port())
    settings.run_dir.mkdir(mode=0o755)
    try:
        with pytest.raises(CannotStartError, match="is open to other users"):
            up(settings, say=print)
    finally:
        settings.run_dir.rmdir()


def test_a_folder_of_the_run_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, port=free_port())
    settings.run_dir.touch()
    try:
        with pytest.raises(CannotStartError, match=rf"{settings.run_dir}, .* cannot be used: File exists"):
            up(settings, say=print)
    finally:
        settings.run_dir.unlink()


def test_old_metrics_that_cannot_be_removed_are_named(tmp_path: Path) -> None:
    (tmp_path / "metrics").touch()
    with pytest.raises(CannotStartError, match="metrics cannot be removed: Not a directory"):
        start._metrics_folder(tmp_path)


def test_a_folder_of_the_run_that_is_gone_in_the_end_does_no_harm(tmp_path: Path) -> None:
    with start.own_folder(tmp_path / "run"):
        (tmp_path / "run").rmdir()


def test_a_web_server_that_was_ready_is_back_as_soon_as_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have died while Redis is away, and then answers 503 at /readyz until Redis is back."""
    answering: set[str] = set()
    monkeypatch.setattr(start, "_is_ok", lambda settings, path: path in answering)
    ready = start._web(Settings(), {}).ready
    answering.add("/livez")
    assert not ready(1)
    answering.add("/readyz")
    assert ready(1)
    answering.remove("/readyz")
    assert ready(1)
    answering.clear()
    assert not ready(1)
