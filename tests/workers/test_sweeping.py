"""The thread of the bot workers that removes files which nobody reads."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from events.archive.archive import Archive
from events.bot_queue import BotQueue
from events.redis_store.asleep import STAYS_MS
from events.removal.deleting import Deleter
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on
from workers.sweeping import LOCK, FileSweeper


@pytest.fixture
def store(redis_url: str, tmp_path: Path) -> EventStore:
    for name in ("archive", "sleep"):
        (tmp_path / name).mkdir()
    sleep = SleepFolder(tmp_path / "sleep", tmp_path / "keys" / "sleep.key")
    made = EventStore(Redis.from_url(redis_url), archive=Archive(tmp_path / "archive"), sleep=sleep)
    made.hibernation.check_folder()
    made.mover.check_archive()
    return made


@pytest.fixture
def sweeper(store: EventStore, redis_url: str) -> FileSweeper:
    return FileSweeper(store, Redis.from_url(redis_url))


def later(store: EventStore, ms: int) -> None:
    """As if files had not been named for so much longer."""
    client = store.redis.client
    for name, at in client.zrange("{0}:unnamed", 0, -1, withscores=True):
        client.zadd("{0}:unnamed", {name: at - ms})


def woken(store: EventStore) -> Match:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN)
    assert store.hibernation.put(match.id)
    return match.play(Random(1), 1)


def test_files_of_sleeps_that_ended_go_after_half_an_hour(store: EventStore, sweeper: FileSweeper, tmp_path: Path) -> None:
    games = [woken(store) for _ in range(5)]
    sleeping = Match.create(handler_on(store, CODECS), HUMAN, HUMAN)
    assert store.hibernation.put(sleeping.id)
    assert sweeper.look(60.0) == 0
    later(store, STAYS_MS)
    assert sweeper.look(60.0) == 0, "the next walk begins ten minutes after the last one"
    sweeper.connection.delete(LOCK)
    assert sweeper.look(60.0) == len(games)
    assert [path.name.partition(".")[0] for path in (tmp_path / "sleep").glob("*/*")] == [sleeping.id]


def test_each_round_looks_at_one_folder_at_least_and_goes_on_in_the_next(store: EventStore, sweeper: FileSweeper) -> None:
    games = [woken(store) for _ in range(8)]
    later(store, STAYS_MS)
    removed, rounds = sweeper.look(0.0), 1
    while sweeper.walking is not None:
        removed, rounds = removed + sweeper.look(0.0), rounds + 1
    assert removed == len(games)
    assert rounds > len({match.id.partition("g")[2][:2] for match in games})


def test_a_file_in_the_archive_that_came_after_its_game_was_deleted_goes(
    store: EventStore, sweeper: FileSweeper, redis_url: str, tmp_path: Path
) -> None:
    games = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options={"round_limit": 2}) for _ in range(2)]
    for match in games:
        match.play(Random(1))
        assert store.mover.move(match.id)
    deleted, kept = (match.id for match in games)
    log = store.archive.read(deleted)
    Deleter(store, BotQueue(Redis.from_url(redis_url))).delete(deleted)
    assert log is not None
    store.archive.write(deleted, log)
    assert sweeper.look(60.0) == 1
    assert [path.name for path in (tmp_path / "archive").glob("*/*")] == [f"{kept}.ndjson.gz"]


@pytest.mark.parametrize("exchanged", [False, True])
def test_in_a_folder_that_is_not_the_right_one_nothing_is_removed(
    store: EventStore, sweeper: FileSweeper, tmp_path: Path, caplog: pytest.LogCaptureFixture, exchanged: bool
) -> None:
    woken(store)
    later(store, STAYS_MS)
    (tmp_path / "sleep").rename(tmp_path / "away")
    if exchanged:
        (tmp_path / "sleep").mkdir()
        (tmp_path / "sleep" / "sleep.id").write_text("another one")
    fresh = FileSweeper(EventStore(store.redis._client, archive=store.archive, sleep=store.sleep), sweeper.connection)
    with caplog.at_level(logging.WARNING):
        assert fresh.look(60.0) == 0
    assert "stay for now" in caplog.text
    assert len([*(tmp_path / "away").glob("*/*")]) == 1
