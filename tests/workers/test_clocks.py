"""Seats whose time is over: what the service does, and that it does it once, whatever happens meanwhile."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from threading import Thread
from typing import Any

import pytest
import requests

from domain.session import lifecycle
from domain.session.clocks import Clock, OnTimeout, SeatTimedOut, SetClock
from domain.session.results import outcome_answer
from events.games.audit import audit
from events.redis_store import keys
from events.redis_store.client import connect
from events.redis_store.clocks import DOWN_MS
from events.store.event_store import EventStore
from telemetry import metrics
from tests.events.logs import as_json, resealed
from tests.support.games import CODECS
from tests.support.play import HUMAN, MERCHANTS, Match, handler_on
from tests.support.tradewinds import wait_until
from workers.clocks import LOCK, Timekeeper


@pytest.fixture
def store(redis_url: str) -> EventStore:
    return EventStore(connect(redis_url))


def keeper_of(store: EventStore, **options: Any) -> Timekeeper:
    client: Any = store.redis.client
    return Timekeeper(store, handler_on(store, CODECS, **options), client)


def clock(seconds: int = 1, on_timeout: OnTimeout = "stand_in", **fields: Any) -> Clock:
    level = "stand_in" if on_timeout in ("stand_in", "bot") else None
    patience = 2 if on_timeout == "stand_in" else None
    return Clock(**{"seconds": seconds, "on_timeout": on_timeout, "level": level, "patience": patience, **fields})


def events_of(match: Match) -> list[str]:
    return [type(each).__name__ for each in match.game_log.events(match.commits)[-1]]


def after_deadline(match: Match) -> None:
    time.sleep(1.05)


def test_the_stand_in_answers_and_a_bot_gets_the_seat_after_so_many_in_a_row(store: EventStore) -> None:
    match, keeper = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock()), keeper_of(store)
    seat, _ = match.to_act()
    assert keeper.sweep(1.0) == 0
    assert match.game_log.version == 1
    after_deadline(match)
    assert keeper.sweep(1.0) == 1
    assert (match.commits[-1].actor, match.game_log.session.timeouts) == ("service", {seat: 1})
    for _ in range(8):  # Its next question may come after the other's turn.
        assert match.game_log.session.seats[seat].kind == "human"
        after_deadline(match)
        assert keeper.sweep(1.0) == 1
        if "SeatHandedToBot" in events_of(match):
            break
    (timed_out,) = [each for each in match.game_log.events(match.commits)[-1] if isinstance(each, SeatTimedOut)]
    assert (timed_out.seat, timed_out.in_a_row) == (seat, 2)
    assert (match.game_log.session.seats[seat].kind, match.game_log.session.seats[seat].level) == ("bot", "stand_in")
    match.manage(f"s{seat}", lifecycle.TakeBack(seat=seat))
    assert match.game_log.session.seats[seat].kind == "human"
    match.manage("host", lifecycle.AbandonGame())
    assert audit(CODECS, match.commits).ok
    assert store.redis.client.zcard(keys.clocks(0)) == 0


@pytest.mark.parametrize(("on_timeout", "said"), [("bot", "SeatHandedToBot"), ("abandon", "TimedOutGameAbandoned")])
def test_a_bot_gets_the_seat_or_the_game_ends(store: EventStore, on_timeout: OnTimeout, said: str) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(on_timeout=on_timeout))
    after_deadline(match)
    assert keeper_of(store).sweep(1.0) == 1
    assert events_of(match)[:2] == ["SeatTimedOut", said]
    if not match.game_log.session.over:
        match.manage("host", lifecycle.AbandonGame())
    assert audit(CODECS, match.commits).ok


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_whose_time_is_over_loses_where_the_clock_says_so(store: EventStore, seats: int) -> None:
    match = Match.create(handler_on(store, CODECS), *[HUMAN] * seats, clock=clock(on_timeout="lose"))
    seat, _ = match.to_act()
    after_deadline(match)
    assert keeper_of(store).sweep(1.0) == 1
    follows = "GameDecided" if seats == 2 else "SeatHandedToBot"
    assert events_of(match)[:3] == ["SeatTimedOut", "SeatLostOnTime", follows]
    assert [each.seat for each in match.game_log.session.lost] == [seat]
    if seats == 3:
        match.manage("host", lifecycle.AbandonGame())
    assert audit(CODECS, match.commits).ok
    if seats == 2:
        found = outcome_answer(match.game_log.session, match.game_log.position.waited)
        assert found is not None
        assert (found.reason, found.timed_out, found.ranks[seat], found.seconds[seat]) == ("timed_out", (seat,), 2, 1)


def test_two_who_look_at_once_make_each_time_out_once(store: EventStore) -> None:
    matches = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(2)) for _ in range(12)]
    time.sleep(2.05)
    threads = [Thread(target=keeper_of(store).sweep, args=(1.5,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keeper_of(store).sweep(0.2)  # Whatever they left.
    for match in matches:
        versions = [each.version for each in match.commits if each.actor == "service"]
        happened = [event for events in match.game_log.events(match.commits) for event in events]
        assert [each.in_a_row for each in happened if isinstance(each, SeatTimedOut)] == [*range(1, len(versions) + 1)]
        assert versions[0] == 2


def _pass(store: EventStore, matches: list[Match]) -> None:
    """Let the index say that the time is over, though it is not: nobody may act on the index alone."""
    for match in matches:
        store.redis.client.zadd(keys.clocks(0), {match.id: 1})


def test_a_game_whose_rules_exit_stops_no_clock_of_another(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock()) for _ in range(6)]
    keeper, exiting = keeper_of(store), {match.id for match in matches[::2]}
    handle = keeper.handler.handle

    def exits(intent: Any) -> Any:
        return sys.exit(3) if intent.game in exiting else handle(intent)

    monkeypatch.setattr(keeper.handler, "handle", exits)
    after_deadline(matches[-1])
    assert keeper.sweep(5.0) == 3
    assert [match.game_log.version for match in matches] == [1, 2] * 3
    assert keeper.sweep(5.0) == 0, "they are tried again after a minute"


def test_an_entry_of_the_index_that_is_too_early_does_nothing(store: EventStore) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(60))
    times = match.game_log.position.times
    assert times is not None
    _pass(store, [match])
    keeper_of(store).sweep(1.0)
    assert match.game_log.version == 1
    assert store.redis.client.zscore(keys.clocks(0), match.id) == times.due_ms


@pytest.mark.parametrize("due_ms", [None, 1 << 50])
def test_what_a_commit_says_of_the_next_deadline_is_not_overwritten(store: EventStore, due_ms: int | None) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(60))
    times = match.game_log.position.times
    assert times is not None
    store.clocks.correct(match.id, times.acted_ms, due_ms)
    assert store.redis.client.zscore(keys.clocks(0), match.id) == times.due_ms
    _pass(store, [match])
    store.clocks.correct(match.id, times.acted_ms, due_ms)
    assert store.redis.client.zscore(keys.clocks(0), match.id) == due_ms


def test_deadlines_that_passed_while_the_service_was_down_are_moved_once(store: EventStore) -> None:
    match, keeper = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock()), keeper_of(store)
    seat, _ = match.to_act()
    keeper.sweep(1.0)
    after_deadline(match)
    # Nobody has looked for a day.
    store.redis.client.hincrby(keys.looked(0), "at", -24 * 3600 * 1000)
    assert keeper.sweep(1.0) == 1
    assert events_of(match) == ["DeadlinesMoved"]
    after_deadline(match)
    assert keeper.sweep(1.0) == 1
    assert match.game_log.session.timeouts == {seat: 1}


@pytest.mark.threat("T-52")
def test_no_time_runs_out_while_no_web_process_lets_people_act(store: EventStore) -> None:
    match, keeper = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock()), keeper_of(store)

    def look() -> int:
        store.redis.client.delete(LOCK)
        return keeper.look()

    store.clocks.serve()
    assert look() == 0
    store.redis.client.delete(keys.SERVED)  # As it is some seconds after the last web process ended.
    after_deadline(match)
    assert look() == 0
    store.redis.client.hincrby(keys.looked(0), "at", -DOWN_MS)
    store.clocks.serve()
    assert look() == 1
    assert events_of(match) == ["DeadlinesMoved"]
    after_deadline(match)
    assert look() == 1
    assert events_of(match)[0] == "SeatTimedOut"


def test_a_service_without_clocks_is_not_written_to(store: EventStore) -> None:
    Match.create(handler_on(store, CODECS), HUMAN, HUMAN)
    keeper_of(store).sweep(1.0)
    assert store.redis.client.exists(keys.looked(0)) == 0


def test_time_outs_are_counted_with_how_late_they_came(store: EventStore) -> None:
    def counted() -> tuple[float, float]:
        made = metrics.REGISTRY.get_sample_value("tradewinds_time_outs_total", {"consequence": "abandon"})
        late = metrics.REGISTRY.get_sample_value("tradewinds_time_out_late_seconds_sum")
        return made or 0.0, late or 0.0

    before = counted()
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(on_timeout="abandon"))
    time.sleep(1.25)
    running = store.clocks.running()
    assert running.games == 1
    assert running.most_overdue_ms >= 200
    keeper_of(store).sweep(1.0)
    assert match.game_log.session.over
    made, late = (after - then for after, then in zip(counted(), before, strict=True))
    assert (made, late >= 0.2) == (1, True)
    assert store.clocks.running() == (0, 0)


def test_a_second_outage_before_all_are_moved_keeps_the_first(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    match, keeper = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock()), keeper_of(store)
    keeper.sweep(1.0)
    after_deadline(match)
    for _ in range(2):
        store.redis.client.hincrby(keys.looked(0), "at", -60_000)
        store.clocks.overdue()  # Whoever looked was killed before it did anything.
    keeper.sweep(1.0)
    assert events_of(match) == ["DeadlinesMoved"]


def off_by(hours: int) -> Callable[[], datetime]:
    return lambda: datetime.now(UTC) + timedelta(hours=hours)


@pytest.mark.threat("T-52")
@pytest.mark.parametrize(("web", "worker"), [(-25, -25), (1, 1), (25, -1), (-1, 0), (0, 25)])
def test_processes_with_wrong_clocks_play_and_keep_time_by_redis(store: EventStore, web: int, worker: int) -> None:
    match = Match.create(handler_on(store, CODECS, clock=off_by(web)), HUMAN, HUMAN, clock=clock()).play(Random(1), 3)
    assert abs(datetime.fromisoformat(match.commits[-1].at) - datetime.now(UTC)) < timedelta(seconds=3)
    keeper = keeper_of(store, clock=off_by(worker))
    keeper.sweep(1.0)
    after_deadline(match)
    keeper.sweep(1.0)
    assert match.commits[-1].actor == "service"
    match.manage("host", lifecycle.AbandonGame())
    assert audit(CODECS, match.commits).ok


def test_an_audit_finds_a_time_out_before_its_deadline_and_a_time_that_falls(store: EventStore) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock())
    after_deadline(match)
    keeper_of(store).sweep(1.0)
    match.manage("host", lifecycle.AbandonGame())
    for place, problem in ((1, "was not over"), (2, "is before that")):
        lines = as_json(match.commits)
        lines[place]["at"] = lines[place - 1]["at"] if place == 1 else lines[0]["at"]
        found = audit(CODECS, resealed(lines))
        assert (found.first_bad, found.checks.fold) == (place + 1, "failed")
        assert problem in str(found.problem)


def test_a_stopped_clock_leaves_the_time_that_was_left(store: EventStore) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=clock(60))
    before = match.game_log.position.times
    match.manage("host", SetClock(running=False))
    assert match.game_log.deadlines_at(2) == ()
    assert store.redis.client.zcard(keys.clocks(0)) == 0
    match.manage("host", SetClock(running=True))
    after, (_, stopped, resumed) = match.game_log.position.times, match.commits
    paused = datetime.fromisoformat(resumed.at) - datetime.fromisoformat(stopped.at)
    assert before is not None
    assert after is not None
    (seat,) = before.ends
    assert after.ends[seat] - before.ends[seat] == paused // timedelta(milliseconds=1)


def test_in_a_whole_service_web_processes_show_that_they_run_so_times_run_out(running_service: str) -> None:
    body = {"ruleset": MERCHANTS, "seats": [{"kind": "human"}] * 2, "clock": {"seconds": 1, "on_timeout": "abandon"}}
    game = requests.post(f"{running_service}/v1/games", json=body, timeout=10).json()["game"]["id"]

    def is_over() -> bool:
        return bool(requests.get(f"{running_service}/v1/games/{game}", timeout=10).json()["status"] == "abandoned")

    assert wait_until(is_over, 20)
