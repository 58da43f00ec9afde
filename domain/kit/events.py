"""The base of all events, and the events of games whose state has a stack of frames (`stack.py`).

A game derives the four with its own type of frames, so that its union of events has them.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

Frame = TypeVar("Frame")


# Events hold no reference cycles, so the garbage collector need not track them.
class BaseEvent(msgspec.Struct, frozen=True, gc=False):
    """Something that happened."""


class FrameOpened(BaseEvent, Generic[Frame], frozen=True, tag="frame_opened"):
    """A process or decision begins inside the one that was on top."""

    frame: Frame
    """The process or decision that begins."""


class FrameChanged(BaseEvent, Generic[Frame], frozen=True, tag="frame_changed"):
    """The frame on top is replaced."""

    frame: Frame
    """The frame from here on."""


class StepReached(BaseEvent, frozen=True, tag="step_reached"):
    """The process on top continues with this step."""

    step: str
    """The step's name."""


class FrameClosed(BaseEvent, frozen=True, tag="frame_closed"):
    """The frame on top is done."""

    frame: str
    """Its kind, a frame's `type`."""
    seat: int | None
    """The seat it belonged to; null if it belonged to no single seat."""
