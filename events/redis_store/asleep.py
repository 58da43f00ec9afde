"""The index of sleeping games: all that Redis keeps of their logs."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from importlib import resources
from os import urandom
from typing import Any, NamedTuple

from events.identity import partition_of
from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.store_types import StoredLog

_FORM = struct.Struct(">IIQ16s")
_SCANNED = 500
"""Games that are read in one round trip."""


class Pointer(NamedTuple):
    """What a log was when it left Redis, in 32 bytes."""

    version: int
    acted_at: int
    """The time of the last commit, in seconds since 1970."""
    mark: int
    """A random number: whoever wakes the game names the sleep that is to end."""
    head: bytes
    """The first 16 bytes of the audit head at that version."""

    @classmethod
    def to(cls, version: int, acted_at: float, head: str) -> Pointer:
        """A pointer for a log that falls asleep now; `head` in hex."""
        return cls(version, int(acted_at), int.from_bytes(urandom(8)), bytes.fromhex(head)[:16])

    @classmethod
    def read(cls, stored: bytes) -> Pointer:
        """The pointer that was stored."""
        return cls(*_FORM.unpack(stored))

    def stored(self) -> bytes:
        """The pointer as Redis has it."""
        return _FORM.pack(*self)

    def fits(self, version: int, head: str) -> bool:
        """Whether a log with this head (in hex) at this version is the one that left Redis."""
        return self.version == version and head.startswith(self.head.hex())


class Asleep(NamedTuple):
    """The log of a sleeping game as its file has it, with the pointer that Redis has."""

    pointer: Pointer
    log: StoredLog

    def args(self) -> list[str | bytes | int]:
        """The arguments of wake.lua for the log."""
        secrets = [part for pair in self.log.secrets.items() for part in pair]
        # Heads in their shorter form, as an append writes them.
        commits = [part for text, head in self.log.entries for part in (text, bytes.fromhex(head.decode()))]
        return [self.pointer.stored(), *commits, *secrets, len(commits), len(secrets)]


class SleepIndex:
    """The sleeping games of each partition, in no order."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        self._remark = Script(redis.connections, resources.files("events.redis_store").joinpath("remark.lua").read_text())

    def find(self, game: str) -> Pointer | None:
        """The pointer of a game; None if it does not sleep. Raises StoreUnavailable."""
        key = keys.asleep(partition_of(game))
        with redis_errors():
            (stored,) = self._redis.connections.ask(key, ("HGET", key, game))
        return None if stored is None else Pointer.read(stored)

    def find_all(self, games: Sequence[str]) -> list[Pointer | None]:
        """The pointers of several games, in one round trip; None also where a part of a cluster is down."""
        asked = [(keys.asleep(partition_of(game)), game) for game in games]
        replies = self._redis.connections.each([(key, ("HGET", key, game)) for key, game in asked])
        return [Pointer.read(reply) if isinstance(reply, bytes) else None for reply in replies]

    def remark(self, game: str) -> None:
        """Give a sleeping game another mark: a process that has read its file before must read it again to wake the game.
        Raises StoreUnavailable."""
        pointer = self.find(game)
        while pointer is not None:
            again = pointer._replace(mark=int.from_bytes(urandom(8)))
            with redis_errors():
                (done,) = self._remark((keys.asleep(partition_of(game)),), (game, pointer.stored(), again.stored()))
            pointer = None if done else self.find(game)

    def every(self) -> Iterator[tuple[str, Pointer]]:
        """All sleeping games, read in batches as the caller goes on; some may come twice. Raises StoreUnavailable."""
        for key in self._redis.in_partitions(keys.asleep):
            cursor: Any = b"0"
            while True:
                with redis_errors():
                    ((cursor, found),) = self._redis.connections.ask(key, ("HSCAN", key, cursor, "COUNT", _SCANNED))
                # A flat list in the older protocol, a map in RESP3.
                pairs = found.items() if isinstance(found, dict) else zip(found[::2], found[1::2], strict=True)
                for game, stored in pairs:
                    yield game.decode(), Pointer.read(stored)
                if int(cursor) == 0:
                    break

    def __len__(self) -> int:
        return sum(self._redis.each([(key, ("HLEN", key)) for key in self._redis.in_partitions(keys.asleep)]))
