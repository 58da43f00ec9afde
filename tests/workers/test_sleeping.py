"""The thread of the bot workers that puts games to sleep which nobody acts on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from redis import Redis

from domain.session import lifecycle
from domain.session.clocks import Clock as GameClock
from domain.session.clocks import SetClock
from events.archive.archive import Archive
from events.commands.handler import CommandHandler
from events.errors import ArchiveUnavailable, StoreUnavailable
from events.games.audit import audit
from events.redis_store import keys
from events.redis_store.client import connect
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, OPEN, Match, handler_on
from tests.support.tradewinds import wait_until
from tests.workers.test_archiving import Clock
from workers.abandoning import Abandoner
from workers.clocks import Timekeeper
from workers.idle import LOCK, IdleScan
from workers.sleeping import Bounded, Sleeper

AFTER = 3600
DAYS = 30


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bounded() -> Bounded:
    """Waits long enough for a busy machine; a test whose folder hangs shortens it."""
    return Bounded(seconds=30.0)


@pytest.fixture
def store(redis_url: str, tmp_path: Path, bounded: Bounded) -> Iterator[EventStore]:
    for name in ("archive", "sleep"):
        (tmp_path / name).mkdir()
    with connect(redis_url) as client:
        sleep = SleepFolder(tmp_path / "sleep", tmp_path / "keys" / "sleep.key", bounded)
        yield EventStore(client, archive=Archive(tmp_path / "archive"), sleep=sleep)


@pytest.fixture
def handler(store: EventStore, clock: Clock) -> CommandHandler:
    return handler_on(store, CODECS, clock=clock)


@pytest.fixture
def scan(redis_url: str, store: EventStore, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[IdleScan]:
    monkeypatch.setattr(IdleScan, "_in_time", lambda _: True)  # The clock here is moved, and that of Redis is not.
    with connect(redis_url) as client:
        abandoner = Abandoner(handler_on(store, CODECS, clock=clock, cache_size=1), DAYS)
        yield IdleScan(store, client, [abandoner, Sleeper(store, AFTER)], clock)


def look(scan: IdleScan) -> int:
    """As it is when the hour of the last look is over."""
    scan.connection.delete(LOCK)
    return scan.look(60.0)


def asleep(store: EventStore) -> set[str]:
    return {game for game, _ in store.asleep.every()}


def test_what_nobody_has_acted_on_sleeps(scan: IdleScan, handler: CommandHandler, clock: Clock) -> None:
    waiting = Match.create(handler, HUMAN, OPEN)
    running = Match.create(handler, HUMAN, HUMAN, visibility="unlisted").play(Random(1), 5)
    with_bot = Match.create(handler, HUMAN, BOT, options={"starting_seat": 1})
    finished = Match.create(handler, HUMAN, HUMAN, options={"round_limit": 2}).play(Random(1))
    clock.now += timedelta(seconds=AFTER, milliseconds=-1)
    assert look(scan) == 0
    clock.now += timedelta(milliseconds=1)
    played = Match.create(handler, HUMAN, HUMAN)
    assert look(scan) == 2
    assert asleep(scan.store) == {waiting.id, running.id}
    awake = {game for game, _ in scan.store.logs.every_newest()}
    assert awake == {with_bot.id, finished.id, played.id}
    assert look(scan) == 0
    running.play(Random(1), 1)
    assert asleep(scan.store) == {waiting.id}
    assert look(scan) == 0


def test_sleeping_games_are_abandoned_when_it_is_time(scan: IdleScan, handler: CommandHandler, clock: Clock) -> None:
    idle, other = (Match.create(handler, HUMAN, HUMAN).play(Random(1), 5) for _ in range(2))
    clock.now += timedelta(seconds=AFTER)
    assert look(scan) == 2
    other.play(Random(1), 1)
    clock.now += timedelta(days=DAYS, seconds=-AFTER)
    assert look(scan) == 2
    assert asleep(scan.store) == {other.id}
    assert idle.game_log.session.status == "abandoned"
    assert audit(CODECS, idle.commits).ok


@pytest.mark.threat("T-60")
def test_a_folder_that_hangs_delays_neither_the_scan_nor_what_is_awake(
    scan: IdleScan, handler: CommandHandler, clock: Clock, bounded: Bounded, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [Match.create(handler, HUMAN, HUMAN).play(Random(1), 3) for _ in range(5)]
    sleeping = Match.create(handler, HUMAN, HUMAN)
    scan.store.hibernation.check_folder()
    assert scan.store.hibernation.put(sleeping.id)
    hang = threading.Event()
    write = scan.store.sleep._write

    def hanging(*arguments: object) -> int:
        hang.wait()
        return write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(scan.store.sleep, "_write", hanging)
    monkeypatch.setattr(bounded, "_seconds", 0.3)
    try:
        clock.now += timedelta(seconds=AFTER)
        assert look(scan) == 0
        with pytest.raises(ArchiveUnavailable, match="hangs"):
            bounded(lambda: None)
        with pytest.raises(StoreUnavailable):
            handler_on(scan.store, CODECS).repository.load(sleeping.id)
        clock.now += timedelta(days=DAYS, seconds=-AFTER)
        assert look(scan) == len(games), "those that are awake are abandoned all the same"
    finally:
        hang.set()


def test_a_game_that_cannot_sleep_keeps_no_other_awake(
    scan: IdleScan, handler: CommandHandler, clock: Clock, redis_url: str
) -> None:
    damaged, other = (Match.create(handler, HUMAN, HUMAN).play(Random(1), 3) for _ in range(2))
    with Redis.from_url(redis_url) as client:
        client.xdel(f"{{0}}:g:{damaged.id}", "2-0")
    clock.now += timedelta(seconds=AFTER)
    assert look(scan) == 1
    assert asleep(scan.store) == {other.id}


def test_the_time_of_a_seat_runs_while_its_game_sleeps(scan: IdleScan, store: EventStore) -> None:
    asleep_, stopped, slow = (
        Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=GameClock(seconds=seconds, on_timeout="abandon"))
        for seconds in (1, 1, 3600)
    )
    stopped.manage("host", SetClock(running=False))
    store.hibernation.check_folder()
    assert all(store.hibernation.put(match.id) for match in (asleep_, stopped, slow))
    assert store.clocks.running().games == 2
    keeper = Timekeeper(store, handler_on(store, CODECS), scan.connection)
    time.sleep(1.05)
    assert wait_until(lambda: keeper.sweep(5.0) == 1, 30)
    assert asleep(store) == {stopped.id, slow.id}
    assert asleep_.game_log.session.status == "abandoned"
    assert audit(CODECS, asleep_.commits).ok


def test_a_folder_that_is_away_stops_the_clocks_of_sleeping_games_only(
    scan: IdleScan, store: EventStore, tmp_path: Path
) -> None:
    clock = GameClock(seconds=1, on_timeout="abandon")
    matches = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock) for _ in range(4)]
    store.hibernation.check_folder()
    sleeping, awake = matches[:2], matches[2:]
    assert all(store.hibernation.put(match.id) for match in sleeping)
    (tmp_path / "sleep").rename(tmp_path / "away")
    time.sleep(1.05)
    keeper = Timekeeper(store, handler_on(store, CODECS), scan.connection)
    for _ in range(2):
        keeper.sweep(5.0)
    assert [match.game_log.session.status for match in awake] == ["abandoned"] * 2
    assert store.clocks.running().games == len(sleeping), "they are tried again later"
    (tmp_path / "away").rename(tmp_path / "sleep")
    for match in sleeping:
        store.redis.client.zadd(keys.clocks(0), {match.id: 1})
    assert keeper.sweep(5.0) == len(sleeping)
    assert asleep(store) == set()


def test_a_seat_that_is_handed_over_in_its_sleep_is_played_by_its_bot(scan: IdleScan, handler: CommandHandler) -> None:
    match = Match.create(handler, HUMAN, HUMAN)
    seat, _ = match.to_act()
    scan.store.hibernation.check_folder()
    assert scan.store.hibernation.put(match.id)
    match.manage("host", lifecycle.HandToBot(seat=seat, level="random"))
    assert asleep(scan.store) == set()
    assert scan.store.bots.soonest(9) == [match.id]
    assert scan.store.hibernation.put(match.id) == 0, "a bot is to act"


def test_a_folder_that_is_away_is_not_tried_for_a_while(
    scan: IdleScan, handler: CommandHandler, clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = Match.create(handler, HUMAN, HUMAN)
    clock.now += timedelta(seconds=AFTER)
    (tmp_path / "sleep").rmdir()
    assert look(scan) == 0
    assert "the folder of sleeping games cannot be used" in caplog.text
    (tmp_path / "sleep").mkdir()
    assert look(scan) == 0
    _, sleeper = scan.tasks
    assert isinstance(sleeper, Sleeper)
    sleeper.away_until = 0.0
    assert look(scan) == 1
    assert asleep(scan.store) == {match.id}


@pytest.mark.threat("T-60")
def test_work_on_a_folder_ends_or_is_given_up() -> None:
    bounded, hang = Bounded(threads=2, seconds=30.0), threading.Event()
    assert [bounded(lambda: 7) for _ in range(5)] == [7] * 5
    with pytest.raises(FileNotFoundError):
        bounded(lambda: Path("/no/such/file").read_text())
    bounded = Bounded(threads=2, seconds=0.1)
    with pytest.raises(ArchiveUnavailable, match=r"longer than 0\.1 s"):
        bounded(hang.wait)
    with pytest.raises(ArchiveUnavailable, match="earlier work"):
        bounded(lambda: 7)
    hang.set()
    ended: Callable[[], bool] = lambda: not bounded._hanging  # noqa: E731
    while not ended():
        hang.wait(0.01)
    assert bounded(lambda: 7) == 7
