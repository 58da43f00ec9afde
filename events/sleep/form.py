"""The folder of sleeping games: logs of games that are not over, but on which nobody has acted for long.

::

    <folder>/sleep.id                                    names the folder and the key of its files
    <folder>/<first two letters>/<game>.ndjson.gz.sealed

A decrypted file is a file of the archive (`events/archive/files.py`). Files are encrypted as a whole, for the game whose id
they are named after: secrets, token hashes, hands and coming draws are not readable without the key, and no byte can be
changed without notice.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from events.archive.files import LARGEST, Archive, Offload, at_once, packed, unpacked
from events.encryption import Cipher, DecryptionFailed, KeyUnusable, make_key
from events.errors import ArchiveDamaged, ArchiveUnavailable
from events.store_types import StoredLog


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

    def pack(self, game: str, whole: StoredLog) -> bytes:
        return self.cipher.encrypted(packed(game, whole), game)

    def unpack(self, file: BinaryIO, game: str) -> StoredLog:
        try:
            content = self.cipher.decrypted(file.read(LARGEST), game)
        except DecryptionFailed:
            raise ArchiveDamaged("it was changed, or encrypted for another game or with another key") from None
        return unpacked(BytesIO(content), game)

    def replaces(self, new: StoredLog, old: StoredLog) -> bool:
        """Whether the file's log is a beginning of the new one. The fields beside the log may be others."""
        return new.entries[: len(old.entries)] == old.entries


class SleepFolder(Archive):
    """The files of sleeping games."""

    def __init__(self, folder: Path | None, key_file: Path, offload: Offload = at_once) -> None:
        """`folder` None: no game is put to sleep here, and none that sleeps can be read."""
        self.form = Encrypted(key_file)
        super().__init__(folder, offload, self.form)
