"""Live streams: one feed reader per process and partition keeps all followed games up to date.

The cost of a commit does not grow with the number of followers: the commit comes from this process's own append or is read
once, together with all others of the moment, and is rendered once for each kind of viewer. Works under gunicorn's gevent
workers, where threads are greenlets, and under threaded servers.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep

from events.errors import GameDeleted, LogDamaged, StoreUnavailable, UnknownGame
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from events.identity import partition_of
from events.redis_store.feed import FEED_LENGTH, Feed, FeedItem
from events.store.event_store import EventStore
from events.store_types import KnownVersion, Unchanged
from service.channels import Channel, Follower, KeyFollower, Render
from service.problems import refuse
from telemetry import damaged_logs

log = logging.getLogger(__name__)

BLOCK_MS = 10_000
RETRY_SECONDS = 0.5
DEAF_SECONDS = 5.0
"""Seconds without the feed before the process is not ready; longer than a restart of Redis."""
FULL_SECONDS = 5
"""Seconds after which a refused follower may try again."""
BATCH = 100
"""Games read in one round trip."""
MOST_OF_A_KEY = 20
"""Followers of one API key in one process: each of them reads the lines of all the key's games for itself."""


class Hub:
    """The followers of this process and the feed readers. A reader starts with the first follower of its partition.

    At most `most` may follow, and at most `most_of_one` from one address, if it is known.
    """

    def __init__(
        self, store: EventStore, games: GameRepository, render: Render, most: int = 5_000, most_of_one: int = 1_000
    ) -> None:
        self.store = store
        self.repository = games
        self._render = render
        self._most = most
        self._most_of_one = most_of_one
        self._channels: dict[str, Channel] = {}
        self._readers: set[int] = set()
        """The partitions that have a reader."""
        self._deaf_since: dict[int, float] = {}
        """The partitions whose feed cannot be read, and since when."""
        self._by_caller: Counter[Hashable] = Counter()
        """Followers by address, by API key, or None."""
        self._of_keys: dict[str, set[KeyFollower]] = {}
        self._lock = threading.Lock()
        self.closed = False

    @property
    def followers(self) -> int:
        """The number of followers of this process."""
        return self._by_caller.total()

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
        return self.join_all([game_log], address)[0]

    def join_all(self, game_logs: Sequence[GameLog], address: str | None) -> list[Follower]:
        """Follow several games, each of which takes a place; news of any of them wakes all these followers."""
        news = threading.Event()
        with self._lock:
            self._admit(address, self._most_of_one, "from one address", len(game_logs))
            known = {each.id for each in game_logs if each.id in self._channels}
            followers = [self._joined(each, address, news) for each in game_logs]
        try:
            for partition in {int(partition_of(each.id)) for each in game_logs}:
                self._start_reader(partition)
            # Read again: the feed reader knows a new channel only from now on. An existing channel may be behind if the
            # handler evicted the game and has just read it into another game log.
            self._refresh(
                [
                    follower.channel
                    for follower, game_log in zip(followers, game_logs, strict=True)
                    if follower.channel.game_log.head != game_log.head
                    or (game_log.id not in known and not game_log.session.over)
                ]
            )
        except BaseException:
            for follower in followers:
                self.leave(follower)
            raise
        return followers

    def _joined(self, game_log: GameLog, address: str | None, news: threading.Event) -> Follower:
        channel = self._channels.get(game_log.id)
        if channel is None:
            channel = self._channels[game_log.id] = Channel(game_log, self.repository, self._render)
        follower = Follower(channel, address, news)
        channel.followers.add(follower)
        self._by_caller[address] += 1
        return follower

    def join_key(self, key: str) -> KeyFollower:
        """Follow all games of an API key, until `leave_key`. Raises a 503 or 429 over a limit."""
        follower = KeyFollower(key, range(self.store.partitions))
        with self._lock:
            self._admit(("key", key), MOST_OF_A_KEY, "with one API key")
            self._of_keys.setdefault(key, set()).add(follower)
            self._by_caller["key", key] += 1
        for partition in range(self.store.partitions):
            self._start_reader(partition)
        return follower

    def leave_key(self, follower: KeyFollower) -> bool:
        """Stop following; False if the follower had stopped already."""
        with self._lock:
            others = self._of_keys.get(follower.key, set())
            if follower not in others:
                return False
            others.discard(follower)
            if not others:
                del self._of_keys[follower.key]
            self._give_back(("key", follower.key))
            return True

    def refresh(self, followers: Sequence[Follower]) -> None:
        """Read the new commits of these followers' games now, whatever the feed says. Raises StoreUnavailable."""
        channels = [each.channel for each in followers]
        self._refresh([each for each in channels if not each.ended and not each.game_log.session.over])

    def leave(self, follower: Follower) -> bool:
        """Stop following; False if the follower had stopped already."""
        channel = follower.channel
        with self._lock:
            if follower not in channel.followers:
                return False
            channel.followers.discard(follower)
            self._give_back(follower.address)
            if not channel.followers:
                self._forget(channel)
            return True

    def _give_back(self, caller: Hashable) -> None:
        self._by_caller[caller] -= 1
        if not self._by_caller[caller]:
            del self._by_caller[caller]

    def game_logs(self, game: str) -> list[GameLog]:
        """The log from which followers of a game are served here; none if it has no followers."""
        channel = self._channels.get(game)
        return [] if channel is None else [channel.game_log]

    def close(self) -> None:
        """End all streams, so that the process can stop."""
        self.closed = True
        for channel in list(self._channels.values()):
            channel.wake()
        self._wake_keys(0)

    def trouble(self) -> str | None:
        """The reason why this process does not receive commits; None if it does, or if no running game is followed."""
        now = monotonic()
        # Readers go on without followers, and followers of games that are over wait for nothing.
        live = {
            int(partition_of(each.game_log.id)) for each in list(self._channels.values()) if not each.game_log.session.over
        }
        deaf = [now - since for partition, since in list(self._deaf_since.items()) if partition in live or self._of_keys]
        return "the feed of commits cannot be read" if max(deaf, default=0.0) > DEAF_SECONDS else None

    def _admit(self, caller: Hashable, most: int, which: str, places: int = 1) -> None:
        """Raises a 503 or 429 over a limit; `which` says of whom there may be `most` followers."""
        wait = {"Retry-After": str(FULL_SECONDS)}
        if self.followers + places > self._most:
            detail = f"This process has {self._most} followers, which is the most it takes; try again in {FULL_SECONDS} s."
            raise refuse("no_place_to_follow", detail, headers=wait)
        if caller is not None and self._by_caller[caller] + places > most:
            raise refuse("too_many_followers", f"At most {most} can follow {which}; close a stream first.", headers=wait)

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
        feed = Feed(self.store.redis, partition)
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
                for follower in self._followers_of_keys() if killed else ():
                    follower.end()

    def _listen(self, feed: Feed, partition: int) -> None:
        """Keep the games up to date until the hub is closed. Raises StoreUnavailable when the connection breaks."""
        feed.begin()
        # Read what was committed before the feed was read, or while its connection was broken.
        self._refresh(self._live(partition))
        self._wake_keys(partition)
        self._deaf_since.pop(partition, None)
        while not self.closed:
            items = feed.wait(BLOCK_MS)
            sleep(0)  # A request of this process that has just appended folds its commit first, so it need not be read.
            self._hear(partition, items)

    def _wake_keys(self, partition: int, key: str | None = None) -> None:
        """Have the followers of an API key, or of all, read a partition."""
        for follower in self._followers_of_keys() if key is None else list(self._of_keys.get(key, ())):
            follower.wake(partition)

    def _followers_of_keys(self) -> list[KeyFollower]:
        return [follower for each in list(self._of_keys.values()) for follower in list(each)]

    def _of(self, partition: int) -> list[Channel]:
        """The followed games of a partition."""
        return [each for each in list(self._channels.values()) if int(partition_of(each.game_log.id)) == partition]

    def _live(self, partition: int) -> list[Channel]:
        """The followed games of a partition that are not over."""
        return [each for each in self._of(partition) if not each.game_log.session.over]

    def _hear(self, partition: int, items: Sequence[FeedItem]) -> None:
        if len(items) >= FEED_LENGTH:
            # The feed may have been trimmed: older entries may be missing.
            self._wake_keys(partition)
            self._refresh(self._live(partition))
            return
        for key in {item.key for item in items if item.key in self._of_keys}:
            self._wake_keys(partition, key)
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
            for (channel, game_log), asked, found in zip(batch, known, self.store.read_all(known), strict=True):
                if isinstance(found, Unchanged):
                    continue
                try:
                    if isinstance(found, Exception):
                        raise found
                    if found is None:
                        self._look_again(channel)
                    else:
                        self.repository.apply(game_log, asked.version, found)
                except GameDeleted as error:
                    self._end_deleted(channel, error)
                except Exception as error:
                    # Its followers reconnect: where the rules are unknown, they reach in time a process that has them.
                    damaged_logs.leave_out(game_log.id, error)
                    channel.damaged = isinstance(error, LogDamaged)
                    with self._lock:
                        self._forget(channel)

    def _look_again(self, channel: Channel) -> None:
        """Read a game again whose log lacks the known commit: it lost its last commits, or was moved to the archive."""
        heads, known = channel.heads(), channel.game_log
        game = known.id
        try:
            game_log = self.repository.load(game)
            there = self.store.commits(game, min(heads), min(max(heads), game_log.version))
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
        self.repository.evict(channel.game_log.id)
        channel.deleted = deleted
        with self._lock:
            self._forget(channel)
