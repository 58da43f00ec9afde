"""Which frames open and close: what the game is in the middle of."""

from __future__ import annotations

from typing import TypeAlias

from domain.kit import events as kit

from ..frames import Frame, FrameKind, Step


class FrameOpened(kit.FrameOpened[Frame], frozen=True):
    """A process or decision begins inside the one that was on top."""


class FrameChanged(kit.FrameChanged[Frame], frozen=True):
    """The frame on top is replaced by this one, which continues it."""


class StepReached(kit.StepReached, frozen=True):
    """The process on top continues with this step."""

    step: Step


class FrameClosed(kit.FrameClosed, frozen=True):
    """The frame on top is done: its kind, and whose it was."""

    frame: FrameKind
    seat: int | None
    """The seat it belonged to; null if it belonged to no single seat."""


FlowEvent: TypeAlias = FrameOpened | FrameChanged | StepReached | FrameClosed
