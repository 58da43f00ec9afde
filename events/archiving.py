"""Games that are over move from Redis to the archive, and are found there by whoever asks the store."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from importlib import resources
from itertools import islice
from typing import Any

import redis

from events.archive import Archive, ArchiveUnavailable, Aside, Log, at_once
from events.audit import is_time, published_secret
from events.envelope import Commit, unsealed, whole
from events.identity import milliseconds
from events.redis_client import connect_games
from events.redis_cluster import LateCluster
from events.redis_connections import HeldScript
from events.redis_errors import Guarded, Sound
from events.redis_store import RedisStore, commits_of, complete, fields_of, head_of
from events.settings import Settings
from events.store import Append, CommitsMissing, Diverged, LogDamaged, Missed, Slice, UnknownGame, partition_of

logger = logging.getLogger(__name__)

ARCHIVE_ID = "{0}:archive"
"""The key of the id that the archive folder of this Redis has."""
_AT_ONCE = 500


class NotWhole(Exception):
    """What Redis has of a game is not the log of one that is over."""


def open_store(settings: Settings, aside: Aside = at_once) -> ArchivingStore:
    """The store that the settings describe; `aside` does what reads from the archive's folder."""
    client, partitions = connect_games(settings.games_redis), settings.partitions
    wait = {"wait_replicas": settings.redis_wait_replicas, "wait_ms": settings.redis_wait_ms}
    return ArchivingStore(
        client, partitions, archive=Archive(settings.archive, aside), archive_after=settings.archive_after, **wait
    )


