"""Removes files that nobody reads: those of sleeps that have ended or never began, and what was written late, by a process
that a hanging disk held up.

A file of a sleeping game goes when no pointer has named it for half an hour, by Redis' clock (`unname.lua`). Since when that
is so stands in Redis: from the waking, from the moment when the file was reserved, or from when it was first found here. So
everything is gone within an hour, and a Redis that lost its last seconds still finds the files that it names. A file that
was given up can never be named again: its writer has lost the reservation.
"""

from __future__ import annotations

from collections.abc import Iterator

from events.archive.archive import Archive
from events.redis_store.asleep import STAYS_MS, Pointer, SleepIndex
from events.redis_store.logs import RedisLogs
from events.sleep.form import SleepFolder, named


class Sweep:
    """Looks through the folders of sleeping and archived games."""

    def __init__(self, logs: RedisLogs, index: SleepIndex, sleep: SleepFolder, archive: Archive) -> None:
        self._logs = logs
        self._index = index
        self._sleep = sleep
        self._archive = archive

    def walk(self, stays_ms: int = STAYS_MS) -> Iterator[int]:
        """Look at all files, those of one folder below at each step, which yields the number of files that were removed.
        Raises StoreUnavailable, ArchiveUnavailable."""
        for shard in self._sleep.shards():
            yield self._sweep_sleepers(shard, stays_ms)
        for shard in self._archive.shards():
            yield self._sweep_archived(shard)
        self._index.tidy()

    def _sweep_sleepers(self, shard: str, stays_ms: int) -> int:
        found = self._sleep.listing(shard)
        pointers = dict(zip(found, self._index.find_all([*found]), strict=True))
        left = [(game, more) for game, each in found.items() for more in _unnamed(each, pointers[game])]
        known = self._known([*{game for game, _ in left if pointers[game] is None}])
        files = [(game, more, pointers[game]) for game, more in left if pointers[game] is not None or game in known]
        gone = [file for file, may_go in zip(files, self._index.may_go(files, stays_ms), strict=True) if may_go]
        for game, more, _ in gone:
            self._sleep.drop(game, more)
        return len(gone)

    def _known(self, games: list[str]) -> set[str]:
        """The games that are or were in this Redis. Files of others stay: an empty Redis may have been started by mistake in
        place of the one that these games are in."""
        there = self._logs.with_fields(games)
        return {game for game, is_there in zip(games, there, strict=True) if is_there or self._archive.has(game)}

    def _sweep_archived(self, shard: str) -> int:
        """Remove files of games that were deleted."""
        games = [*self._archive.listing(shard)]
        deleted = [game for game, is_gone in zip(games, self._logs.deleted(games), strict=True) if is_gone]
        for game in deleted:
            self._archive.remove(game)
        return len(deleted)


def _unnamed(files: list[str], pointer: Pointer | None) -> list[str]:
    """Those of a game's files that its pointer does not name; none if the file that it names is missing: then another one
    may have to serve."""
    if pointer is None:
        return files
    name = named(pointer.mark)
    return [each for each in files if each != name] if name in files else []
