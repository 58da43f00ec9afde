"""The archive: games that are over, each a compressed file in a folder that all instances share.

::

    <folder>/archive.id                       names the folder, so that an empty one in its place is noticed
    <folder>/<first two letters>/<game>.ndjson.gz

The unpacked file is NDJSON. Its first line has the game's id, the number of its commits and what stood beside its log in
Redis (the published secret, token hashes, the time of an import); a line for each commit follows, the bytes that its audit
head covers with the head put in at the end; the last line is the SHA-256 of all lines before it. The same log gives the same
file, so two processes that write one game at a time do no harm.
"""

from __future__ import annotations

import logging
import os
import re
import tempfile
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from gzip import compress as gzip
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from events.errors import ArchiveDamaged, ArchiveDiffers, ArchiveUnavailable
from events.identity import GAME_ID

log = logging.getLogger(__name__)

T = TypeVar("T")

LARGEST = 2**28
"""Bytes of the largest file that is unpacked; the log of a long game has less than a hundredth of that."""
HELD_BYTES = 2**24
"""A process keeps the files that it read last, up to so many bytes unpacked."""
LEFTOVER_SECONDS = 3600
"""After so long a temporary file is one that a crash has left behind."""

_GAME = re.compile(GAME_ID)
_ENDING = len(',"head":"') + 64 + len('"}')
_HEAD = slice(-66, -2)
"""Where a line of a commit has its head; with what stands around it, it is the line's ending."""
_GZIP = 16 + zlib.MAX_WBITS


class StoredLog(NamedTuple):
    """A log as it is stored: what stands beside it, and of each commit the bytes that its head covers and the head."""

    secrets: dict[str, str]
    entries: list[tuple[bytes, bytes]]

    def lines(self) -> list[bytes]:
        """Each commit as a line, which `events.audit.read_lines` takes too."""
        return [b'%b,"head":"%b"}\n' % (text[:-1], head) for text, head in self.entries]


