"""How play goes on: opening and closing frames, and the small things that many chapters do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain
from domain.kit.stack import Stack

from . import events as e
from .commands import Command, Decline
from .frames import Frame, LocationActions, ResolveEffects
from .state import Record, State
from .values import Treasure, Who

Advance: TypeAlias = Mapping[type[Any], Callable[[Record, Any, Rng], bool]]
"""How frames of a type go on by themselves: whether anything happened; if not, the seat is asked."""
Answers: TypeAlias = Mapping[type[Any], Mapping[type[Command], Answer]]

_stack: Stack[Frame] = Stack(e.FrameOpened, e.FrameChanged, e.FrameClosed, e.StepReached)
begin, change, close, run = _stack.begin, _stack.change, _stack.close, _stack.run


def gain_vp(record: Record, who: Who, amount: int, cause: str) -> None:
    """PM-169."""
    if amount:
        record.emit(e.VpGained(who, amount, cause))


def change_doubloons(record: Record, seat: int, amount: int, cause: str) -> None:
    if amount:
        record.emit(e.DoubloonsChanged(seat, amount, cause))


def place_markers(record: Record, island: Treasure, count: int, cause: str) -> None:
    """PM-126, PM-127."""
    record.emit(e.MarkerPlaced(island, count, cause))


def cause(state: State) -> str:
    """Why the effect on top happens: the source of its list, or the Location."""
    top = state.stack[-1]
    if isinstance(top, ResolveEffects):
        return top.source
    assert isinstance(top, LocationActions)
    return f"location:{top.location}"


def skip(record: Record, seat: int, effect: str, reason: Literal["declined", "nothing_to_do"]) -> None:
    record.emit(e.EffectSkipped(seat, effect, reason))


def declining(effect: str) -> Answer:
    """`decline`: what is left of the effect on top is left out (PM-407)."""

    def decline(record: Record, frame: Any, command: Decline, rng: Rng) -> None:
        close(record)
        skip(record, frame.seat, effect, "declined")

    return Answer(decline, plain(Decline()), always)
