"""The thread of the bot workers that moves games to the archive."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from redis import Redis

from cli.main import main
from domain.session import lifecycle
from events.archive.archive import Archive
from events.errors import StoreUnavailable
from events.identity import milliseconds, utc_now
from events.redis_store.client import connect
from events.store.event_store import EventStore
from telemetry.metrics import ARCHIVE_FAILURES
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on
from workers import archiving
from workers.archiving import LOCK, Archivist

AFTER = 900


class Clock:
    def __init__(self) -> None:
        self.now = utc_now()

    def __call__(self) -> datetime:
        return self.now

    def milliseconds(self) -> int:
        return milliseconds(self.now)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def make_archivist(redis_url: str, clock: Clock, tmp_path: Path) -> Iterator[Callable[[], Archivist]]:
    (tmp_path / "archive").mkdir()
    clients: list[Redis] = []

    def make() -> Archivist:
        clients.append(connect(redis_url))
        store = EventStore(clients[-1], archive=Archive(tmp_path / "archive"), archive_after=AFTER)
        return Archivist(store, clients[-1], AFTER, clock)

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def archivist(make_archivist: Callable[[], Archivist]) -> Archivist:
    return make_archivist()


def look(archivist: Archivist, seconds: float = 10.0) -> int:
    """As it is when the lock of the last look has ended."""
    archivist.connection.delete(LOCK)
    return archivist.look(seconds)


def over(archivist: Archivist, clock: Clock, games: int = 1) -> list[str]:
    """Games that have been over for long enough."""
    handler = handler_on(archivist.store, CODECS, clock=clock)
    matches = [Match.create(handler, HUMAN, HUMAN).play(Random(each), 3) for each in range(games)]
    for match in matches:
        match.manage("host", lifecycle.AbandonGame())
    clock.now += timedelta(seconds=AFTER)
    return [match.id for match in matches]


def failed() -> float:
    return ARCHIVE_FAILURES._value.get()


def archived(archivist: Archivist) -> set[str]:
    return {path.name.partition(".")[0] for path in archivist.store.archive.folder.glob("*/*.gz")}


def test_games_are_moved_when_they_have_been_over_for_long_enough(archivist: Archivist, clock: Clock) -> None:
    handler = handler_on(archivist.store, CODECS, clock=clock)
    running = Match.create(handler, HUMAN, HUMAN)
    games = over(archivist, clock, 3)
    clock.now -= timedelta(milliseconds=1)
    assert look(archivist) == 0
    clock.now += timedelta(milliseconds=1)
    assert look(archivist) == 3
    assert archived(archivist) == {*games}
    assert look(archivist) == 0
    clock.now += timedelta(days=1000)
    assert look(archivist) == 0
    assert running.game_log.version == 1


@pytest.mark.threat("T-26")
def test_an_import_is_moved_at_once(make_archivist: Callable[[], Archivist], clock: Clock) -> None:
    """Anybody may send large files, and they need not fill Redis for a day."""
    archivist = make_archivist()
    (game,) = over(archivist, clock)
    handler = handler_on(archivist.store, CODECS, clock=clock)
    commits = archivist.store.read(game).commits
    assert look(archivist) == 1
    imported = handler.new_games.take_in(commits).id
    assert archivist.store.ended.overdue(clock.milliseconds() - AFTER * 1000) == (1, clock.milliseconds() - AFTER * 1000)
    assert look(archivist) == 1
    assert archived(archivist) == {game, imported}
    assert handler_on(archivist.store, CODECS).repository.load(imported).imported


def test_a_look_takes_no_longer_than_it_may_and_at_least_one_game(archivist: Archivist, clock: Clock) -> None:
    games = over(archivist, clock, 4)
    looks = 0
    while look(archivist, 1e-9):
        looks += 1
    assert looks >= 2
    assert archived(archivist) == {*games}


def test_one_looks_at_a_time(make_archivist: Callable[[], Archivist], clock: Clock) -> None:
    first, second = make_archivist(), make_archivist()
    over(first, clock)
    first.connection.set(LOCK, "1")
    assert second.look() == 0
    assert look(second) == 1
    over(first, clock)
    assert first.look() == 0
    assert 0 < first.connection.pttl(LOCK) <= 2_000


def test_an_archive_that_is_away_is_logged_once_and_tried_again_later(
    archivist: Archivist, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = over(archivist, clock)
    archivist.store.archive.folder.rmdir()
    failures = failed()
    for _ in range(3):
        assert look(archivist) == 0
    assert failed() == failures + 1
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert "games stay in Redis" in caplog.text
    assert archivist.store.ended.due(10**15) == [game]
    archivist.store.archive.folder.mkdir()
    assert look(archivist) == 0
    monkeypatch.setattr(archiving, "monotonic", lambda: archivist.away_until)
    assert look(archivist) == 1


def test_a_game_that_cannot_be_moved_does_not_hold_up_the_others(
    archivist: Archivist, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    bad, *good = over(archivist, clock, 3)
    archivist.store.redis.client.xdel(f"{{0}}:g:{bad}", "2-0")
    failures = failed()
    assert look(archivist) == 2
    assert failed() == failures + 1
    assert archived(archivist) == {*good}
    assert f"{bad} stays in Redis: its log has gaps" in caplog.text
    caplog.clear()
    assert look(archivist) == 0
    assert not caplog.records
    clock.now += timedelta(days=1)
    assert look(archivist) == 0
    assert bad in caplog.text


def test_what_nobody_thought_of_does_not_hold_up_the_others_either(
    archivist: Archivist, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    good = over(archivist, clock, 1)
    redis = archivist.store.redis.client
    redis.copy(f"{{0}}:g:{good[0]}", "{0}:g:0gnonsense")
    redis.hset("{0}:g:0gnonsense:s", "secret", "00")
    redis.zadd("{0}:over", {"0gnonsense": 0})
    assert look(archivist) == 1
    assert archived(archivist) == {*good}
    assert "0gnonsense stays in Redis" in caplog.text
    assert caplog.records[0].exc_info
    assert redis.exists("{0}:g:0gnonsense")


def test_a_redis_that_is_away_is_for_the_caller(archivist: Archivist, clock: Clock, tmp_path: Path) -> None:
    away = EventStore(connect(f"unix://{tmp_path}/nobody.sock"), archive=archivist.store.archive)
    with pytest.raises(StoreUnavailable):
        look(Archivist(away, archivist.connection, AFTER, clock))


def test_a_command_finds_what_ended_before_that_was_noted(
    archivist: Archivist, clock: Clock, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, handler = over(archivist, clock), handler_on(archivist.store, CODECS, clock=clock)
    running, unlisted = Match.create(handler), Match.create(handler, visibility="unlisted")
    unlisted.manage("host", lifecycle.AbandonGame())
    archivist.store.redis.client.delete("{0}:over")
    archivist.store.redis.client.set("{0}:g:no-stream", "")
    assert look(archivist) == 0
    monkeypatch.setenv("REDIS_URL", redis_url)
    for found in (2, 0):
        done = CliRunner().invoke(main, ["index-over"])
        assert (done.exit_code, done.output) == (0, f"{found} games found\n")
    assert look(archivist) == 1
    assert archived(archivist) == {*public}
    clock.now += timedelta(seconds=AFTER)
    assert look(archivist) == 1
    assert archived(archivist) == {*public, unlisted.id}
    assert running.game_log.version == 1
    monkeypatch.setenv("REDIS_URL", "unix:///nobody.sock")
    done = CliRunner().invoke(main, ["index-over"])
    assert done.exit_code == 1
    assert "Error: " in done.output
