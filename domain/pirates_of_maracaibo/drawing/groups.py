"""The headings under which commands are offered."""

from __future__ import annotations

from collections.abc import Mapping

from domain.drawing import Group

from .. import commands as c

GROUPS: Mapping[str, tuple[str, tuple[type[c.Command], ...]]] = {
    "sail": ("Sail", (c.SailTo, c.SailStep, c.StopSailing, c.ChoosePaidOpponent)),
    "cards": (
        "Cards of the sea",
        (
            c.AcquireImprovement,
            c.ConstructResidence,
            c.IgnoreCard,
            c.AcquireFrom,
            c.ConstructAt,
            c.GulfResidence,
            c.RetireResidence,
        ),
    ),
    "location": ("Locations and the Gulf", (c.TakeAction, c.GulfRaid, c.GulfExplore, c.GainRuby, c.SellRuby, c.ReturnRuby)),
    "effects": ("Effects", (c.TakeEffect, c.ChooseSide)),
    "raid": ("Raid", (c.Reroll, c.ChooseDie, c.UseRaidAction, c.StopRaid, c.ResumeRaid)),
    "explore": ("Explore", (c.MoveExplorer, c.UseForfeit)),
    "treasure": (
        "Treasures",
        (c.ChooseTreasure, c.StoreTreasure, c.ChooseBuryMarker, c.ChooseBurySpace, c.PlaceMarkersOn),
    ),
    "quests": ("Quests", (c.ReturnQuest, c.TakeQuest, c.RefreshMarket, c.DiscardQuest)),
    "ship": ("Ship", (c.PlaceUpgrade, c.TakeFigurehead)),
    "market": ("Black Market", (c.UseTileHere, c.ChooseTile, c.PlaceTileAt, c.UseTile)),
    "finish": ("Leave out and finish", (c.Decline, c.FinishActions, c.FinishRubies, c.FinishEffects, c.EndTurn)),
}
HEADINGS = tuple([Group(name, heading) for name, (heading, _) in GROUPS.items()])
OF_COMMAND: Mapping[type[c.Command], str] = {command: name for name, (_, commands) in GROUPS.items() for command in commands}


def group(command: c.Command) -> str:
    return OF_COMMAND[type(command)]
