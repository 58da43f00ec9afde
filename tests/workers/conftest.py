"""A worker in the process of the test, on a real Redis, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from redis import Redis

from events.bot_queue import BotQueue, patience_ms
from events.identity import utc_now
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import handler_on
from workers.jobs import BotServices

BUDGET = 0.05


class Clock:
    """Goes on only as it is told to."""

    def __init__(self) -> None:
        self.now = utc_now().replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def services(redis_url: str, clock: Clock) -> Iterator[BotServices]:
    """A worker as `tradewinds worker` makes one, and a service that enqueues as the app does."""
    with connect(redis_url) as client, connect(redis_url) as queue:
        yield make_services(client, queue, clock)


def make_services(client: Redis, queue: Redis, clock: Callable[[], datetime]) -> BotServices:
    store = EventStore(client)
    handler = handler_on(store, CODECS, clock=clock, bot_patience_ms=patience_ms(BUDGET))
    return BotServices(handler=handler, store=store, queue=BotQueue(queue), budget=BUDGET, clock=clock)
