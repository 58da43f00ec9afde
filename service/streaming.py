"""Live streams: one feed reader per process and partition keeps all followed games up to date.

The cost of a commit does not grow with the number of followers: the commit comes from this process's own append or is read
once, together with all others of the moment, and is rendered once for each kind of viewer. Works under gunicorn's gevent
workers, where threads are greenlets, and under threaded servers.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import monotonic, sleep
from typing import Any, TypeAlias

from domain.table import Table
from events.command_handler import CommandHandler
from events.envelope import Commit
from events.errors import (
    ArchiveUnavailable,
    CommitsMissing,
    GameDeleted,
    LogDamaged,
    StoreUnavailable,
    UnknownGame,
    UnknownRuleset,
)
from events.game_log import GameLog
from events.identity import partition_of
from events.redis_store.feed import FEED_LENGTH, Feed, FeedItem
from events.repository import GameRepository
from events.store import EventStore
from events.store_types import KnownVersion
from service.problems import refuse
from service.viewer import Viewer
from telemetry import damaged_logs

log = logging.getLogger(__name__)

BLOCK_MS = 10_000
RETRY_SECONDS = 0.5
DEAF_SECONDS = 5.0
"""Seconds without the feed before the process is not ready; longer than a restart of Redis."""
FULL_SECONDS = 5
"""Seconds after which a refused follower may try again."""
BATCH = 100
"""Games read in one round trip, and commits read at once for a follower that is behind."""
TAIL = 16
"""The number of newest commits, and of rendered commits, that are cached for a followed game."""
CHUNK_BYTES = 64 * 1024
"""The approximate size of a piece that a follower is sent."""
OF_ONE_GAME = (ArchiveUnavailable, CommitsMissing)
"""The kinds of StoreUnavailable that concern a single game."""
HEADS = 64
"""How many of the newest audit heads are kept, to find where a log that lost commits agrees with the known one. openapi.yaml
promises that `rewound` names the last version that stayed."""


Render: TypeAlias = Callable[[GameLog, Sequence[Commit], Viewer, Callable[[int], Table[Any]]], Iterator[bytes]]
"""`render(game_log, commits, viewer, table_at)`: each of the commits, in order; `table_at` finds the table at a version."""


class Channel:
    """A followed game: its log, its newest commits, and the commits as rendered for each kind of viewer."""

    def __init__(self, game_log: GameLog, repository: GameRepository, render: Render) -> None:
        self.followers: set[Follower] = set()
        self.rewinds: list[int] = []
        """For each time that the log lost known commits: the last version that stayed."""
        self.ended = False
        self.damaged = False
        """Whether the channel has ended because the stored log is damaged."""
        self.deleted: GameDeleted | None = None
        """Set if the channel has ended because the game was deleted."""
        self._store, self._table_at = repository.store, repository.table_at
        self._render = render
        self._begin(game_log)

    def _begin(self, game_log: GameLog) -> None:
        self.game_log = game_log
        self._tail: tuple[Commit, ...] = ()
        self._rendered: dict[tuple[Viewer, int], bytes] = {}
        position = game_log.position
        self._heads: tuple[tuple[int, str], ...] = ((position.version, position.head.hex()),)
        game_log.on_taken = self._take

    def _take(self, commits: Sequence[Commit]) -> None:
        self._tail = (*self._tail, *commits)[-TAIL:]
        self._heads = (*self._heads, *((each.version, str(each.head)) for each in commits))[-HEADS:]
        self.wake()

    def wake(self) -> None:
        for follower in list(self.followers):
            follower.wake()

    def end(self) -> None:
        """Release the log and all followers; only once, because the game's next channel may use the same log."""
        if not self.ended:
            self.ended = True
            self.game_log.on_taken = None
            self.wake()

    def heads(self) -> dict[int, str]:
        """The known audit heads, by version."""
        return dict(self._heads)

    def knows(self, version: int, head: bytes) -> bool:
        """Whether the commit with this version, whose head begins so, is known. False if its head is no longer kept."""
        heads = self._heads
        place = version - heads[0][0]
        return 0 <= place < len(heads) and heads[place][1].startswith(head.hex())

    def adopt(self, game_log: GameLog, common: int) -> None:
        """Continue with another game log, which agrees with the known one up to the version `common`."""
        if common < self.game_log.version:
            self.rewinds.append(common)
        self.game_log.on_taken = None
        self._begin(game_log)
        self.wake()

    def chunk(self, after: int, upto: int, viewer: Viewer) -> tuple[int, bytes]:
        """The next piece for a viewer after a version: the last version in it, and its bytes.

        Raises StoreUnavailable, also if the log has become shorter, and LogDamaged.
        """
        parts: list[bytes] = []
        size = 0
        last = min(upto, after + BATCH)
        rendering: Iterator[bytes] | None = None
        for version in range(after + 1, last + 1):
            part = self._rendered.get((viewer, version))
            if part is not None:
                rendering = None
            else:
                rendering = rendering or self._rendering(version, last, viewer)
                part = next(rendering, None)
                if part is None:
                    raise StoreUnavailable(f"{self.game_log.id} has no version {version} any more")
                self._keep((viewer, version), part)
            parts.append(part)
            size += len(part)
            if size >= CHUNK_BYTES:
                break
        return after + len(parts), b"".join(parts)

    def _rendering(self, first: int, last: int, viewer: Viewer) -> Iterator[bytes]:
        """Renders these commits one after the other, from memory if possible."""
        game_log, tail = self.game_log, self._tail
        known = tail and tail[0].version <= first
        commits = tail[first - tail[0].version :] if known else self._store.commits(game_log.id, first, last)
        return self._render(game_log, commits, viewer, partial(self._table_at, game_log))

    def _keep(self, key: tuple[Viewer, int], part: bytes) -> None:
        if key[1] > self.game_log.version - TAIL:
            rendered = self._rendered
            rendered[key] = part
            while len(rendered) > TAIL:
                rendered.pop(next(iter(rendered)), None)