class ArchivingStore(RedisStore):
    """A store that looks in the archive for what Redis does not have.

    A game is in the archive before it leaves Redis. So who asks Redis first finds it in one of the two at any moment.
    """

    def __init__(
        self,
        client: redis.Redis | redis.RedisCluster | LateCluster,
        partitions: int = 1,
        *,
        archive: Archive,
        archive_after: int = 0,
        **options: int,
    ) -> None:
        """`archive_after`: the seconds after its end before a game is moved."""
        super().__init__(client, partitions, **options)
        self.archive = archive
        self._after_ms = archive_after * 1000
        self._new: set[str] = set()
        """Games reserved just now, which nobody can have begun before, so that an archive that is away holds up none."""
        self._own: str | None = None
        """The id of the folder that was found to be the archive of this Redis."""
        self._remove = HeldScript(self._connections, resources.files("events").joinpath("remove.lua").read_text())

    def append(self, request: Append) -> Missed | None:
        if request.commit.version == 1 and request.commit.command_id and request.game not in self._new:
            # The game may have been created with this key before, and be over and moved by a worker whose clock is ahead.
            log = self.archive.read(request.game)
            if log is not None:
                return Missed(log.secrets, _commits(request.game, log.entries), ours=False)
        self._new.discard(request.game)  # It may be begun now: after this its archive is looked into.
        try:
            return super().append(request)
        except UnknownGame:
            # The caller knows the game as it was before its end.
            found = self._archived(request.game, request.commit.version - 1, request.previous_head)
            return Missed(found.secrets, found.commits, ours=False)

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        reserved = super().reserve(partition, key_hash, game)
        if reserved == game:
            self._new.add(game)
        return reserved

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        try:
            found = super().read(game, after, head, last)
        except UnknownGame:
            return self._archived(game, after, head, last)
        if found.commits or after:
            return found
        try:
            return self._archived(game, after, head, last)  # It left Redis while it was read.
        except UnknownGame:
            return found  # Somebody has removed its commits, and nothing else.

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        try:
            return super().commits(game, first, last)
        except CommitsMissing:
            log = self._find(game)
            if log is None:
                raise
            return complete(game, _commits(game, log.entries[first - 1 : last]), first, last, len(log.entries))

    def load_whole(self, game: str, commits: Sequence[Commit], secrets: Mapping[str, str], over_ms: int) -> None:
        """As in any store, but due to be moved at once: anybody may send large files, and no creation's key leads to one."""
        super().load_whole(game, commits, secrets, over_ms - self._after_ms)

    def _archived(self, game: str, after: int, head: str, last: int | None = None) -> Slice:
        log = self._find(game)
        if log is None:
            raise UnknownGame(game)
        if after and (after > len(log.entries) or log.entries[after - 1][1] != head.encode()):
            raise Diverged
        return Slice(log.secrets, _commits(game, log.entries[after:last]))

    def _find(self, game: str) -> Log | None:
        log = self.archive.read(game)
        if log is None:
            self._check_own()
        return log

    def _check_own(self) -> None:
        """Raises ArchiveUnavailable if games of this Redis lie in an archive that is not the folder."""
        found = self.archive.id()
        if found is not None and found == self._own:
            return
        with Guarded():
            known: Any = self.client.get(ARCHIVE_ID)
        if known is None:
            return
        if found is None or known != found.encode():
            raise ArchiveUnavailable(f"games of this Redis lie in an archive, and {self.archive.folder} is not it")
        self._own = found

    # Moving games there

    def over(self, before_ms: int, count: int = 100) -> list[str]:
        """Games that were over by then and are still in Redis, of each partition those that have been over for longest.

        Where a part of a cluster is away, those of the others.
        """
        keys = [f"{{{partition}}}:over" for partition in range(self.partitions)]
        due = self._connections.each([(key, ("ZRANGEBYSCORE", key, "-inf", before_ms, "LIMIT", 0, count)) for key in keys])
        found = [reply for reply in due if not isinstance(reply, Exception)]
        if not found:
            with Guarded():
                raise due[0]
        return [game.decode() for reply in found for game in reply]

    def index_over(self) -> int:
        """Find games that are over and not noted as such, since they ended before that was done; returns how many.

        It looks at every game in Redis.
        """
        found = 0
        for game, last in self.last_commits():
            if published_secret(last) is not None:
                ended = milliseconds(datetime.fromisoformat(last.at))
                with Guarded():
                    found += bool(self.client.zadd(f"{{{partition_of(game)}}}:over", {game: ended}, nx=True))
        return found

    def last_commits(self) -> Iterator[tuple[str, Commit]]:
        """Every game in Redis with the last commit of its log, where that can be read; read as many at a time as are asked
        for."""
        with Guarded():
            keys = self.client.scan_iter(match="{*}:g:*", count=_AT_ONCE, _type="stream")
        while True:
            with Guarded():
                streams = [key.decode() for key in islice(keys, _AT_ONCE)]
            if not streams:
                return
            newest = self._each([(stream, ("XREVRANGE", stream, "+", "-", "COUNT", 1)) for stream in streams])
            for stream, entries in zip(streams, newest, strict=True):
                game = stream.partition(":g:")[2]
                try:
                    last = commits_of(game, entries[-1:])
                except LogDamaged as error:
                    logger.error("%s", error)
                else:
                    for commit in last:
                        if is_time(commit.at):
                            yield game, commit
                        else:
                            logger.error("the log of %s is damaged: its last commit bears no time", game)

    def postpone_archiving(self, game: str, over_ms: int) -> None:
        """Let a game count as over only since then."""
        with Guarded():
            self.client.zadd(f"{{{partition_of(game)}}}:over", {game: over_ms}, xx=True)

    def check_archive(self) -> None:
        """Raises ArchiveUnavailable unless the folder is there and is the one where the games of this Redis lie.

        An empty folder becomes the archive of a Redis that has none yet. In place of a known one it is a disk that is not
        mounted, and what was written there would be lost to sight when it is.
        """
        with Guarded():
            known: Any = self.client.get(ARCHIVE_ID)
        if known is None:
            self.archive.give_id(secrets.token_hex(8))
        found = self.archive.id()
        with Guarded():
            if known is None and found is not None:
                self.client.set(ARCHIVE_ID, found, nx=True)
                known = self.client.get(ARCHIVE_ID)
        if found is None or known != found.encode():
            raise ArchiveUnavailable(f"{self.archive.folder} is away, or is not the archive of this Redis")

    def move(self, game: str) -> int:
        """Put a game that is over into the archive; then remove it from Redis, if its log is still the one archived.

        Returns the size of its file, 0 if the game is not in Redis (any more). Raises NotWhole, LogDamaged, ArchiveDiffers,
        ArchiveUnavailable; then it is still in Redis.
        """
        tag = f"{{{partition_of(game)}}}"
        stream = f"{tag}:g:{game}"
        with Guarded(), Sound(game):
            beside, entries = self._connections.ask(stream, ("HGETALL", f"{stream}:s"), ("XRANGE", stream, "-", "+"))
        size, head = 0, b""
        if entries:
            log = _whole(game, fields_of(beside), entries)
            size, head = self.archive.write(game, log), entries[-1][1][3]
        with Guarded():
            (removed,) = self._remove((stream, f"{stream}:s", f"{tag}:over"), (game, len(entries), head))
        if removed == -1:
            raise NotWhole(f"{game} has changed while it was archived")
        return size if removed else 0


def _commits(game: str, entries: Sequence[tuple[bytes, bytes]]) -> list[Commit]:
    """The commits in a file. Raises LogDamaged: the file is sound, so they were put there as they are."""
    try:
        return unsealed(entries)
    except Exception as error:
        raise LogDamaged(game, f"a line of its file is no commit: {type(error).__name__}") from error


def _whole(game: str, beside: dict[str, str], entries: Sequence[Any]) -> Log:
    """The log in these entries. Raises NotWhole, LogDamaged."""
    commits = commits_of(game, entries)  # All of them: what is damaged can be mended as long as it is here.
    if not whole(commits, 1, len(commits)) or any(entry != b"%d-0" % at for at, (entry, _) in enumerate(entries, 1)):
        raise NotWhole("its log has gaps")
    if published_secret(commits[-1]) is None:
        raise NotWhole("it is not over")
    if "secret" not in beside:
        raise NotWhole("nothing stands beside its log")
    return Log(beside, [(entry[1][1], head_of(entry).encode()) for entry in entries])
