"""A deleted game is gone in one step, and nothing that was under way brings any of it back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.session import clocks, lifecycle
from events.archive.archive import Archive
from events.bot_queue import BotQueue, Job
from events.errors import ArchiveUnavailable, GameDeleted, UnknownGame
from events.games.repository import GameRepository
from events.identity import milliseconds, timestamp
from events.removal.aftermath import Aftermath
from events.removal.deleting import Deleter
from events.store.event_store import EventStore
from events.store_types import Note, OwnersPart, StoredLog
from tests.events.processes import Clock
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, MERCHANTS, Match, handler_on

SOON = {"round_limit": 2}


@pytest.fixture
def make_store(connected: Callable[[], Redis], tmp_path: Path) -> Callable[[], EventStore]:
    """Stores as several processes have them."""
    folder = tmp_path / "archive"
    folder.mkdir()
    return lambda: EventStore(connected(), archive=Archive(folder))


@pytest.fixture
def store(make_store: Callable[[], EventStore]) -> EventStore:
    made = make_store()
    made.mover.check_archive()
    return made


@pytest.fixture
def deleter(store: EventStore, redis: Redis, clock: Clock) -> Deleter:
    return Deleter(store, BotQueue(redis), clock)


def mentions(redis: Redis, game: str) -> set[str]:
    """The keys that have anything of a game."""
    kinds: dict[bytes, Callable[[bytes], Any]] = {
        b"string": redis.get,
        b"hash": redis.hgetall,
        b"stream": redis.xrange,
        b"zset": lambda key: redis.zrange(key, 0, -1),
    }
    return {key.decode() for key in redis.scan_iter() if game in f"{key!r} {kinds[redis.type(key)](key)!r}"}


def finished(store: EventStore) -> Match:
    return Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options=SOON).play(Random(1))


def test_of_a_deleted_game_only_the_time_of_its_deletion_is_left(
    store: EventStore, redis: Redis, deleter: Deleter, clock: Clock
) -> None:
    owner = OwnersPart(owner="a" * 12, custody=True, seats=(0,), note=Note({"channel": "42"}, {"0": "discord:1001"}))
    handler = handler_on(store, CODECS)
    clock_of_game = clocks.Clock(seconds=60, on_timeout="abandon")
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(BOT, HUMAN), options={"starting_seat": 1}, clock=clock_of_game)
    made = handler.new_games.create(command, None, None, owner)
    game = made.game_log.id
    assert redis.zscore("{0}:clocks", game) is not None
    deleter.queue.record(game, Job(version=1, seat=0, level="random", status="queued", attempts=1, queued_ms=0))
    assert len(mentions(redis, game)) > 8
    deleted = deleter.delete(game)
    assert deleted.finished
    # The feeds had the game's versions, as they have of all games for a while, without names; and the word for processes.
    assert mentions(redis, game) == {f"{{0}}:g:{game}:s", "{0}:deleted", "{0}:feed", f"{{0}}:feed:{'a' * 12}"}
    assert redis.hgetall(f"{{0}}:g:{game}:s") == {b"deleted": deleted.at.encode()}
    clock.pass_by(minutes=5)
    assert deleter.delete(game) == deleted
    with pytest.raises(UnknownGame):
        deleter.delete("0g" + "a" * 20)


def test_a_process_that_has_the_game_in_memory_cannot_continue_it(
    make_store: Callable[[], EventStore], redis: Redis, deleter: Deleter
) -> None:
    match = Match.create(handler_on(make_store(), CODECS), HUMAN, HUMAN).play(Random(1), 5)
    seat, legal = match.to_act()
    deleter.delete(match.id)
    for action in (
        lambda: match.handler.act(match.id, match.tokens[f"s{seat}"], CODECS.of(MERCHANTS).encode(legal[0])),
        lambda: match.handler.manage(match.id, match.tokens["host"], lifecycle.AbandonGame()),
        lambda: match.handler.repository.load(match.id),
        lambda: match.handler.store.commits(match.id, 1, 3),
    ):
        with pytest.raises(GameDeleted):
            action()
    assert redis.exists(f"{{0}}:g:{match.id}") == 0


@pytest.mark.threat("T-14")
def test_its_id_is_taken_for_ever(make_store: Callable[[], EventStore], redis: Redis, deleter: Deleter) -> None:
    handler, key = handler_on(make_store(), CODECS), "k" * 32
    match = Match.create(handler, HUMAN, HUMAN, key=key)
    match.manage("host", lifecycle.AbandonGame())
    again = handler.new_games.rematch(match.game_log, 0).game_log.id
    deleter.delete(again)
    with pytest.raises(GameDeleted):
        handler.new_games.rematch(match.game_log, 0)
    deleter.delete(match.id)
    with pytest.raises(GameDeleted):
        Match.create(handler_on(make_store(), CODECS), HUMAN, HUMAN, key=key)
    assert [*redis.scan_iter("*:g:*", _type="stream")] == []


@pytest.mark.threat("T-14")
def test_whoever_acts_at_the_moment_of_the_deletion_brings_nothing_back(
    make_store: Callable[[], EventStore], redis: Redis, deleter: Deleter
) -> None:
    owner = OwnersPart(owner="a" * 12)
    games = []
    for _ in range(6):
        handler = handler_on(make_store(), CODECS)
        games.append(
            handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, BOT)), None, None, owner)
        )

    def hand_around(place: int) -> None:
        handler = handler_on(make_store(), CODECS)
        for level in ("greedy", "random") * 200:
            try:
                command = lifecycle.HandToBot(seat=0, level=level)
                handler.manage(games[place].game_log.id, games[place].tokens["host"], command)
                handler.store.owned.note(games[place].game_log.id, Note({"level": level}))
            except UnknownGame:
                return
        raise AssertionError("the game was never deleted")

    with ThreadPoolExecutor() as pool:
        playing = [pool.submit(hand_around, place) for place in range(len(games))]
        for made in games:
            deleter.delete(made.game_log.id)
        for each in playing:
            each.result()
    for made in games:
        game = made.game_log.id
        assert mentions(redis, game) == {f"{{0}}:g:{game}:s", "{0}:deleted", "{0}:feed", f"{{0}}:feed:{'a' * 12}"}


def test_the_file_of_an_archived_game_goes_too(store: EventStore, redis: Redis, deleter: Deleter) -> None:
    match = finished(store)
    store.mover.move(match.id)
    store.read(match.id)  # So it is in the cache of files.
    assert deleter.delete(match.id).finished
    assert [*store.archive.folder.glob("*/*")] == []
    with pytest.raises(GameDeleted):
        store.read(match.id)
    assert mentions(redis, match.id) == {f"{{0}}:g:{match.id}:s", "{0}:deleted", "{0}:feed"}


def test_a_damaged_file_can_be_deleted(store: EventStore, deleter: Deleter) -> None:
    match = finished(store)
    store.mover.move(match.id)
    (file,) = store.archive.folder.glob("*/*")
    file.write_bytes(b"damaged")
    assert deleter.delete(match.id).finished
    assert not file.exists()


@pytest.mark.threat("T-14")
def test_a_game_that_is_deleted_while_it_is_archived_leaves_no_file(
    store: EventStore, deleter: Deleter, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, write = finished(store), store.archive.write

    def deleted_meanwhile(game: str, whole: StoredLog) -> int:
        deleter.delete(game)
        return write(game, whole)

    monkeypatch.setattr(store.archive, "write", deleted_meanwhile)
    assert store.mover.move(match.id) == 0
    assert [*store.archive.folder.glob("*/*")] == []


@pytest.mark.threat("T-14")
def test_what_a_killed_process_left_undone_is_done_later(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, deleter: Deleter, clock: Clock
) -> None:
    match = finished(store)
    store.mover.move(match.id)
    other = handler_on(make_store(), CODECS)
    repositories = [other.repository, GameRepository(other.store, CODECS, cache_size=1)]
    for repository in repositories:
        repository.load(match.id)
    store.delete(match.id, timestamp(clock()), milliseconds(clock()))  # And there it was killed.
    with pytest.raises(GameDeleted):
        other.repository.load(match.id)
    assert len([*store.archive.folder.glob("*/*.gz")]) == 1

    # Another process drops it from all of its memory, and finishes nothing.
    assert Aftermath(other.store, repositories).look() == 1
    assert [repository.cached(match.id) for repository in repositories] == [None, None]
    assert len([*store.archive.folder.glob("*/*.gz")]) == 1

    worker = Aftermath(store, [handler_on(store, CODECS).repository], deleter, clock=clock)
    folder, away = store.archive.folder, store.archive.folder.with_name("away")
    folder.rename(away)
    folder.symlink_to(folder)  # A disk that answers with errors.
    worker.look()
    folder.unlink()
    away.rename(folder)
    worker.look()
    assert [*store.archive.folder.glob("*/*.gz")] == []
    assert redis.zcard("{0}:deleted") == 1
    clock.pass_by(hours=1, seconds=1)
    worker.look()
    assert redis.zcard("{0}:deleted") == 0
    with pytest.raises(GameDeleted):  # For ever.
        store.read(match.id)


def test_while_the_archive_is_away_the_game_is_gone_and_its_file_waits(
    store: EventStore, deleter: Deleter, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(store)

    def away(game: str) -> None:
        raise ArchiveUnavailable("the disk is away")

    monkeypatch.setattr(store.archive, "remove", away)
    assert not deleter.delete(match.id).finished
    with pytest.raises(GameDeleted):
        store.read(match.id)
