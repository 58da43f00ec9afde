"""What goes into the store and comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from domain.table import Level, SeatKind, Status
from events.envelope import Commit


class SeatSummary(msgspec.Struct, frozen=True):
    """`level` is that of a bot."""

    kind: SeatKind
    """The kind of player; `open`: none yet."""
    name: str
    """The player's name."""
    level: Level | None
    """The level of a bot; otherwise null."""


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What the list of games shows of one. `created_ms` orders the list."""

    id: str
    """In every address of the game."""
    ruleset: str
    """Which game is played."""
    status: Status
    """`lobby` until the last seat is taken; `abandoned` is over too, without a result."""
    seats: tuple[SeatSummary, ...]
    """The seats by their numbers, from 0."""
    open_seats: int
    """How many can be claimed."""
    created_at: str
    """RFC 3339, UTC."""
    created_ms: int
    """Milliseconds since 1970-01-01, UTC."""


class SummaryChange(NamedTuple):
    """A change of a game's entry in the list of games."""

    before: Status | None
    """The status under which the game was listed; None: it was not."""
    summary: GameSummary


class Slice(NamedTuple):
    """Commits of a game, and the fields that are stored beside its log: the secret and token hashes."""

    secrets: dict[str, str]
    commits: list[Commit]


class Conflict(NamedTuple):
    """The append found another version or token than expected: these are the commits that the caller did not know.

    `ours`: the first of them is this append itself; the reply to an earlier attempt was lost.
    """

    secrets: dict[str, str]
    commits: list[Commit]
    ours: bool


class KnownVersion(NamedTuple):
    """How far a process knows a log: a version and its head."""

    game: str
    version: int
    head: str


Cursor: TypeAlias = tuple[int, str]
"""A position in the list of games: a game's creation in ms, and its id."""


class Page(NamedTuple):
    """Games of the list, and the cursor of the next page; None if there is none."""

    summaries: list[GameSummary]
    next: Cursor | None


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One commit and what changes with it in the same atomic step."""

    game: str
    commit: Commit
    text: bytes
    """The bytes that the commit's head covers."""
    previous_head: str = ""
    """The audit head that the append must find at the version before; empty for a first commit."""
    token: tuple[str, str] | None = None
    """Field and hash of the caller's token, which must be the stored one; None for callers without a token."""
    secrets: Mapping[str, str] = {}
    """Fields to set beside the log: hashes of new tokens; with the first commit also the secret."""
    bot_due: int | None = None
    """When the turn of the bot that is to act counts as lost, in ms; None: no bot is to act."""
    bot_was_due: bool = False
    """Whether a bot was to act before this commit."""
    over_ms: int | None = None
    """When the game ended, in ms, if this commit ends it."""
    summary: SummaryChange | None = None
    """The change in the list of games."""
