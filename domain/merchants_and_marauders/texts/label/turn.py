"""Labels for arriving captains and captain turns (D-01 to D-05, D-29)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.kit.plain_words import LONGEST_LABEL

from ... import commands as c
from ...content import ZONES
from ...frames import Carpenter, HireByDeed
from ...moving import ENTRY_PRICE
from ...view import SeatView
from .. import names as n
from ..perspective import Perspective

Label: TypeAlias = Callable[[Perspective, Any], str]


def plain(words: str) -> Label:
    return lambda perspective, command: words


def own(perspective: Perspective) -> SeatView:
    return perspective.view.seats[perspective.seat]


def fitting(words: str, name: str) -> str:
    """The words with the name of a player, which is cut where there is no room for it."""
    room = LONGEST_LABEL - len(words)
    return words + (name if len(name) <= room else f"{name[: room - 1].rstrip()}…")


def _zone(zone: str) -> str:
    return n.place(zone) if zone in ZONES else "the sea"


def pass_on(perspective: Perspective, command: c.Pass) -> str:
    match perspective.view.decision:
        case Carpenter():
            return "Repair nothing"
        case HireByDeed():
            return "Hire nobody"
        case _:
            return "Pass: play no card"


ENTRIES: Mapping[str, str] = {
    "open": "Enter port",
    "gold": f"Pay {ENTRY_PRICE} gold to enter port",
    "influence": "Talk your way into port",
    "papers": "Enter port with papers",
    "event": "Enter port by night",
}


def enter_port(perspective: Perspective, command: c.EnterPort) -> str:
    here = ZONES[own(perspective).here].port
    return ENTRIES[command.means] if here is None else f"{ENTRIES[command.means]}, {n.port(here)}"


def leave_port(perspective: Perspective, command: c.LeavePort) -> str:
    return f"Leave port, {_zone(own(perspective).here)}"


def scout_merchant(perspective: Perspective, command: c.ScoutMerchant) -> str:
    return "Scout for the merchant" if command.way == "roll" else "Find a Spanish merchant, no roll"


def scout_captain(perspective: Perspective, command: c.ScoutCaptain) -> str:
    return fitting("Scout for ", perspective.names[command.seat])


def play_rumor(perspective: Perspective, command: c.PlayRumor) -> str:
    rumors = own(perspective).rumors
    return f"Play rumor: {n.rumor(rumors[0])}" if isinstance(rumors, tuple) and rumors else "Play a rumor"


def work_mission(perspective: Perspective, command: c.WorkMission) -> str:
    mission = own(perspective).mission
    return f"Work on {n.mission(mission)}" if mission else "Work on a mission"


def amount(asked: object) -> str:
    return "all the gold" if asked == "all" else f"{asked} gold"


TURN: Mapping[type[c.Command], Label] = {
    c.ChooseShip: lambda perspective, command: f"Begin with a {n.ship(n.shown(command.ship))}",
    c.KeepCaptain: plain("Keep this captain"),
    c.RedrawCaptain: plain("Draw another captain"),
    c.PlaceModification: lambda perspective, command: f"Lay a modification in {n.port(command.port)}",
    c.RepairFree: lambda perspective, command: f"Repair {n.location(command.location)} free",
    c.Pass: pass_on,
    c.Sail: lambda perspective, command: f"Sail to {n.place(command.zone)}",
    c.EnterPort: enter_port,
    c.LeavePort: leave_port,
    c.ScoutMerchant: scout_merchant,
    c.ScoutNpc: lambda perspective, command: f"Scout for {n.npc(command.npc)}",
    c.ScoutCaptain: scout_captain,
    c.OpenPortAction: plain("Begin the Port action"),
    c.PlayRumor: play_rumor,
    c.WorkMission: work_mission,
    c.UseCove: plain("Stash gold in the cove"),
    c.PlayGlory: lambda perspective, command: f"Play {n.glory(command.card)}",
    c.WithdrawGold: lambda perspective, command: f"Take {amount(command.amount)} from the stash",
    c.Retire: plain("Retire your captain"),
    c.DeclareVictory: plain("Declare victory"),
    c.EndTurn: plain("End your turn"),
}
