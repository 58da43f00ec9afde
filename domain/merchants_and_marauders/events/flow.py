"""The way through the game: frames that open and close."""

from __future__ import annotations

from typing import TypeAlias

from ..frames import Frame
from .base import BaseEvent


class FrameOpened(BaseEvent, frozen=True, tag="frame_opened"):
    """A process or decision begins inside the one that was on top."""

    frame: Frame
    """What begins."""


class FrameChanged(BaseEvent, frozen=True, tag="frame_changed"):
    """The frame on top has got further."""

    frame: Frame
    """As it is from here on."""


class StepReached(BaseEvent, frozen=True, tag="step_reached"):
    """The process on top has reached this step."""

    step: str
    """The step's name."""


class FrameClosed(BaseEvent, frozen=True, tag="frame_closed"):
    """The frame on top is done: which kind it was, and whose."""

    frame: str = ""
    """Its kind, a frame's `type`."""
    seat: int | None = None
    """The seat it was of; null where it was of none alone."""


FlowEvent: TypeAlias = FrameOpened | FrameChanged | StepReached | FrameClosed
