"""What all frames have in common."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.kit.closed import one_of

from ..values import SideName

Side: TypeAlias = int | SideName
"""A seat by its number, an NPC ship by its id, or the id of the card whose guards or derelict fight."""
Dice: TypeAlias = tuple[int, ...]
"""Faces rolled; 0 is a skull."""
Cards: TypeAlias = tuple[str, ...]
Choice: TypeAlias = Literal["captain", "good", "location", "nation", "npc", "port", "x", "zone"]
"""What an effect lets its owner choose; `x` is where an X hits."""
_OF_SIDES = (
    *("long_guns_x", "long_guns_hits", "declare", "chasers", "chasers_x", "chasers_hits", "rerolls", "gunner", "volley"),
    *("guns_x", "guns_hits", "swivel_hits", "crew_hits", "bury"),
)
STEP_NAMES = (
    *("refill", "event", "turns", "end", "icons", "text"),
    *("arrival", "opening", "carpenter", "npcs", "actions", "hire", "storm", "closing", "over"),
    *("before", "roll", "after", "outcome", "done", "fight", "anyway"),
    *("bounty", "draw", "weapons", "spend", "hits", "plunder", "mission", "window"),
    *("long_guns", "long_guns_sinking", "round", "chasers_sinking", "before_contest", "contest", "after_contest", "decide"),
    *("locations", "after_locations", "guns_sinking", "crew_before", "swivel_guns", "crew_start", "crew_roll_window"),
    *("crew_round", "judgement", "next_crew_round", "finish", "glory", "reward", "ship", "cargo", "end_of_loser"),
    *(f"{step}_{side}" for step, side in product(_OF_SIDES, ("aggressor", "defender"))),
)
Step: TypeAlias = Annotated[str, one_of(STEP_NAMES, "Step")]
"""The step that comes next, by its name."""


class BaseFrame(msgspec.Struct, frozen=True, gc=False):
    """A process or decision that a game is in the middle of."""
