"""Callers that are killed at any moment, many more at once than there is room for, leave all as it was for the next."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import gevent
import gevent.event
import pytest

from events.redis_store.client import connect
from events.redis_store.connections import POOLED_CONNECTIONS, BlockingPool, ConnectionPool
from events.store.event_store import EventStore
from service import streaming
from service.feed_stream import EVENTS, pieces
from service.following import HandSource, KeySource, Source
from service.problems import Refused
from service.resources import ops
from service.server_sent import render, stream
from service.streaming import Hub
from service.viewer import SPECTATOR
from tests.support.games import CODECS
from tests.support.gevent_patched import in_patched_process
from tests.support.play import Match, handler_on
from tests.support.process import held_by
from tests.support.tradewinds import wait_until

AT_ONCE = 3 * POOLED_CONNECTIONS
ROUNDS = 8
POOL = 8


def killed_in_the_middle(call: Callable[[int], object], longest: float = 0.01) -> None:
    """Many rounds of callers at once, most of whom are killed within so many seconds."""
    chance = random.Random(7)
    for _ in range(ROUNDS):
        callers = [gevent.spawn(call, number) for number in range(AT_ONCE)]
        for each in chance.sample(callers, AT_ONCE * 3 // 4):
            if chance.random() < 0.3:
                gevent.sleep(chance.random() * longest)
            each.kill(block=False)
        gevent.joinall(callers, timeout=60)
        assert all(each.ready() for each in callers)


@pytest.mark.threat("T-34")
@in_patched_process
def test_held_connections_are_as_many_as_before_and_no_reply_goes_to_somebody_else(redis_url: str) -> None:
    with connect(redis_url) as client:
        held, wrong = ConnectionPool(client), list[object]()
        before = len(client.client_list())

        def call(number: int) -> None:
            mine = [b"%d" % number, b"again %d" % number]
            found = held.ask("", *(("ECHO", each) for each in mine))
            if found != mine:
                wrong.append(found)

        killed_in_the_middle(call)
        assert held._leaves.qsize() == POOLED_CONNECTIONS
        assert len(held._idle) <= POOLED_CONNECTIONS
        gevent.joinall([gevent.spawn(call, number) for number in range(AT_ONCE)], timeout=60, raise_error=True)
        assert not wrong
        assert wait_until(lambda: len(client.client_list()) <= before + POOLED_CONNECTIONS, 10)


@pytest.mark.threat("T-34")
@in_patched_process
def test_redis_pys_own_pool_has_all_its_connections_again(redis_url: str) -> None:
    with connect(redis_url, POOL) as client:
        pool, wrong = client.connection_pool, list[object]()
        before = len(client.client_list())
        assert isinstance(pool, BlockingPool)

        def call(number: int) -> None:
            if client.echo(f"{number}") != b"%d" % number:
                wrong.append(number)

        killed_in_the_middle(call)
        assert pool.pool.qsize() == POOL
        gevent.joinall([gevent.spawn(call, number) for number in range(AT_ONCE)], timeout=60, raise_error=True)
        assert not wrong
        assert wait_until(lambda: len(client.client_list()) <= before + POOL, 10)


@pytest.mark.threat("T-35")
@in_patched_process
def test_followers_leave_their_places(redis_url: str) -> None:
    with connect(redis_url) as client:
        store = EventStore(client)
        handler = handler_on(store, CODECS)
        match = Match.create(handler_on(EventStore(client), CODECS))
        hub = Hub(store, handler.repository, render, most=AT_ONCE // 2)
        told, refusals = gevent.event.Event(), set[str]()

        def follow(number: int) -> None:
            game_log = handler.repository.load(match.id)
            try:
                with hub.following(game_log, None) as follower:
                    for _ in stream(hub, follower, lambda game_log: True, SPECTATOR, 0):
                        if told.is_set():
                            return
            except Refused as refusal:
                refusals.add(refusal.code)

        def play() -> None:
            chance = random.Random(1)
            while not told.is_set():
                match.play(chance, 1)
                gevent.sleep(0.01)

        playing = gevent.spawn(play)
        chance = random.Random(3)
        for _ in range(ROUNDS):
            callers = [gevent.spawn(follow, number) for number in range(AT_ONCE)]
            gevent.sleep(0.02)
            assert wait_until(lambda: refusals, 20), "more follow than there are places"
            for each in callers:
                if chance.random() < 0.2:
                    gevent.sleep(0)
                each.kill(block=False)
            gevent.joinall(callers, timeout=60)
        assert (hub.followers, hub.games, hub._by_caller) == (0, 0, {})
        assert refusals == {"no_place_to_follow"}
        assert hub._readers == {0}, "one reader, as before"
        callers = [gevent.spawn(follow, number) for number in range(AT_ONCE // 2)]
        assert wait_until(lambda: hub.followers == AT_ONCE // 2, 20)
        told.set()
        match.play(random.Random(2), 1)
        gevent.joinall([playing, *callers], timeout=60, raise_error=True)
        assert hub.followers == 0
        hub.close()


@pytest.mark.threat("T-35")
@in_patched_process
def test_followers_of_keys_and_hands_leave_their_places(redis_url: str) -> None:
    with connect(redis_url) as client:
        store = EventStore(client)
        handler = handler_on(store, CODECS)
        matches = [Match.create(handler) for _ in range(2)]
        hand = {match.id: match.tokens["s0"] for match in matches}
        streaming.MOST_OF_A_KEY = AT_ONCE // 16
        hub = Hub(store, handler.repository, render, most=AT_ONCE // 2)
        refusals = set[str]()

        def follow(number: int) -> None:
            try:
                if number % 2:
                    source: Source = KeySource(hub, store, "a" * 12, 1 if number % 4 == 1 else None)
                else:
                    source = HandSource(hub, handler.renewals, handler.clock, hand, None, None)
            except Refused as refusal:
                refusals.add(refusal.code)
                return
            try:
                for _ in pieces(source, source.read(), EVENTS, list):
                    pass
            finally:
                source.leave()

        chance = random.Random(3)
        for _ in range(ROUNDS):
            callers = [gevent.spawn(follow, number) for number in range(AT_ONCE)]
            gevent.sleep(0.02)
            for match in matches:
                match.play(chance, 1)
            assert wait_until(lambda: len(refusals) == 2, 20), "more follow than there are places"
            for each in callers:
                if chance.random() < 0.2:
                    gevent.sleep(0)
                each.kill(block=False)
            gevent.joinall(callers, timeout=60)
        assert (hub.followers, hub.games, hub._by_caller, hub._of_keys) == (0, 0, {}, {})
        assert refusals == {"no_place_to_follow", "too_many_followers"}
        assert hub._readers == {0}, "one reader, as before"
        hub.close()


@in_patched_process
def test_a_look_whether_the_store_is_ready_that_is_killed_keeps_nobody_from_looking() -> None:
    asked: list[int] = []

    def ping() -> None:
        asked.append(1)
        gevent.sleep(0.001)

    ops.READY_SECONDS, readiness = 0.0, ops.Readiness(ping)
    killed_in_the_middle(lambda number: readiness.check(), 0.002)
    assert [part.name for part in readiness.check()] == ["store"]
    assert asked


@in_patched_process
def test_a_process_that_did_all_that_holds_no_more_than_before(redis_url: str) -> None:
    with connect(redis_url) as client:
        store = EventStore(client)
        handler = handler_on(store, CODECS, cache_size=10)
        games = [Match.create(handler).id for _ in range(30)]

        def read(number: int) -> None:
            handler.repository.load(games[number % len(games)])

        before = held_by(os.getpid())
        for _ in range(3):
            killed_in_the_middle(read)
        after = held_by(os.getpid())
        assert after.threads == before.threads
        assert after.files <= before.files + POOLED_CONNECTIONS
        assert len(handler.repository._cache) <= 10
