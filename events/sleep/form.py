"""The folder of sleeping games: logs of games that are not over, but on which nobody has acted for long.

::

    <folder>/sleep.id                                           names the folder and the key of its files
    <folder>/<first two letters>/<game>.<mark>.ndjson.gz.sealed
    <folder>/<first two letters>/<game>.ndjson.gz.sealed        as earlier releases named it

Each sleep has a file of its own, named after its mark, 16 hexadecimal digits; the pointer in Redis has the mark. A decrypted
file is a file of the archive (`events/archive/content.py`). Files are encrypted as a whole, for the game and the mark that
they are named after: secrets, token hashes, hands and coming draws are not readable without the key, and no byte can be
changed without notice.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from events.archive.content import LARGEST, packed, unpacked
from events.archive.files import Files, Found, Offload, at_once
from events.encryption import Cipher, DecryptionFailed, KeyUnusable, make_key
from events.errors import ArchiveDamaged, ArchiveUnavailable
from events.store_types import StoredLog

PLAIN = ""
"""What the name of a file without a mark has after the game's id."""


class Encrypted:
    """The form of the files, encrypted with the key in a file."""

    name = "sleep"
    ending = ".ndjson.gz.sealed"

    def __init__(self, key_file: Path) -> None:
        self._key_file = key_file
        self._cipher: Cipher | None = None

    @property
    def cipher(self) -> Cipher:
        """Read once. Raises ArchiveUnavailable."""
        if self._cipher is None:
            try:
                self._cipher = Cipher.from_file(self._key_file)
            except KeyUnusable as error:
                raise ArchiveUnavailable(str(error)) from error
        return self._cipher

    def make_key(self) -> None:
        """Make the key unless there is one. Raises ArchiveUnavailable."""
        try:
            make_key(self._key_file)
        except OSError as error:
            raise ArchiveUnavailable(f"no key can be made in {self._key_file}: {error.strerror}") from error

    def pack(self, game: str, more: str, whole: StoredLog) -> bytes:
        return self.cipher.encrypted(packed(game, whole), f"{game}{more}")

    def unpack(self, file: BinaryIO, game: str, more: str) -> StoredLog:
        try:
            content = self.cipher.decrypted(file.read(LARGEST), f"{game}{more}")
        except DecryptionFailed:
            raise ArchiveDamaged("it was changed, or encrypted for another name or with another key") from None
        return unpacked(BytesIO(content), game)


class SleepFolder(Files):
    """The files of sleeping games."""

    def __init__(self, folder: Path | None, key_file: Path, offload: Offload = at_once) -> None:
        """`folder` None: no game is put to sleep here, and none that sleeps can be read."""
        self.form = Encrypted(key_file)
        super().__init__(folder, self.form, offload)

    def read(self, game: str, mark: int) -> StoredLog | None:
        """The log of a sleep; None if there is no file of it. Raises ArchiveDamaged, ArchiveUnavailable."""
        return self._read(game, lambda held: self._find(game, mark, held))

    def _find(self, game: str, mark: int, held: Found | None) -> Found:
        try:
            return self._newest(game, named(mark), held)
        except FileNotFoundError:
            return self._newest(game, PLAIN, held)

    def write(self, game: str, mark: int, whole: StoredLog) -> int:
        """Put a log on disk, under a mark that is new; the size of its file in bytes. Raises ArchiveUnavailable, and
        ArchiveDamaged if it reads back differently, or was removed meanwhile because its game was deleted."""
        return self._offload(lambda: self._write(game, mark, whole))

    def _write(self, game: str, mark: int, whole: StoredLog) -> int:
        try:
            size = self._create(game, named(mark), whole)
        except OSError as error:
            raise ArchiveUnavailable(f"{game}: {error}") from error
        if size is None:
            raise ArchiveDamaged(f"the file of {game} was removed while it was written")
        return size

    def make_plain(self, game: str, whole: StoredLog) -> None:
        """Put the log of a game into the file without a mark, and remove the others. One of them has the log at any moment,
        also if two processes do this at once. Raises ArchiveUnavailable, ArchiveDamaged."""
        self._worked(game, lambda: self._create(game, PLAIN, whole, replacing=True))
        for more in self.names(game):
            if more != PLAIN:
                self.drop(game, more)


def named(mark: int) -> str:
    """What the name of the file of a sleep has after the game's id."""
    return f".{mark:016x}"
