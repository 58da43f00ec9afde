"""Following games live: one reader of the feed a process and partition keeps all followed games up to date.

What a commit costs does not grow with those who follow: it comes from this process's own append, or is read once with all
others of the moment, and is rendered once for each kind of viewer. Works alike under gunicorn's gevent workers, where
threads are greenlets, and under threaded servers.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep
from typing import NamedTuple, TypeAlias

from events.archive import ArchiveUnavailable
from events.codec import UnknownRuleset
from events.envelope import Commit
from events.feed import Feed, FeedItem
from events.handler import Handler
from events.ledger import Ledger
from events.redis_store import FEED_LENGTH, RedisStore
from events.store import CommitsMissing, Known, LogDamaged, StoreUnavailable, UnknownGame, partition_of
from service.problems import refuse
from telemetry import damaged_logs

log = logging.getLogger(__name__)

BLOCK_MS = 10_000
RETRY_SECONDS = 0.5
DEAF_SECONDS = 5.0
"""For longer than a restart of Redis takes."""
FULL_SECONDS = 5
"""How long those wait who find no place."""
BATCH = 100
"""Games that are read in one round trip, and commits that are read at once for a follower who is behind."""
TAIL = 16
"""So many of a followed game's newest commits, and of what was rendered of them, are kept at hand."""
CHUNK_BYTES = 64 * 1024
"""About as much is made ready for a follower at a time."""
OF_ONE_GAME = (ArchiveUnavailable, CommitsMissing)
"""Kinds of StoreUnavailable that say nothing of other games than the one that was asked for."""
HEADS = 64
"""So many of its newest audit heads are kept, to find out how far a log has come back that has lost commits."""


class Viewer(NamedTuple):
    """Those who see the same of a game: a seat (None: hosts and spectators); `revealed`: with nothing hidden."""

    seat: int | None
    revealed: bool = False


Render: TypeAlias = Callable[[Ledger, Commit, Viewer], bytes]


