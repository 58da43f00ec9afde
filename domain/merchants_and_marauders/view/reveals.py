"""What no takeback goes past."""

from __future__ import annotations

from .. import events as e
from ..frames import HireByDeed, React

HARMLESS = (
    e.StepReached,
    e.FrameClosed,
    e.ReactionPassed,
    e.ActionSpent,
    e.ShipMoved,
    e.PortEntered,
    e.PortLeft,
    e.PortActionStarted,
    e.PortActionEnded,
    e.ActivityStarted,
    e.CardSetAside,
    e.GoldStashed,
    e.GoldChanged,
    e.WeaponBought,
    e.WeaponSold,
    e.WeaponSpent,
    e.ShipBought,
    e.DamageRepaired,
    e.ModificationBought,
    e.CrewRecruited,
    e.BountyChanged,
    e.PardonBought,
    e.ActionDeclared,
    e.ContestDecided,
    e.HitsCounted,
    e.XAssigned,
    e.HitApplied,
    e.LocationSet,
    e.LocationDestroyed,
    e.ShotUsed,
    e.Boarded,
    e.RaidStarted,
    e.RaidStopped,
    e.RaidCardDiscarded,
    e.RaidEnded,
    e.CargoTaken,
    e.MerchantLetGo,
)
"""Events with which nobody is shown anything that was hidden. A new one counts as revealing until it is listed here."""


def reveals(event: e.Event) -> bool:
    """Whether something may be drawn, shown or looked at that was hidden. Where windows are for holders only, the question
    itself shows who could play or hire a card."""
    if isinstance(event, e.FrameOpened | e.FrameChanged):
        return isinstance(event.frame, React | HireByDeed)
    return not isinstance(event, HARMLESS)
