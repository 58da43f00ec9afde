"""What all frames have in common."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Side: TypeAlias = int | str
"""A seat by its number, an NPC ship by its id, or the id of the card whose guards or derelict fight."""
Dice: TypeAlias = tuple[int, ...]
"""Faces rolled; 0 is a skull."""
Cards: TypeAlias = tuple[str, ...]
Choice: TypeAlias = Literal["captain", "good", "location", "nation", "npc", "port", "x", "zone"]
"""What an effect lets its owner choose; `x` is where an X hits."""
Step: TypeAlias = str
"""The step that comes next, by its name."""


class BaseFrame(msgspec.Struct, frozen=True, gc=False):
    """A process or decision that a game is in the middle of."""
