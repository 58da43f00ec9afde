"""How much was removed from Redis for good, and how much of it the append-only file may still have.

An append-only file keeps what was removed until Redis writes the file anew. The scripts that delete a game, or forget a
name or the id of a player, count it in the same step. So a rewrite that began after a removal is known to have come after
it, whatever clocks show and whichever process is killed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import NamedTuple

from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis


class Removed(NamedTuple):
    """What was removed and may still be in the append-only file."""

    counts: Mapping[str, str]
    """By key, how many removals there have been."""
    since_ms: int
    """The time of the first of those that may still be there, in ms."""


class Removals:
    """What was removed from one Redis."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        self._rewritten = Script(
            redis.connections, resources.files("events.redis_store").joinpath("rewritten.lua").read_text()
        )

    def waiting(self) -> Removed | None:
        """What a rewrite would clear out of the append-only file; None if there is nothing. Raises StoreUnavailable."""
        partitions = self._redis.in_partitions(keys.removed)
        replies = self._redis.each([(key, ("HMGET", key, "n", "done", "since")) for key in partitions])
        found = [
            (key, count.decode(), int(since or 0))
            for key, (count, done, since) in zip(partitions, replies, strict=True)
            if count is not None and count != done
        ]
        return Removed({key: count for key, count, _ in found}, min(since for *_, since in found)) if found else None

    def rewritten(self, removed: Removed, began_ms: int) -> None:
        """Note that a rewrite, which began at this time with these removals made, has been completed. Raises
        StoreUnavailable."""
        with redis_errors():
            for key, count in removed.counts.items():
                self._rewritten((key,), (count, began_ms))
