"""The sizes of all games: in Redis, asleep, or in the archive. No log is folded, and no game is woken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from events.archive.archive import Archive
from events.archive.logs import described
from events.errors import ArchiveUnavailable, GameUnreadable
from events.identity import moment_of, timestamp
from events.redis_store.asleep import Pointer, SleepIndex
from events.redis_store.survey import RedisSurvey, place_of
from events.store_types import GamePlace, StoredGame

PLACES: tuple[GamePlace, ...] = ("redis", "sleep", "archive")
"""In the order in which they are looked through: it is the way that games go."""
FILES = 100
"""Files of the archive that one page looks at."""

Found = tuple[list[StoredGame], str | None]
"""Games, and where the next page begins in the same place; None: there is none."""


class Survey:
    """Finds games page by page, in no particular order.

    A cursor is `<cursor>@<node>` in Redis, `sleep.<partition>.<cursor>`, or `archive.<game>`, after which it goes on.
    """

    def __init__(self, awake: RedisSurvey, asleep: SleepIndex, archive: Archive) -> None:
        self._awake = awake
        self._asleep = asleep
        self._archive = archive

    def page(
        self, after: str | None, places: Sequence[GamePlace], wanted: Callable[[StoredGame], bool]
    ) -> tuple[list[StoredGame], str | None]:
        """The wanted games among the next ones in some of the PLACES, and the cursor of the next page; None: there is none.

        A game that stays in its place is found at least once. Raises StoreUnavailable, ArchiveUnavailable.
        """
        cursor = after or _begin(places[0])
        place = _place(cursor)
        found, following = {"redis": self._in_redis, "sleep": self._sleeping, "archive": self._archived}[place](cursor)
        if following is None:
            later = [each for each in PLACES[PLACES.index(place) + 1 :] if each in places]
            following = _begin(later[0]) if later else None
        return [game for game in found if wanted(game)], following

    def _in_redis(self, cursor: str) -> Found:
        found, following = self._awake.page(place_of(cursor))
        return found, None if following is None else str(following)

    def _sleeping(self, cursor: str) -> Found:
        _, partition, at = cursor.split(".")
        following, found = self._asleep.scan(int(partition), int(at))
        games = [_sleeper(game, pointer) for game, pointer in found]
        if following:
            return games, f"sleep.{partition}.{following}"
        return games, f"sleep.{int(partition) + 1}.0" if int(partition) + 1 < self._asleep.partitions else None

    def _archived(self, cursor: str) -> Found:
        files = self._archive.games_after(cursor.partition(".")[2], FILES)
        # A game that Redis still has was found there; of a deleted one the file may still be there.
        games = [found for game in self._awake.missing(files) if (found := self._in_file(game)) is not None]
        return games, f"archive.{files[-1]}" if len(files) == FILES else None

    def _in_file(self, game: str) -> StoredGame | None:
        try:
            return described(self._archive, game)
        except ArchiveUnavailable:
            raise  # Without the folder no archived game would be found.
        except GameUnreadable:
            return None


def _begin(place: GamePlace) -> str:
    """The cursor of the first page."""
    return {"redis": "0@", "sleep": "sleep.0.0", "archive": "archive."}[place]


def _place(cursor: str) -> GamePlace:
    """Where a cursor is."""
    return "redis" if "@" in cursor else "sleep" if cursor.startswith("sleep") else "archive"


def _sleeper(game: str, pointer: Pointer) -> StoredGame:
    return StoredGame(
        id=game,
        ruleset=pointer.ruleset,
        version=pointer.version,
        over=False,
        imported=False,
        place="sleep",
        bytes=pointer.size,
        created_at=timestamp(moment_of(pointer.created_ms)),
        acted_at=timestamp(moment_of(pointer.acted_ms)),
        key=pointer.owner,
    )
