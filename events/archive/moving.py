"""Games that are over move from Redis to the archive."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from events.archive.archive import Archive
from events.archive.owned import OwnedFolder
from events.envelope import Commit, published_secret, whole
from events.errors import NotWhole
from events.identity import FORGOT, LESSON, milliseconds_of
from events.redis_store.ended import EndedIndex
from events.redis_store.logs import RedisLogs, commits_of, head_of
from events.store_types import StoredLog


class Mover:
    """Moves games to the archive. A game is in the archive before it leaves Redis, so a reader always finds it in one."""

    def __init__(self, logs: RedisLogs, ended: EndedIndex, archive: Archive, owned: OwnedFolder) -> None:
        self._logs = logs
        self._ended = ended
        self._archive = archive
        self._owned = owned

    def check_archive(self) -> None:
        """Raises ArchiveUnavailable unless the folder exists and is the archive of this Redis."""
        self._owned.claim(lambda: token_hex(8))

    def index_ended(self) -> int:
        """Find games that are over and missing from the index, since older releases kept none; returns how many.

        It reads every game in Redis.
        """
        found = 0
        for game, last in self._logs.every_newest():
            if published_secret(last) is not None and LESSON not in self._logs.beside(game):
                found += self._ended.add(game, milliseconds_of(last.at))
        return found

    def move(self, game: str) -> int:
        """Put a game that is over into the archive; then remove it from Redis, if its log is still the one archived.

        Returns the size of its file in bytes, 0 if the game is not (or no longer) in Redis. Raises NotWhole, LogDamaged,
        ArchiveDiffers, ArchiveUnavailable; then it is still in Redis.
        """
        beside, entries = self._logs.entries(game)
        size, head = 0, b""
        if entries:
            found = whole_log(game, beside, entries)
            if published_secret(found.commits[-1]) is None:
                raise NotWhole("it is not over")
            size, head = self._archive.write(game, found.stored), entries[-1][1][3]
        removed = self._logs.remove(game, len(entries), head, beside.get(FORGOT, ""))
        if removed == -1:
            raise NotWhole(f"{game} has changed while it was archived")
        if removed == -2:  # It was deleted while it was archived.
            self._archive.remove(game)
        return size if removed == 1 else 0


class WholeLog(NamedTuple):
    """A log as a file has it, and its commits."""

    stored: StoredLog
    commits: list[Commit]


def whole_log(game: str, beside: dict[str, str], entries: Sequence[Any]) -> WholeLog:
    """The log in these entries. Raises NotWhole, LogDamaged."""
    commits = commits_of(game, entries)  # All of them: a damaged log can be repaired only while it is in Redis.
    if not whole(commits, 1, len(commits)) or any(entry != b"%d-0" % at for at, (entry, _) in enumerate(entries, 1)):
        raise NotWhole("its log has gaps")
    if "secret" not in beside:
        raise NotWhole("the secret beside its log is missing")
    return WholeLog(StoredLog(beside, [(entry[1][1], head_of(entry).encode()) for entry in entries]), commits)
