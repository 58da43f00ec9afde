"""The contract of a store: where logs are kept. events/redis_store.py is the one there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from domain.table import Level, SeatKind, Status
from events.envelope import Commit


class LineSeat(msgspec.Struct, frozen=True):
    """`level` is that of a bot."""

    kind: SeatKind
    """Who plays it; `open`: nobody yet."""
    name: str
    """What to call who plays it."""
    level: Level | None
    """Of a bot; else null."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """What the list of games shows of one. `created_ms` orders the list."""

    id: str
    """In every address of the game."""
    ruleset: str
    """Which game is played."""
    status: Status
    """`lobby` until the last seat is taken; `abandoned` is over too, without a result."""
    seats: tuple[LineSeat, ...]
    """By their numbers, from 0."""
    open_seats: int
    """How many can be claimed."""
    created_at: str
    """RFC 3339, UTC."""
    created_ms: int
    """Milliseconds since 1970-01-01, UTC."""


class Listing(NamedTuple):
    """A change of a game's line in the list."""

    before: Status | None
    """The status under which it stood there; None: it did not."""
    line: Line


class Slice(NamedTuple):
    """Commits of a game and what stands beside its log."""

    secrets: dict[str, str]
    commits: list[Commit]


class Missed(NamedTuple):
    """The append found another version than expected, or another token: here is what the caller did not know.

    `ours`: the first of these commits is this very append, carried out by a try whose answer was lost with its connection.
    """

    secrets: dict[str, str]
    commits: list[Commit]
    ours: bool


class Known(NamedTuple):
    """As far as a log is known: a version and its head."""

    game: str
    version: int
    head: str


Place: TypeAlias = tuple[int, str]
"""Where a game stands in the lists: its creation in ms, and its id."""


class Page(NamedTuple):
    """Lines of the list of games, and the place after which the next page begins; None if there is none."""

    lines: list[Line]
    next: Place | None


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One commit and what changes with it in the same atomic step."""

    game: str
    commit: Commit
    text: bytes
    """What the commit's head covers, as it is stored."""
    previous_head: str = ""
    """The audit head that the append must find at the version before; empty for a first commit."""
    token: tuple[str, str] | None = None
    """Field and hash of the caller's token, which must be the stored one; None for callers without a token."""
    secrets: Mapping[str, str] = {}
    """Fields to set beside the log: hashes of new tokens; for the first commit the secret."""
    bot_due: int | None = None
    """When the turn of a bot that is to act, or an answer that was ordered, counts as lost, in ms."""
    bot_was_due: bool = False
    """Whether one was to be given before this commit."""
    over_ms: int | None = None
    """When the game ended, in ms, if this commit ends it."""
    listing: Listing | None = None


class UnknownGame(LookupError):
    """There is no game of this id."""

    code = "unknown_game"


class Diverged(Exception):
    """The log is not the one that the caller knows: Redis came back without its last commits (`appendfsync everysec`)."""


class StoreUnavailable(Exception):
    """Redis cannot be reached, or cannot write now; nothing was written."""

    code = "store_unavailable"


class StoreBusy(StoreUnavailable):
    """All connections to Redis stayed in use; nothing was sent."""

    code = "busy"


class OutcomeUnknown(StoreUnavailable):
    """The connection broke in the middle of an append: whether it was carried out is not known."""

    code = "outcome_unknown"


class NotReplicated(OutcomeUnknown):
    """What was appended is stored, but not in time on as many replicas as are asked for: a failover may lose it."""


class CommitsMissing(StoreUnavailable):
    """A log has not all the commits that it had: it came back without its last ones, or somebody has removed some."""


class LogDamaged(Exception):
    """What is stored of a game is no log: a commit in it is missing, cannot be read, or has events that do not fold.

    Either somebody has changed what is stored, or this release has a fault. It says nothing of other games.
    """

    code = "log_damaged"

    def __init__(self, game: str, problem: str) -> None:
        super().__init__(f"the log of {game} is damaged, or this release has a fault: {problem}")
        self.game = game


class PartitionsLowered(Exception):
    """There are games in partitions beyond the number that is set now."""

    def __init__(self, recorded: int) -> None:
        super().__init__(f"the games here are spread over {recorded} partitions")
        self.recorded = recorded


class Store(Protocol):
    """The contract that tests/events/test_store.py holds every store to."""

    partitions: int
    """Over so many the games are spread."""

    def append(self, request: Append) -> Missed | None:
        """Append at exactly the version before the commit's, or change nothing and say what was missed.

        Raises UnknownGame, Diverged if that version has another head, LogDamaged.
        """
        ...

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        """The commits after a version that the caller knows by its head, as far as `last`; some may be missing among them.

        Raises UnknownGame, Diverged, LogDamaged.
        """
        ...

    def commits(self, game: str, first: int, last: int) -> list[Commit]:
        """The commits from `first` to `last`, both included, which the caller knows to be there.

        Raises CommitsMissing if the log ends before `last`, LogDamaged.
        """
        ...

    def secure(self, game: str) -> None:
        """Wait until all that is stored of a game is on as many replicas as are asked for. Raises OutcomeUnknown."""
        ...

    def reserve(self, partition: int, key_hash: str, game: str) -> str:
        """The game id that belongs to an Idempotency-Key: `game`, unless one was reserved before."""
        ...

    def load_whole(self, game: str, commits: Sequence[Commit], secrets: Mapping[str, str], over_ms: int) -> None:
        """Store an imported log under a new id, as a game that is over since then; it appears all at once or not at all."""
        ...

    def lines(self, statuses: Sequence[str], before: Place | None, count: int, wanted: Callable[[Line], bool]) -> Page:
        """Public games of some statuses, newest first, older than `before`, that are wanted: at most `count` of them.

        Where few are wanted a page ends after so many lines as one call looks at, with fewer games or none.
        """
        ...

    def waiting_bots(self) -> int:
        """How many games have a bot to act."""
        ...

    def ping(self) -> None:
        """Raises StoreUnavailable if the store does not answer."""
        ...


def partition_of(game: str) -> str:
    """The partition that a game id names."""
    return game.partition("g")[0]
