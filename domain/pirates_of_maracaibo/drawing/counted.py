"""What scenes add up: what a captain has, which previews foretell, what Jordan has, and the islands."""

from __future__ import annotations

from collections.abc import Mapping

from domain.drawing import Counted

from .. import events as e
from ..values import TREASURES

JORDANS = ("vp", "step", "rivers", "upgrades", "treasures")
ISLANDS = ("markers", "value")
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
    "buried": Counted("seat/{seat}", "buried", foretold=False),
    **{f"jordans_{fact}": Counted("jordan", fact, foretold=False) for fact in JORDANS},
    **{f"{fact}_of_{kind}": Counted(f"island/{kind}", fact, foretold=False) for kind in TREASURES for fact in ISLANDS},
}
CONSEQUENCES = (e.TurnEnded, e.RaidActionUsed, e.TreasureGained)
"""The end of the turn, with the income of a round; the only action of a raid that is resumed; and the next Treasure."""
