"""Deleting games from Redis, and the list of those that were deleted a short time ago."""

from __future__ import annotations

from importlib import resources

import msgspec

from events.identity import milliseconds_of, partition_of
from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.feed import FEED_LENGTH, KEY_FEED_LENGTH, KEY_FEED_SECONDS
from events.redis_store.games_list import scored
from events.redis_store.games_redis import GamesRedis
from events.store_types import OwnedGame


class Deletions:
    """What Redis keeps of deleted games: the time of each, for ever, and a list of those of the last hour."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        text = resources.files("events.redis_store").joinpath("delete.lua").read_text()
        self._delete = Script(redis.connections, text)

    def delete(self, game: str, owner: str | None, at: str, at_ms: int, result: OwnedGame | None = None) -> str:
        """Delete a game, which belongs to this API key or to none; the time of its deletion, which may have been earlier.
        `result`: what is kept of a game that was over, if the holder of the key wants that.

        In one step: the log, what is beside it and all entries in indexes are deleted, no append or note creates them again,
        and the feed and the webhooks of the API key learn of it. Raises StoreUnavailable; safe to repeat.
        """
        partition, stream = partition_of(game), keys.log(game)
        touched = (stream, keys.secrets(stream), keys.feed(partition), keys.deleted(partition))
        told: tuple[str, ...] = ()
        if owner is not None:
            gone = keys.owned_by_status(partition, owner, keys.GONE)
            told = (keys.key_feed(partition, owner), keys.hooked(partition), keys.outbox(partition), gone)
        kept: tuple[bytes | int, ...] = (b"", 0)
        if result is not None:
            kept = (msgspec.json.encode(result), milliseconds_of(result.acted_at))
        with redis_errors():
            (found,) = self._delete(
                (
                    *(*touched, *keys.hashes_by_game(partition), keys.removed(partition), keys.external(partition)),
                    *(*told, *keys.sets_of_games(partition, owner)),
                ),
                (game, at, at_ms, FEED_LENGTH, owner or "", KEY_FEED_LENGTH, KEY_FEED_SECONDS, *kept),
            )
        return str(found.decode())

    def recent(self) -> list[tuple[int, str]]:
        """The games that were deleted a short time ago, each with the time in ms. Raises StoreUnavailable."""
        partitions = self._redis.in_partitions(keys.deleted)
        replies = self._redis.some([(key, ("ZRANGE", key, 0, -1, "WITHSCORES")) for key in partitions])
        return [each for reply in replies for each in scored(reply)]

    def drop(self, game: str) -> None:
        """Take a game out of the list of those deleted a short time ago."""
        with redis_errors():
            self._redis.client.zrem(keys.deleted(partition_of(game)), game)
