"""A folder of logs belongs to one Redis, which knows the folder by its id.

So another folder in its place, such as the mount point of a disk that is away, is noticed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.archive.files import Files
from events.errors import ArchiveUnavailable
from events.redis_store.errors import redis_errors
from events.redis_store.games_redis import GamesRedis


class OwnedFolder:
    """The folder that belongs to this Redis, if it has one; `key` has its id."""

    def __init__(self, files: Files, redis: GamesRedis, key: str) -> None:
        self._files = files
        self._redis = redis
        self._key = key
        self._verified: str | None = None
        """The id of the folder that was found to be that of this Redis."""

    def claim(self, new_id: Callable[[], str]) -> str:
        """The folder's id. An empty folder becomes that of a Redis that has none yet.

        If Redis knows a folder and this one is empty, the disk is not mounted. Files written now would disappear under the
        mount. Raises ArchiveUnavailable.
        """
        known = self._known()
        if known is None:
            self._files.give_id(new_id())
        found = self._files.id()
        with redis_errors():
            if known is None and found is not None:
                self._redis.client.set(self._key, found, nx=True)
                known = self._known()
        if found is None or known != found:
            raise ArchiveUnavailable(f"{self._files.folder} is away, or is not the folder of this Redis")
        return found

    def check_if_used(self) -> None:
        """Raises ArchiveUnavailable if games of this Redis are in a folder, and this is not it."""
        found = self._files.id()
        if found is not None and found == self._verified:
            return
        known = self._known()
        if known is None:
            return
        if known != found:
            raise ArchiveUnavailable(f"games of this Redis are in a folder, and {self._files.folder} is not it")
        self._verified = found

    def _known(self) -> str | None:
        with redis_errors():
            known: Any = self._redis.client.get(self._key)
        return None if known is None else known.decode()
