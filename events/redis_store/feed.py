"""The feed of a partition: what identifies every commit, read by each process over one connection of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

import redis

from events.errors import StoreUnavailable
from events.redis_store import keys
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis


class FeedItem(NamedTuple):
    game: str
    version: int
    head: bytes = b""
    """What the commit's audit head begins with; empty where a process from before wrote the item."""


class Feed:
    """One reader of a partition's feed.

    Its connection is never mended silently: whoever has lost it may have missed items, or Redis may have come back with
    fewer of them, and must look into the logs after `begin`.
    """

    def __init__(self, redis: GamesRedis, partition: int) -> None:
        self._redis = redis
        self._partition = partition
        self._key = keys.feed(partition)
        self._connection: Any = None
        self._last = b"0-0"

    def begin(self) -> None:
        """Connect, and read on from the newest item. Raises StoreUnavailable."""
        self.close()
        # Over other connections, which find out where the slot is now. That is where the feed's own must go.
        self._last = self.newest()
        try:
            pool: Any = self._redis.node(self._key).connection_pool
            named = {**pool.connection_kwargs, "client_name": f"tradewinds-feed-{self._partition}"}
            self._connection = pool.connection_class(**named)
            self._connection.connect()
        except redis.RedisError as error:
            raise StoreUnavailable(str(error)) from error

    def newest(self) -> bytes:
        """The entry id of the newest item."""
        with redis_errors():
            (newest,) = self._redis.connections.ask(self._key, ("XREVRANGE", self._key, "+", "-", "COUNT", 1))
        return bytes(newest[0][0]) if newest else b"0-0"

    def wait(self, block_ms: int) -> list[FeedItem]:
        """The items since the last call, waiting up to `block_ms` for the first. Raises StoreUnavailable."""
        try:
            self._connection.send_command("XREAD", "BLOCK", block_ms, "STREAMS", self._key, self._last)
            reply = self._connection.read_response()
        except redis.RedisError as error:
            raise StoreUnavailable(str(error)) from error
        if not reply:
            return []
        # A list of pairs in the older protocol, a map in RESP3.
        streams = reply.values() if isinstance(reply, dict) else [entries for _, entries in reply]
        items = [entry for entries in streams for entry in entries]
        self._last = items[-1][0]
        return [FeedItem(fields[1].decode(), int(fields[3]), *fields[5:6]) for _, fields in items]

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.disconnect()
