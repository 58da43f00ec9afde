"""The logs of sleeping games, which are in files: Redis keeps a pointer of each."""

from __future__ import annotations

import logging

from events.archive.owned import OwnedFolder
from events.errors import ArchiveDamaged, ArchiveUnavailable, LogDamaged, SleepUnavailable
from events.redis_store.asleep import Asleep, Pointer, SleepIndex
from events.sleep.form import SleepFolder
from events.store_types import StoredLog

log = logging.getLogger(__name__)


class SleepingLogs:
    """Finds the logs of games that sleep."""

    def __init__(self, index: SleepIndex, folder: SleepFolder, owned: OwnedFolder) -> None:
        self._index = index
        self._folder = folder
        self._owned = owned

    def find(self, game: str) -> Asleep | None:
        """The log of a game as Redis knows it to sleep; None if it does not sleep.

        Raises SleepUnavailable if the folder or the key is away, and LogDamaged if the file is not the one that was written
        when the game fell asleep, nor one with a longer log.
        """
        pointer = self._index.find(game)
        if pointer is None:
            return None
        trouble = "is missing"
        try:
            found = self._read(game)
        except ArchiveDamaged as error:
            found, trouble = None, f"is damaged, {error}"
        if found is not None:
            if _is_at(found, pointer):
                return Asleep(pointer, found)
            trouble = "has another log than the one that left Redis"
        # The game may have been woken, and have fallen asleep or ended, since the pointer was read.
        if self._index.find(game) != pointer:
            return self.find(game)
        self._check_folder()
        right = f"that of version {pointer.version}, whose head begins with {pointer.head.hex()}"
        raise LogDamaged(
            game, f"it sleeps, and its file {trouble}; the right one is {right}, or a later one of the same game"
        )

    def discard(self, game: str) -> None:
        """Remove the file of a game that no longer sleeps. If that fails the file stays, and nobody reads it."""
        try:
            self._folder.remove(game)
        except ArchiveUnavailable as error:
            log.warning("the file of %s stays in the folder of sleeping games: %s", game, error)

    def _read(self, game: str) -> StoredLog | None:
        try:
            return self._folder.read(game)
        except ArchiveUnavailable as error:
            raise SleepUnavailable(str(error)) from error

    def _check_folder(self) -> None:
        """Raises SleepUnavailable unless this is the folder of this Redis, and the key that of its files."""
        try:
            self._owned.check_if_used()
            found = self._folder.id()
            key_id = self._folder.form.cipher.key_id
        except ArchiveUnavailable as error:
            raise SleepUnavailable(str(error)) from error
        if found is None or found.split()[-1] != key_id:
            raise SleepUnavailable(f"the files in {self._folder.folder} were encrypted with another key")


def _is_at(found: StoredLog, pointer: Pointer) -> bool:
    """Whether a log is the one that left Redis, or goes on from it: after Redis was set back to an older copy, files may
    have more than it knows of."""
    at = pointer.version
    return len(found.entries) >= at > 0 and pointer.fits(at, found.entries[at - 1][1].decode())
