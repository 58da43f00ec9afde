"""The feed of a partition: game, version and head of every commit, read over one connection per process."""

from __future__ import annotations

from typing import Any, NamedTuple

import redis

from events.errors import StoreUnavailable
from events.redis_store import keys
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis

FEED_LENGTH = 10_000
"""How many commits a feed keeps, or a few more."""


class FeedItem(NamedTuple):
    game: str
    version: int
    head: bytes = b""
    """The first bytes of the commit's audit head; empty if an older release wrote the item."""


class Feed:
    """One reader of a partition's feed.

    A broken connection is not replaced silently: items may have been missed, or Redis may have come back with fewer of them.
    So the caller must call `begin`, and then read the logs.
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
        # Through the pool, which finds the slot's node; the feed's own connection then goes there.
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
        """Disconnect."""
        if self._connection is not None:
            self._connection.disconnect()
