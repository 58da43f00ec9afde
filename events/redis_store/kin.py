"""Games that began with names of another one: its branches, its rematch and imports of its file.

A name is stored beside each log that has its seal, so whoever deletes it must find all of them.
"""

from __future__ import annotations

import re
from typing import Any

from events.identity import GAME_ID, partition_of
from events.redis_store import keys
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis

_GAME = re.compile(GAME_ID)


class Kin:
    """What Redis knows of such games, for each game that they began from."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis

    def note(self, game: str, child: str) -> None:
        """Note that `child` begins with names of a game; nothing if no game of this Redis can have that id."""
        if self.may_be_here(game):
            with redis_errors():
                self._redis.client.sadd(keys.kin(game), child)

    def may_be_here(self, game: str) -> bool:
        """Whether a game of this Redis can have this id, which may come from a file."""
        return _GAME.fullmatch(game) is not None and int(partition_of(game)) < self._redis.partitions

    def of(self, game: str) -> list[str]:
        """The games that began with names of a game. Raises StoreUnavailable."""
        with redis_errors():
            found: Any = self._redis.client.smembers(keys.kin(game))
        return sorted(child.decode() for child in found)

    def drop(self, game: str) -> None:
        with redis_errors():
            self._redis.client.delete(keys.kin(game))
