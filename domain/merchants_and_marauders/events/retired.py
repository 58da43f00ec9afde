"""Events of older versions, which no longer happen."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import SeatNumber, Secret
from domain.kit.events import BaseEvent


class StandingPassSet(BaseEvent, frozen=True, tag="standing_pass_set"):
    """Version 1: a seat set or unset a standing pass, which it alone saw."""

    seat: SeatNumber
    timing: str
    """The timing of the windows."""
    on: bool
    """Whether it was set."""


class GoldMovedFromStash(BaseEvent, frozen=True, tag="gold_moved_from_stash"):
    """Version 1: gold of the stash became part of a new captain's first gold."""

    seat: SeatNumber
    amount: int | Secret
    """In gold."""


RetiredEvent: TypeAlias = StandingPassSet | GoldMovedFromStash
