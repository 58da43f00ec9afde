"""The logs of sleeping games, which are in files: Redis keeps a pointer of each, which names the file."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from events.archive.owned import OwnedFolder
from events.errors import ArchiveDamaged, ArchiveUnavailable, LogDamaged, SleepUnavailable
from events.identity import FORGOT
from events.log.names import without_names
from events.redis_store.asleep import Asleep, Pointer, SleepIndex
from events.redis_store.logs import RedisLogs
from events.sleep.form import PLAIN, SleepFolder, named
from events.store_types import StoredLog

log = logging.getLogger(__name__)


class Served(NamedTuple):
    """The file that has the log of a sleeping game."""

    more: str
    """What its name has after the game's id."""
    log: StoredLog


class Forgot(NamedTuple):
    """The result of forgetting in the files of a game."""

    any: bool
    """Whether a file, or Redis, had one of the names."""
    done: bool
    """Whether none has one any more; otherwise the game was woken, or slept anew, meanwhile: it is to be done again."""


class Misfit(Exception):
    """No file has the log that left Redis. The text says why."""


class SleepingLogs:
    """Finds the logs of games that sleep."""

    def __init__(self, logs: RedisLogs, index: SleepIndex, folder: SleepFolder, owned: OwnedFolder) -> None:
        self._logs = logs
        self._index = index
        self._folder = folder
        self._owned = owned

    def find(self, game: str) -> Asleep | None:
        """The log of a game as Redis knows it to sleep; None if it does not sleep.

        Raises SleepUnavailable if the folder or the key is away, and LogDamaged if the file is not the one that was written
        when the game fell asleep.
        """
        pointer = self._index.find(game)
        if pointer is None:
            return None
        try:
            found = self._fitting(pointer, lambda: self._folder.read(game, pointer.mark))
            if found is not None:
                return Asleep(pointer, found)
            # The game may have been woken, or have got another file, since the pointer was read.
            if self._index.find(game) != pointer:
                return self.find(game)
            return Asleep(pointer, self._later(game, pointer).log)
        except Misfit as error:
            if self._index.find(game) != pointer:
                return self.find(game)
            self._check_folder()
            right = f"that of version {pointer.version}, whose head begins with {pointer.head.hex()}"
            raise LogDamaged(
                game, f"it sleeps, and its file {error}; the right one is {right}, or a later one of the same game"
            ) from None
        except ArchiveUnavailable as error:
            raise SleepUnavailable(str(error)) from error

    def serving(self, game: str, pointer: Pointer) -> Served:
        """The file that has the log of a sleeping game, read past the cache. Raises Misfit, ArchiveUnavailable."""
        for more in (named(pointer.mark), PLAIN):
            found = self._fitting(pointer, partial(self._folder.at, game, more))
            if found is not None:
                return Served(more, found)
        return self._later(game, pointer)

    def _fitting(self, pointer: Pointer, read: Callable[[], StoredLog | None]) -> StoredLog | None:
        """What `read` finds, None if there is no such file. Raises Misfit, ArchiveUnavailable."""
        try:
            found = read()
        except ArchiveDamaged as error:
            raise Misfit(f"is damaged, {error}") from None
        if found is not None and not _is_at(found, pointer):
            raise Misfit("has another log than the one that left Redis")
        return found

    def _later(self, game: str, pointer: Pointer) -> Served:
        """The file of a later sleep, or one from which names were forgotten since: Redis was set back to an older copy, and
        the file that its pointer names is no longer there. Raises Misfit, ArchiveUnavailable."""
        found = []
        for more in self._folder.names(game):
            try:
                each = self._folder.at(game, more)
            except ArchiveDamaged:
                continue
            if each is not None and _is_at(each, pointer):
                found.append(Served(more, each))
        if not found:
            raise Misfit("is missing")
        return max(found, key=lambda each: (int(each.log.secrets.get(FORGOT, "0")), len(each.log.entries)))

    def forget_names(self, game: str, names: Collection[str]) -> Forgot:
        """Forget the names of these seals in all files of a game, of which Redis itself has none any more.

        Files are not changed: a new one has the log without the names, and takes the place of the old one in Redis, by
        compare-and-set. Raises LogDamaged, ArchiveDamaged, SleepUnavailable.
        """
        try:
            return self._forget_names(game, names)
        except SleepUnavailable:
            raise
        except ArchiveUnavailable as error:
            raise SleepUnavailable(str(error)) from error

    def _forget_names(self, game: str, names: Collection[str]) -> Forgot:
        asleep = self.find(game)
        beside = self._logs.beside(game) if asleep is None else asleep.log.secrets
        left = without_names(beside, names)
        had = left != beside
        if had and (asleep is None or not self._exchange(game, asleep, StoredLog(left, asleep.log.entries))):
            # Awake with names: a process that read the file before has woken it.
            return Forgot(any=True, done=False)
        # From here on nobody wakes it with the names, nor puts it to sleep with them.
        for more in self._folder.names(game):
            found = self._folder.at(game, more)
            if found is None or (left := without_names(found.secrets, names)) == found.secrets:
                continue
            had = True
            if asleep is None:
                # A Redis that loses what it did last may name this file again, and then finds its successor.
                self._folder.write(game, self._index.reserve(game).mark, StoredLog(left, found.entries))
            self._folder.drop(game, more)
        self._folder.evict(game)
        return Forgot(any=had, done=True)

    def _exchange(self, game: str, asleep: Asleep, left: StoredLog) -> bool:
        """Give a sleeping game a new file; False if it was woken, or has another file by now."""
        reserved = self._index.reserve(game)
        size = self._folder.write(game, reserved.mark, left)
        renamed = asleep.pointer._replace(mark=reserved.mark, size=size)
        return self._index.rename(game, asleep.pointer, renamed, reserved)

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
    """Whether a log is the one that left Redis, or goes on from it."""
    at = pointer.version
    return len(found.entries) >= at > 0 and pointer.fits(at, found.entries[at - 1][1].decode())
