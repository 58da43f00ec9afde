"""The work of every process after games were deleted elsewhere, or names forgotten."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from events.errors import ArchiveUnavailable
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from events.identity import milliseconds, utc_now
from events.redis_store.forgettings import Forgotten
from events.removal.deleting import Deleter
from events.removal.forgetting import Forgetter
from events.store.event_store import EventStore

log = logging.getLogger(__name__)

EVERY_SECONDS = 10.0
"""The time between two looks. So within this time every process knows of a deletion, and of forgotten names."""
KEPT_MS = 3600 * 1000
"""How long files of such a game are looked for: a process that read its log just before writes it within that time."""
DONE_MS = 60 * 1000
"""After this time a forgetting that is finished is not done again until KEPT_MS have passed, which takes one more look."""


@dataclass
class Aftermath:
    """Drops deleted games and forgotten names from the memory of a process.

    A worker also finishes deletions and forgettings, for an hour each, since another process may write a game to a file
    that it read before.
    """

    store: EventStore
    repositories: Sequence[GameRepository]
    """All that the process has: each keeps games of its own."""
    deleter: Deleter | None = None
    """None: the process finishes no deletion."""
    forgetter: Forgetter | None = None
    """None: the process finishes no forgetting."""
    clock: Callable[[], datetime] = utc_now
    followed: Callable[[str], Sequence[GameLog]] = lambda game: ()
    """The logs of a game that the process has in memory besides its repository."""
    _done: set[Forgotten] = field(default_factory=set)

    def look(self) -> int:
        """Look at the deletions and forgettings of the last hour; returns how many there were. Raises StoreUnavailable,
        redis.RedisError."""
        deleted, forgotten = self.store.deletions.recent(), self.store.forgettings.recent()
        for deleted_ms, game in deleted:
            for repository in self.repositories:
                repository.evict(game)
            self.store.archive.evict(game)
            self.store.sleep.evict(game)
            if self.deleter is not None:
                self._finish(self.deleter, game, deleted_ms)
        for game in {each.game for _, each in forgotten}:
            for repository in self.repositories:
                repository.read_again(game, self.followed(game))
        if self.forgetter is not None:
            self._finish_forgetting(self.forgetter, forgotten)
        return len(deleted) + len(forgotten)

    def _finish(self, deleter: Deleter, game: str, deleted_ms: int) -> None:
        try:
            deleter.finish(game)
        except ArchiveUnavailable as error:
            log.warning("the file of %s, which was deleted, is still there: %s", game, error)
            return
        if deleted_ms + KEPT_MS < milliseconds(self.clock()):
            self.store.deletions.drop(game)

    def _finish_forgetting(self, forgetter: Forgetter, forgotten: Sequence[tuple[int, Forgotten]]) -> None:
        now_ms = milliseconds(self.clock())
        old = {each for at_ms, each in forgotten if at_ms + KEPT_MS < now_ms}
        done = {each for at_ms, each in forgotten if at_ms + DONE_MS < now_ms}
        due = {each for _, each in forgotten} - (self._done - old)
        if not forgetter.finish(due):
            return
        self.store.forgettings.finish(old)
        self._done = done - old
