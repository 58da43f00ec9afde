"""The index of sleeping games: all that Redis keeps of their logs."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib import resources
from os import urandom
from typing import NamedTuple

from events.envelope import Commit
from events.identity import milliseconds, partition_of
from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.store_types import StoredLog

_FORM = struct.Struct(">IQQ16sQI")
_SCANNED = 500
"""Games that are read in one round trip."""


class Pointer(NamedTuple):
    """The state of a log when it left Redis, in 48 bytes and the names at the end."""

    version: int
    acted_ms: int
    """The time of the last commit, in ms since 1970."""
    mark: int
    """A random number, by which a waking names the sleep that it ends."""
    head: bytes
    """The first 16 bytes of the audit head at that version."""
    created_ms: int
    """The time of the first commit."""
    size: int
    """Of the file, in bytes."""
    ruleset: str
    owner: str | None
    """The id of the API key that the game belongs to; None: it belongs to none."""

    @classmethod
    def to(cls, first: Commit, last: Commit, owner: str | None, size: int) -> Pointer:
        """A pointer for a log with these commits that falls asleep now."""
        head = bytes.fromhex(str(last.head))[:16]
        acted_ms, created_ms = (milliseconds(datetime.fromisoformat(each.at)) for each in (last, first))
        return cls(last.version, acted_ms, int.from_bytes(urandom(8)), head, created_ms, size, first.ruleset, owner)

    @classmethod
    def read(cls, stored: bytes) -> Pointer:
        """The pointer that was stored."""
        version, acted_ms, mark, head, created_ms, size = _FORM.unpack(stored[: _FORM.size])
        ruleset, _, owner = stored[_FORM.size :].decode().partition(" ")
        return cls(version, acted_ms, mark, head, created_ms, size, ruleset, owner or None)

    def stored(self) -> bytes:
        """The pointer as Redis has it."""
        *numbers, ruleset, owner = self
        names = ruleset if owner is None else f"{ruleset} {owner}"
        return _FORM.pack(*numbers) + names.encode()

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

    @property
    def partitions(self) -> int:
        return self._redis.partitions

    def scan(self, partition: int, cursor: int) -> tuple[int, list[tuple[str, Pointer]]]:
        """Some hundred sleeping games of a partition, and the cursor for the next ones; 0: these were the last. A game may
        come twice. Raises StoreUnavailable."""
        key = keys.asleep(partition)
        with redis_errors():
            ((following, found),) = self._redis.connections.ask(key, ("HSCAN", key, cursor, "COUNT", _SCANNED))
        # A flat list in the older protocol, a map in RESP3.
        pairs = found.items() if isinstance(found, dict) else zip(found[::2], found[1::2], strict=True)
        return int(following), [(game.decode(), Pointer.read(stored)) for game, stored in pairs]

    def every(self) -> Iterator[tuple[str, Pointer]]:
        """All sleeping games, read in batches as the caller goes on; some may come twice. Raises StoreUnavailable."""
        for partition in range(self.partitions):
            cursor, found = self.scan(partition, 0)
            yield from found
            while cursor:
                cursor, found = self.scan(partition, cursor)
                yield from found

    def __len__(self) -> int:
        return sum(self._redis.each([(key, ("HLEN", key)) for key in self._redis.in_partitions(keys.asleep)]))
