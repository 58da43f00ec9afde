"""The connections that a process holds to Redis."""

from __future__ import annotations

from queue import SimpleQueue

from events.redis_store.cluster import ClusterConnections
from events.redis_store.connections import ConnectionPool
from events.store.event_store import EventStore


def leaves_of(store: EventStore) -> list[SimpleQueue[None]]:
    """One queue for each node of Redis; it holds an entry for each connection that nobody uses at the moment."""
    held = store.redis.connections
    assert isinstance(held, (ConnectionPool, ClusterConnections))
    return [each._leaves for each in ([held] if isinstance(held, ConnectionPool) else held._pools.values())]
