"""Fixtures for handlers on a real Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from redis import Redis

from events.commands.handler import CommandHandler
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.events.processes import Clock
from tests.support.games import CODECS
from tests.support.play import handler_on


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def process(connected: Callable[[], Redis], clock: Clock) -> Callable[[], CommandHandler]:
    """Makes handlers that share nothing but the Redis, as processes do."""
    return lambda: handler_on(EventStore(connected()), CODECS, clock=clock)


@pytest.fixture
def connected(redis_url: str) -> Iterator[Callable[[], Redis]]:
    """Clients as several processes have them, closed after the test."""
    clients: list[Redis] = []

    def make() -> Redis:
        clients.append(connect(redis_url))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def redis(redis_url: str) -> Iterator[Redis]:
    with Redis.from_url(redis_url) as client:
        yield client
