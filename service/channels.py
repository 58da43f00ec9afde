"""A game that a process follows: its newest commits, rendered once for each kind of viewer, and who waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from events.envelope import Commit
from events.errors import GameDeleted, StoreUnavailable
from events.games.game_log import GameLog
from events.games.repository import GameRepository, PastPosition
from service.viewer import Viewer

BATCH = 100
"""Commits that are read at once for a follower that is behind."""
TAIL = 16
"""The number of newest commits, and of rendered commits, that are cached for a followed game."""
CHUNK_BYTES = 64 * 1024
"""The approximate size of a piece that a follower is sent."""
HEADS = 64
"""How many of the newest audit heads are kept, to find where a log that lost commits agrees with the known one. openapi.yaml
promises that `rewound` names the last version that stayed."""


Render: TypeAlias = Callable[[GameLog, Sequence[Commit], Viewer, Callable[[int], PastPosition]], Iterator[bytes]]
"""`render(game_log, commits, viewer, position_at)`: each of the commits, in order; `position_at` finds earlier positions."""


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
        self._store, self._position_at = repository.store, repository.position
        self._render = render
        self._begin(game_log)

    def _begin(self, game_log: GameLog) -> None:
        self.game_log = game_log
        self._tail: tuple[Commit, ...] = ()
        self._rendered: dict[tuple[Viewer, int], bytes] = {}
        self._names = game_log.names
        """The names that rendered commits show."""
        position = game_log.position
        self._heads: tuple[tuple[int, str], ...] = ((position.version, position.head.hex()),)
        game_log.on_applied = self._take

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
            self.game_log.on_applied = None
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
        self.game_log.on_applied = None
        self._begin(game_log)
        self.wake()

    def chunk(self, after: int, upto: int, viewer: Viewer) -> tuple[int, bytes]:
        """The next piece for a viewer after a version: the last version in it, and its bytes.

        Raises StoreUnavailable, also if the log has become shorter, and LogDamaged.
        """
        parts: list[bytes] = []
        size = 0
        names = self.game_log.names
        if names is not self._names:
            self._names, self._rendered = names, {}
        rendered = self._rendered
        last = min(upto, after + BATCH // viewer.weight)
        rendering: Iterator[bytes] | None = None
        for version in range(after + 1, last + 1):
            part = rendered.get((viewer, version))
            if part is not None:
                rendering = None
            else:
                rendering = rendering or self._rendering(version, last, viewer)
                part = next(rendering, None)
                if part is None:
                    raise StoreUnavailable(f"{self.game_log.id} no longer has version {version}")
                self._keep(rendered, (viewer, version), part)
            parts.append(part)
            size += len(part)
            if size >= CHUNK_BYTES:
                break
        return after + len(parts), b"".join(parts)

    def _rendering(self, first: int, last: int, viewer: Viewer) -> Iterator[bytes]:
        """Renders these commits one after the other, from memory if possible."""
        return self._render(self.game_log, self.commits(first, last), viewer, partial(self._position_at, self.game_log))

    def commits(self, first: int, last: int) -> Sequence[Commit]:
        """The commits from `first` to `last` or a later one, from memory if possible.

        Raises StoreUnavailable, LogDamaged.
        """
        game_log, tail = self.game_log, self._tail
        known = tail and tail[0].version <= first
        return tail[first - tail[0].version :] if known else self._store.commits(game_log.id, first, last)

    def _keep(self, rendered: dict[tuple[Viewer, int], bytes], key: tuple[Viewer, int], part: bytes) -> None:
        if key[1] > self.game_log.version - TAIL:
            rendered[key] = part
            while len(rendered) > TAIL:
                rendered.pop(next(iter(rendered)), None)


class Follower:
    """Waits for commits of one game."""

    def __init__(self, channel: Channel, address: str | None, news: threading.Event) -> None:
        """`news` is set when there is some; several followers of one caller share it."""
        self.channel = channel
        self.address = address
        self._news = news
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


class KeyFollower:
    """Waits for commits in the games of an API key."""

    def __init__(self, key: str, partitions: Iterable[int]) -> None:
        """`partitions`: all of them; at first each has to be read."""
        self.key = key
        self.ended = False
        self._woken = set(partitions)
        self._lock = threading.Lock()
        self._news = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for news; True if there is some."""
        return self._news.wait(seconds)

    def wake(self, partition: int) -> None:
        with self._lock:
            self._woken.add(partition)
        self._news.set()

    def end(self) -> None:
        """Tell the follower that no more news will come."""
        self.ended = True
        self._news.set()

    def woken(self) -> set[int]:
        """The partitions that have news since the last call."""
        with self._lock:
            woken, self._woken = self._woken, set()
            if not self.ended:
                self._news.clear()
        return woken