class Channel:
    """A game that is followed: its ledger, its newest commits, and what each kind of viewer is sent of them."""

    def __init__(self, ledger: Ledger, store: RedisStore, render: Render) -> None:
        self.followers: set[Follower] = set()
        self.rewinds: list[int] = []
        """Each time the log came back without commits that were known: the last version that stayed."""
        self.ended = False
        self.damaged = False
        """Whether it has ended because what is stored of the game is no log."""
        self._store = store
        self._render = render
        self._begin(ledger)

    def _begin(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._tail: tuple[Commit, ...] = ()
        self._rendered: dict[tuple[Viewer, int], bytes] = {}
        now = ledger.now
        self._heads: tuple[tuple[int, str], ...] = ((now.version, now.head.hex()),)
        ledger.on_taken = self._take

    def _take(self, commits: Sequence[Commit]) -> None:
        self._tail = (*self._tail, *commits)[-TAIL:]
        self._heads = (*self._heads, *((each.version, str(each.head)) for each in commits))[-HEADS:]
        self.wake()

    def wake(self) -> None:
        for follower in list(self.followers):
            follower.wake()

    def end(self) -> None:
        """Let go of the ledger, and of all followers; once, since the next channel of the game may have the same ledger."""
        if not self.ended:
            self.ended = True
            self.ledger.on_taken = None
            self.wake()

    def heads(self) -> dict[int, str]:
        """The audit heads at hand, by version."""
        return dict(self._heads)

    def knows(self, version: int, head: bytes) -> bool:
        """Whether the commit of this version, whose head begins so, is known; one whose head is not at hand may not be."""
        heads = self._heads
        place = version - heads[0][0]
        return 0 <= place < len(heads) and heads[place][1].startswith(head.hex())

    def adopt(self, ledger: Ledger, common: int) -> None:
        """Go on with another ledger, whose log is the same up to a version."""
        if common < self.ledger.version:
            self.rewinds.append(common)
        self.ledger.on_taken = None
        self._begin(ledger)
        self.wake()

    def chunk(self, after: int, upto: int, viewer: Viewer) -> tuple[int, bytes]:
        """What a viewer is sent next of the commits after a version, and the version that it reaches.

        Raises StoreUnavailable, also if the log has come to be shorter, LogDamaged.
        """
        parts: list[bytes] = []
        size = 0
        commits: dict[int, Commit] = {}
        for version in range(after + 1, min(upto, after + BATCH) + 1):
            part = self._rendered.get((viewer, version))
            if part is None:
                if not commits:
                    commits = self._commits(version, min(upto, after + BATCH))
                if version not in commits:
                    raise StoreUnavailable(f"{self.ledger.id} has no version {version} any more")
                part = self._render(self.ledger, commits[version], viewer)
                self._keep((viewer, version), part)
            parts.append(part)
            size += len(part)
            if size >= CHUNK_BYTES:
                break
        return after + len(parts), b"".join(parts)

    def _commits(self, first: int, last: int) -> dict[int, Commit]:
        """Commits by version, from memory if they are there."""
        tail = self._tail
        known = tail and tail[0].version <= first
        commits = tail[first - tail[0].version :] if known else self._store.commits(self.ledger.id, first, last)
        return {each.version: each for each in commits}

    def _keep(self, key: tuple[Viewer, int], part: bytes) -> None:
        if key[1] > self.ledger.version - TAIL:
            rendered = self._rendered
            rendered[key] = part
            while len(rendered) > TAIL:
                rendered.pop(next(iter(rendered)), None)


class Follower:
    """Waits for what happens in one game."""

    def __init__(self, channel: Channel, address: str | None) -> None:
        self.channel = channel
        self.address = address
        self._news = threading.Event()
        self._seen = len(channel.rewinds)

    def wait(self, seconds: float) -> bool:
        """Whether there has been news since the last call, waiting up to `seconds` for some."""
        heard = self._news.wait(seconds)
        self._news.clear()
        return heard

    def wake(self) -> None:
        self._news.set()

    def rewound(self) -> int | None:
        """If the log has lost commits since this was last asked: the last version that stayed."""
        if len(self.channel.rewinds) == self._seen:
            return None
        new = self.channel.rewinds[self._seen :]
        self._seen += len(new)
        return min(new, default=None)


class Hub:
    """The followers of this process, and the readers of feeds; a reader starts with its first follower.

    At most so many may follow, `most_of_one` of them from one address if it is known.
    """

    def __init__(
        self, store: RedisStore, handler: Handler, render: Render, most: int = 5_000, most_of_one: int = 1_000
    ) -> None:
        self._store = store
        self._handler = handler
        self._render = render
        self._most = most
        self._most_of_one = most_of_one
        self._channels: dict[str, Channel] = {}
        self._readers: set[int] = set()
        """The partitions whose feed is read."""
        self._deaf_since: dict[int, float] = {}
        """Those of them whose feed cannot be read, and since when."""
        self._by_address: Counter[str | None] = Counter()
        self._lock = threading.Lock()
        self.closed = False

    @property
    def followers(self) -> int:
        """How many follow a game through this process."""
        return self._by_address.total()

    @property
    def games(self) -> int:
        """How many games they follow."""
        return len(self._channels)

    @contextmanager
    def following(self, ledger: Ledger, address: str | None) -> Iterator[Follower]:
        """A follower for a while."""
        follower = self.join(ledger, address)
        try:
            yield follower
        finally:
            self.leave(follower)

    def join(self, ledger: Ledger, address: str | None) -> Follower:
        """Follow a game that was just read, until `leave`. Raises a 503 or 429 where there is no place, StoreUnavailable."""
        with self._lock:
            self._admit(address)
            channel = self._channels.get(ledger.id)
            new = channel is None
            if channel is None:
                channel = self._channels[ledger.id] = Channel(ledger, self._store, self._render)
            follower = Follower(channel, address)
            channel.followers.add(follower)
            self._by_address[address] += 1
        try:
            self._start_reader(int(partition_of(ledger.id)))
            # Once more: the reader has heeded a new channel only since now. An older one may not have heard yet of what was
            # just read, where the handler had let go of the game and read it into another ledger.
            if channel.ledger.head != ledger.head or (new and not ledger.table.over):
                self._refresh([channel])
        except BaseException:
            self.leave(follower)
            raise
        return follower

    def leave(self, follower: Follower) -> bool:
        """Follow no longer; False if it did not any more."""
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
        """What keeps this process from hearing of commits; None if nothing does, or nobody follows a game under way."""
        now = monotonic()
        # Without followers a feed is read on, and followers of games that are over wait for nothing.
        live = {int(partition_of(each.ledger.id)) for each in list(self._channels.values()) if not each.ledger.table.over}
        deaf = [now - since for partition, since in list(self._deaf_since.items()) if partition in live]
        return "what happens in games is not heard of" if max(deaf, default=0.0) > DEAF_SECONDS else None

    def _admit(self, address: str | None) -> None:
        wait = {"Retry-After": str(FULL_SECONDS)}
        if self.followers >= self._most:
            detail = f"This process has all the {self._most} followers it takes; try again in {FULL_SECONDS} s."
            raise refuse("no_place_to_follow", detail, headers=wait)
        if address is not None and self._by_address[address] >= self._most_of_one:
            detail = f"At most {self._most_of_one} can follow from one address; let go of a stream first."
            raise refuse("too_many_followers", detail, headers=wait)

    def _forget(self, channel: Channel) -> None:
        channel.end()
        if self._channels.get(channel.ledger.id) is channel:
            del self._channels[channel.ledger.id]

    # The readers

    def _start_reader(self, partition: int) -> None:
        with self._lock:
            if partition not in self._readers:
                reader = threading.Thread(target=self._read, args=(partition,), name=f"feed-{partition}", daemon=True)
                reader.start()
                self._readers.add(partition)

    def _read(self, partition: int) -> None:
        feed = Feed(self._store, partition)
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
                # There is one reader of a feed. Without it all who follow are sent away, and the first to return starts one.
                for channel in self._of(partition) if killed else ():
                    self._forget(channel)

    def _listen(self, feed: Feed, partition: int) -> None:
        """Keep the games up to date until the hub is closed. Raises StoreUnavailable when the connection breaks."""
        feed.begin()
        # What was committed before the feed was read, or lost while the connection was.
        self._refresh(self._live(partition))
        self._deaf_since.pop(partition, None)
        while not self.closed:
            items = feed.wait(BLOCK_MS)
            sleep(0)  # Whoever has appended just now, in this process, takes it in first: then it need not be read.
            self._hear(partition, items)

    def _of(self, partition: int) -> list[Channel]:
        """The games of a partition that are followed."""
        return [each for each in list(self._channels.values()) if int(partition_of(each.ledger.id)) == partition]

    def _live(self, partition: int) -> list[Channel]:
        """Those of them that go on."""
        return [each for each in self._of(partition) if not each.ledger.table.over]

    def _hear(self, partition: int, items: Sequence[FeedItem]) -> None:
        if len(items) >= FEED_LENGTH:
            # So many at once may not be all: the oldest may have been trimmed away.
            self._refresh(self._live(partition))
            return
        channels = self._channels
        newest = {item.game: item for item in items if item.game in channels}
        heard = [(channels.get(game), item) for game, item in newest.items()]
        # What this process appended itself is known already. Another commit of a known version was made after Redis had lost
        # what is known.
        self._refresh([each for each, item in heard if each is not None and not each.knows(item.version, item.head)])

    def _refresh(self, channels: Sequence[Channel]) -> None:
        """Take in what the store has beyond what is known of these games. Raises StoreUnavailable."""
        for start in range(0, len(channels), BATCH):
            batch = [(each, each.ledger) for each in channels[start : start + BATCH]]
            known = [Known(ledger.id, now.version, now.head.hex()) for _, ledger in batch for now in [ledger.now]]
            for (channel, ledger), asked, found in zip(batch, known, self._store.read_all(known), strict=True):
                try:
                    if isinstance(found, LogDamaged):
                        raise found
                    if found is None:
                        self._look_again(channel)
                    else:
                        self._handler.learn(ledger, asked.version, found)
                except LogDamaged as error:
                    damaged_logs.report(error)
                    channel.damaged = True
                    with self._lock:
                        self._forget(channel)
                except UnknownRuleset as error:
                    # Its followers come back, and find a process that has these rules.
                    log.warning("%s can be followed here no longer: %s", ledger.id, error)
                    with self._lock:
                        self._forget(channel)
                except Exception as error:
                    if isinstance(error, StoreUnavailable) and not isinstance(error, OF_ONE_GAME):
                        raise
                    # Whatever it is, the others go on.
                    log.exception("%s can be followed no longer", ledger.id)
                    with self._lock:
                        self._forget(channel)

    def _look_again(self, channel: Channel) -> None:
        """The log has not the commit that is known of it: it came back without its last ones, or lies elsewhere now."""
        heads, known = channel.heads(), channel.ledger
        game = known.id
        try:
            ledger = self._handler.load(game)
            there = self._store.commits(game, min(heads), min(max(heads), ledger.version))
        except UnknownGame:
            with self._lock:
                channel.rewinds.append(0)
                self._forget(channel)
            return
        common = max((each.version for each in there if heads.get(each.version) == each.head), default=0)
        with self._lock:
            # Unless a reader or a request has done so meanwhile.
            if not channel.ended and channel.ledger is known:
                channel.adopt(ledger, common)
