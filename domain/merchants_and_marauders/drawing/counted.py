"""What a captain has, where pictures show it; previews foretell its changes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.drawing import Counted

from .. import commands as c
from ..frames import Battle, Hits
from ..view import MaraudersView

COUNTED: Mapping[str, Counted] = {
    "gold": Counted("seat/{seat}", "gold"),
    "stash": Counted("seat/{seat}", "stash"),
    "glory": Counted("seat/{seat}", "points"),
    "cargo": Counted("seat/{seat}/cargo", "cards"),
    "crew": Counted("seat/{seat}/ship/crew", "now"),
    "bounties": Counted("seat/{seat}/bounties"),
    "successes": Counted("raid", "successes"),
}
LEADS_ON = (
    *(c.RaidAs, c.FinishWeapons, c.RaidDiscard, c.RaidExchange, c.RaidStop),
    *(c.EnterPort, c.ScoutNpc, c.ScoutCaptain, c.PlayRumor, c.WorkMission),
    *(c.Pass, c.Decline, c.Choose, c.DiscardCargo, c.DiscardGlory, c.EndTurn),
)


def leads_on(view: MaraudersView, seat: int, command: c.Command) -> bool:
    """What follows is the outcome of a raid or battle, a hit, which may sink the ship, or what waited for the answer."""
    return isinstance(command, LEADS_ON) or any(isinstance(frame, Battle | Hits) for frame in view.stack)
