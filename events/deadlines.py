"""When the time of each seat is over, which follows from the times of commits.

The time of a seat runs from when it is asked something until nothing more is asked of it. It begins anew after a time-out,
for a new player, and where the service moved the deadline; it does not run while the clock is stopped, nor for bots.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from domain import clock_rules, table
from domain.clocks import ClockResumed, ClockStopped, DeadlinesMoved, MoveDeadlines, SeatTimedOut, TimeOut
from domain.game import AnyGame
from domain.table import SeatReassigned, Table
from events.identity import milliseconds, moment_of, timestamp


class Deadline(msgspec.Struct, frozen=True):
    """When the time of a seat is over."""

    seat: int
    """The seat that is asked something."""
    deadline: str
    """RFC 3339, UTC."""


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """What is known after a commit of a game with a clock; all times are milliseconds since 1970-01-01, UTC."""

    acted_ms: int
    """The time of the commit."""
    since: dict[int, int]
    """For each seat that is asked something, since when its time runs, or would run if it had a clock."""
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


def times_after(game: AnyGame, before: Times | None, shown: Table[Any], events: Iterable[Any], at: str) -> Times | None:
    """The times after a commit with these events, which led to the table `shown`; None for a game without a clock."""
    clock = shown.clock
    if clock is None:
        return None
    at_ms = milliseconds(datetime.fromisoformat(at))
    since, stopped = ({}, None) if before is None else (before.since, before.stopped_ms)
    anew: set[int] = set()
    for event in events:
        match event:
            case SeatTimedOut(seat=seat) | SeatReassigned(seat=seat):
                anew.add(seat)
            case DeadlinesMoved(seats=seats):
                anew.update(seats)
            case ClockStopped():
                stopped = at_ms
            case ClockResumed() if stopped is not None:
                # A seat that was asked only meanwhile has its full time.
                since = {seat: start + at_ms - max(start, stopped) for seat, start in since.items()}
                stopped = None
    since = {seat: since[seat] if seat in since and seat not in anew else at_ms for seat in table.to_act(game, shown)}
    ends = {seat: since[seat] + clock.seconds * 1000 for seat in clock_rules.timed(game, shown)}
    if before is not None and before.ends == ends:
        deadlines = before.deadlines
    else:
        deadlines = tuple([Deadline(seat, timestamp(moment_of(end))) for seat, end in ends.items()])
    return Times(acted_ms=at_ms, since=since, stopped_ms=stopped, ends=ends, deadlines=deadlines)


def too_early(times: Times | None, command: Any, at: str) -> str | None:
    """Why the service would not give a command at this time, after a commit with these times; None if it might."""
    if times is None:
        return None
    at_ms = milliseconds(datetime.fromisoformat(at))
    if at_ms < times.acted_ms:
        return "its time is before that of the commit before it"
    ended: tuple[int, ...] = ()
    if isinstance(command, TimeOut):
        ended = (command.seat,)
    elif isinstance(command, MoveDeadlines):
        ended = command.seats
    early = [seat for seat in ended if at_ms < times.ends.get(seat, at_ms + 1)]
    return f"the time of seat {early[0]} was not over" if early else None


def earliest(times: Times | None, command: Any, now: datetime) -> datetime:
    """The time that a command's commit bears: now, but in a game with a clock never before the last commit, nor before the
    deadline that it says is over. A clock may be a moment behind the one that the deadlines are held against."""
    if times is None:
        return now
    ends = [times.ends.get(command.seat, 0)] if isinstance(command, TimeOut) else []
    if isinstance(command, MoveDeadlines):
        ends = [times.ends.get(seat, 0) for seat in command.seats]
    return max(now, *(moment_of(ms) for ms in (times.acted_ms, *ends)))
