"""The index of games with a bot to act."""

from __future__ import annotations

from collections.abc import Sequence

from events.identity import partition_of
from events.redis_store import keys
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis

LONGEST_WAIT_MS = 120_000
"""More than any bot's turn is given before it counts as lost."""


class BotIndex:
    """Games with a bot to act, by the time when its turn counts as lost. Each commit keeps it up to date."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis

    def due(self, now_ms: int, count: int = 100) -> list[str]:
        """Games whose bot's turn counts as lost by now, or only so late that a wrong clock must have written the entry."""
        return self._games([("-inf", now_ms), (now_ms + LONGEST_WAIT_MS, "+inf")], count)

    def soonest(self, count: int) -> list[str]:
        """Of each partition the games whose bot's turn counts as lost soonest."""
        return self._games([("-inf", "+inf")], count)

    def postpone(self, game: str, due_ms: int) -> None:
        """Note that a bot's turn is being worked on, and counts as lost only from `due_ms` on; nothing if no bot must
        act."""
        with redis_errors():
            self._redis.client.zadd(keys.bots(partition_of(game)), {game: due_ms}, xx=True)

    def __len__(self) -> int:
        return sum(self._redis.each([(key, ("ZCARD", key)) for key in self._redis.in_partitions(keys.bots)]))

    def _games(self, ranges: Sequence[tuple[int | str, int | str]], count: int) -> list[str]:
        """A part of a cluster that is down must not stop the bots of the others."""
        partitions = self._redis.in_partitions(keys.bots)
        replies = self._redis.some(
            [(key, ("ZRANGEBYSCORE", key, *range_, "LIMIT", 0, count)) for range_ in ranges for key in partitions]
        )
        return [game.decode() for reply in replies for game in reply]
