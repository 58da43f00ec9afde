"""Fixtures for handlers on a real Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from redis import Redis

from events.command_handler import CommandHandler
from events.redis_store.client import connect
from events.store import EventStore
from tests.events.processes import Clock
from tests.support.games import CODECS
from tests.support.play import handler_on


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def process(redis_url: str, clock: Clock) -> Iterator[Callable[[], CommandHandler]]:
    """Makes handlers that share nothing but the Redis, as processes do."""
    clients: list[Redis] = []

    def start() -> CommandHandler:
        clients.append(connect(redis_url))
        return handler_on(EventStore(clients[-1]), CODECS, clock=clock)

    yield start
    for client in clients:
        client.close()
