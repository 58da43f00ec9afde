"""Handlers on a Redis Cluster, each like a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from events.commands.handler import CommandHandler
from events.redis_store.cluster import connect_cluster
from events.store.event_store import EventStore
from harness.redis_cluster import QUICK_MS, Cluster
from tests.support.games import CODECS
from tests.support.play import handler_on

PARTITIONS = 16


@pytest.fixture
def cluster(cluster: Cluster) -> Cluster:
    """The Redis Cluster, whose replicas take over soon."""
    cluster.fail_over_after(QUICK_MS)
    return cluster


@pytest.fixture
def process(cluster: Cluster) -> Iterator[Callable[..., CommandHandler]]:
    """Makes handlers with a store of their own: `process(wait_replicas=1)`."""
    clients = []

    def make(**options: int) -> CommandHandler:
        client = connect_cluster(cluster.url, 64)
        clients.append(client)
        return handler_on(EventStore(client, PARTITIONS, **options), CODECS)

    yield make
    for client in clients:
        client.close()
