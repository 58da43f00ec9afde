"""Feeds of commits: one a partition, which each process reads over one connection, and in it one for each API key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
import redis

from events.errors import StoreUnavailable
from events.redis_store import keys
from events.redis_store.connections import Command
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.store_types import FeedLine

FEED_LENGTH = 10_000
"""How many commits a feed keeps, or a few more."""
KEY_FEED_LENGTH = 1_000
"""How many lines the feed of an API key keeps in each partition, or a few more."""
KEY_FEED_SECONDS = 2 * 86_400
"""Seconds after its last commit before a partition's feed of an API key is dropped."""
LINES_AT_ONCE = 200
"""Lines of a partition that are read in one round trip."""
OVERLAP_MS = 2_000
"""How far a resumed reader looks back: clocks of a cluster's nodes differ, also after a failover."""


class FeedItem(NamedTuple):
    game: str
    version: int
    head: bytes = b""
    """The first bytes of the commit's audit head; empty if an older release wrote the item."""
    key: str = ""
    """The id of the API key that the game belongs to; empty if it belongs to none."""


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
        return [_item(fields) for _, fields in items]

    def close(self) -> None:
        """Disconnect."""
        if self._connection is not None:
            self._connection.disconnect()


def _item(fields: list[bytes]) -> FeedItem:
    game, version, head, key = [*fields[1::2], b"", b""][:4]
    return FeedItem(game.decode(), int(version), head, key.decode())


def is_of_before(redis: GamesRedis, since: int) -> bool:
    """Whether a backup was restored since this time (ms), so that a reader may have read entries that are lost now.

    Raises StoreUnavailable.
    """
    with redis_errors():
        (restored,) = redis.connections.ask(keys.RESTORED, ("GET", keys.RESTORED))
    return restored is not None and since <= int(restored) + OVERLAP_MS


class KeyLines(NamedTuple):
    """Entries that were read from the feed of an API key."""

    lines: list[tuple[int, FeedLine]]
    """The lines, each with the time (ms) of its commit by Redis' clock, oldest first."""
    deleted: list[str]
    """Games that were deleted; each after all of its lines."""
    upto: int
    """The time (ms) up to which everything in all partitions has been read."""
    lost: bool
    """Whether lines are missing: the feed no longer has them, or Redis has lost commits that were read."""


class KeyFeed:
    """One reader of the feed of an API key, in all partitions.

    Redis' clocks order the lines: that of each partition's node says how far the partition has been read.
    """

    def __init__(self, redis: GamesRedis, key: str, since: int | None) -> None:
        """`since`: the time (ms) up to which the caller has read before; None: read on from now."""
        self._redis = redis
        self._keys = redis.in_partitions(lambda partition: keys.key_feed(partition, key))
        self._since = since
        self._upto: list[int] = []
        """For each partition: the time up to which it was read. Empty before the first read."""
        self._start: list[bytes] = []
        """For each partition: where to begin, as long as nothing was read from it."""
        self._last: list[bytes | None] = [None] * len(self._keys)
        """For each partition: the entry that was read last."""
        self._lost = False
        self.unread: set[int] = set()
        """The partitions that had more lines than were read at once."""

    def read(self, partitions: Iterable[int]) -> KeyLines:
        """The lines in these partitions since the last call; at the first call those in all. Raises StoreUnavailable."""
        if not self._upto:
            self._begin()
            partitions = range(len(self._keys))
        asked = sorted(partitions)
        commands: list[tuple[str, Command]] = []
        for partition in asked:
            key = self._keys[partition]
            # The time first: what is written after it has a later one.
            start = self._last[partition] or self._start[partition]
            commands += [(key, ("TIME",)), (key, ("XRANGE", key, start, "+", "COUNT", LINES_AT_ONCE))]
        replies = self._redis.each(commands)
        found: list[tuple[int, FeedLine]] = []
        deleted: list[str] = []
        for partition, time, entries in zip(asked, replies[::2], replies[1::2], strict=True):
            for entry, (name, value) in self._taken(partition, ms_of(time), entries):
                if name == b"d":
                    deleted.append(value.decode())
                else:
                    found.append((_ms(entry), msgspec.json.decode(value, type=FeedLine)))
        found.sort(key=lambda each: each[0])
        lost, self._lost = self._lost, False
        return KeyLines(found, deleted, min(self._upto), lost)

    def _begin(self) -> None:
        """Find where to begin: where the caller was, if the feed still has all lines since then, otherwise now."""
        commands: list[tuple[str, Command]] = []
        for key in self._keys:
            commands += [(key, ("TIME",)), (key, ("XLEN", key)), (key, ("XRANGE", key, "-", "+", "COUNT", 1))]
        replies = self._redis.each(commands)
        now = [ms_of(time) for time in replies[::3]]
        known = self._since is not None and not is_of_before(self._redis, self._since)
        start = self._since - OVERLAP_MS if known and self._since is not None else None
        whole = start is not None and all(
            at - KEY_FEED_SECONDS * 1000 <= start <= at and (length < KEY_FEED_LENGTH or _ms(first[0][0]) <= start)
            for at, length, first in zip(now, replies[1::3], replies[2::3], strict=True)
        )
        self._lost = self._since is not None and not whole
        self._upto = now
        self._start = [b"%d-0" % (start if whole and start is not None else at) for at in now]

    def _taken(self, partition: int, now: int, entries: list[Any]) -> list[Any]:
        """Those of the entries read from a partition that are new."""
        known, cut = self._last[partition], len(entries) == LINES_AT_ONCE
        if known is not None:
            if entries and entries[0][0] == known:
                entries = entries[1:]
            elif _ms(known) > now - KEY_FEED_SECONDS * 1000:
                # The entry that was read last is gone, and not for its age: it was trimmed, or Redis has lost it.
                self._lost = True
                self._last[partition], self._start[partition] = None, b"%d-0" % now
        if entries:
            self._last[partition] = entries[-1][0]
        self._upto[partition] = _ms(entries[-1][0]) if cut else now
        if cut:
            self.unread.add(partition)
        else:
            self.unread.discard(partition)
        return entries


def _ms(entry: bytes) -> int:
    """The time in an entry's id."""
    return int(entry.partition(b"-")[0])


def ms_of(time: Any) -> int:
    """A reply to TIME in milliseconds."""
    seconds, micros = time
    return int(seconds) * 1000 + int(micros) // 1000
