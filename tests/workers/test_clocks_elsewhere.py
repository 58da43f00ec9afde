"""Clocks of games that sleep, are archived, exported, branched or played again, and of a store of which a part is away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import redis

from domain.session import lifecycle
from events.archive.archive import Archive
from events.games.audit import audit
from events.identity import partition_of
from events.log.exported import exported_lines, read_lines
from events.redis_store import keys
from events.redis_store.client import connect
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on
from tests.workers.test_clocks import after_deadline, clock, events_of, keeper_of


@pytest.fixture
def store(redis_url: str, tmp_path: Path) -> Iterator[EventStore]:
    for name in ("archive", "sleep"):
        (tmp_path / name).mkdir()
    with connect(redis_url) as client:
        sleep = SleepFolder(tmp_path / "sleep", tmp_path / "keys" / "sleep.key")
        yield EventStore(client, partitions=4, archive=Archive(tmp_path / "archive"), sleep=sleep)


def indexed(store: EventStore) -> set[str]:
    """The games in which a time runs."""
    client: Any = store.redis.client
    return {game.decode() for key in store.redis.in_partitions(keys.clocks) for game in client.zrange(key, 0, -1)}


def test_the_time_of_a_sleeping_game_runs_out_too(store: EventStore) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock())
    store.hibernation.check_folder()
    assert store.hibernation.put(match.id)
    assert indexed(store) == {match.id}
    after_deadline(match)
    assert keeper_of(store).sweep(1.0) == 1
    assert len(store.asleep) == 0
    assert events_of(match)[0] == "SeatTimedOut"
    match.manage("host", lifecycle.AbandonGame())
    assert audit(CODECS, match.commits).ok


def test_a_sleeping_game_that_cannot_be_read_holds_up_no_other(store: EventStore, tmp_path: Path) -> None:
    asleep, awake = (Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock()) for _ in range(2))
    store.hibernation.check_folder()
    assert store.hibernation.put(asleep.id)
    (tmp_path / "sleep").rename(tmp_path / "away")
    after_deadline(awake)
    keeper = keeper_of(store)
    assert keeper.sweep(1.0) == 1
    assert awake.game_log.version == 2
    (tmp_path / "away").rename(tmp_path / "sleep")
    assert keeper.sweep(1.0) == 0, "it is tried again after a while"
    store.redis.client.zadd(keys.clocks(partition_of(asleep.id)), {asleep.id: 1})
    assert keeper.sweep(1.0) == 1
    assert events_of(asleep)[0] == "SeatTimedOut"


def test_a_game_that_ends_by_a_clock_is_archived_and_can_be_imported(store: EventStore) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(on_timeout="abandon"))
    deadlines = match.game_log.deadlines_at(1)
    after_deadline(match)
    assert keeper_of(store).sweep(1.0) == 1
    lines = [line + b"\n" for line in exported_lines(match.commits, {})]
    store.mover.move(match.id)
    assert store.redis.client.exists(keys.log(match.id)) == 0
    found = handler_on(store, CODECS).repository.load(match.id)
    assert [found.deadlines_at(version) for version in (1, 2)] == [deadlines, ()]
    assert audit(CODECS, store.read(match.id).commits).ok
    imported = handler_on(store, CODECS).new_games.take_in(read_lines(lines))
    assert [imported.deadlines_at(version) for version in (1, 2)] == [deadlines, ()]
    assert not indexed(store)


def test_a_branch_of_a_timed_out_position_has_no_clock_and_a_rematch_has_it(store: EventStore) -> None:
    handler = handler_on(store, CODECS)
    match = Match.create(handler, HUMAN, HUMAN, clock=clock())
    after_deadline(match)
    keeper_of(store).sweep(1.0)
    made = handler.new_games.branch(match.game_log, lifecycle.BranchGame(parent=match.id, version=2), None)
    branch = Match(handler, made).play(Random(1), 3)
    assert (branch.game_log.session.clock, branch.game_log.session.timeouts, indexed(store)) == (None, {}, {match.id})
    match.manage("host", lifecycle.AbandonGame())
    again = handler.new_games.rematch(match.game_log, 0).game_log
    assert (again.session.clock, again.session.timeouts, indexed(store)) == (clock(), {}, set())
    for seat, old in ((1, "s0"), (0, "s1")):
        handler.claim(again.id, lifecycle.ClaimSeat(seat=seat), invitation=match.tokens[old])
    assert indexed(store) == {again.id}


def test_clocks_go_on_while_the_part_that_knows_of_web_processes_is_away(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise redis.ConnectionError("this node is away")

    assert not store.clocks.is_served()
    monkeypatch.setattr(redis.Redis, "exists", away)
    assert store.clocks.is_served()


def test_a_part_of_the_store_that_is_away_stops_no_clock_of_the_others(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches: list[Match] = []
    while {partition_of(match.id) == "0" for match in matches} != {True, False}:
        matches.append(Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(on_timeout="abandon")))
    after_deadline(matches[-1])
    asked = type(store.redis.connections).each
    lost = keys.clocks(0)

    def each(connections: Any, commands: Any) -> list[Any]:
        replies = asked(connections, commands)
        failed = redis.ConnectionError("this node is away")
        return [failed if key == lost else reply for (key, _), reply in zip(commands, replies, strict=True)]

    monkeypatch.setattr(type(store.redis.connections), "each", each)
    keeper_of(store).sweep(5.0)
    over = [match.game_log.session.over for match in matches]
    assert over == [partition_of(match.id) != "0" for match in matches]
