"""Clocks of games in which nobody acts delay no clock of a game in which somebody plays."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from bench.clock_flood import lateness
from domain.session import lifecycle
from domain.session.clocks import Clock
from events.commands.handler import CommandHandler
from events.games.repository import GameRepository
from events.redis_store import keys
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on
from workers.clocks import Timekeeper, _in_order

CLOCK = Clock(seconds=1, on_timeout="stand_in", level="stand_in", patience=100)


@pytest.fixture
def store(redis_url: str) -> Iterator[EventStore]:
    with connect(redis_url) as client:
        yield EventStore(client)


@pytest.fixture
def keeper(store: EventStore) -> Timekeeper:
    client: Any = store.redis.client
    return Timekeeper(store, CommandHandler(GameRepository(store, CODECS, cache_size=100)), client)


def idle(store: EventStore, keeper: Timekeeper, number: int) -> list[Match]:
    """Games in which a time was over and nobody has acted."""
    found = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=CLOCK) for _ in range(number)]
    time.sleep(1.05)
    assert keeper.sweep(20.0) == number
    return found


def goes_first(store: EventStore, match: Match) -> bool:
    due, first = (store.redis.client.zscore(key(0), match.id) for key in (keys.clocks, keys.attended))
    assert due is not None
    assert first in (None, due)
    return first is not None


@pytest.mark.threat("T-53")
def test_the_time_of_a_new_game_is_over_before_those_of_idle_ones(
    store: EventStore, keeper: Timekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where more idle games are due, and for longer, than one look takes."""
    idle(store, keeper, 12)
    monkeypatch.setattr("events.redis_store.clocks.AT_ONCE", 5)
    stranger = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=CLOCK)
    time.sleep(1.05)
    order = [game for _, game in _in_order(store.clocks.overdue())]
    assert order[0] == stranger.id
    assert len(order) == len({*order}) == 6


def test_a_game_goes_first_until_a_time_out_and_again_once_a_person_acts(store: EventStore, keeper: Timekeeper) -> None:
    (match,) = idle(store, keeper, 1)
    assert not goes_first(store, match)
    seat, legal = match.to_act()
    match.act(legal[0], seat)
    assert goes_first(store, match)
    time.sleep(1.05)
    assert keeper.sweep(5.0) == 1
    assert not goes_first(store, match)
    match.manage("host", lifecycle.AbandonGame())
    assert store.redis.client.exists(keys.clocks(0), keys.attended(0)) == 0


def test_a_bot_that_acts_is_nobody_who_waits(store: EventStore, keeper: Timekeeper) -> None:
    """Otherwise the time-outs of an idle game with a bot would go first for ever."""
    match = Match.create(handler_on(store, CODECS), HUMAN, lifecycle.SeatPlan(kind="bot", level="random"), clock=CLOCK)
    for _ in range(40):
        seat, legal = match.to_act()
        if match.game_log.session.seats[seat].kind == "bot":
            match.act(legal[0], seat)
            if (
                match.game_log.session.timeouts
                and match.game_log.position.times is not None
                and match.game_log.position.times.ends
            ):
                break
        else:
            time.sleep(1.05)
            keeper.sweep(5.0)
    else:
        pytest.fail("the bot was never asked before the person")
    assert not goes_first(store, match)


def test_an_index_that_is_wrong_is_corrected(store: EventStore, keeper: Timekeeper) -> None:
    """As after a process of an older version, which knows only one of the two."""
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=CLOCK)
    store.redis.client.zadd(keys.attended(0), {match.id: 1})
    assert keeper.sweep(5.0) == 0
    assert goes_first(store, match)
    match.manage("host", lifecycle.AbandonGame())
    store.redis.client.zadd(keys.attended(0), {match.id: 1})
    store.redis.client.zadd(keys.clocks(0), {match.id: 1})
    assert keeper.sweep(5.0) == 0
    assert store.redis.client.exists(keys.clocks(0), keys.attended(0)) == 0


@pytest.mark.threat("T-53")
def test_a_stranger_s_clock_is_in_time_beside_hundreds_of_idle_ones(store: EventStore, keeper: Timekeeper) -> None:
    """More than one process can answer for."""
    over = Event()

    def look() -> None:
        while not over.is_set():
            store.clocks.serve()
            keeper.look()
            over.wait(1.0)

    thread = Thread(target=look)
    thread.start()
    try:
        late = lateness(store, games=300, seconds=8.0)
    finally:
        over.set()
        thread.join()
    assert late.time_outs > 300, "the idle ones are answered for too"
    assert len(late.strangers) >= 5
    assert max(late.strangers) < 2.0
