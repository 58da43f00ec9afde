"""When the time of each seat is over, which follows from the times of commits.

The time of a seat runs from when it is asked something until nothing more is asked of it. It starts again after a time-out,
for a new player, and where the service moved the deadline; it does not run while the clock is stopped, nor for bots. An
action that its player takes back without asking anybody stopped no time: otherwise acting and taking back would give time
without end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec

from domain import session
from domain.game import AnyGame, Rejected
from domain.session import SeatReassigned, Session, TakebackAccepted, TakenBack, clock_rules
from domain.session.clocks import ClockResumed, ClockStopped, DeadlinesMoved, MoveDeadlines, SeatTimedOut, TimeOut
from events.identity import Moment, milliseconds, milliseconds_of, moment_of, timestamp


class Deadline(msgspec.Struct, frozen=True):
    """When the time of a seat is over."""

    seat: int
    """The seat that is asked something."""
    deadline: Moment
    """RFC 3339, UTC."""


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """The times after a commit of a game with a clock; all are milliseconds since 1970-01-01, UTC."""

    seconds: int
    """How long a seat has."""
    acted_ms: int
    """The time of the commit."""
    since: dict[int, int]
    """For each seat that is asked something, since when its time runs, or would run if it had a clock."""
    began: dict[int, int]
    """The same for each seat that has been asked something; of one that is not asked now, since when its last time ran."""
    stopped_ms: int | None
    """Since when the clock is stopped; None while it runs."""
    ends: dict[int, int]
    """For each seat whose time runs, when it is over."""
    deadlines: tuple[Deadline, ...]
    """The same for people."""

    @property
    def due_ms(self) -> int | None:
        """When the first time is over; None if none runs."""
        return min(self.ends.values(), default=None)


_ABOUT_TIMES = frozenset({SeatTimedOut, SeatReassigned, DeadlinesMoved, ClockStopped, ClockResumed})
"""Most events of a game are others, and are passed over at once."""


def times_after(game: AnyGame, before: Times | None, shown: Session[Any], events: Sequence[Any], at: str) -> Times | None:
    """The times after a commit with these events, which led to the session `shown`; None for a game without a clock."""
    clock = shown.clock
    if clock is None:
        return None
    at_ms = milliseconds_of(at)
    began: dict[int, int] = {} if before is None else {**before.began}
    asked, stopped = ((), None) if before is None else (before.since, before.stopped_ms)
    for event in events:
        if type(event) not in _ABOUT_TIMES:
            continue
        match event:
            case SeatTimedOut(seat=seat) | SeatReassigned(seat=seat):
                began[seat] = at_ms
            case DeadlinesMoved(seats=seats):
                began |= dict.fromkeys(seats, at_ms)
            case ClockStopped():
                stopped = at_ms
            case ClockResumed() if stopped is not None:
                # A seat that was asked only meanwhile has its full time.
                began = {seat: start + at_ms - max(start, stopped) for seat, start in began.items()}
                stopped = None
    back = _back_at_once(events) if shown.takeback != "never" else None
    since = {
        seat: began[seat] if seat in asked or (seat == back and seat in began) else at_ms
        for seat in session.to_act(game, shown)
    }
    ends = {seat: _end(start, clock.seconds) for seat, start in since.items() if clock_rules.is_timed(shown, seat)}
    if before is not None and before.ends == ends:
        deadlines = before.deadlines
    else:
        deadlines = tuple([Deadline(seat, timestamp(moment_of(end))) for seat, end in ends.items()])
    began |= since
    return Times(
        seconds=clock.seconds, acted_ms=at_ms, since=since, began=began, stopped_ms=stopped, ends=ends, deadlines=deadlines
    )


def _end(since_ms: int, seconds: int) -> int:
    """When a time that runs since then is over, in milliseconds."""
    return since_ms + seconds * 1000


def _back_at_once(events: Iterable[Any]) -> int | None:
    """The seat that took back an action to which nobody else had to agree."""
    back = None
    for event in events:
        kind = type(event)
        if kind is TakebackAccepted:
            return None
        if kind is TakenBack:
            back = event.seat
    return back


def too_late() -> Rejected:
    """The refusal of a takeback after the time for the action."""
    detail = "The time in which the action had to be made is over, so it can no longer be taken back."
    return Rejected("takeback_too_late", detail)


def takeback_too_late(times: Times, events: Iterable[Any], at: datetime) -> bool:
    """Whether events, which follow a commit with these times, take back an action without asking anybody, after the time in
    which it had to be made."""
    back = _back_at_once(events)
    ends = None if back is None else takeback_ends_ms(times, back)
    now = milliseconds(at) if times.stopped_ms is None else times.stopped_ms
    return ends is not None and now >= ends


def takeback_ends_ms(times: Times, seat: int) -> int | None:
    """When a seat can no longer take an action back without asking anybody; None: not by the clock."""
    if seat in times.since or seat not in times.began:
        return None
    return _end(times.began[seat], times.seconds)


def too_early(times: Times | None, command: Any, at: str) -> str | None:
    """Why the service would not give a command at this time, after a commit with these times; None if it might."""
    if times is None:
        return None
    at_ms = milliseconds_of(at)
    if at_ms < times.acted_ms:
        return "its time is before that of the commit before it"
    early = [seat for seat in _timed_out(command) if at_ms < times.ends.get(seat, at_ms + 1)]
    return f"the time of seat {early[0]} was not over" if early else None


def earliest(times: Times | None, command: Any, now: datetime) -> datetime:
    """The time that a command's commit bears: now, but in a game with a clock never before the last commit, nor before the
    deadline that it says is over. A clock may be a moment behind the one that the deadlines are held against."""
    if times is None:
        return now
    earliest_ms = times.acted_ms
    for seat in _timed_out(command):
        earliest_ms = max(earliest_ms, times.ends.get(seat, 0))
    return now if milliseconds(now) >= earliest_ms else moment_of(earliest_ms)


def _timed_out(command: Any) -> tuple[int, ...]:
    """The seats whose time is over by what a command says."""
    if isinstance(command, TimeOut):
        return (command.seat,)
    return command.seats if isinstance(command, MoveDeadlines) else ()
