"""The Redis that holds the games: one server or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import redis

from events.errors import PartitionsLowered
from events.redis_store import keys
from events.redis_store.cluster import ClusterConnections, LazyCluster
from events.redis_store.connections import Command, ConnectionPool, Connections
from events.redis_store.errors import redis_errors


class GamesRedis:
    """A Redis 6.2 or newer, single or cluster, over whose partitions the games are spread."""

    def __init__(self, client: redis.Redis | redis.RedisCluster | LazyCluster, partitions: int) -> None:
        self.partitions = partitions
        self._client = client
        self.connections: Connections
        if isinstance(client, redis.Redis):
            self.connections = ConnectionPool(client)
        else:
            self.connections = ClusterConnections(client.client if isinstance(client, LazyCluster) else lambda: client)

    @property
    def client(self) -> redis.Redis | redis.RedisCluster:
        """For commands that are not sent often. Raises redis.ConnectionError while a cluster is away."""
        return self._client.client() if isinstance(self._client, LazyCluster) else self._client

    def in_partitions(self, key: Callable[[int], str]) -> list[str]:
        """One kind of key, of every partition."""
        return [key(partition) for partition in range(self.partitions)]

    def each(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies to commands, each with its key. Raises StoreUnavailable if any of them fails."""
        replies = self.connections.each(commands)
        with redis_errors():
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
        return replies

    def some(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies of those parts of a cluster that answer. Raises StoreUnavailable if none does."""
        replies = self.connections.each(commands)
        found = [reply for reply in replies if not isinstance(reply, Exception)]
        if not found:
            with redis_errors():
                raise replies[0]
        return found

    def node(self, key: str) -> redis.Redis:
        """The client of the server that probably has a key. Raises StoreUnavailable."""
        with redis_errors():  # The slot may have no node.
            client: Any = self.client
            if isinstance(client, redis.Redis):
                return client
            node: redis.Redis = client.get_redis_connection(client.get_node_from_key(key))
        return node

    def primaries(self) -> dict[str, redis.Redis]:
        """The client of each server that holds games, by its name. Raises redis.RedisError."""
        client: Any = self.client
        if isinstance(client, redis.Redis):
            return {"": client}
        return {node.name: client.get_redis_connection(node) for node in client.get_primaries()}

    def ping(self) -> None:
        """Raises StoreUnavailable if no part of it answers: the games in any part can be played."""
        self.some([(key, ("GET", key)) for key in self.in_partitions(keys.sync)])

    def check_partitions(self) -> None:
        """Record how many partitions there are. Raises PartitionsLowered if there were more: their games would be lost."""
        with redis_errors():
            recorded: Any = self.client.get(keys.PARTITIONS)
            if recorded is not None and int(recorded) > self.partitions:
                raise PartitionsLowered(int(recorded))
            self.client.set(keys.PARTITIONS, self.partitions)
