"""The position of a game after a commit, as the feed, webhooks and the list of its API key show it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.session import Ending, Status
from domain.session.results import Outcome
from events.deadlines import Deadline
from events.store_types import About, FeedLine, OwnedGame


class ToAct(msgspec.Struct, frozen=True):
    """A seat that must act."""

    seat: int
    """The seat's number."""
    player: str | None
    """The id under which the holder of the game's API key knows its player; null: none is noted, or the caller sees none."""
    deadline: str | None
    """When the seat's time is over, RFC 3339, UTC; null: it has no clock, or the clock is stopped."""
    since: int | None
    """The version that the last action of the seat's player made; 0: there was none. `GET …/events?after=<since>` tells what
    has happened since. Null in entries that an earlier release wrote."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One commit in one game, in short."""

    game: str
    """The id of the game."""
    ruleset: str
    """Which game is played."""
    version: int
    """The number of commits after this one."""
    status: Status
    """`lobby` until the last seat is taken; `abandoned` is over too, without a result."""
    to_act: tuple[ToAct, ...]
    """The seats that must act after this commit."""
    acted_at: str
    """The time of this commit, RFC 3339, UTC."""
    deadline: str | None
    """When the first time of a seat is over, RFC 3339, UTC; null: none runs."""
    outcome: Outcome | None
    """The result; null until the game is over, and if it was abandoned."""
    ended: Ending | None
    """How the game ended; null until then."""
    metadata: dict[str, str]
    """The metadata that the holder of the key has noted; empty for callers with tokens."""


def entry_of(line: FeedLine, about: About) -> Entry:
    """A line of the feed with what is noted about its game."""
    return Entry(
        game=line.game,
        ruleset=line.ruleset,
        version=line.version,
        status=line.status,
        to_act=to_act_of(line, about),
        acted_at=line.acted_at,
        deadline=first_of(line.deadlines),
        outcome=line.outcome,
        ended=line.ended,
        metadata=about.metadata,
    )


def to_act_of(line: FeedLine | OwnedGame, about: About) -> tuple[ToAct, ...]:
    """The seats that must act."""
    ends = {each.seat: each.deadline for each in line.deadlines}
    since = dict(zip(line.to_act, line.since, strict=False))
    return tuple([ToAct(seat, about.player(seat), ends.get(seat), since.get(seat)) for seat in line.to_act])


def first_of(deadlines: Sequence[Deadline]) -> str | None:
    """The first of some deadlines; None if there is none."""
    return min((each.deadline for each in deadlines), default=None)
