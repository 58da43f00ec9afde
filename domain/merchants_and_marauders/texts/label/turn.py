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
from ..scene import Scene

Label: TypeAlias = Callable[[Scene, Any], str]


def plain(words: str) -> Label:
    return lambda scene, command: words


def own(scene: Scene) -> SeatView:
    return scene.view.seats[scene.seat]


def fitting(words: str, name: str) -> str:
    """The words with the name of a player, which is cut where there is no room for it."""
    room = LONGEST_LABEL - len(words)
    return words + (name if len(name) <= room else f"{name[: room - 1].rstrip()}…")


def _zone(zone: str) -> str:
    return n.place(zone) if zone in ZONES else "the sea"


def pass_on(scene: Scene, command: c.Pass) -> str:
    match scene.view.decision:
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


def enter_port(scene: Scene, command: c.EnterPort) -> str:
    here = ZONES[own(scene).here].port
    return ENTRIES[command.means] if here is None else f"{ENTRIES[command.means]}, {n.port(here)}"


def leave_port(scene: Scene, command: c.LeavePort) -> str:
    return f"Leave port, {_zone(own(scene).here)}"


def scout_merchant(scene: Scene, command: c.ScoutMerchant) -> str:
    return "Scout for the merchant" if command.way == "roll" else "Find a Spanish merchant, no roll"


def scout_captain(scene: Scene, command: c.ScoutCaptain) -> str:
    return fitting("Scout for ", scene.names[command.seat])


def play_rumor(scene: Scene, command: c.PlayRumor) -> str:
    rumors = own(scene).rumors
    return f"Play rumor: {n.rumor(rumors[0])}" if isinstance(rumors, tuple) and rumors else "Play a rumor"


def work_mission(scene: Scene, command: c.WorkMission) -> str:
    mission = own(scene).mission
    return f"Mission: {n.mission(mission)}" if mission else "Work on a mission"


def amount(asked: object) -> str:
    return "all the gold" if asked == "all" else f"{asked} gold"


TURN: Mapping[type[c.Command], Label] = {
    c.ChooseShip: lambda scene, command: f"Begin with a {n.ship(n.shown(command.ship))}",
    c.KeepCaptain: plain("Keep this captain"),
    c.RedrawCaptain: plain("Draw another captain"),
    c.PlaceModification: lambda scene, command: f"Lay a modification in {n.port(command.port)}",
    c.RepairFree: lambda scene, command: f"Repair {n.location(command.location)} free",
    c.Pass: pass_on,
    c.Sail: lambda scene, command: f"Sail to {n.place(command.zone)}",
    c.EnterPort: enter_port,
    c.LeavePort: leave_port,
    c.ScoutMerchant: scout_merchant,
    c.ScoutNpc: lambda scene, command: f"Scout for {n.npc(command.npc)}",
    c.ScoutCaptain: scout_captain,
    c.OpenPortAction: plain("Begin the Port action"),
    c.PlayRumor: play_rumor,
    c.WorkMission: work_mission,
    c.UseCove: plain("Stash gold in the cove"),
    c.PlayGlory: lambda scene, command: f"Play {n.glory(command.card)}",
    c.WithdrawGold: lambda scene, command: f"Take {amount(command.amount)} from the stash",
    c.Retire: plain("Retire your captain"),
    c.DeclareVictory: plain("Declare victory"),
    c.EndTurn: plain("End your turn"),
}