class Follower:
    """Waits for commits of one game."""

    def __init__(self, channel: Channel, address: str | None) -> None:
        self.channel = channel
        self.address = address
        self._news = threading.Event()
        self._seen = len(channel.rewinds)

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for news since the last call; True if there was some."""
        heard = self._news.wait(seconds)
        self._news.clear()
        return heard

    def wake(self) -> None:
        self._news.set()

    def rewound(self) -> int | None:
        """The last version that stayed if the log has lost commits since the last call; otherwise None."""
        if len(self.channel.rewinds) == self._seen:
            return None
        new = self.channel.rewinds[self._seen :]
        self._seen += len(new)
        return min(new, default=None)


class Hub:
    """The followers of this process and the feed readers. A reader starts with the first follower of its partition.

    At most `most` may follow, and at most `most_of_one` from one address, if it is known.
    """

    def __init__(
        self, store: EventStore, handler: CommandHandler, render: Render, most: int = 5_000, most_of_one: int = 1_000
    ) -> None:
        self._store = store
        self._handler = handler
        self._render = render
        self._most = most
        self._most_of_one = most_of_one
        self._channels: dict[str, Channel] = {}
        self._readers: set[int] = set()
        """The partitions that have a reader."""
        self._deaf_since: dict[int, float] = {}
        """The partitions whose feed cannot be read, and since when."""
        self._by_address: Counter[str | None] = Counter()
        self._lock = threading.Lock()
        self.closed = False

    @property
    def followers(self) -> int:
        """The number of followers of this process."""
        return self._by_address.total()

    @property
    def games(self) -> int:
        """The number of followed games."""
        return len(self._channels)

    @contextmanager
    def following(self, game_log: GameLog, address: str | None) -> Iterator[Follower]:
        """A follower for the time of a block."""
        follower = self.join(game_log, address)
        try:
            yield follower
        finally:
            self.leave(follower)

    def join(self, game_log: GameLog, address: str | None) -> Follower:
        """Follow a game that was just read, until `leave`. Raises a 503 or 429 over a limit, and StoreUnavailable."""
        with self._lock:
            self._admit(address)
            channel = self._channels.get(game_log.id)
            new = channel is None
            if channel is None:
                channel = self._channels[game_log.id] = Channel(game_log, self._handler.repository, self._render)
            follower = Follower(channel, address)
            channel.followers.add(follower)
            self._by_address[address] += 1
        try:
            self._start_reader(int(partition_of(game_log.id)))
            # Read again: the feed reader knows a new channel only from now on. An existing channel may be behind if the
            # handler evicted the game and has just read it into another game log.
            if channel.game_log.head != game_log.head or (new and not game_log.table.over):
                self._refresh([channel])
        except BaseException:
            self.leave(follower)
            raise
        return follower

    def leave(self, follower: Follower) -> bool:
        """Stop following; False if the follower had stopped already."""
        channel = follower.channel
        with self._lock:
            if follower not in channel.followers:
                return False
            channel.followers.discard(follower)
            self._by_address[follower.address] -= 1
            if not self._by_address[follower.address]:
                del self._by_address[follower.address]
            if not channel.followers:
                self._forget(channel)
            return True

    def close(self) -> None:
        """End all streams, so that the process can stop."""
        self.closed = True
        for channel in list(self._channels.values()):
            channel.wake()

    def trouble(self) -> str | None:
        """The reason why this process does not receive commits; None if it does, or if no running game is followed."""
        now = monotonic()
        # Readers go on without followers, and followers of games that are over wait for nothing.
        live = {
            int(partition_of(each.game_log.id)) for each in list(self._channels.values()) if not each.game_log.table.over
        }
        deaf = [now - since for partition, since in list(self._deaf_since.items()) if partition in live]
        return "the feed of commits cannot be read" if max(deaf, default=0.0) > DEAF_SECONDS else None

    def _admit(self, address: str | None) -> None:
        wait = {"Retry-After": str(FULL_SECONDS)}
        if self.followers >= self._most:
            detail = f"This process has {self._most} followers, which is the most it takes; try again in {FULL_SECONDS} s."
            raise refuse("no_place_to_follow", detail, headers=wait)
        if address is not None and self._by_address[address] >= self._most_of_one:
            detail = f"At most {self._most_of_one} can follow from one address; close a stream first."
            raise refuse("too_many_followers", detail, headers=wait)

    def _forget(self, channel: Channel) -> None:
        channel.end()
        if self._channels.get(channel.game_log.id) is channel:
            del self._channels[channel.game_log.id]

    # The readers

    def _start_reader(self, partition: int) -> None:
        with self._lock:
            if partition not in self._readers:
                reader = threading.Thread(target=self._read, args=(partition,), name=f"feed-{partition}", daemon=True)
                reader.start()
                self._readers.add(partition)

    def _read(self, partition: int) -> None:
        feed = self._store.feed(partition)
        try:
            while not self.closed:
                try:
                    self._listen(feed, partition)
                except StoreUnavailable as error:
                    log.warning("feed %d: %s", partition, error)
                except Exception:
                    log.exception("feed %d", partition)
                else:
                    return
                self._deaf_since.setdefault(partition, monotonic())
                sleep(RETRY_SECONDS)
        finally:
            killed = not self.closed
            feed.close()
            with self._lock:
                self._readers.discard(partition)
                self._deaf_since.pop(partition, None)
                # Without its reader a partition's followers are disconnected; the first that returns starts a new reader.
                for channel in self._of(partition) if killed else ():
                    self._forget(channel)

    def _listen(self, feed: Feed, partition: int) -> None:
        """Keep the games up to date until the hub is closed. Raises StoreUnavailable when the connection breaks."""
        feed.begin()
        # Read what was committed before the feed was read, or while its connection was broken.
        self._refresh(self._live(partition))
        self._deaf_since.pop(partition, None)
        while not self.closed:
            items = feed.wait(BLOCK_MS)
            sleep(0)  # A request of this process that has just appended folds its commit first, so it need not be read.
            self._hear(partition, items)

    def _of(self, partition: int) -> list[Channel]:
        """The followed games of a partition."""
        return [each for each in list(self._channels.values()) if int(partition_of(each.game_log.id)) == partition]

    def _live(self, partition: int) -> list[Channel]:
        """The followed games of a partition that are not over."""
        return [each for each in self._of(partition) if not each.game_log.table.over]

    def _hear(self, partition: int, items: Sequence[FeedItem]) -> None:
        if len(items) >= FEED_LENGTH:
            # The feed may have been trimmed: older entries may be missing.
            self._refresh(self._live(partition))
            return
        channels = self._channels
        newest = {item.game: item for item in items if item.game in channels}
        heard = [(channels.get(game), item) for game, item in newest.items()]
        # Commits of this process are known already. A different commit with a known version means that Redis lost the known
        # one.
        self._refresh([each for each, item in heard if each is not None and not each.knows(item.version, item.head)])

    def _refresh(self, channels: Sequence[Channel]) -> None:
        """Read and fold the new commits of these games. Raises StoreUnavailable."""
        for start in range(0, len(channels), BATCH):
            batch = [(each, each.game_log) for each in channels[start : start + BATCH]]
            positions = [(game_log.id, game_log.position) for _, game_log in batch]
            known = [KnownVersion(game, position.version, position.head.hex()) for game, position in positions]
            for (channel, game_log), asked, found in zip(batch, known, self._store.read_all(known), strict=True):
                try:
                    if isinstance(found, Exception):
                        raise found
                    if found is None:
                        self._look_again(channel)
                    else:
                        self._handler.repository.learn(game_log, asked.version, found)
                except LogDamaged as error:
                    damaged_logs.report(error)
                    channel.damaged = True
                    with self._lock:
                        self._forget(channel)
                except GameDeleted as error:
                    self._end_deleted(channel, error)
                except UnknownRuleset as error:
                    # Its followers reconnect, and in time reach a process that has these rules.
                    log.warning("%s can no longer be followed here: %s", game_log.id, error)
                    with self._lock:
                        self._forget(channel)
                except Exception as error:
                    if isinstance(error, StoreUnavailable) and not isinstance(error, OF_ONE_GAME):
                        raise
                    # One game's failure must not stop the others.
                    log.exception("%s can no longer be followed", game_log.id)
                    with self._lock:
                        self._forget(channel)

    def _look_again(self, channel: Channel) -> None:
        """Read a game anew whose log lacks the known commit: it lost its last commits, or was moved to the archive."""
        heads, known = channel.heads(), channel.game_log
        game = known.id
        try:
            game_log = self._handler.repository.load(game)
            there = self._store.commits(game, min(heads), min(max(heads), game_log.version))
        except GameDeleted as error:
            self._end_deleted(channel, error)
            return
        except UnknownGame:
            with self._lock:
                channel.rewinds.append(0)
                self._forget(channel)
            return
        common = max((each.version for each in there if heads.get(each.version) == each.head), default=0)
        with self._lock:
            # Unless another thread has done so meanwhile.
            if not channel.ended and channel.game_log is known:
                channel.adopt(game_log, common)

    def _end_deleted(self, channel: Channel, deleted: GameDeleted) -> None:
        self._handler.repository.forget(channel.game_log.id)
        channel.deleted = deleted
        with self._lock:
            self._forget(channel)
