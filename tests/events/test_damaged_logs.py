"""Logs that somebody has damaged in Redis: told as such, by everything that reads them, and never another state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from random import Random

import msgspec
import pytest
from redis import Redis

from domain.session.lifecycle import AbandonGame
from events.archive.archive import Archive
from events.commands.handler import CommandHandler
from events.errors import CommitsMissing, LogDamaged, NotWhole
from events.games.log_errors import view_errors
from events.identity import milliseconds
from events.redis_store.client import connect
from events.store.event_store import EventStore
from events.store_types import KnownVersion, Slice
from tests.support.damaged import BAD, DAMAGES, hide_command, key_of
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, OPEN, Match, body, handler_on

LAST = 6
every_damage = pytest.mark.parametrize("damage", [*DAMAGES])


@pytest.fixture
def process(redis_url: str) -> Iterator[Callable[[], CommandHandler]]:
    """Makes handlers that share nothing but the Redis, as processes do."""
    clients: list[Redis] = []

    def start() -> CommandHandler:
        clients.append(connect(redis_url))
        return handler_on(EventStore(clients[-1]), CODECS)

    yield start
    for client in clients:
        client.close()


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    with Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture
def match(process: Callable[[], CommandHandler]) -> Match:
    return Match.create(process()).play(Random(1), LAST - 1)


@every_damage
def test_it_is_told_as_what_it_is_and_read_again_once_it_is_mended(
    process: Callable[[], CommandHandler], redis: Redis, match: Match, damage: str
) -> None:
    kept = {key: redis.dump(key) for key in (key_of(match.id), f"{key_of(match.id)}:s")}
    expected, another = match.game_log.session, Match.create(process())
    DAMAGES[damage](redis, match.id)
    fresh = process()
    for _ in range(2):
        with pytest.raises(LogDamaged) as told:
            fresh.repository.load(match.id)
        assert told.value.game == match.id
    assert fresh.repository.load(another.id).version == 1
    for key, value in kept.items():
        redis.restore(key, 0, value, replace=True)  # type: ignore[arg-type]
    assert fresh.repository.load(match.id).session == expected


@every_damage
def test_who_knows_the_game_from_before_shows_no_other_state(redis: Redis, match: Match, damage: str) -> None:
    handler = match.handler
    tables = [handler.repository.session_at(match.game_log, version) for version in range(1, LAST + 1)]
    DAMAGES[damage](redis, match.id)
    for version in range(1, LAST + 1):
        try:
            assert handler.repository.session_at(handler.repository.load(match.id), version) == tables[version - 1]
        except LogDamaged:
            continue


def test_what_was_taken_of_a_damaged_end_is_not_kept(process: Callable[[], CommandHandler], redis: Redis) -> None:
    """Given commits of which the later does not fold, when they are mended, then the first has left no notes behind."""
    here, there = process(), process()
    match = Match.create(there).play(Random(1), 1)
    here.repository.load(match.id)
    seat, legal = match.to_act()
    kept = redis.dump(key_of(match.id))
    match.act(legal[0], seat, key="lost")
    while match.game_log.version < BAD + 1:
        match.play(Random(1), 1)
    DAMAGES["an event that does not fold"](redis, match.id)
    with pytest.raises(LogDamaged):
        here.repository.load(match.id)
    redis.restore(key_of(match.id), 0, kept, replace=True)  # type: ignore[arg-type]
    assert here.repository.load(match.id).commands == {}


def test_commits_are_missing_at_the_end_but_a_log_is_damaged_in_the_middle(redis: Redis, match: Match) -> None:
    store = match.handler.store
    redis.xdel(key_of(match.id), "4-0")
    for first, last in ((1, LAST), (4, 4), (3, 5), (1, 4), (4, LAST + 2)):
        with pytest.raises(LogDamaged):
            store.commits(match.id, first, last)
    redis.xdel(key_of(match.id), "5-0", "6-0")
    for first, last in ((1, LAST), (4, 4), (3, 5)):
        with pytest.raises(CommitsMissing):
            store.commits(match.id, first, last)
    assert [each.version for each in store.commits(match.id, 1, 3)] == [1, 2, 3]


def test_nothing_is_appended_where_the_end_was_removed_by_hand(
    process: Callable[[], CommandHandler], redis: Redis, match: Match
) -> None:
    """Redis takes no entry with the id of one that it had."""
    redis.xdel(key_of(match.id), f"{LAST}-0")
    for handler in (match.handler, process()):
        version = handler.repository.load(match.id).version
        assert version == LAST - 1
        seat, legal = match.to_act()
        with pytest.raises(LogDamaged):
            handler.act(match.id, match.tokens[f"s{seat}"], body(legal[0]), version)
    assert redis.xlen(key_of(match.id)) == LAST - 1


def test_a_repeat_gives_no_token_where_it_cannot_be_read_who_has_the_seat_now(
    redis: Redis, process: Callable[[], CommandHandler]
) -> None:
    match = Match.create(process(), HUMAN, OPEN)
    match.claim(1, "k" * 32)
    match.play(Random(1), 1)
    hide_command(redis, match.id)
    before = match.commits
    with pytest.raises(LogDamaged):
        match.claim(1, "k" * 32)
    assert match.commits == before


@every_damage
def test_of_many_logs_only_the_damaged_one_is_not_read(
    process: Callable[[], CommandHandler], redis: Redis, match: Match, damage: str
) -> None:
    sound = Match.create(process()).play(Random(1), 2)
    known = [KnownVersion(each.id, 1, str(each.commits[0].head)) for each in (match, sound)]
    DAMAGES[damage](redis, match.id)
    bad, good = match.handler.store.read_all(known)
    assert not isinstance(bad, Slice) or damage not in ("no commits", "no log")
    assert isinstance(good, Slice)
    assert [each.version for each in good.commits] == [2, 3]


@every_damage
def test_how_long_bots_wait_is_told_of_the_others(process: Callable[[], CommandHandler], redis: Redis, damage: str) -> None:
    handler = process()
    matches = [Match.create(handler, BOT, BOT) for _ in range(2)]
    for match in matches:
        while match.game_log.version < BAD:
            match.play(Random(1), 1)
    DAMAGES[damage](redis, matches[0].id)
    if damage == "no log":
        redis.delete(key_of(matches[0].id))
    assert isinstance(handler.store, EventStore)
    assert handler.store.longest_wait(CODECS.games) is not None


@pytest.mark.parametrize("time", ["2026-13-02T03:04:05.678Z", "2026-01-02T03:04:05.678", "yesterday"])
def test_what_looks_at_times_leaves_out_a_commit_that_bears_none(
    archiving: EventStore, redis: Redis, time: str, caplog: pytest.LogCaptureFixture
) -> None:
    handler = handler_on(archiving, CODECS)
    bad, good = (Match.create(handler, BOT, BOT) for _ in range(2))
    (_, fields) = redis.xrange(key_of(bad.id))[0]  # type: ignore[index]
    redis.delete(key_of(bad.id))
    redis.xadd(key_of(bad.id), {**fields, b"c": fields[b"c"].replace(time_of(fields), time.encode())}, id="1-0")
    assert archiving.longest_wait(CODECS.games) == milliseconds(datetime.fromisoformat(good.game_log.created_at))
    assert [game for game, _ in archiving.logs.every_newest()] == [good.id]
    assert bad.id in caplog.text


def time_of(fields: dict[bytes, bytes]) -> bytes:
    return str(msgspec.json.decode(fields[b"c"])["at"]).encode()


def test_the_line_of_a_game_that_cannot_be_read_hides_no_other(
    process: Callable[[], CommandHandler], redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    handler = process()
    bad, good = (Match.create(handler, visibility="public") for _ in range(2))
    redis.hset("{0}:lines", bad.id, "nonsense")
    for _ in range(3):
        page = handler.store.games.page(["running"], None, 10, lambda line: True)
        assert [line.id for line in page.summaries] == [good.id]
    assert [record.args[0] for record in caplog.records if isinstance(record.args, tuple)] == [bad.id]


# The archive


@pytest.fixture
def archiving(redis_url: str, tmp_path: Path) -> Iterator[EventStore]:
    with connect(redis_url) as client:
        yield EventStore(client, archive=Archive(tmp_path))


@pytest.fixture
def over(match: Match) -> Match:
    match.manage("host", AbandonGame())
    return match


NO_FILE = [
    "a hole",
    "no secret",
    "an entry that is no JSON",
    "an entry without fields",
    "an entry with another version",
    "no log",
]


@pytest.mark.parametrize("damage", NO_FILE)
def test_a_damaged_log_is_not_archived(archiving: EventStore, redis: Redis, over: Match, damage: str) -> None:
    archiving.mover.check_archive()
    DAMAGES[damage](redis, over.id)
    with pytest.raises((NotWhole, LogDamaged)):
        archiving.mover.move(over.id)
    assert redis.exists(key_of(over.id))
    assert archiving.archive.read(over.id) is None


def test_an_archived_log_that_does_not_fold_is_told_as_such(archiving: EventStore, redis: Redis, over: Match) -> None:
    """What events do only a fold could tell, and moving makes none; the file has them as they are."""
    archiving.mover.check_archive()
    DAMAGES["an event that nobody knows"](redis, over.id)
    assert archiving.mover.move(over.id)
    with pytest.raises(LogDamaged):
        handler_on(archiving, CODECS).repository.load(over.id)


@every_damage
def test_finding_games_that_are_over_goes_on_after_a_damaged_log(
    archiving: EventStore, redis: Redis, match: Match, over: Match, damage: str
) -> None:
    good = Match.create(match.handler)
    good.manage("host", AbandonGame())
    redis.delete("{0}:over")
    DAMAGES[damage](redis, over.id)
    if damage != "no log":
        redis.xadd(key_of(over.id), {"c": "nonsense"}, id="900-0")
    assert archiving.mover.index_ended() == 1
    assert archiving.ended.due(10**15) == [good.id]


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_a_process_at_its_limits_does_not_blame_the_log(error: type[Exception]) -> None:
    with pytest.raises(error), view_errors("0ga"):
        raise error
