"""The index of games with a clock, by the time when the first seat's time is over."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import NamedTuple

from events.identity import partition_of
from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis

DOWN_MS = 10_000
"""After so long without a look the service counts as down: deadlines that passed meanwhile are moved."""


class Overdue(NamedTuple):
    """Games of a partition in which a seat's time is over. Times are those of its Redis, in ms."""

    now_ms: int
    down_ms: int
    """Since when nobody looked the last time that the service was down."""
    up_ms: int
    """When somebody looked again."""
    games: list[str]

    def passed_while_down(self, end_ms: int) -> bool:
        return self.down_ms < end_ms <= self.up_ms


class ClockIndex:
    """Games in which a seat's time runs. Each commit of a game with a clock keeps it up to date."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        self._overdue = Script(redis.connections, resources.files("events.redis_store").joinpath("overdue.lua").read_text())

    def overdue(self, count: int = 100) -> Iterator[Overdue]:
        """What is due in each partition. Raises StoreUnavailable."""
        for partition in range(self._redis.partitions):
            with redis_errors():
                ((now_ms, down_ms, up_ms, games),) = self._overdue(
                    (keys.clocks(partition), keys.looked(partition)), (count, DOWN_MS)
                )
            yield Overdue(now_ms, down_ms, up_ms, [game.decode() for game in games])

    def set(self, game: str, due_ms: int | None) -> None:
        """Set when a game is due next, if it is in the index; None: not at all."""
        with redis_errors():
            if due_ms is None:
                self._redis.client.zrem(keys.clocks(partition_of(game)), game)
            else:
                self._redis.client.zadd(keys.clocks(partition_of(game)), {game: due_ms}, xx=True)
