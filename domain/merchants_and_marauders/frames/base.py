"""What all frames have in common."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Side: TypeAlias = int | str
"""Who fights: a seat, an NPC, or the card whose guards or derelict it is."""
Dice: TypeAlias = tuple[int, ...]
"""Faces rolled; 0 is a skull."""
Cards: TypeAlias = tuple[str, ...]
Choice: TypeAlias = Literal["captain", "good", "location", "nation", "npc", "port", "x", "zone"]
"""What an effect lets its owner choose; `x` is where an X hits."""


class BaseFrame(msgspec.Struct, frozen=True, gc=False):
    """Something that a game is in the middle of."""
