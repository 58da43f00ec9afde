"""Logs as files, each game's in a folder that all instances share. The archive has those of games that are over, the folder
of sleeping games (`events/sleep/`) those that go on.

::

    <folder>/<kind>.id                        names the folder, so that an empty one in its place is noticed
    <folder>/<first two letters>/<game><more>.ndjson.gz…

**No log is ever written over another.** A file appears under a name that nothing had before, whole and safe on disk, or not
at all. So a writer that a hanging disk holds up for hours can do no harm when it goes on: its name is taken, or nobody reads
it. Which of a game's files counts is decided elsewhere: `events/archive/archive.py`, `events/redis_store/asleep.py`.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, TypeVar

from events.errors import ArchiveDamaged, ArchiveUnavailable
from events.identity import GAME_ID
from events.store_types import StoredLog

T = TypeVar("T")

CACHED_BYTES = 2**24
"""The cache of files that were read last, in bytes unpacked."""
LEFTOVER_SECONDS = 1800
"""A temporary file that is older was left behind by a crash, or its writer hangs, and then finds it gone."""

_GAME = re.compile(GAME_ID)


class Found(NamedTuple):
    """A file that was read."""

    more: str
    """What its name has after the game's id."""
    signature: tuple[int, int, int]
    log: StoredLog

    @property
    def size(self) -> int:
        """Of the file, in bytes."""
        return self.signature[1]

    @property
    def memory(self) -> int:
        """Bytes that the log takes in the cache."""
        return sum(len(text) + len(head) for text, head in self.log.entries)


class Form(Protocol):
    """How a folder keeps logs."""

    name: str
    """The name of the file with the folder's id, without its ending."""
    ending: str
    """The ending of a game's file."""

    def pack(self, game: str, more: str, whole: StoredLog) -> bytes:
        """The content of a game's file."""
        ...

    def unpack(self, file: BinaryIO, game: str, more: str) -> StoredLog:
        """The log in a game's file. Raises ArchiveDamaged, ArchiveUnavailable."""
        ...


class Offload(Protocol):
    """Runs work on a folder elsewhere, so that a disk that hangs blocks nothing else."""

    def __call__(self, read: Callable[[], T], /) -> T:
        """The result of `read`, or its error. Raises ArchiveUnavailable if it takes too long."""
        ...


def at_once(read: Callable[[], T]) -> T:
    """Run a read right here, however long it takes."""
    return read()


