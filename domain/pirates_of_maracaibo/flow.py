"""How play goes on: opening and closing frames, and the small things that many chapters do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.game import Rng
from domain.kit.answers import Answer
from domain.kit.stack import Stack

from . import events as e
from .commands import Command
from .frames import Frame
from .parts import Treasure, Who
from .state import Record

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
