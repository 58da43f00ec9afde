"""The file of a backup: records of MessagePack in gzip, each after its length in four bytes. The last record ends it.

Redis' own snapshots are no alternative: Redis cannot read one that Valkey has written, nor a single server those of a
cluster, and they cannot be fetched over a connection.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from gzip import BadGzipFile, GzipFile
from typing import Literal, TypeAlias

import msgspec

from events.errors import BackupUnreadable

FORMAT = 1
LONGEST = 2**30
"""The longest record, in bytes."""

Pair: TypeAlias = tuple[bytes, bytes]


class Header(msgspec.Struct, frozen=True, tag="header"):
    """The Redis and folders that the backup was made of."""

    format: int
    id: str
    """A random name, by which a restore that was broken off knows its backup again."""
    at: str
    """When it began, RFC 3339, UTC."""
    partitions: int


class GameRecord(msgspec.Struct, frozen=True, tag="game"):
    """A game in Redis or asleep, or one that was deleted, as it was at one moment."""

    game: str
    entries: list[tuple[bytes, list[bytes]]]
    """Of its stream: ids, and fields with values. None, if the game sleeps or was deleted."""
    beside: list[Pair]
    """The fields beside its log; none, if it sleeps."""
    hashes: dict[str, bytes]
    """Its values in hashes, by their keys."""
    scores: dict[str, float]
    """Its scores in sorted sets, by their keys."""


class Part(msgspec.Struct, frozen=True, tag="part"):
    """A part of any other key. Entries of indexes for games with a record of their own are not restored."""

    key: str
    kind: Literal["hash", "zset", "set", "list", "string", "stream"]
    fields: list[Pair] = []
    """Of a hash; of a string its value under an empty name."""
    members: list[bytes] = []
    """Of a set or list."""
    scores: list[tuple[bytes, float]] = []
    """Of a sorted set."""
    entries: list[tuple[bytes, list[bytes]]] = []
    """Of a stream."""


class End(msgspec.Struct, frozen=True, tag="end"):
    """The last record; a file without it was cut off."""

    games: int


Record: TypeAlias = Header | GameRecord | Part | End

_encode = msgspec.msgpack.Encoder().encode
_decode: msgspec.msgpack.Decoder[Record] = msgspec.msgpack.Decoder(Record)


def write(file: GzipFile, record: Record) -> None:
    """Append a record."""
    data = _encode(record)
    file.write(len(data).to_bytes(4, "big") + data)


def read(file: GzipFile) -> Iterator[Record]:
    """The records up to the last one. Raises BackupUnreadable, also where the file is cut off."""
    try:
        while size := file.read(4):
            length = int.from_bytes(size, "big")
            data = file.read(length) if length <= LONGEST else b""
            if len(data) < length or len(size) < 4:
                break
            record = _decode.decode(data)
            yield record
            if isinstance(record, End):
                file.read(1)  # The end of the file, where gzip compares its checksum.
                return
    except (EOFError, BadGzipFile, OSError, zlib.error, msgspec.DecodeError) as error:
        raise BackupUnreadable(f"the file is damaged: {error}") from None
    raise BackupUnreadable("the file is cut off")
