"""The index of sleeping games: all that Redis keeps of their logs."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from importlib import resources
from os import urandom
from typing import NamedTuple

from events.envelope import Commit
from events.identity import milliseconds_of, partition_of
from events.redis_store import keys
from events.redis_store.connections import Script
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.store_types import StoredLog

_FORM = struct.Struct(">IQQ16sQI")
STAYS_MS = 30 * 60 * 1000
"""For so long a file stays that no pointer names, since a Redis that lost what it did last may name it again. A file is
reserved for as long."""
_SCANNED = 500
"""Games that are read in one round trip."""


class Pointer(NamedTuple):
    """The state of a log when it left Redis, in 48 bytes and the names at the end."""

    version: int
    acted_ms: int
    """The time of the last commit, in ms since 1970."""
    mark: int
    """A random number, which no other sleep has. The file of the sleep is named after it."""
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
    def to(cls, first: Commit, last: Commit, owner: str | None, size: int, mark: int) -> Pointer:
        """A pointer for a log with these commits that falls asleep now, into the file with this mark."""
        head = bytes.fromhex(str(last.head))[:16]
        acted_ms, created_ms = (milliseconds_of(each.at) for each in (last, first))
        return cls(last.version, acted_ms, mark, head, created_ms, size, first.ruleset, owner)

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


class Reserved(NamedTuple):
    """A file that is about to be written."""

    mark: int
    at_ms: int
    """When it was reserved, by Redis' clock."""


def file_name(game: str, mark: int) -> str:
    """The name of a sleep's file, without its ending."""
    return f"{game}.{mark:016x}"


class Asleep(NamedTuple):
    """The log of a sleeping game as its file has it, with the pointer that Redis has."""

    pointer: Pointer
    log: StoredLog

    def args(self, game: str) -> list[str | bytes | int]:
        """The arguments of wake.lua for the log of this game."""
        secrets = [part for pair in self.log.secrets.items() for part in pair]
        # Heads in their shorter form, as an append writes them.
        commits = [part for text, head in self.log.entries for part in (text, bytes.fromhex(head.decode()))]
        named = (self.pointer.stored(), file_name(game, self.pointer.mark))
        return [*named, *commits, *secrets, len(commits), len(secrets)]


class SleepIndex:
    """The sleeping games of each partition, in no order."""

    def __init__(self, redis: GamesRedis) -> None:
        self._redis = redis
        scripts = resources.files("events.redis_store")
        text = {name: scripts.joinpath(f"{name}.lua").read_text() for name in ("reserved", "reserve", "rename", "unname")}
        self._reserve = Script(redis.connections, text["reserved"] + text["reserve"])
        self._rename = Script(redis.connections, text["reserved"] + text["rename"])
        self._unname = Script(redis.connections, text["reserved"] + text["unname"])

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

    def reserve(self, game: str) -> Reserved:
        """Draw a mark, and reserve the file that is named after it: it is not swept while it is written. Raises
        StoreUnavailable."""
        mark = int.from_bytes(urandom(8))
        with redis_errors():
            (at_ms,) = self._reserve((keys.unnamed(partition_of(game)),), (file_name(game, mark),))
        return Reserved(mark, int(at_ms))

    def rename(self, game: str, pointer: Pointer, renamed: Pointer, reserved: Reserved) -> bool:
        """Give a sleeping game the file that was reserved; False if it does not sleep with this pointer any more, or if the
        file was reserved too long ago. Raises StoreUnavailable."""
        partition = partition_of(game)
        files = [file_name(game, each.mark) for each in (pointer, renamed)]
        with redis_errors():
            (done,) = self._rename(
                (keys.asleep(partition), keys.unnamed(partition)),
                (game, pointer.stored(), renamed.stored(), *files, reserved.at_ms, STAYS_MS),
            )
        return bool(done)

    def may_go(self, files: Sequence[tuple[str, str, Pointer | None]], stays_ms: int = STAYS_MS) -> list[bool]:
        """Whether files may be deleted. Each is given by its game, what its name has after the game's id, and the pointer of
        the game, which does not name it. They may when this was first asked, or a pointer last named them, `stays_ms` ago.

        Raises StoreUnavailable."""
        calls = []
        for game, more, pointer in files:
            partition = partition_of(game)
            stored = b"" if pointer is None else pointer.stored()
            calls.append(((keys.asleep(partition), keys.unnamed(partition)), (game, stored, f"{game}{more}", stays_ms)))
        replies = self._unname.each(calls)
        with redis_errors():
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
        return [reply == 1 for reply in replies]

    def tidy(self) -> None:
        """Drop notes on files that were never written; a file that is there is noted again. Raises StoreUnavailable."""
        for key in self._redis.in_partitions(keys.unnamed):
            with redis_errors():
                ((seconds, _),) = self._redis.connections.ask(key, ("TIME",))
                self._redis.client.zremrangebyscore(key, 0, int(seconds) * 1000 - 4 * STAYS_MS)

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
