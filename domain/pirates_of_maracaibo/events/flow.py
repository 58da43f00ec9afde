"""The way through the game: frames that open and close."""

from __future__ import annotations

from typing import TypeAlias

from ..frames import Frame
from .base import BaseEvent


class FrameOpened(BaseEvent, frozen=True, tag="frame_opened"):
    """Something begins inside what was on top."""

    frame: Frame
    """What begins."""


class FrameChanged(BaseEvent, frozen=True, tag="frame_changed"):
    """What is on top goes on as this."""

    frame: Frame
    """As it is from here on."""


class StepReached(BaseEvent, frozen=True, tag="step_reached"):
    """What is on top will go on with this step."""

    step: str
    """The step that comes next."""


class FrameClosed(BaseEvent, frozen=True, tag="frame_closed"):
    """What was on top is over: which kind it was, and whose."""

    frame: str
    """Its kind, a frame's `type`."""
    seat: int | None
    """The seat it was of; null where it was of none alone."""


FlowEvent: TypeAlias = FrameOpened | FrameChanged | StepReached | FrameClosed
