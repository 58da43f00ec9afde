"""Following games live: one reader of the feed a process and partition wakes all followers.

Works alike under gunicorn's gevent workers, where threads are greenlets, and under threaded servers.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

from events.store import RedisStore, StoreUnavailable, partition_of

log = logging.getLogger(__name__)

BLOCK_MS = 10_000
RETRY_SECONDS = 0.5


class Follower:
    """Waits for commits of one game."""

    def __init__(self) -> None:
        self._news = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Whether there has been a commit since the last call, waiting up to `seconds` for one."""
        heard = self._news.wait(seconds)
        self._news.clear()
        return heard

    def wake(self) -> None:
        self._news.set()


class Hub:
    """The followers of this process and the readers that wake them; a reader starts with its first follower."""

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self._followers: dict[str, set[Follower]] = {}
        self._readers: set[int] = set()
        self._lock = threading.Lock()
        self.closed = False

    @contextmanager
    def follow(self, game: str) -> Iterator[Follower]:
        """Wake the follower at every commit of the game from now on."""
        follower = Follower()
        with self._lock:
            self._followers.setdefault(game, set()).add(follower)
            partition = int(partition_of(game))
            if partition not in self._readers:
                self._readers.add(partition)
                threading.Thread(target=self._read, args=(partition,), name=f"feed-{partition}", daemon=True).start()
        try:
            yield follower
        finally:
            with self._lock:
                remaining = self._followers[game]
                remaining.discard(follower)
                if not remaining:
                    del self._followers[game]

    @property
    def followers(self) -> int:
        """How many follow a game through this process."""
        return sum(len(each) for each in list(self._followers.values()))

    def close(self) -> None:
        """End all streams, so that the process can stop."""
        self.closed = True
        for follower in [each for game in list(self._followers.values()) for each in list(game)]:
            follower.wake()

    def _read(self, partition: int) -> None:
        # Starting a little in the past costs only some needless wake-ups; a gap would cost a follower its news.
        after = self._start(partition)
        while not self.closed:
            try:
                items = self._store.feed(partition, after, BLOCK_MS)
            except StoreUnavailable as error:
                log.warning("feed %d: %s", partition, error)
                sleep(RETRY_SECONDS)
                continue
            for item in items:
                after = item.entry
                for follower in list(self._followers.get(item.game, ())):
                    follower.wake()

    def _start(self, partition: int) -> str:
        while not self.closed:
            try:
                return self._store.feed_end(partition)
            except StoreUnavailable:
                sleep(RETRY_SECONDS)
        return "$"


def until(deadline: float, at_most: float) -> float:
    """Seconds left until a monotonic deadline, between 0 and `at_most`."""
    return max(0.0, min(at_most, deadline - monotonic()))
