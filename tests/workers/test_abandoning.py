"""The thread of the bot workers that ends games which nobody plays any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.session import lifecycle
from domain.session.rights import HOST, SERVICE, VISITOR, Actor, Forbidden
from events.archive.archive import Archive
from events.commands.handler import CommandHandler
from events.commands.intents import Intent, Trusted
from events.errors import CommitsMissing, NewerRules, NotReplicated, StoreUnavailable
from events.games.audit import audit
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, OPEN, Match, handler_on
from tests.workers.test_archiving import Clock
from workers import idle
from workers.abandoning import Abandoner
from workers.archiving import Archivist
from workers.idle import LOCK, IdleGame, IdleScan

DAYS = 30
AFTER = 900


@pytest.fixture
def clock() -> Clock:
    """It may be set forward to now, and no further."""
    begun = Clock()
    begun.now -= timedelta(days=DAYS)
    return begun


@pytest.fixture
def make_scan(redis_url: str, clock: Clock, tmp_path: Path) -> Iterator[Callable[[], IdleScan]]:
    (tmp_path / "archive").mkdir()
    clients: list[Redis] = []

    def make() -> IdleScan:
        clients.append(connect(redis_url))
        store = EventStore(clients[-1], archive=Archive(tmp_path / "archive"), archive_after=AFTER)
        abandoner = Abandoner(handler_on(store, CODECS, clock=clock, cache_size=1), DAYS)
        return IdleScan(store, clients[-1], [abandoner], clock)

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def scan(make_scan: Callable[[], IdleScan]) -> IdleScan:
    return make_scan()


@pytest.fixture
def handler(scan: IdleScan, clock: Clock) -> CommandHandler:
    return handler_on(scan.store, CODECS, clock=clock)


def abandoner_of(scan: IdleScan) -> Abandoner:
    (task,) = scan.tasks
    assert isinstance(task, Abandoner)
    return task


def look(scan: IdleScan, seconds: float = 10.0) -> int:
    """As it is when the hour of the last look is over."""
    scan.connection.delete(LOCK)
    return scan.look(seconds)


@pytest.mark.threat("T-61")
def test_what_nobody_has_played_for_long_is_abandoned_and_archived(
    scan: IdleScan, handler: CommandHandler, clock: Clock
) -> None:
    waiting = Match.create(handler, HUMAN, OPEN, visibility="unlisted")
    running = Match.create(handler, HUMAN, HUMAN).play(Random(1), 5)
    branch = Match(
        handler, handler.new_games.branch(running.game_log, lifecycle.BranchGame(parent=running.id, version=3), None)
    )
    bots = Match.create(handler, HUMAN, BOT, options={"starting_seat": 1})
    finished = Match.create(handler, HUMAN, HUMAN, options={"round_limit": 2}).play(Random(1))
    before = finished.game_log.position
    clock.now += timedelta(days=DAYS, milliseconds=-1)
    assert look(scan) == 0
    clock.now += timedelta(milliseconds=1)
    played = Match.create(handler, HUMAN, HUMAN)
    assert look(scan) == 4
    for match in (waiting, running, branch, bots):
        *_, last = match.commits
        assert (last.actor, last.seat, match.game_log.session.status) == ("service", None, "abandoned")
        assert bytes(last.command) == b'{"idle_days":30,"type":"abandon_idle_game"}'
        assert audit(CODECS, match.commits).ok
    assert (finished.game_log.position, played.game_log.session.status) == (before, "running")
    assert look(scan) == 0
    assert len(scan.store.bots) == 0
    clock.now += timedelta(seconds=AFTER)
    assert Archivist(scan.store, scan.connection, AFTER, clock).look(10.0) == 5
    assert [game for game, _ in scan.store.logs.every_newest()] == [played.id]


@pytest.mark.threat("T-61")
def test_whoever_plays_just_then_plays_on(scan: IdleScan, handler: CommandHandler, clock: Clock) -> None:
    match = Match.create(handler, HUMAN, HUMAN)
    clock.now += timedelta(days=DAYS)
    ((game, last),) = scan.store.logs.every_newest()
    match.play(Random(1), 1)
    scan.looking = iter([IdleGame(game, last.version, datetime.fromisoformat(last.at), asleep=False)])
    assert scan.look() == 0
    assert match.game_log.session.status == "running"


def test_a_look_takes_no_longer_than_it_may_and_is_gone_on_with(
    scan: IdleScan, handler: CommandHandler, clock: Clock
) -> None:
    for _ in range(3):
        Match.create(handler, HUMAN, HUMAN)
    clock.now += timedelta(days=DAYS)
    assert [scan.look(0.0) for _ in range(5)] == [1, 1, 1, 0, 0]


def test_one_process_looks_and_once_an_hour(
    make_scan: Callable[[], IdleScan], handler: CommandHandler, clock: Clock
) -> None:
    first, second = make_scan(), make_scan()
    clock.now += timedelta(days=DAYS)
    assert first.look() == 0
    clock.now -= timedelta(days=DAYS)
    Match.create(handler, HUMAN, HUMAN)
    clock.now += timedelta(days=DAYS)
    assert (first.look(), second.look()) == (0, 0)
    assert idle.EVERY_SECONDS - 60 < second.connection.ttl(LOCK) <= idle.EVERY_SECONDS
    assert look(second) == 1


def test_a_clock_that_is_far_ahead_ends_nothing_and_leaves_the_look_to_others(
    make_scan: Callable[[], IdleScan], handler: CommandHandler, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    wrong, right = make_scan(), make_scan()
    match = Match.create(handler, HUMAN, HUMAN)
    clock.now += timedelta(days=DAYS, hours=2)
    assert wrong.look() == 0
    assert "idle games are left alone" in caplog.text
    clock.now -= timedelta(hours=2)
    assert wrong.look() == 0
    assert right.look() == 1
    assert match.game_log.session.status == "abandoned"


def test_a_game_that_cannot_be_ended_keeps_no_other_from_it(
    scan: IdleScan, handler: CommandHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {Match.create(handler, HUMAN, HUMAN).id for _ in range(4)}
    clock.now += timedelta(days=DAYS)
    submit, trouble = (
        abandoner_of(scan).handler.handle,
        [NewerRules("newer"), CommitsMissing("gone"), NotReplicated("late")],
    )

    def failing(*args: Any) -> Any:
        if trouble:
            raise trouble.pop()
        return submit(*args)

    with monkeypatch.context() as patch:
        patch.setattr(abandoner_of(scan).handler, "handle", failing)
        assert look(scan) == 1
    assert look(scan) == len(games) - 1


def test_what_cannot_be_read_or_is_no_game_is_left_alone(scan: IdleScan, handler: CommandHandler, clock: Clock) -> None:
    damaged, half, idle = (Match.create(handler, HUMAN, HUMAN).play(Random(1), 3) for _ in range(3))
    client = scan.connection
    client.xdel(f"{{0}}:g:{damaged.id}", "2-0")
    client.delete(f"{{0}}:g:{half.id}:s")
    clock.now += timedelta(days=DAYS)
    assert look(scan) == 1
    assert idle.game_log.session.status == "abandoned"


def test_a_redis_that_is_away_is_for_the_caller(
    scan: IdleScan, handler: CommandHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    Match.create(handler, HUMAN, HUMAN)
    clock.now += timedelta(days=DAYS)

    def away(*_: object) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patch:
        patch.setattr(abandoner_of(scan).handler, "handle", away)
        with pytest.raises(StoreUnavailable):
            scan.look()
    assert scan.look() == 0
    assert look(scan) == 1


def test_only_the_service_ends_a_game_because_nobody_plays_it(handler: CommandHandler) -> None:
    match = Match.create(handler, HUMAN, HUMAN)
    for actor in (HOST, VISITOR, Actor("player", 0), Actor("bot", 0)):
        with pytest.raises(Forbidden):
            handler.handle(Intent(match.id, Trusted(actor), lifecycle.AbandonIdleGame(DAYS), None))
    with pytest.raises(Forbidden):
        handler.handle(Intent(match.id, Trusted(SERVICE), lifecycle.AbandonGame(), None))
