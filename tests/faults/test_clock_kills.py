"""A process that looks for seats whose time is over is killed (SIGKILL) before and after each of its calls of Redis."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from itertools import product
from typing import Any, Literal

import pytest
from redis.connection import AbstractConnection

from domain.session import lifecycle
from domain.session.clocks import Clock, SeatTimedOut
from events.games.audit import audit
from events.redis_store import keys
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, handler_on
from workers.clocks import Timekeeper

When = Literal["before", "after"]
CALLS = 17
"""More than a process makes from its first connection to its second time-out."""


def keeper_on(store: EventStore) -> Timekeeper:
    client: Any = store.redis.client
    return Timekeeper(store, handler_on(store, CODECS), client)


def sweep_until_killed(url: str, when: When, call: int) -> None:
    """Look, and die before sending a command, or after reading a reply, with this number."""
    count = 0
    sent: Callable[..., Any] = AbstractConnection.send_packed_command
    read: Any = None

    def die_if_due() -> None:
        nonlocal count
        count += 1
        if count == call:
            os.kill(os.getpid(), signal.SIGKILL)

    with connect(url) as client:
        made = client.connection_pool.connection_class
        read = made.read_response

        def send(self: Any, *args: Any, **more: Any) -> Any:
            if when == "before":
                die_if_due()
            return sent(self, *args, **more)

        def receive(self: Any, *args: Any, **more: Any) -> Any:
            found = read(self, *args, **more)
            if when == "after":
                die_if_due()
            return found

        made.send_packed_command, made.read_response = send, receive
        keeper_on(EventStore(client)).sweep(5.0)


@pytest.mark.threat("T-52")
def test_a_time_out_is_made_once_wherever_its_process_is_killed(redis_url: str) -> None:
    context = multiprocessing.get_context("fork")
    with connect(redis_url) as client:
        store = EventStore(client)
        bot = Clock(seconds=1, on_timeout="bot", level="stand_in")
        matches = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN, clock=bot) for _ in range(60)]
        seats = {match.id: match.to_act()[0] for match in matches}
        time.sleep(1.05)
        for call, when in product(range(1, CALLS), ("before", "after")):
            process = context.Process(target=sweep_until_killed, args=(redis_url, when, call))
            process.start()
            process.join()
            assert process.exitcode == -signal.SIGKILL
        left = store.redis.client.zcard(keys.clocks(0))
        assert 0 < left < 60, "some were timed out by the processes that were killed, and some were not"
        keeper_on(store).sweep(10.0)
        assert store.redis.client.zcard(keys.clocks(0)) == 0
        for match in matches:
            happened = [event for events in match.game_log.events(match.commits) for event in events]
            assert [event.seat for event in happened if isinstance(event, SeatTimedOut)] == [seats[match.id]]
            assert match.game_log.session.seats[seats[match.id]].kind == "bot"
            assert store.redis.client.zscore(keys.bots(0), match.id) is not None, "the bot's turn is known"
        match.manage("host", lifecycle.AbandonGame())
        assert audit(CODECS, match.commits).ok
