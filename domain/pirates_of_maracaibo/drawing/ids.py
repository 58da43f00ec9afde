"""The ids of areas and pieces that several parts of the drawing and the narration name."""

from __future__ import annotations

from ..content import SLOTS, STANDARD_RAID_ACTIONS
from ..values import Who

STANDARD = {action.key for action in STANDARD_RAID_ACTIONS}


def panel(who: Who) -> str:
    return "jordan" if who == "jordan" else f"seat/{who}"


def carrier(seat: int, name: str) -> str:
    """The card, Figurehead or slot that gives a seat an ability."""
    return f"seat/{seat}/{name}" if name in SLOTS else name


def raid_action(seat: int, key: str) -> str:
    return f"raid/{key}" if key in STANDARD else carrier(seat, key)
