"""Logs as files, each a game's, in a folder that all instances share. The archive has those of games that are over.

::

    <folder>/archive.id                       names the folder, so that an empty one in its place is noticed
    <folder>/<first two letters>/<game>.ndjson.gz

The folder of sleeping games (`events/sleep/`) has files with the same content in another form. The unpacked file is NDJSON.
The first line has the game's id, the number of its commits and the fields beside its log in Redis (the published secret,
token hashes, the time of an import). A line for each commit follows: the bytes that its audit head covers, with the head
added at the end. The last line is the SHA-256 of all lines before it. The same log gives the same file in the archive, so
two processes may write one game at once.
"""

from __future__ import annotations

import logging
import math
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
from events.log.names import has_forgotten
from events.store_types import StoredLog

log = logging.getLogger(__name__)

T = TypeVar("T")

LARGEST = 2**28
"""The largest unpacked file, in bytes; the log of a long game has less than a hundredth of that."""
CACHED_BYTES = 2**24
"""The cache of files that were read last, in bytes unpacked."""
LEFTOVER_SECONDS = 3600
"""A temporary file that is older was left behind by a crash."""

_GAME = re.compile(GAME_ID)
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


class _Cached(NamedTuple):
    signature: tuple[int, int, int]
    size: int
    log: StoredLog


class Form(Protocol):
    """How a folder keeps logs."""

    name: str
    """The name of the file with the folder's id, without its ending."""
    ending: str
    """The ending of a game's file."""

    def pack(self, game: str, whole: StoredLog) -> bytes:
        """The content of a game's file."""
        ...

    def unpack(self, file: BinaryIO, game: str) -> StoredLog:
        """The log in a game's file. Raises ArchiveDamaged, ArchiveUnavailable."""
        ...

    def replaces(self, new: StoredLog, old: StoredLog) -> bool:
        """Whether a game's file may be replaced by that of another log."""
        ...


class Offload(Protocol):
    """Runs work on a folder elsewhere, so that a disk that hangs blocks nothing else."""

    def __call__(self, read: Callable[[], T], /) -> T:
        """The result of `read`, or its error. Raises ArchiveUnavailable if it takes too long."""
        ...


def at_once(read: Callable[[], T]) -> T:
    """Run a read right here, however long it takes."""
    return read()


_encode = msgspec.json.Encoder(order="sorted").encode


