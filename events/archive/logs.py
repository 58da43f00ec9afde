"""Logs in the archive, for games that are no longer in Redis."""

from __future__ import annotations

from collections.abc import Sequence

from events.archive.archive import Archive
from events.archive.owned import OwnedFolder
from events.envelope import Commit, unsealed
from events.errors import CommitsMissing, Diverged, LogDamaged, UnknownGame
from events.redis_store.logs import complete
from events.store_types import Slice, StoredGame, StoredLog, stored_game


class ArchivedLogs:
    """The logs in the archive's files.

    If a game has no file, the archive must be the one that belongs to this Redis: only then is the game unknown.
    """

    def __init__(self, archive: Archive, owned: OwnedFolder) -> None:
        self._archive = archive
        self._owned = owned

    def begun(self, game: str) -> Slice | None:
        """The whole log, None if there is none. Unlike `read` it does not need the archive to be there."""
        log = self._archive.read(game)
        return None if log is None else slice_of(game, log)

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        """As `EventStore.read`. Raises UnknownGame, Diverged, LogDamaged, ArchiveDamaged, ArchiveUnavailable."""
        log = self._find(game)
        if log is None:
            raise UnknownGame(game)
        return slice_of(game, log, after, head, last)

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        """As `EventStore.commits`. Raises CommitsMissing too if there is no log."""
        log = self._find(game)
        if log is None:
            raise CommitsMissing(f"{game} no longer has all of the versions {first} to {last}")
        return commits_in(game, log, first, last)

    def _find(self, game: str) -> StoredLog | None:
        log = self._archive.read(game)
        if log is None:
            self._owned.check_if_used()
        return log


def slice_of(game: str, log: StoredLog, after: int = 0, head: str = "", last: int | None = None) -> Slice:
    """What `EventStore.read` finds in a file. Raises Diverged, LogDamaged."""
    if after and (after > len(log.entries) or log.entries[after - 1][1] != head.encode()):
        raise Diverged
    return Slice(log.secrets, _commits(game, log.entries[after:last]))


def commits_in(game: str, log: StoredLog, first: int, last: int) -> list[Commit]:
    """What `EventStore.commits` finds in a file. Raises CommitsMissing, LogDamaged."""
    return complete(game, _commits(game, log.entries[first - 1 : last]), first, last, len(log.entries))


def described(archive: Archive, game: str) -> StoredGame | None:
    """The size of a game in the archive; None if it is not there. Raises ArchiveDamaged, ArchiveUnavailable, LogDamaged."""
    found = archive.look(game)
    if found is None:
        return None
    (secrets, entries), size = found
    first, last = _commits(game, [entries[0], entries[-1]])
    return stored_game(game, first, last, secrets.get("owner"), "imported" in secrets, size, "archive")


def _commits(game: str, entries: Sequence[tuple[bytes, bytes]]) -> list[Commit]:
    """The commits in a file. Raises LogDamaged: the file's checksum is right, so they were written as they are."""
    try:
        return unsealed(entries)
    except Exception as error:
        raise LogDamaged(game, f"a line of its file is no commit: {type(error).__name__}") from error
