"""What scenes add up: what a captain has, which previews foretell, what Jordan has, and the islands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.drawing import Counted

from .. import events as e
from ..frames import ResolveEffects
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


def consequences(events: Sequence[e.Event]) -> int | None:
    """Where something begins that the command has not asked for: the end of the turn, with the income of a round; the only
    action of a raid that is resumed; the next Treasure; the Explorer's move where only one is left (PM-396); and the rest of
    effects that were under way before (PM-397, PM-442)."""
    opened: set[str] = set()
    for place, event in enumerate(events):
        match event:
            case e.EffectsOpened(source=source):
                opened.add(source)
            case e.TurnEnded() | e.TreasureGained():
                return place
            case e.RaidActionUsed() if place:
                return place
            case e.FrameChanged(frame=ResolveEffects(source=source)) if place and source not in opened:
                return place
            case e.ExplorerMoved() if place > 1:  # A command that moves it closes its decision first.
                return place
    return None
