"""The archive: the logs of games that are over.

::

    <folder>/archive.id
    <folder>/<first two letters>/<game>.ndjson.gz      the log; or empty, if it is in
    <folder>/<first two letters>/<game>.1.ndjson.gz    this file, which has fewer names; and so on

A log that is over changes in one way only: names are forgotten. Then it is written to the file of the next number, and those
before become empty. A file that was written is never replaced by a log, and an empty one stays empty: whoever has held a
name since before it was forgotten finds the name of its file taken. A lock would not do as much, since a file server may
give it to somebody else while its holder hangs.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, NamedTuple

from events.archive.content import packed, unpacked
from events.archive.files import Files, Found, Offload, at_once, game_of, sync, written
from events.errors import ArchiveDamaged, ArchiveDiffers, ArchiveUnavailable
from events.identity import FORGOT
from events.log.names import has_forgotten, without_names
from events.store_types import StoredLog

log = logging.getLogger(__name__)


class _Compressed:
    """The form of the archive."""

    name = "archive"
    ending = ".ndjson.gz"

    def pack(self, game: str, more: str, whole: StoredLog) -> bytes:
        return packed(game, whole)

    def unpack(self, file: BinaryIO, game: str, more: str) -> StoredLog:
        return unpacked(file, game)


class _Last(NamedTuple):
    """The file of a game with the highest number."""

    number: int
    log: StoredLog | None
    """None: it is damaged."""
    problem: str = ""


class Archive(Files):
    """The files of games that are over."""

    def __init__(self, folder: Path | None, offload: Offload = at_once) -> None:
        """`folder` None: none is configured, and no game is found."""
        super().__init__(folder, _Compressed(), offload)

    def read(self, game: str) -> StoredLog | None:
        """The log of a game, None if there is none. Raises ArchiveDamaged, ArchiveUnavailable."""
        return None if self.path(game) is None else self._read(game, lambda held: self._follow(game, held))

    def has(self, game: str) -> bool:
        """Whether a game has a file. Raises ArchiveUnavailable."""
        return self._worked(game, lambda: os.stat(self._place(game, 0))) is not None

    def look(self, game: str) -> tuple[StoredLog, int] | None:
        """The log of a game and the size of its file, read past the cache; None if there is none. Raises ArchiveDamaged,
        ArchiveUnavailable."""
        found = self._worked(game, lambda: self._follow(game, None))
        return None if found is None else (found.log, found.size)

    def _follow(self, game: str, held: Found | None) -> Found:
        """The first file that is not empty. Raises OSError, ArchiveDamaged."""
        number = 0
        while self._is_empty(game, number):
            number += 1
        return self._newest(game, _more(number), held)

    def _is_empty(self, game: str, number: int) -> bool:
        try:
            found = os.stat(self._place(game, number))
            return S_ISREG(found.st_mode) and found.st_size == 0
        except FileNotFoundError:
            if number == 0:
                raise
            raise ArchiveDamaged("it is empty, and no later file has its log") from None

    def _place(self, game: str, number: int) -> Path:
        path = self.path(game, _more(number))
        if path is None:
            raise FileNotFoundError(game)
        return path

    def write(self, game: str, whole: StoredLog) -> int:
        """Put a log on disk, read it back and compare; returns the size of its file in bytes.

        Completes what a killed process left behind. Raises ArchiveDiffers, ArchiveUnavailable, and ArchiveDamaged if the
        file reads back differently.
        """
        if self.path(game) is None:
            raise ValueError(f"{game!r} is no game's id")
        return self._offload(lambda: self._write(game, whole))

    def _write(self, game: str, whole: StoredLog) -> int:
        try:
            while True:
                last = self._last(game)
                if last is not None and last.log is not None:
                    if _same(last.log, whole):
                        path = self._place(game, last.number)
                        sync(path)  # Another process has written it, and may have been killed before its fsync.
                        self._sync_folders(path)
                        self._empty_before(game, last.number)
                        return path.stat().st_size
                    if not _goes_on(whole, last.log):
                        raise ArchiveDiffers(f"the archive has another log of {game} than Redis")
                elif last is not None:
                    log.warning("the file of %s in the archive is written again: %s", game, last.problem)
                size = self._next(game, last, whole)
                if size is not None:
                    return size
        except OSError as error:
            raise ArchiveUnavailable(f"{game}: {error}") from error

    def forget_names(self, game: str, names: Collection[str]) -> bool:
        """Forget the names of these seals; whether there were any. Raises ArchiveDamaged, ArchiveUnavailable."""
        if self.path(game) is None or self.missing:
            return False
        self.evict(game)
        return self._offload(lambda: self._forget_names(game, names))

    def _forget_names(self, game: str, names: Collection[str]) -> bool:
        try:
            while True:
                last = self._last(game)
                if last is None:
                    return False
                if last.log is None:
                    raise ArchiveDamaged(last.problem)
                left = without_names(last.log.secrets, names)
                if left == last.log.secrets:
                    self._empty_before(game, last.number)  # Somebody may have been killed before this.
                    return False
                if self._next(game, last, StoredLog(left, last.log.entries)) is not None:
                    return True
        except OSError as error:
            raise ArchiveUnavailable(f"{game}: {error}") from error

    def make_plain(self, game: str) -> None:
        """Put the log of a game into the file without a number, and remove the others. Raises ArchiveDamaged,
        ArchiveUnavailable."""
        last = self._worked(game, lambda: self._last(game))
        if last is None or last.number == 0:
            return
        if last.log is None:
            raise ArchiveDamaged(last.problem)
        content = self._form.pack(game, "", last.log)
        self._worked(game, lambda: self._put(self._place(game, 0), content))
        for number in range(1, last.number + 1):
            self.drop(game, _more(number))

    def _put(self, path: Path, content: bytes) -> None:
        with written(path.parent, content, f"{game_of(path.name)}.") as temporary:
            os.replace(temporary, path)
        sync(path.parent)

    def _last(self, game: str) -> _Last | None:
        """The file that counts; None if there is none. Raises OSError."""
        number = 0
        while self._place(game, number + 1).exists():
            number += 1
        if not self._place(game, number).exists():
            return None
        try:
            return _Last(number, self._newest(game, _more(number), None).log)
        except FileNotFoundError:
            return None  # Its game was deleted meanwhile.
        except ArchiveDamaged as error:
            return _Last(number, None, str(error))

    def _next(self, game: str, last: _Last | None, whole: StoredLog) -> int | None:
        """Write the file after the last one; its size in bytes, None if somebody else was faster. Raises OSError."""
        number = 0 if last is None else last.number + 1
        size = self._create(game, _more(number), whole)
        if size is not None:
            self._empty_before(game, number)
        return size

    def _empty_before(self, game: str, number: int) -> None:
        """Empty the files before that of a number, which has their log with fewer names. Raises OSError."""
        for path in (self._place(game, each) for each in range(number)):
            if path.exists() and path.stat().st_size:
                self._put(path, b"")


def _more(number: int) -> str:
    return f".{number}" if number else ""


def _same(one: StoredLog, other: StoredLog) -> bool:
    """Whether two files say the same. How often they were told to forget does not matter."""
    return one.entries == other.entries and one.secrets | {FORGOT: ""} == other.secrets | {FORGOT: ""}


def _goes_on(new: StoredLog, old: StoredLog) -> bool:
    """Whether only names were forgotten since: what is over does not change."""
    return new.entries == old.entries and has_forgotten(new.secrets, old.secrets)
