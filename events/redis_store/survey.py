"""The sizes of the games in Redis, page by page, without an index that each action would have to write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from events.envelope import Commit, is_time
from events.errors import LogDamaged
from events.redis_store import keys
from events.redis_store.connections import Command
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.redis_store.logs import commits_of
from events.store_types import StoredGame, stored_game

LOOKED_AT = 1_000
"""Keys that one page looks at, roughly; half of them are logs."""


class Place(NamedTuple):
    """How far a survey has come: the node, by its name, and the cursor of its scan."""

    cursor: int
    node: str = ""

    def __str__(self) -> str:
        return f"{self.cursor}@{self.node}"


def place_of(text: str) -> Place:
    """The place that a text names."""
    cursor, _, node = text.partition("@")
    return Place(int(cursor), node)


class RedisSurvey:
    """Finds all games in Redis in no particular order, by SCAN: each that stays there is found at least once."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis

    def page(self, since: Place) -> tuple[list[StoredGame], Place | None]:
        """The next games, and where the next page begins; None: there is none. Raises StoreUnavailable."""
        with redis_errors():
            nodes = self._redis.primaries()
            # If a node has left meanwhile, its games are on others now, and may be found twice or not at all.
            names = [name for name in sorted(nodes) if name >= since.node]
            if not names:
                return [], None
            name = names[0]
            cursor = since.cursor if name == since.node else 0
            reply: Any = nodes[name].scan(cursor, match=keys.ALL_LOGS, count=LOOKED_AT, _type="stream")
            following, found = reply
        games = self._described([key.decode() for key in found])
        if following:
            return games, Place(following, name)
        return games, Place(0, names[1]) if len(names) > 1 else None

    def _described(self, logs: list[str]) -> list[StoredGame]:
        """The size and times of each log that can be read."""
        questions: tuple[Callable[[str], Command], ...] = (
            lambda log: ("XRANGE", log, "-", "+", "COUNT", 1),
            lambda log: ("XREVRANGE", log, "+", "-", "COUNT", 1),
            memory_of,
            lambda log: ("HMGET", keys.secrets(log), "owner", "imported"),
        )
        replies = self._redis.each([(log, ask(log)) for log in logs for ask in questions])
        rows = [replies[start : start + len(questions)] for start in range(0, len(replies), len(questions))]
        return [
            game for log, row in zip(logs, rows, strict=True) if (game := _described(keys.game_of(log), *row)) is not None
        ]

    def missing(self, games: Sequence[str]) -> list[str]:
        """Those of these games of which Redis has no log; deleted ones do not count. Raises StoreUnavailable."""
        beside = [keys.secrets(keys.log(game)) for game in games]
        there = self._redis.each([(key, ("EXISTS", key)) for key in beside])
        return [game for game, exists in zip(games, there, strict=True) if not exists]


def memory_of(log: str) -> Command:
    """The command that asks how much memory a log takes."""
    return "MEMORY", "USAGE", log


def _described(game: str, first: Any, last: Any, size: int | None, beside: Any) -> StoredGame | None:
    try:
        begun, newest = commits_of(game, first), commits_of(game, last)
    except LogDamaged:
        return None
    if not begun or not newest or not (is_time(begun[0].at) and is_time(newest[0].at)):
        return None  # It left Redis meanwhile, or is damaged.
    return _game(game, begun[0], newest[0], size or 0, beside)


def _game(game: str, first: Commit, last: Commit, size: int, beside: Any) -> StoredGame:
    owner, imported = beside
    return stored_game(game, first, last, None if owner is None else owner.decode(), imported is not None, size, "redis")
