"""How the service and the workers connect to Redis."""

from __future__ import annotations

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.redis_store.cluster import LazyCluster, connect_cluster
from events.redis_store.cluster_url import is_cluster
from events.redis_store.connections import BlockingPool


def connect(url: str, connections: int = 64) -> redis.Redis:
    """A client with a bounded pool that waits for a free connection.

    A command on a broken connection is sent again once, at once: a restart of Redis leaves broken connections in the pool.
    An outage that lasts longer becomes an error, and the caller gets a 503.
    """
    pool = BlockingPool.from_url(
        url, max_connections=connections, timeout=5, socket_timeout=15, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1)
    )
    return redis.Redis(connection_pool=pool)


def connect_games(url: str) -> redis.Redis | LazyCluster:
    """A client of the Redis that holds the games, which need not be there yet. Raises ValueError."""
    if is_cluster(url):
        return LazyCluster(url, connections=64)
    return connect(url)


def answers(url: str) -> bool:
    """Whether the Redis, or a node of the cluster, at this URL answers now. Raises ValueError."""
    try:
        if is_cluster(url):
            with connect_cluster(url, connections=1) as cluster:
                return bool(cluster.get_primaries())
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def is_node_of_cluster(url: str) -> bool:
    """Whether a Redis given as a single one is a node of a cluster, which would refuse most keys."""
    if is_cluster(url):
        return False
    with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
        return bool(client.info("cluster").get("cluster_enabled"))
