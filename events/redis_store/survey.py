"""What the games in Redis take, page by page, without an index that each action would have to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from events.envelope import Commit, is_time, published_secret
from events.errors import LogDamaged
from events.redis_store import keys
from events.redis_store.connections import Command
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.redis_store.logs import commits_of

LOOKED_AT = 1_000
"""Keys that one page looks at, roughly; half of them are logs."""


class StoredGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is in Redis, with what it takes there."""

    id: str
    """In every address of the game."""
    ruleset: str
    """Which game is played."""
    version: int
    """The number of commits."""
    over: bool
    """Whether it is finished or abandoned, and so waits for the archive."""
    imported: bool
    """Whether it was imported."""
    bytes: int
    """About how much of Redis' memory its log takes."""
    created_at: str
    """The time of the first commit, RFC 3339, UTC."""
    acted_at: str
    """The time of the last commit, RFC 3339, UTC."""
    key: str | None
    """The id of the API key that it belongs to; null: it belongs to none."""


class Place(NamedTuple):
    """How far a survey has come: the node, by its name, and the cursor of its scan."""

    cursor: int
    node: str = ""

    def __str__(self) -> str:
        return f"{self.cursor}@{self.node}"


def place_of(text: str) -> Place | None:
    """The place that a text names; None if it is none."""
    cursor, at, node = text.partition("@")
    return Place(int(cursor), node) if at and cursor.isdecimal() and len(cursor) <= 20 else None


class Survey:
    """Finds all games in Redis in no particular order, by SCAN: each that stays there is found at least once."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis

    def page(self, since: Place | None, wanted: Callable[[StoredGame], bool]) -> tuple[list[StoredGame], Place | None]:
        """The wanted games among the next ones, and where the next page begins; None: there is none. Raises
        StoreUnavailable."""
        with redis_errors():
            nodes = self._redis.primaries()
            # If a node has left meanwhile, its games are on others now, and may be found twice or not at all.
            names = [name for name in sorted(nodes) if since is None or name >= since.node]
            if not names:
                return [], None
            name = names[0]
            cursor = since.cursor if since is not None and name == since.node else 0
            reply: Any = nodes[name].scan(cursor, match=keys.ALL_LOGS, count=LOOKED_AT, _type="stream")
            following, found = reply
        games = [each for each in self._described([key.decode() for key in found]) if wanted(each)]
        if following:
            return games, Place(following, name)
        return games, Place(0, names[1]) if len(names) > 1 else None

    def _described(self, logs: list[str]) -> list[StoredGame]:
        """Of each log that can be read what is to be known."""
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
    return StoredGame(
        id=game,
        ruleset=first.ruleset,
        version=last.version,
        over=published_secret(last) is not None,
        imported=imported is not None,
        bytes=size,
        created_at=first.at,
        acted_at=last.at,
        key=None if owner is None else owner.decode(),
    )
