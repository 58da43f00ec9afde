"""What a captain has, where pictures show it; previews foretell its changes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.drawing import Counted

from .. import events as e

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
CONSEQUENCES = (e.TurnEnded, e.RaidActionUsed, e.TreasureGained)
"""The end of the turn, with the income of a round; the only action of a raid that is resumed; and the next Treasure."""
