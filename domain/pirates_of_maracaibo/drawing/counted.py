"""What a captain has, where pictures show it; previews foretell its changes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.drawing import Counted

from .. import commands as c
from ..frames import GainTreasure, ResolveEffects
from ..view import MaracaiboView

COUNTED: Mapping[str, Counted] = {
    "doubloons": Counted("seat/{seat}", "doubloons"),
    "vp": Counted("seat/{seat}", "vp"),
    "treasures": Counted("seat/{seat}", "treasures"),
    "quests": Counted("seat/{seat}/quests"),
    "upgrades": Counted("seat/{seat}", "upgrades"),
    "rubies": Counted("seat/{seat}/rubies"),
    "doubloon_income": Counted("seat/{seat}", "income_doubloons"),
    "vp_income": Counted("seat/{seat}", "income_vp"),
    "rivers": Counted("seat/{seat}", "rivers"),
}


def leads_on(view: MaracaiboView, seat: int, command: c.Command) -> bool:
    """What follows is the rest of a list of effects, the next Treasure, or the income of the round."""
    below = any(isinstance(frame, ResolveEffects | GainTreasure) for frame in view.stack[:-1])
    return below or isinstance(command, c.ResumeRaid | c.EndTurn)