class _First(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    archive: Literal[1]
    game: str
    commits: int
    secrets: dict[str, str]


class _Last(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    sha256: str


class _Held(NamedTuple):
    signature: tuple[int, int, int]
    size: int
    log: StoredLog


class Offload(Protocol):
    """How files are read where a disk that hangs must hold up nothing else."""

    def __call__(self, read: Callable[[], T], /) -> T:
        """What it returns or raises; ArchiveUnavailable if that takes too long."""
        ...


def at_once(read: Callable[[], T]) -> T:
    """Here and now, however long it takes."""
    return read()


_encode = msgspec.json.Encoder(order="sorted").encode


class Archive:
    """The files of one folder. Reading takes a file as a whole or not at all; writing returns when the file is safe."""

    def __init__(self, folder: Path | None, offload: Offload = at_once) -> None:
        """None: there is no archive here, so it is as good as away. `offload` runs what reads from the folder."""
        self.folder = folder or Path(os.devnull)
        self._offload = offload if folder else at_once  # Nothing can hang where there is nothing to be read.
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._size = 0
        self._holding = threading.Lock()

    def path(self, game: str) -> Path | None:
        """Where a game's file lies, whether it is there or not; None for what is no game's id."""
        if not _GAME.fullmatch(game):
            return None
        return self.folder / game.partition("g")[2][:2] / f"{game}.ndjson.gz"

    def read(self, game: str) -> StoredLog | None:
        """The log of a game, None if it is not here. Raises ArchiveDamaged, ArchiveUnavailable."""
        path = self.path(game)
        if path is None:
            return None
        with self._holding:
            held = self._held.get(game)
        try:
            found = self._offload(lambda: _newest(path, game, held))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise ArchiveUnavailable(str(error)) from error
        self._hold(game, found)
        return found.log

    def _hold(self, game: str, found: _Held) -> None:
        with self._holding:
            previous = self._held.pop(game, None)
            self._size += found.size - (0 if previous is None else previous.size)
            self._held[game] = found
            while self._size > HELD_BYTES:
                self._size -= self._held.popitem(last=False)[1].size

    def write(self, game: str, whole: StoredLog) -> int:
        """Put a log on disk, read it back and compare; returns the size of its file in bytes.

        What a process left that was killed on the way is completed. Raises ArchiveDiffers, ArchiveDamaged if it reads back
        something else, ArchiveUnavailable.
        """
        path = self.path(game)
        if path is None:
            raise ValueError(f"{game!r} is no game's id")
        try:
            already = _already(game, path)
            if already is None:
                path.parent.mkdir(mode=0o700, exist_ok=True)
                _tidy(path.parent)
                # Replaces nothing but a damaged file, or one that another process has just written and that is the same.
                _put(path, packed(game, whole))
            elif already != whole:
                raise ArchiveDiffers(f"{path} has another log than Redis")
            # Also where another process has written it: it may have been killed before this.
            for each in (path, path.parent, self.folder):
                _sync(each)
            with path.open("rb") as file:
                if unpacked(file, game) != whole:
                    raise ArchiveDamaged("it is not what was written")
            return path.stat().st_size
        except OSError as error:
            raise ArchiveUnavailable(f"{game}: {error}") from error

    def id(self) -> str | None:
        """The folder's own id; None if it has none, or is away."""
        try:
            return self._offload(lambda: (self.folder / "archive.id").read_text("ascii")).strip() or None
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise ArchiveUnavailable(f"{self.folder}: {error}") from error

    def give_id(self, new: str) -> None:
        """Give the folder an id if it has none; of several that do so at a time one wins, and `id` tells which."""
        try:
            _tidy(self.folder)
            with _written(self.folder, new.encode()) as temporary, suppress(FileExistsError):
                os.link(temporary, self.folder / "archive.id")
            _sync(self.folder)
        except OSError as error:
            raise ArchiveUnavailable(str(error)) from error


def _newest(path: Path, game: str, held: _Held | None) -> _Held:
    """What the file has, which need not be read if it is the one that is held. Raises OSError, ArchiveDamaged."""
    signature = _signature(os.stat(path))
    if held is not None and held.signature == signature:
        return held
    with path.open("rb") as file:
        signature = _signature(os.fstat(file.fileno()))
        found = unpacked(file, game)
    return _Held(signature, sum(len(text) + len(head) for text, head in found.entries), found)


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
    """What is in a file, if memory can take it. Many times as quick as reading line by line with the gzip module."""
    unpacking = zlib.decompressobj(_GZIP)
    content = unpacking.decompress(file.read(LARGEST), LARGEST)
    if not unpacking.eof:
        raise ArchiveDamaged("it is larger than any log" if len(content) == LARGEST else "it was cut off")
    if unpacking.unused_data:
        raise ArchiveDamaged("it goes on after its end")
    return content


def _already(game: str, path: Path) -> StoredLog | None:
    """What the file has, if there is one that is sound."""
    try:
        with path.open("rb") as file:
            return unpacked(file, game)
    except FileNotFoundError:
        return None
    except ArchiveDamaged as error:
        log.warning("%s is written anew: %s", path, error)
        return None


def _put(path: Path, content: bytes) -> None:
    """Write a file that is there as a whole or not at all."""
    with _written(path.parent, content) as temporary:
        os.replace(temporary, path)


@contextmanager
def _written(folder: Path, content: bytes) -> Iterator[str]:
    """A temporary file that is safe on disk, to be given its name; then it is removed if it is still there."""
    descriptor, temporary = tempfile.mkstemp(suffix=".tmp", dir=folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def _tidy(folder: Path) -> None:
    """Remove what crashes have left behind."""
    for left in folder.glob("*.tmp"):
        with suppress(FileNotFoundError):  # Its writer, or another process, was quicker.
            if time.time() - left.stat().st_mtime > LEFTOVER_SECONDS:
                left.unlink()


def _sync(path: Path) -> None:
    """Make sure that a file, or what a folder lists, survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _signature(found: os.stat_result) -> tuple[int, int, int]:
    """Another file, or one that was changed, has another one."""
    return found.st_ino, found.st_size, found.st_mtime_ns
