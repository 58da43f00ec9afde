"""Games that are over move from Redis to the archive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any

from events.archive.files import Archive, StoredLog
from events.envelope import published_secret, whole
from events.errors import ArchiveUnavailable, NotWhole
from events.identity import milliseconds
from events.redis_store import keys
from events.redis_store.ended import EndedIndex
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis
from events.redis_store.logs import RedisLogs, commits_of, head_of


class Mover:
    """Moves games to the archive. A game is in the archive before it leaves Redis, so a reader always finds it in one."""

    def __init__(self, redis: GamesRedis, logs: RedisLogs, ended: EndedIndex, archive: Archive) -> None:
        self._redis = redis
        self._logs = logs
        self._ended = ended
        self._archive = archive

    def check_archive(self) -> None:
        """Raises ArchiveUnavailable unless the folder exists and is the archive of this Redis.

        An empty folder becomes the archive of a Redis that has none yet. In place of a known archive it is a
        disk that is not mounted, and files written there would be hidden as soon as it is.
        """
        with redis_errors():
            known: Any = self._redis.client.get(keys.ARCHIVE)
        if known is None:
            self._archive.give_id(token_hex(8))
        found = self._archive.id()
        with redis_errors():
            if known is None and found is not None:
                self._redis.client.set(keys.ARCHIVE, found, nx=True)
                known = self._redis.client.get(keys.ARCHIVE)
        if found is None or known != found.encode():
            raise ArchiveUnavailable(f"{self._archive.folder} is away, or is not the archive of this Redis")

    def index_ended(self) -> int:
        """Find games that are over and missing from the index, since older releases kept none; returns how many.

        It reads every game in Redis.
        """
        found = 0
        for game, last in self._logs.every_newest():
            if published_secret(last) is not None:
                found += self._ended.add(game, milliseconds(datetime.fromisoformat(last.at)))
        return found

    def move(self, game: str) -> int:
        """Put a game that is over into the archive; then remove it from Redis, if its log is still the one archived.

        Returns the size of its file in bytes, 0 if the game is not in Redis (any more). Raises NotWhole, LogDamaged,
        ArchiveDiffers, ArchiveUnavailable; then it is still in Redis.
        """
        beside, entries = self._logs.entries(game)
        size, head = 0, b""
        if entries:
            size, head = self._archive.write(game, _whole_log(game, beside, entries)), entries[-1][1][3]
        removed = self._logs.remove(game, len(entries), head)
        if removed == -1:
            raise NotWhole(f"{game} has changed while it was archived")
        if removed == -2:  # It was deleted while it was archived.
            self._archive.remove(game)
        return size if removed == 1 else 0


def _whole_log(game: str, beside: dict[str, str], entries: Sequence[Any]) -> StoredLog:
    """The log in these entries. Raises NotWhole, LogDamaged."""
    commits = commits_of(game, entries)  # All of them: a damaged log can be repaired only while it is in Redis.
    if not whole(commits, 1, len(commits)) or any(entry != b"%d-0" % at for at, (entry, _) in enumerate(entries, 1)):
        raise NotWhole("its log has gaps")
    if published_secret(commits[-1]) is None:
        raise NotWhole("it is not over")
    if "secret" not in beside:
        raise NotWhole("the secret beside its log is missing")
    return StoredLog(beside, [(entry[1][1], head_of(entry).encode()) for entry in entries])