class Archive:
    """The files of one folder. Reading takes a file as a whole or not at all; writing returns when the file is safe."""

    def __init__(self, folder: Path | None, offload: Offload = at_once, form: Form | None = None) -> None:
        """`folder` None: none is configured, and no game is found. `offload` runs all work on the folder. `form`: that of
        the archive unless given."""
        self.folder = folder or Path(os.devnull)
        self._form = form or _Compressed()
        self._offload = offload if folder else at_once  # Without a folder nothing can hang.
        self._cached: OrderedDict[str, _Cached] = OrderedDict()
        self._size = 0
        self._tidied: dict[Path, float] = {}
        """The folders whose leftovers were removed, and when, by the monotonic clock."""
        self._lock = threading.Lock()

    def path(self, game: str) -> Path | None:
        """The path of a game's file, whether it exists or not; None if the id is malformed."""
        if not _GAME.fullmatch(game):
            return None
        return self.folder / game.partition("g")[2][:2] / f"{game}{self._form.ending}"

    def read(self, game: str) -> StoredLog | None:
        """The log of a game, None if there is none. Raises ArchiveDamaged, ArchiveUnavailable."""
        path = self.path(game)
        if path is None:
            return None
        with self._lock:
            held = self._cached.get(game)
        found = self._found(path, game, held)
        if found is None:
            return None
        self._cache(game, found)
        return found.log

    def _found(self, path: Path, game: str, held: _Cached | None) -> _Cached | None:
        try:
            return self._offload(lambda: self._newest(path, game, held))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise ArchiveUnavailable(str(error)) from error

    def _cache(self, game: str, found: _Cached) -> None:
        with self._lock:
            previous = self._cached.pop(game, None)
            self._size += found.size - (0 if previous is None else previous.size)
            self._cached[game] = found
            while self._size > CACHED_BYTES:
                self._size -= self._cached.popitem(last=False)[1].size

    def look(self, game: str) -> tuple[StoredLog, int] | None:
        """The log of a game and the size of its file, read past the cache; None if there is none. Raises ArchiveDamaged,
        ArchiveUnavailable."""
        path = self.path(game)
        found = None if path is None else self._found(path, game, None)
        return None if found is None else (found.log, found.signature[1])

    def games_after(self, game: str, count: int) -> list[str]:
        """The first games with files after this one, in the order of folders and names. Raises ArchiveUnavailable."""
        if self.folder == Path(os.devnull):
            return []
        try:
            return self._offload(lambda: self._games_after(game, count))
        except OSError as error:
            raise ArchiveUnavailable(str(error)) from error

    def _games_after(self, game: str, count: int) -> list[str]:
        found: list[str] = []
        first = game.partition("g")[2][:2]
        for folder in sorted(each for each in self.folder.glob("??") if each.name >= first):
            games = sorted(file.name.removesuffix(self._form.ending) for file in folder.glob(f"*{self._form.ending}"))
            found += games if folder.name > first else [each for each in games if each > game]
            if len(found) >= count:
                break
        return found[:count]

    def write(self, game: str, whole: StoredLog) -> int:
        """Put a log on disk, read it back and compare; returns the size of its file in bytes.

        Completes what a killed process left behind. Raises ArchiveDiffers, ArchiveUnavailable, and ArchiveDamaged if the
        file reads back differently.
        """
        path = self.path(game)
        if path is None:
            raise ValueError(f"{game!r} is no game's id")
        return self._offload(lambda: self._write(path, game, whole))

    def _write(self, path: Path, game: str, whole: StoredLog) -> int:
        try:
            already = self._already(game, path)
            if already is None or (already != whole and self._form.replaces(whole, already)):
                path.parent.mkdir(mode=0o700, exist_ok=True)
                self._tidy(path.parent)
                # This can also replace a damaged file, or the same file that another process has just written.
                _put(path, self._form.pack(game, whole))
            elif already != whole:
                raise ArchiveDiffers(f"{path} has another log than Redis")
            # Also if another process has written it, since that may have been killed before its fsync.
            for each in (path, path.parent, self.folder):
                _sync(each)
            with path.open("rb") as file:
                if self._form.unpack(file, game) != whole:
                    raise ArchiveDamaged("it is not what was written")
            return path.stat().st_size
        except OSError as error:
            raise ArchiveUnavailable(f"{game}: {error}") from error

    def remove(self, game: str) -> None:
        """Delete the file of a game, if there is one, for good. Raises ArchiveUnavailable."""
        self.forget(game)
        path = self.path(game)
        if path is None or self.folder == Path(os.devnull):
            return
        try:
            self._offload(lambda: _removed(path))
        except OSError as error:
            raise ArchiveUnavailable(f"{game}: {error}") from error

    def forget(self, game: str) -> None:
        """Drop a game's file from the cache."""
        with self._lock:
            held = self._cached.pop(game, None)
            self._size -= 0 if held is None else held.size

    def _newest(self, path: Path, game: str, held: _Cached | None) -> _Cached:
        """The file's content, from the cache if the file has not changed. Raises OSError, ArchiveDamaged."""
        signature = _signature(os.stat(path))
        if held is not None and held.signature == signature:
            return held
        with path.open("rb") as file:
            signature = _signature(os.fstat(file.fileno()))
            found = self._form.unpack(file, game)
        return _Cached(signature, sum(len(text) + len(head) for text, head in found.entries), found)

    def _already(self, game: str, path: Path) -> StoredLog | None:
        """The log in the file; None if there is no file, or a damaged one."""
        try:
            with path.open("rb") as file:
                return self._form.unpack(file, game)
        except FileNotFoundError:
            return None
        except ArchiveDamaged as error:
            log.warning("%s is written again: %s", path, error)
            return None

    def _tidy(self, folder: Path) -> None:
        """Remove temporary files that crashes left behind, at times: the folder may have thousands of files."""
        if time.monotonic() - self._tidied.get(folder, -math.inf) < LEFTOVER_SECONDS:
            return
        self._tidied[folder] = time.monotonic()
        for left in folder.glob("*.tmp"):
            with suppress(FileNotFoundError):  # Its writer, or another process, was faster.
                if time.time() - left.stat().st_mtime > LEFTOVER_SECONDS:
                    left.unlink()

    @property
    def _id_file(self) -> Path:
        return self.folder / f"{self._form.name}.id"

    def id(self) -> str | None:
        """The folder's own id; None if it has none, or is away."""
        try:
            return self._offload(lambda: self._id_file.read_text("ascii")).strip() or None
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise ArchiveUnavailable(f"{self.folder}: {error}") from error

    def give_id(self, new: str) -> None:
        """Give the folder an id if it has none. If several processes do so at once, one wins; `id` returns its id."""
        self._offload(lambda: self._give_id(new))

    def _give_id(self, new: str) -> None:
        try:
            self._tidy(self.folder)
            with _written(self.folder, new.encode()) as temporary, suppress(FileExistsError):
                os.link(temporary, self._id_file)
            _sync(self.folder)
        except OSError as error:
            raise ArchiveUnavailable(str(error)) from error


class _Compressed:
    """The form of the archive."""

    name = "archive"
    ending = ".ndjson.gz"

    def pack(self, game: str, whole: StoredLog) -> bytes:
        return packed(game, whole)

    def unpack(self, file: BinaryIO, game: str) -> StoredLog:
        return unpacked(file, game)

    def replaces(self, new: StoredLog, old: StoredLog) -> bool:
        """Whether only names were forgotten: what is over does not change."""
        return new.entries == old.entries and has_forgotten(new.secrets, old.secrets)


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


def _removed(path: Path) -> None:
    try:
        path.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return
    _sync(path.parent)


def _put(path: Path, content: bytes) -> None:
    """Write a file so that it appears completely or not at all."""
    with _written(path.parent, content) as temporary:
        os.replace(temporary, path)


@contextmanager
def _written(folder: Path, content: bytes) -> Iterator[str]:
    """A temporary file that is safe on disk, for the caller to rename or link; then it is removed if it still exists."""
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


def _sync(path: Path) -> None:
    """Make sure that a file, or a folder's list of files, survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _signature(found: os.stat_result) -> tuple[int, int, int]:
    """Changes when the file is replaced or written to."""
    return found.st_ino, found.st_size, found.st_mtime_ns
