"""Commands of older versions, which nobody can give now."""

from __future__ import annotations

from typing import TypeAlias

from .base import BaseCommand


class SetStandingPass(BaseCommand, frozen=True, tag="set_standing_pass"):
    """Version 1: pass in all windows of this timing until unset."""

    timing: str
    """When the windows open, as in `react`, or `all` for every timing at once."""
    on: bool
    """Whether to pass from then on, or to be asked again."""


RetiredCommand: TypeAlias = SetStandingPass
