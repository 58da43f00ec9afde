"""The content of a log's file: NDJSON in gzip.

The first line has the game's id, the number of its commits and the fields beside its log in Redis (the published secret,
token hashes, the time of an import). A line for each commit follows: the bytes that its audit head covers, with the head
added at the end. The last line is the SHA-256 of all lines before it. The same log gives the same bytes.
"""

from __future__ import annotations

import zlib
from gzip import compress as gzip
from hashlib import sha256
from typing import BinaryIO, Literal

import msgspec

from events.errors import ArchiveDamaged
from events.store_types import StoredLog

LARGEST = 2**28
"""The largest unpacked file, in bytes; the log of a long game has less than a hundredth of that."""

_ENDING = len(',"head":"') + 64 + len('"}')
_HEAD = slice(-66, -2)
"""The place of the head in a commit's line; it and the characters around it are the line's ending."""
_GZIP = 16 + zlib.MAX_WBITS


class _First(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    archive: Literal[1]
    game: str
    commits: int
    secrets: dict[str, str]


class _Last(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    sha256: str


_encode = msgspec.json.Encoder(order="sorted").encode


def packed(game: str, whole: StoredLog) -> bytes:
    """The file of a log."""
    first = _First(archive=1, game=game, commits=len(whole.entries), secrets=whole.secrets)
    lines = b"".join([_encode(first) + b"\n", *whole.lines()])
    last = _encode(_Last(sha256(lines).hexdigest()))
    return gzip(lines + last + b"\n", 9, mtime=0)


def unpacked(file: BinaryIO, game: str | None = None) -> StoredLog:
    """The log in a file, of this game if one is named. Raises ArchiveDamaged."""
    try:
        content = _content(file)
        text, *commits, closing, rest = content.split(b"\n")
        first = msgspec.json.decode(text, type=_First)
        last = msgspec.json.decode(closing, type=_Last)
    except (ValueError, zlib.error) as error:
        raise ArchiveDamaged(str(error)) from None
    if rest or len(commits) != first.commits:
        raise ArchiveDamaged("it has not the lines that it says")
    if sha256(content[: -len(closing) - 1]).hexdigest() != last.sha256:
        raise ArchiveDamaged("its content does not give its SHA-256")
    if game not in (None, first.game):
        raise ArchiveDamaged(f"it is the file of {first.game}")
    return StoredLog(first.secrets, [(line[:-_ENDING] + b"}", line[_HEAD]) for line in commits])


def _content(file: BinaryIO) -> bytes:
    """The unpacked file, up to LARGEST bytes. Many times as fast as reading lines with the gzip module."""
    unpacking = zlib.decompressobj(_GZIP)
    content = unpacking.decompress(file.read(LARGEST), LARGEST)
    if not unpacking.eof:
        raise ArchiveDamaged("it is larger than any log" if len(content) == LARGEST else "it was cut off")
    if unpacking.unused_data:
        raise ArchiveDamaged("it goes on after its end")
    return content
