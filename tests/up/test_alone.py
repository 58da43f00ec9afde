"""Commands that work on the data of a Tradewinds that was stopped."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cli.main import main
from events.redis_store.client import connect
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from harness.redis_server import RedisServer
from service.up.start import hold
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        yield Path(folder)


def test_plain_files_starts_the_embedded_redis_for_itself(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("redis", "sleep", "archive"):
        (data / name).mkdir()
    server = RedisServer(data / "redis")
    server.start()
    with connect(server.url) as client:
        store = EventStore(client, sleep=SleepFolder(data / "sleep", data / "keys" / "sleep.key"))
        store.hibernation.check_folder()
        match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN).play(Random(1), 3)
        assert store.hibernation.put(match.id)
    server.stop()
    monkeypatch.setenv("DATA_DIR", str(data))
    monkeypatch.setenv("PARTITIONS", "1")
    monkeypatch.delenv("REDIS_URL", raising=False)
    with hold(data):
        refused = CliRunner().invoke(main, ["plain-files"])
    assert "already runs on the data folder" in refused.output
    done = CliRunner().invoke(main, ["plain-files"])
    assert (done.exit_code, done.output[:29]) == (0, "1 files of sleeping games and"), done.output
    assert [path.name for path in (data / "sleep").glob("*/*")] == [f"{match.id}.ndjson.gz.sealed"]
    assert not (data / "redis.sock").exists()
    assert (data / "redis" / "appendonlydir").exists()
