"""Where games are kept: Redis, the archive for those that have been over for a while, and the folder of sleeping games for
those that go on, but that nobody has acted on for long."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
import redis

from domain.session import OVER
from domain.session.seals import default_name
from events.archive.archive import Archive
from events.archive.files import Offload, at_once
from events.archive.logs import ArchivedLogs, commits_in, slice_of
from events.archive.moving import Mover
from events.archive.owned import OwnedFolder
from events.envelope import Commit, is_time
from events.errors import CommitsMissing, GameDeleted, GameUnreadable, LogDamaged, StoreUnavailable, UnknownGame
from events.identity import FORGOT, milliseconds_of
from events.redis_store import keys
from events.redis_store.api_keys import ApiKeys
from events.redis_store.asleep import Asleep, SleepIndex
from events.redis_store.bots import BotIndex
from events.redis_store.client import connect_games
from events.redis_store.clocks import ClockIndex
from events.redis_store.cluster import LazyCluster
from events.redis_store.deletions import Deletions
from events.redis_store.ended import EndedIndex
from events.redis_store.forgettings import Forgettings
from events.redis_store.games_list import GamesList, OwnedGames
from events.redis_store.games_redis import GamesRedis
from events.redis_store.kin import Kin
from events.redis_store.logs import RedisLogs
from events.redis_store.survey import RedisSurvey
from events.redis_store.webhooks import Webhooks
from events.settings import Settings
from events.sleep.form import SleepFolder
from events.sleep.moving import Hibernation
from events.sleep.sleeping import SleepingLogs
from events.sleep.sweeping import Sweep
from events.store.survey import Survey
from events.store_types import Append, Conflict, KnownVersion, OwnedGame, OwnersChange, Slice, Unchanged

LOOKS = 2
"""How often a log is looked for in Redis and in the folder of sleeping games, before the archive."""
LOOKED_AT = 200
"""How many games with a bot to act `longest_wait` looks at, but at least one of each partition."""


Found = TypeVar("Found")


def open_store(settings: Settings, offload: Offload = at_once, sleep_offload: Offload = at_once) -> EventStore:
    """The store that the settings describe. `offload` runs what reads from the archive's folder, `sleep_offload` what reads
    from the folder of sleeping games or writes there: one that hangs must not hold up the other."""
    return EventStore(
        connect_games(settings.games_redis),
        settings.partitions,
        archive=Archive(settings.archive, offload),
        sleep=SleepFolder(settings.sleep, settings.sleep_key, sleep_offload),
        archive_after=settings.archive_after,
        wait_replicas=settings.redis_wait_replicas,
        wait_ms=settings.redis_wait_ms,
    )


class EventStore:
    """The logs of all games, and the indexes that are kept with them.

    A log is looked for in Redis first. Since a game is in a file before it leaves Redis, it is found in one of the two at
    any moment.
    """

    def __init__(
        self,
        client: redis.Redis | redis.RedisCluster | LazyCluster,
        partitions: int = 1,
        *,
        archive: Archive | None = None,
        sleep: SleepFolder | None = None,
        archive_after: int = 0,
        wait_replicas: int = 0,
        wait_ms: int = 1_000,
    ) -> None:
        """`archive_after`: seconds after its end before a game is moved. A write counts only when `wait_replicas` replicas
        have it, which are given `wait_ms`."""
        self.partitions = partitions
        self.redis = GamesRedis(client, partitions)
        self.logs = RedisLogs(self.redis, wait_replicas=wait_replicas, wait_ms=wait_ms)
        self.games = GamesList(self.redis)
        self.owned = OwnedGames(self.redis)
        self.api_keys = ApiKeys(self.redis)
        self.webhooks = Webhooks(self.redis)
        self.bots = BotIndex(self.redis)
        self.clocks = ClockIndex(self.redis)
        self.ended = EndedIndex(self.redis)
        self.deletions = Deletions(self.redis)
        self.kin = Kin(self.redis)
        self.forgettings = Forgettings(self.redis)
        self.asleep = SleepIndex(self.redis)
        sleep = sleep or SleepFolder(None, Path(os.devnull))
        slept = OwnedFolder(sleep, self.redis, keys.SLEEP)
        self.sleep = sleep
        self.sleeping = SleepingLogs(self.logs, self.asleep, sleep, slept)
        self.hibernation = Hibernation(self.logs, self.asleep, sleep, slept)
        self.archive = archive = archive or Archive(None)
        self.sweep = Sweep(self.logs, self.asleep, sleep, archive)
        owned = OwnedFolder(archive, self.redis, keys.ARCHIVE)
        self._folders = (owned, slept)
        self.survey = Survey(RedisSurvey(self.redis), self.asleep, archive)
        self._archived = ArchivedLogs(archive, owned)
        self.mover = Mover(self.logs, self.ended, archive, owned)
        self._archive_after_ms = archive_after * 1000
        self._new: set[str] = set()
        """Ids that this process has reserved. They are certainly new, so a creation does not need the archive."""

    def append(self, request: Append) -> Conflict | None:
        """Append at exactly the version before the commit's, or change nothing and say what the caller did not know.

        Raises UnknownGame, GameDeleted, Diverged if that version has another head, ClockWrong, LogDamaged, OutcomeUnknown,
        StoreUnavailable.
        """
        game, version = request.game, request.commit.version
        if version == 1 and request.commit.command_id and game not in self._new:
            # The key may have created this game before, and a worker whose clock is ahead may have moved it already.
            found = self._in_file(game)
            if found is not None:
                return Conflict(*found, ours=False)
        self._new.discard(game)  # It may exist from now on, so the next creation looks for a file.
        known, head = version - 1, request.previous_head

        def wake_and_append(asleep: Asleep) -> Conflict | None:
            found = slice_of(game, asleep.log, known, head)
            if found.commits or not _speaks_for(request.token, found.secrets) or _has_forgotten(request, found.secrets):
                return Conflict(*found, ours=False)
            return self.logs.append(request, asleep)

        return self._search(
            game,
            lambda: self.logs.append(request),
            wake_and_append,
            # The caller knows the game as it was before its end.
            lambda: Conflict(*self._archived.read(game, known, head), ours=False),
        )

    def _search(
        self, game: str, awake: Callable[[], Found], asleep: Callable[[Asleep], Found], archived: Callable[[], Found]
    ) -> Found:
        """What the first of these finds that has the log: Redis, the file of a sleeping game, the archive.

        `awake` and `asleep` raise UnknownGame or CommitsMissing where the log is not, or no longer. Redis is asked once more
        before the archive, since the game may have been woken between the two looks.
        """
        for _ in range(LOOKS):
            try:
                return awake()
            except GameDeleted:
                raise
            except (UnknownGame, CommitsMissing):
                sleeper = self.sleeping.find(game)
            if sleeper is not None:
                with suppress(UnknownGame):  # It was woken meanwhile, and fell asleep again.
                    return asleep(sleeper)
        return archived()

    def _in_file(self, game: str) -> Slice | None:
        """The whole log if it is in a file. It does not need the archive to be there."""
        asleep = self.sleeping.find(game)
        return self._archived.begun(game) if asleep is None else slice_of(game, asleep.log)

    def wake(self, game: str) -> None:
        """Put the log of a sleeping game back into Redis; nothing if the game does not sleep.

        Raises LogDamaged, SleepUnavailable, StoreUnavailable.
        """
        asleep = self.sleeping.find(game)
        if asleep is not None:
            self.logs.wake(game, asleep)

    def offer_token(self, game: str, seat: int, current: str, successor: str) -> bool:
        """Note the hash of a token that is to replace the seat's current one; False if the seat has another one by now.

        Raises StoreUnavailable.
        """
        if self.logs.offer_token(game, seat, current, successor):
            return True
        self.wake(game)
        return self.logs.offer_token(game, seat, current, successor)

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        """The commits after a version that the caller knows by its head, up to `last`. Some may be missing in between.

        Raises UnknownGame, GameDeleted, Diverged, LogDamaged, ArchiveDamaged, StoreUnavailable.
        """

        def awake() -> Slice:
            found = self.logs.read(game, after, head, last)
            if not (found.commits or after):
                raise UnknownGame(game)
            return found

        try:
            return self._search(
                game,
                awake,
                lambda asleep: slice_of(game, asleep.log, after, head, last),
                lambda: self._archived.read(game, after, head, last),
            )
        except GameDeleted:
            raise
        except UnknownGame:
            return self.logs.read(game, after, head, last)  # Of a damaged log all commits may be gone, and nothing else.

    def read_all(self, known: Sequence[KnownVersion]) -> list[Slice | LogDamaged | GameDeleted | Unchanged | None]:
        """The commits of logs in Redis after the known versions, in one round trip, or two if some logs are not there.

        Unchanged for a game that sleeps with the version that is known: no file is read, so a folder that hangs holds nobody
        up. None where the log lacks that version, or is not there.
        """
        found: list[Slice | LogDamaged | GameDeleted | Unchanged | None] = [*self.logs.read_all(known)]
        missing = [place for place, each in enumerate(found) if each is None]
        pointers = self.asleep.find_all([known[place].game for place in missing]) if missing else []
        for place, pointer in zip(missing, pointers, strict=True):
            if pointer is not None and pointer.fits(known[place].version, known[place].head):
                found[place] = Unchanged()
        return found

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        """The commits from `first` to `last`, both included, which the caller knows to exist.

        Raises CommitsMissing if the log ends before `last`, GameDeleted, LogDamaged, ArchiveDamaged, StoreUnavailable.
        """
        return self._search(
            game,
            lambda: self.logs.commits(game, first, last),
            lambda asleep: commits_in(game, asleep.log, first, last),
            lambda: self._archived.commits(game, first, last),
        )

    def delete(self, game: str, at: str, at_ms: int) -> str:
        """Delete a game from Redis; the time of its deletion, which may have been earlier. Its files stay, but are no longer
        found. Its result is kept, without names, if the holder of its API key wants that.

        Raises UnknownGame, StoreUnavailable.
        """
        try:
            owner = self._beside(game).get("owner")
        except GameDeleted as deleted:
            return deleted.at
        line, _ = self.owned.lines([game]).get(game, (None, None)) if owner else (None, None)
        deleted_at = self.deletions.delete(game, owner, at, at_ms, None if line is None else _result_of(line))
        self.kin.drop(game)
        self.logs.secure(game)
        return deleted_at

    def _beside(self, game: str) -> Mapping[str, str]:
        """What is stored beside a log; nothing if the game's file is damaged. Raises UnknownGame, StoreUnavailable."""
        try:
            return self.logs.beside(game) or self.read(game).secrets
        except (UnknownGame, StoreUnavailable):
            raise  # While its file is away nobody knows the owner, who would keep an entry of the game.
        except GameUnreadable:
            return {}

    def check_folders(self) -> None:
        """Raises ArchiveUnavailable unless the folders that have games of this Redis are here."""
        for folder in self._folders:
            folder.check_if_used()

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        """The game id that belongs to an Idempotency-Key: `game`, unless one was reserved before."""
        reserved = self.logs.reserve(partition, key_hash, game)
        if reserved == game:
            self._new.add(game)
        return reserved

    def load_whole(
        self,
        game: str,
        commits: Sequence[Commit],
        secrets: Mapping[str, str],
        over_ms: int,
        owners: OwnersChange | None = None,
    ) -> None:
        """Store an imported log under a new id; it appears all at once or not at all.

        It is due for the archive at once: anybody may send large files, and no creation's key leads to one.
        """
        self.logs.load_whole(game, commits, secrets, over_ms - self._archive_after_ms, owners)

    def longest_wait(self, rulesets: Container[str]) -> int | None:
        """When, in ms, the last commit was made of the game that waits longest for a bot; None if none waits.

        Only games of these rulesets count: a bot cannot play a game whose rules are not installed.

        Raises StoreUnavailable.
        """
        games = self.bots.soonest(max(1, LOOKED_AT // self.partitions))
        times = [each.at for each in self.logs.newest(games) if is_time(each.at) and each.ruleset in rulesets]
        return min((milliseconds_of(at) for at in times), default=None)


def _result_of(line: OwnedGame) -> OwnedGame | None:
    """What may be kept of the entry of a game that is deleted: all but the names; None of a game that was not over."""
    if line.status not in OVER:
        return None
    seats = tuple([msgspec.structs.replace(seat, name=default_name(at)) for at, seat in enumerate(line.seats)])
    return msgspec.structs.replace(line, seats=seats)


def _has_forgotten(request: Append, secrets: Mapping[str, str]) -> bool:
    """Whether names were forgotten of which the caller of an append has not heard."""
    return request.forgot is not None and request.forgot != secrets.get(FORGOT, "")


def _speaks_for(token: tuple[str, str] | None, secrets: Mapping[str, str]) -> bool:
    """Whether the caller's token, by its field and hash, is the one beside a log; callers without a token need none."""
    return token is None or secrets.get(token[0]) == token[1]
