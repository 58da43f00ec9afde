"""Handlers on a Redis Cluster, each like a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from events.handler import Handler
from events.redis_cluster import connect_cluster
from events.redis_store import RedisStore
from harness.redis_cluster import QUICK_MS, Cluster
from tests.support.games import CODECS

PARTITIONS = 16


@pytest.fixture
def cluster(cluster: Cluster) -> Cluster:
    """The Redis Cluster, whose replicas take over soon."""
    cluster.fail_over_after(QUICK_MS)
    return cluster


@pytest.fixture
def process(cluster: Cluster) -> Iterator[Callable[..., Handler]]:
    """Makes handlers with a store of their own: `process(wait_replicas=1)`."""
    clients = []

    def make(**options: int) -> Handler:
        client = connect_cluster(cluster.url, 64)
        clients.append(client)
        return Handler(RedisStore(client, PARTITIONS, **options), CODECS)

    yield make
    for client in clients:
        client.close()