class Files:
    """The files of one folder. Reading takes a file as a whole or not at all; writing returns when the file is safe."""

    def __init__(self, folder: Path | None, form: Form, offload: Offload = at_once) -> None:
        """`folder` None: none is configured, and no game is found. `offload` runs all work on the folder."""
        self.folder = folder or Path(os.devnull)
        self._form = form
        self._offload = offload if folder else at_once  # Without a folder nothing can hang.
        self._cached: OrderedDict[str, Found] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    @property
    def missing(self) -> bool:
        """Whether no folder is configured."""
        return self.folder == Path(os.devnull)

    def path(self, game: str, more: str = "") -> Path | None:
        """The path of a file, whether it exists or not; None if the game's id is malformed."""
        if not _GAME.fullmatch(game):
            return None
        return self.folder / _shard(game) / f"{game}{more}{self._form.ending}"

    def at(self, game: str, more: str) -> StoredLog | None:
        """The log in one of a game's files, read past the cache; None if there is no such file. Raises ArchiveDamaged,
        ArchiveUnavailable."""
        found = self._worked(game, lambda: self._newest(game, more, None))
        return None if found is None else found.log

    def names(self, game: str) -> list[str]:
        """What the names of a game's files have after its id, for each file. Raises ArchiveUnavailable."""
        path = None if self.missing else self.path(game)
        found = None if path is None else self._worked(game, lambda: [each.name for each in path.parent.glob(f"{game}.*")])
        # A pattern with the ending would leave out the name that has nothing between the id and it.
        return sorted(self.more(name) for name in found or [] if name.endswith(self._form.ending))

    def more(self, name: str) -> str:
        """What a file's name has after the id of its game."""
        return name.removesuffix(self._form.ending)[len(game_of(name)) :]

    def drop(self, game: str, more: str) -> None:
        """Delete one of a game's files, if it is there, for good. Raises ArchiveUnavailable."""
        path = self.path(game, more)
        if path is not None and not self.missing:
            self._worked(game, lambda: _removed([path]))

    def remove(self, game: str) -> None:
        """Delete every file of a game, also half-written ones, for good. Raises ArchiveUnavailable."""
        self.evict(game)
        path = self.path(game)
        if path is not None and not self.missing:
            self._worked(game, lambda: _removed([*path.parent.glob(f"{game}.*")]))

    def evict(self, game: str) -> None:
        """Drop what the cache has of a game."""
        with self._lock:
            held = self._cached.pop(game, None)
            self._size -= 0 if held is None else held.memory

    def shards(self) -> list[str]:
        """The folders below this one that have files. Raises ArchiveUnavailable."""
        if self.missing:
            return []
        return self._worked("", lambda: sorted(each.name for each in self.folder.glob("??") if each.is_dir())) or []

    def listing(self, shard: str) -> dict[str, list[str]]:
        """The games with files in one of the folders below, with what their names have after the id; first temporary files
        that crashes left there are removed. Raises ArchiveUnavailable."""

        def look() -> list[str]:
            _tidy(self.folder / shard)
            return [each.name for each in (self.folder / shard).glob(f"*{self._form.ending}")]

        found: dict[str, list[str]] = {}
        for name in self._worked(shard, look) or []:
            found.setdefault(game_of(name), []).append(self.more(name))
        return found

    def games_after(self, game: str, count: int) -> list[str]:
        """The first games with files after this one, in the order of folders and names. Raises ArchiveUnavailable."""
        return [] if self.missing else self._worked(game, lambda: self._games_after(game, count)) or []

    def _games_after(self, game: str, count: int) -> list[str]:
        found: list[str] = []
        first = _shard(game)
        for folder in sorted(each for each in self.folder.glob("??") if each.name >= first):
            games = sorted({game_of(file.name) for file in folder.glob(f"*{self._form.ending}")})
            found += games if folder.name > first else [each for each in games if each > game]
            if len(found) >= count:
                break
        return found[:count]

    def _worked(self, what: str, work: Callable[[], T]) -> T | None:
        """The result of work on the folder; None if what it is to work on is not there. Raises ArchiveUnavailable."""
        try:
            return self._offload(work)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise ArchiveUnavailable(f"{what}: {error}" if what else str(error)) from error

    def _read(self, game: str, work: Callable[[Found | None], Found]) -> StoredLog | None:
        """The log that `work` finds, which is given what the cache has of the game."""
        with self._lock:
            held = self._cached.get(game)
        found = self._worked(game, lambda: work(held))
        if found is None:
            return None
        with self._lock:
            previous = self._cached.pop(game, None)
            self._size += found.memory - (0 if previous is None else previous.memory)
            self._cached[game] = found
            while self._size > CACHED_BYTES:
                self._size -= self._cached.popitem(last=False)[1].memory
        return found.log

    def _newest(self, game: str, more: str, held: Found | None) -> Found:
        """The file's content, from the cache if the file has not changed. Raises OSError, ArchiveDamaged."""
        path = self.path(game, more)
        if path is None:
            raise FileNotFoundError(game)
        signature = _signature(os.stat(path))
        if held is not None and (held.more, held.signature) == (more, signature):
            return held
        with path.open("rb") as file:
            signature = _signature(os.fstat(file.fileno()))
            return Found(more, signature, self._form.unpack(file, game, more))

    def _create(self, game: str, more: str, whole: StoredLog, *, replacing: bool = False) -> int | None:
        """Put a log into a new file, and read it back before it appears; its size in bytes, None if there is a file of this
        name, or if its game was deleted meanwhile. `replacing`: also in place of a file of this name. Raises OSError,
        ArchiveDamaged if it reads back differently."""
        path = self.path(game, more)
        if path is None:
            raise ValueError(f"{game!r} is no game's id")
        path.parent.mkdir(mode=0o700, exist_ok=True)
        content = self._form.pack(game, more, whole)
        with written(path.parent, content, f"{game}.") as temporary:
            try:
                with temporary.open("rb") as file:
                    if self._form.unpack(file, game, more) != whole:
                        raise ArchiveDamaged("it is not what was written")
                (os.replace if replacing else os.link)(temporary, path)
            except (FileExistsError, FileNotFoundError):
                return None
        self._sync_folders(path)
        return len(content)

    def _sync_folders(self, path: Path) -> None:
        for each in (path.parent, self.folder):
            sync(each)

    @property
    def _id_file(self) -> Path:
        return self.folder / f"{self._form.name}.id"

    def id(self) -> str | None:
        """The folder's own id; None if it has none, or is away."""
        try:
            found = self._worked(str(self.folder), lambda: self._id_file.read_text("ascii"))
        except ValueError as error:
            raise ArchiveUnavailable(f"{self.folder}: {error}") from error
        return (found or "").strip() or None

    def give_id(self, new: str) -> None:
        """Give the folder an id if it has none. If several processes do so at once, one wins; `id` returns its id."""
        self._offload(lambda: self._give_id(new))

    def _give_id(self, new: str) -> None:
        try:
            _tidy(self.folder)
            with written(self.folder, new.encode(), "id.") as temporary, suppress(FileExistsError):
                os.link(temporary, self._id_file)
            sync(self.folder)
        except OSError as error:
            raise ArchiveUnavailable(str(error)) from error


def game_of(name: str) -> str:
    """The game whose file has this name."""
    return name.partition(".")[0]


def _shard(game: str) -> str:
    return game.partition("g")[2][:2]


def _tidy(folder: Path) -> None:
    """Remove temporary files that crashes left behind."""
    for left in folder.glob("*.tmp"):
        with suppress(FileNotFoundError):  # Its writer, or another process, was faster.
            if time.time() - left.stat().st_mtime > LEFTOVER_SECONDS:
                left.unlink()


def _removed(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
    if paths:
        sync(paths[0].parent)


@contextmanager
def written(folder: Path, content: bytes, prefix: str) -> Iterator[Path]:
    """A temporary file that is safe on disk, for the caller to rename or link; then it is removed if it still exists."""
    descriptor, temporary = tempfile.mkstemp(prefix=prefix, suffix=".tmp", dir=folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield Path(temporary)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)


def sync(path: Path) -> None:
    """Make sure that a file, or a folder's list of files, survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _signature(found: os.stat_result) -> tuple[int, int, int]:
    """Changes when the file is replaced or written to."""
    return found.st_ino, found.st_size, found.st_mtime_ns
