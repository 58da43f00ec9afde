"""The position of a game after a commit, as the feed, webhooks and the list of its API key show it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.session import Ending, Status
from domain.session.results import Outcome
from events.deadlines import Deadline
from events.identity import Moment
from events.store_types import About, FeedLine, OwnedGame


class Pending(msgspec.Struct, frozen=True):
    """What waits for a seat that must act."""

    seat: int
    """The seat's number."""
    player: str | None
    """The id under which the holder of the game's API key knows its player; null: a bot plays, none is noted, or the caller
    sees none."""
    bot: bool
    """Whether a bot plays the seat, so that no person must act."""
    deadline: Moment | None
    """When the seat's time is over, RFC 3339, UTC; null: it has no clock, or the clock is stopped."""
    since: int | None
    """The version that the last action of the seat's player made; 0: there was none. `GET …/events?after=<since>` tells what
    has happened since. Null in entries that an earlier release wrote."""


class SeatOf(msgspec.Struct, frozen=True):
    """A seat and its player."""

    seat: int
    """The seat's number."""
    player: str | None
    """The id under which the holder of the game's API key knows its player; null: none is noted, or the caller sees none."""


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
    to_act: tuple[int, ...]
    """The seats that must act after this commit."""
    pending: tuple[Pending, ...]
    """The same seats, each with its player, its time, and the last action of its player."""
    asked: tuple[SeatOf, ...]
    """Those of people that had not to act before this commit."""
    claimed: tuple[SeatOf, ...]
    """The seats that people took with this commit."""
    timed_out: tuple[SeatOf, ...]
    """The seats whose time was over with this commit."""
    changed_hands: tuple[SeatOf, ...]
    """The seats that went with this commit to a bot, back to their player, to another player, or to nobody."""
    missing_seats: int
    """How many seats nobody has taken yet."""
    takeback_asked: SeatOf | None
    """The seat that asks the other players for a takeback; null if none does."""
    rematch_of: str | None
    """The game that this one plays again; null if it is no rematch."""
    acted_at: Moment
    """The time of this commit, RFC 3339, UTC."""
    deadline: Moment | None
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
        to_act=line.to_act,
        pending=pending_of(line, about),
        asked=seats_of(line.changed.asked, about),
        claimed=seats_of(line.changed.claimed, about),
        timed_out=seats_of(line.changed.timed_out, about),
        changed_hands=seats_of(line.changed.handed, about),
        missing_seats=line.missing_seats,
        takeback_asked=None if line.takeback_asked is None else seats_of([line.takeback_asked], about)[0],
        rematch_of=line.rematch_of,
        acted_at=line.acted_at,
        deadline=first_of(line.deadlines),
        outcome=line.outcome,
        ended=line.ended,
        metadata=about.metadata,
    )


def pending_of(line: FeedLine | OwnedGame, about: About) -> tuple[Pending, ...]:
    """The seats that must act; of those that bots play, no player is named."""
    ends = {each.seat: each.deadline for each in line.deadlines}
    since, bots = dict(zip(line.to_act, line.since, strict=False)), line.bots
    return tuple(
        [
            Pending(seat, None if seat in bots else about.player(seat), seat in bots, ends.get(seat), since.get(seat))
            for seat in line.to_act
        ]
    )


def seats_of(seats: Sequence[int], about: About) -> tuple[SeatOf, ...]:
    """Seats with their players."""
    return tuple([SeatOf(seat, about.player(seat)) for seat in seats])


def first_of(deadlines: Sequence[Deadline]) -> str | None:
    """The first of some deadlines; None if there is none."""
    return min((each.deadline for each in deadlines), default=None)
