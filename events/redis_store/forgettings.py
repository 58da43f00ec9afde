"""Names that were forgotten: what Redis keeps of them is the game and the seal, which say nothing without the salt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import resources
from typing import Any, NamedTuple

from events.identity import partition_of
from events.log.names import name_field
from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.feed import FEED_LENGTH
from events.redis_store.games_list import scored
from events.redis_store.games_redis import GamesRedis


class Forgotten(NamedTuple):
    """A name of a game that was forgotten."""

    game: str
    seal: str

    def stored(self) -> str:
        return f"{self.game} {self.seal}"

    @classmethod
    def read(cls, stored: str) -> Forgotten:
        """Raises ValueError."""
        game, seal = stored.split()
        return cls(game, seal)


class Forgettings:
    """The list of all forgotten names, for ever, and that of those which were forgotten a short time ago."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        text = resources.files("events.redis_store").joinpath("forget.lua").read_text()
        self._forget = Script(redis.connections, text)

    def lines(self, game: str) -> list[bytes]:
        """The entries of a game in the public list and in that of its API key; empty where it has none."""
        partition = partition_of(game)
        lists = (keys.summaries(partition), keys.owned(partition))
        return [reply or b"" for reply in self._redis.each([(key, ("HGET", key, game)) for key in lists])]

    def forget(self, game: str, seals: Collection[str], at_ms: int, before: Sequence[bytes], after: Sequence[bytes]) -> bool:
        """Delete the names of these seals from what Redis has of a game; False if its entries in lists are not those any
        more that were there `before`. They become those of `after`. Safe to repeat. Raises StoreUnavailable."""
        partition = partition_of(game)
        touched = (keys.secrets(keys.log(game)), keys.feed(partition), keys.forgotten(partition), keys.forgetting(partition))
        entries = [part for pair in zip(before, after, strict=True) for part in pair]
        noted = [Forgotten(game, seal).stored() for seal in seals]
        with redis_errors(game):
            (done,) = self._forget(
                (*touched, keys.summaries(partition), keys.owned(partition), keys.removed(partition)),
                (game, at_ms, FEED_LENGTH, *entries, len(seals), *map(name_field, seals), *noted),
            )
        return bool(done)

    def note(self, forgotten: Iterable[Forgotten], at_ms: int) -> None:
        """Note names that were forgotten before this Redis was set back. Raises StoreUnavailable."""
        with redis_errors():
            for each in forgotten:
                partition = partition_of(each.game)
                if self._redis.client.zscore(keys.forgotten(partition), each.stored()) is None:
                    self._redis.client.hincrby(keys.removed(partition), "n")
                    self._redis.client.hsetnx(keys.removed(partition), "since", str(at_ms))
                for key in (keys.forgotten(partition), keys.forgetting(partition)):
                    self._redis.client.zadd(key, {each.stored(): at_ms}, nx=True)

    def announce(self, game: str) -> None:
        """Tell the followers of a game that names were forgotten in its file."""
        fields: dict[Any, Any] = {"g": game, "v": 0, "h": ""}
        with redis_errors():
            self._redis.client.xadd(keys.feed(partition_of(game)), fields, maxlen=FEED_LENGTH)

    def among(self, game: str, seals: Iterable[str]) -> set[str]:
        """Those of these seals whose names were forgotten in a game."""
        wanted, key = list(seals), keys.forgotten(partition_of(game))
        replies = self._redis.each([(key, ("ZSCORE", key, Forgotten(game, seal).stored())) for seal in wanted])
        return {seal for seal, reply in zip(wanted, replies, strict=True) if reply is not None}

    def all(self) -> list[Forgotten]:
        """Every forgotten name. Raises StoreUnavailable."""
        return [each for _, each in self._read(keys.forgotten)]

    def recent(self) -> list[tuple[int, Forgotten]]:
        """The names that were forgotten a short time ago, each with the time in ms. Raises StoreUnavailable."""
        return self._read(keys.forgetting)

    def _read(self, key: Callable[[int], str]) -> list[tuple[int, Forgotten]]:
        replies: list[Any] = self._redis.some(
            [(each, ("ZRANGE", each, 0, -1, "WITHSCORES")) for each in self._redis.in_partitions(key)]
        )
        return [(at_ms, Forgotten.read(stored)) for reply in replies for at_ms, stored in scored(reply)]

    def finish(self, forgotten: Iterable[Forgotten]) -> None:
        """Take names out of the list of those forgotten a short time ago."""
        with redis_errors():
            for each in forgotten:
                self._redis.client.zrem(keys.forgetting(partition_of(each.game)), each.stored())
