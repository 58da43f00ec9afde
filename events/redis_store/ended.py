"""The index of games that are over and still in Redis."""

from __future__ import annotations

from events.identity import partition_of
from events.redis_store import keys
from events.redis_store.errors import redis_errors
from events.redis_store.games_list import scored
from events.redis_store.games_redis import GamesRedis


class EndedIndex:
    """Games that are over and not yet in the archive, by the time of their end."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis

    def due(self, before_ms: int, count: int = 100) -> list[str]:
        """Games that were over by then: of each partition, where it can be read, those that ended first."""
        replies = self._redis.some(
            [
                (key, ("ZRANGEBYSCORE", key, "-inf", before_ms, "LIMIT", 0, count))
                for key in self._redis.in_partitions(keys.over)
            ]
        )
        return [game.decode() for reply in replies for game in reply]

    def overdue(self, before_ms: int) -> tuple[int, int | None]:
        """How many games were over by then, and when, in ms, the first of them ended."""
        partitions = self._redis.in_partitions(keys.over)
        first = ("-inf", before_ms, "WITHSCORES", "LIMIT", 0, 1)
        counts = self._redis.each([(key, ("ZCOUNT", key, "-inf", before_ms)) for key in partitions])
        oldest = self._redis.each([(key, ("ZRANGEBYSCORE", key, *first)) for key in partitions])
        return sum(counts), min((ended for reply in oldest for ended, _ in scored(reply)), default=None)

    def add(self, game: str, ended_ms: int) -> bool:
        """Note that a game is over; False if that was known."""
        with redis_errors():
            return bool(self._redis.client.zadd(keys.over(partition_of(game)), {game: ended_ms}, nx=True))

    def postpone(self, game: str, ended_ms: int) -> None:
        """Let a game count as over only since then."""
        with redis_errors():
            self._redis.client.zadd(keys.over(partition_of(game)), {game: ended_ms}, xx=True)
