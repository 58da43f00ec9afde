"""Clocks: how long a seat may take, and what follows when it takes longer; as values, commands and events.

The rules of a clock (`domain.session.clock_rules`) know no time. The service decides when a time is over, from the times
of commits (`events.deadlines`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

import msgspec

from domain.levels import Level

Action = TypeVar("Action")

OnTimeout: TypeAlias = Literal["stand_in", "bot", "lose", "abandon"]
ON_TIMEOUT: OnTimeout = "stand_in"
"""The default."""
LONGEST_SECONDS = 366 * 24 * 3600
MOST_PATIENCE = 100


class WrongClock(ValueError):
    """A field of a clock does not fit its `on_timeout`."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(f"`{field}`: {detail}")
        self.field = field
        self.detail = detail


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long a seat may take, from when it is asked something until nothing more is asked of it. Bots have no clock."""

    seconds: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_SECONDS)]
    """How many seconds that is, at most 366 days."""
    on_timeout: OnTimeout = ON_TIMEOUT
    """`stand_in`: the service answers what is asked, and after `patience` times in a row a bot gets the seat; `bot`: a bot
    gets the seat at once; from either the player can take it back; `lose`: as if the player resigned; `abandon`: the game
    ends without a result."""
    level: Level | None = None
    """The level of the bot that gets the seat, one of the `bot_levels` of the ruleset, by default `stand_in`; there is none
    with `abandon`, and none with `lose`, where `substitute` of the game says it."""
    patience: Annotated[int, msgspec.Meta(ge=1, le=MOST_PATIENCE)] | None = None
    """Only with `stand_in`: how many times in a row the service answers before a bot gets the seat, by default 3."""

    def __post_init__(self) -> None:
        """Give fields that are left out their defaults. Raises WrongClock."""
        if self.on_timeout == "abandon" and self.level is not None:
            raise WrongClock("level", "No bot plays on where the game ends.")
        if self.on_timeout == "lose" and self.level is not None:
            raise WrongClock("level", "With `lose` the game's `substitute` says which bot plays on.")
        if self.on_timeout != "stand_in" and self.patience is not None:
            raise WrongClock("patience", "Only `stand_in` has patience.")
        if self.on_timeout in ("stand_in", "bot") and self.level is None:
            msgspec.structs.force_setattr(self, "level", "stand_in")
        if self.on_timeout == "stand_in" and self.patience is None:
            msgspec.structs.force_setattr(self, "patience", 3)


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class TimeOut(_Command, Generic[Action], frozen=True, tag="time_out"):
    """Given by the service when the time of a seat is over."""

    seat: int
    """Its number."""
    action: Action | None = None
    """The action that the service chose for the seat; null unless it answers for the seat (`stand_in`)."""


class MoveDeadlines(_Command, frozen=True, tag="move_deadlines"):
    """Given by the service after it was down: seats whose time was over meanwhile get a new one."""

    seats: tuple[int, ...]
    """Their numbers."""


class SetClock(_Command, frozen=True, tag="set_clock"):
    """The host stops the clock, or lets it run again."""

    running: bool
    """Whether it shall run."""


class SeatTimedOut(msgspec.Struct, frozen=True, tag="seat_timed_out"):
    """The time of a seat was over. The next events say what follows."""

    seat: int
    """Its number."""
    in_a_row: int
    """The number of time-outs since the seat's player last acted, including this one."""


class SeatReturned(msgspec.Struct, frozen=True, tag="seat_returned"):
    """The player of a seat acts again, after time-outs."""

    seat: int
    """Its number."""


class TimedOutGameAbandoned(msgspec.Struct, frozen=True, tag="timed_out_game_abandoned"):
    """The game ended because the time of a seat was over; it has no winner."""

    seat: int
    """Its number."""


class DeadlinesMoved(msgspec.Struct, frozen=True, tag="deadlines_moved"):
    """The time of these seats ended while the service was down; they get their full time again."""

    seats: tuple[int, ...]
    """Their numbers."""


class ClockStopped(msgspec.Struct, frozen=True, tag="clock_stopped"):
    """The host stopped the clock; nobody's time runs."""


class ClockResumed(msgspec.Struct, frozen=True, tag="clock_resumed"):
    """The host let the clock run again. Each seat has the time that was left to it."""


ClockEvent: TypeAlias = SeatTimedOut | SeatReturned | TimedOutGameAbandoned | DeadlinesMoved | ClockStopped | ClockResumed


def sentence(event: ClockEvent, names: Sequence[str]) -> str:
    """An event of a clock, for people."""
    match event:
        case SeatTimedOut(seat=seat):
            return f"The time of {names[seat]} was over."
        case SeatReturned(seat=seat):
            return f"{names[seat]} is back."
        case TimedOutGameAbandoned():
            return "The game ended without a result."
        case DeadlinesMoved(seats=seats):
            return f"The service was down; the time of {' and '.join(names[seat] for seat in seats)} begins anew."
        case ClockStopped():
            return "The host stopped the clock."
        case ClockResumed():
            return "The clock runs again."


def without(timeouts: dict[int, int], seat: int) -> dict[int, int]:
    """The time-outs in a row by seat, with none of this one."""
    return {each: count for each, count in timeouts.items() if each != seat}
