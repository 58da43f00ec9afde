"""Where games are kept: Redis, and the archive for those that have been over for a while."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

import redis

from events.archive.files import Archive, Offload, at_once
from events.archive.logs import ArchivedLogs
from events.archive.moving import Mover
from events.envelope import Commit, is_time
from events.errors import ArchiveDamaged, CommitsMissing, GameDeleted, LogDamaged, UnknownGame
from events.identity import milliseconds
from events.redis_store.api_keys import ApiKeys
from events.redis_store.bots import BotIndex
from events.redis_store.client import connect_games
from events.redis_store.cluster import LazyCluster
from events.redis_store.deletions import Deletions
from events.redis_store.ended import EndedIndex
from events.redis_store.feed import Feed, KeyFeed
from events.redis_store.games_list import GamesList, OwnedGames
from events.redis_store.games_redis import GamesRedis
from events.redis_store.logs import RedisLogs
from events.redis_store.survey import Survey
from events.settings import Settings
from events.store_types import Append, Conflict, KnownVersion, OwnersChange, Slice

LOOKED_AT = 200
"""How many games with a bot to act `longest_wait` looks at, but at least one of each partition."""


def open_store(settings: Settings, offload: Offload = at_once) -> EventStore:
    """The store that the settings describe. `offload` runs what reads from the archive's folder."""
    return EventStore(
        connect_games(settings.games_redis),
        settings.partitions,
        archive=Archive(settings.archive, offload),
        archive_after=settings.archive_after,
        wait_replicas=settings.redis_wait_replicas,
        wait_ms=settings.redis_wait_ms,
    )


class EventStore:
    """The logs of all games, and the indexes that are kept with them.

    A log is looked for in Redis first. Since a game is in the archive before it leaves Redis, it is found in one of the two
    at any moment.
    """

    def __init__(
        self,
        client: redis.Redis | redis.RedisCluster | LazyCluster,
        partitions: int = 1,
        *,
        archive: Archive | None = None,
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
        self.bots = BotIndex(self.redis)
        self.ended = EndedIndex(self.redis)
        self.deletions = Deletions(self.redis)
        self.survey = Survey(self.redis)
        self.archive = archive = archive or Archive(None)
        self.mover = Mover(self.redis, self.logs, self.ended, archive)
        self._archived = ArchivedLogs(archive, self.redis)
        self._archive_after_ms = archive_after * 1000
        self._new: set[str] = set()
        """Ids reserved by this process: certainly new, so the archive need not be asked, which may be away."""

    def append(self, request: Append) -> Conflict | None:
        """Append at exactly the version before the commit's, or change nothing and say what the caller did not know.

        Raises UnknownGame, GameDeleted, Diverged if that version has another head, LogDamaged, OutcomeUnknown,
        StoreUnavailable.
        """
        game, version = request.game, request.commit.version
        if version == 1 and request.commit.command_id and game not in self._new:
            # The key may have created this game before, and a worker whose clock is ahead may have moved it already.
            archived = self._archived.begun(game)
            if archived is not None:
                return Conflict(*archived, ours=False)
        self._new.discard(game)  # It may exist from now on, so the next creation asks the archive.
        try:
            return self.logs.append(request)
        except GameDeleted:
            raise
        except UnknownGame:
            # The caller knows the game as it was before its end.
            return Conflict(*self._archived.read(game, version - 1, request.previous_head), ours=False)

    def offer_token(self, game: str, seat: int, current: str, successor: str) -> bool:
        """Note the hash of a token that is to replace the seat's current one; False if the seat has another one by now.

        Raises StoreUnavailable.
        """
        return self.logs.offer_token(game, seat, current, successor)

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        """The commits after a version that the caller knows by its head, up to `last`. Some may be missing in between.

        Raises UnknownGame, GameDeleted, Diverged, LogDamaged, ArchiveDamaged, StoreUnavailable.
        """
        try:
            found = self.logs.read(game, after, head, last)
        except GameDeleted:
            raise
        except UnknownGame:
            return self._archived.read(game, after, head, last)
        if found.commits or after:
            return found
        try:
            return self._archived.read(game, after, head, last)  # It left Redis while it was read.
        except UnknownGame:
            return found  # Somebody has removed its commits, and nothing else.

    def read_all(self, known: Sequence[KnownVersion]) -> list[Slice | LogDamaged | GameDeleted | None]:
        """What logs in Redis have after the versions that are known, in one round trip.

        None where the log lacks that version, or is not there.
        """
        return self.logs.read_all(known)

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        """The commits from `first` to `last`, both included, which the caller knows to exist.

        Raises CommitsMissing if the log ends before `last`, GameDeleted, LogDamaged, ArchiveDamaged, StoreUnavailable.
        """
        try:
            return self.logs.commits(game, first, last)
        except CommitsMissing:
            self.logs.check_not_deleted(game)
            return self._archived.commits(game, first, last)

    def delete(self, game: str, at: str, at_ms: int) -> str:
        """Delete a game from Redis; the time of its deletion, which may have been earlier. Its file stays in the archive,
        where nobody finds it any more.

        Raises UnknownGame, StoreUnavailable.
        """
        try:
            owner = self._beside(game).get("owner")
        except GameDeleted as deleted:
            return deleted.at
        deleted_at = self.deletions.delete(game, owner, at, at_ms)
        self.logs.secure(game)
        return deleted_at

    def _beside(self, game: str) -> Mapping[str, str]:
        """What is stored beside a log; nothing if the archive's file of the game is damaged. Raises UnknownGame."""
        found = self.logs.beside(game)
        if found:
            return found
        try:
            return self._archived.read(game).secrets
        except ArchiveDamaged:
            return {}

    def secure(self, game: str) -> None:
        """Wait until everything stored of a game is on the configured number of replicas. Raises OutcomeUnknown."""
        self.logs.secure(game)

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

    def feed(self, partition: int) -> Feed:
        """A new reader of all commits in a partition."""
        return Feed(self.redis, partition)

    def key_feed(self, key: str, since: int | None) -> KeyFeed:
        """A new reader of all commits in the games of an API key, after a time (ms) or, if it is None, from now on."""
        return KeyFeed(self.redis, key, since)

    def longest_wait(self, rulesets: Container[str]) -> int | None:
        """When, in ms, the last commit was made of the game that waits longest for a bot; None if none waits.

        Only games of these rulesets count: a bot cannot play a game whose rules are not installed.

        Raises StoreUnavailable.
        """
        games = self.bots.soonest(max(1, LOOKED_AT // self.partitions))
        times = [each.at for each in self.logs.newest(games) if is_time(each.at) and each.ruleset in rulesets]
        return min((milliseconds(datetime.fromisoformat(at)) for at in times), default=None)
