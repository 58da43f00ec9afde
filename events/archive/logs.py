"""Logs that are found in the archive because Redis does not have them any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.archive.files import Archive, StoredLog
from events.envelope import Commit, unsealed
from events.errors import ArchiveUnavailable, CommitsMissing, Diverged, LogDamaged, UnknownGame
from events.redis_store import keys
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.redis_store.logs import complete
from events.store_types import Slice


class ArchivedLogs:
    """The logs in the archive's files.

    Where there is none of a game, the archive must be the one that belongs to this Redis: only then is the game unknown.
    """

    def __init__(self, archive: Archive, redis: GamesRedis) -> None:
        self._archive = archive
        self._redis = redis
        self._verified: str | None = None
        """The id of the folder that was found to be the archive of this Redis."""

    def begun(self, game: str) -> Slice | None:
        """The whole log, None if there is none. Unlike `read` it does not need the archive to be there."""
        log = self._archive.read(game)
        return None if log is None else Slice(log.secrets, _commits(game, log.entries))

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        """As `EventStore.read`. Raises UnknownGame, Diverged, LogDamaged, ArchiveDamaged, ArchiveUnavailable."""
        log = self._find(game)
        if log is None:
            raise UnknownGame(game)
        if after and (after > len(log.entries) or log.entries[after - 1][1] != head.encode()):
            raise Diverged
        return Slice(log.secrets, _commits(game, log.entries[after:last]))

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        """As `EventStore.commits`. Raises CommitsMissing too if there is no log."""
        log = self._find(game)
        if log is None:
            raise CommitsMissing(f"{game} has not all of the versions {first} to {last} any more")
        return complete(game, _commits(game, log.entries[first - 1 : last]), first, last, len(log.entries))

    def _find(self, game: str) -> StoredLog | None:
        log = self._archive.read(game)
        if log is None:
            self._check_folder()
        return log

    def _check_folder(self) -> None:
        """Raises ArchiveUnavailable if games of this Redis are in an archive that is not the folder."""
        found = self._archive.id()
        if found is not None and found == self._verified:
            return
        with redis_errors():
            known: Any = self._redis.client.get(keys.ARCHIVE)
        if known is None:
            return
        if found is None or known != found.encode():
            raise ArchiveUnavailable(f"games of this Redis are in an archive, and {self._archive.folder} is not it")
        self._verified = found


def _commits(game: str, entries: Sequence[tuple[bytes, bytes]]) -> list[Commit]:
    """The commits in a file. Raises LogDamaged: the file's checksum is right, so they were archived as they are."""
    try:
        return unsealed(entries)
    except Exception as error:
        raise LogDamaged(game, f"a line of its file is no commit: {type(error).__name__}") from error
