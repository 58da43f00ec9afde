"""Labels for raids, battles, effects and windows (D-15 to D-31)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.stack import nearest

from ... import commands as c
from ...content import glory_card
from ...frames import AcceptOffer, Battle, Choose, ClaimShip, HitResponse, Reroll, Volley
from ...state.sides import side_of
from .. import names as n
from ..cards import in_raid
from ..perspective import Perspective
from .turn import Label, fitting, own, plain


def raid_exchange(perspective: Perspective, command: c.RaidExchange) -> str:
    return f"Swap {in_raid(command.card)}{' for free' if command.free else ''}"


def mark_die(perspective: Perspective, command: c.MarkDie) -> str:
    frame = nearest(perspective.view, Reroll)
    side = side_of(nearest(perspective.view, Battle), frame.side)
    shown = n.face(side.dice[command.index]) if frame.roll == "contest" else n.location(side.locations[command.index])
    return f"Mark die {command.index + 1} ({shown})"


def reroll_marked(perspective: Perspective, command: c.RerollMarked) -> str:
    return f"Roll {n.plural(len(nearest(perspective.view, Reroll).marked), 'die')} again"


def set_location(perspective: Perspective, command: c.SetLocation) -> str:
    side = side_of(nearest(perspective.view, Battle), nearest(perspective.view, Volley).side)
    return f"Put hit {command.index + 1} ({n.location(side.locations[command.index])}) on {n.location(command.location)}"


def absorb(perspective: Perspective, command: c.Absorb) -> str:
    means = "the Surgeon" if command.source == "surgeon" else n.modification(command.source)
    return f"Cancel it with {means}"


def take_ship(perspective: Perspective, command: c.TakeShip) -> str:
    loser = nearest(perspective.view, ClaimShip).loser
    if isinstance(loser, str):
        return f"Take the ship: {n.ship(perspective.view.npcs[loser].ship)}"
    beaten = perspective.view.seats[loser].ship
    return "Take the ship" if beaten is None else f"Take the ship: {n.ship(beaten.type)}"


def choose(perspective: Perspective, command: c.Choose) -> str:
    option = command.option
    match nearest(perspective.view, Choose).what:
        case "captain":
            return fitting("Choose ", perspective.names[int(option)])
        case "npc":
            return f"Choose {n.npc(option)}"
        case "location" | "x":
            return f"Choose {n.location(option)}"
        case "zone" if option == "stop":
            return "Leave the ship where it is"
        case _:
            return f"Choose {n.thing(option)}"


def accept(perspective: Perspective, command: c.Accept) -> str:
    match nearest(perspective.view, AcceptOffer).what:
        case "reroll":
            return "Roll again"
        case "start_raid":
            return "Raid the merchant"
        case _:
            return "Fight"


def decline(perspective: Perspective, command: c.Decline) -> str:
    match nearest(perspective.view, AcceptOffer).what:
        case "reroll":
            return "Do not roll again"
        case "start_raid":
            return "Let the merchant go"
        case _:
            return "Do not fight"


def _announced(perspective: Perspective) -> str:
    announced = own(perspective).announced
    return n.glory(announced[0]) if isinstance(announced, tuple) and announced else "the card"


FIGHT: Mapping[type[c.Command], Label] = {
    c.RaidAs: lambda perspective, command: f"Raid it as {n.with_article(n.nation(command.nation))} merchant",
    c.LetGo: plain("Let the merchant go"),
    c.SpendWeapon: lambda perspective, command: f"Give up {n.weapon(command.weapon)}",
    c.FinishWeapons: plain("Give up no more weapons"),
    c.RaidDraw: plain("Draw a card"),
    c.RaidDiscard: lambda perspective, command: f"Discard {in_raid(command.card)}",
    c.RaidExchange: raid_exchange,
    c.RaidStop: plain("Stop the raid here"),
    c.Shoot: plain("Shoot"),
    c.Board: plain("Board"),
    c.Flee: plain("Flee"),
    c.MarkDie: mark_die,
    c.RerollMarked: reroll_marked,
    c.KeepDice: plain("Keep the dice"),
    c.UseChainShot: plain("Use Chain-shot"),
    c.UseGrapeshot: plain("Use Grapeshot"),
    c.SetLocation: set_location,
    c.FinishVolley: plain("Leave the hits as they are"),
    c.AssignX: lambda perspective, command: f"Put the X on {n.location(command.location)}",
    c.Absorb: absorb,
    c.MoveHit: lambda perspective, command: f"Move the hit to {n.location(command.location)}",
    c.AcceptHit: lambda perspective, command: (
        f"Take the hit on {n.location(nearest(perspective.view, HitResponse).location)}"
    ),
    c.FireChasers: plain("Fire the Chasers"),
    c.HoldChasers: plain("Hold the Chasers"),
    c.ClaimReward: lambda perspective, command: f"Claim the {n.nation(command.nation)} reward",
    c.DeclineReward: plain("Claim no reward"),
    c.TakeShip: take_ship,
    c.KeepOwnShip: plain("Keep your own ship"),
    c.TakeWeapon: lambda perspective, command: f"Take {n.weapon(command.weapon)}",
    c.TakeGlory: lambda perspective, command: f"Take {n.glory(n.shown(command.card))}",
    c.TakeRumor: plain("Take the rumor"),
    c.TakeSpecialist: lambda perspective, command: f"Take {glory_card(command.card).name} into service",
    c.FinishPlunder: plain("Take nothing more"),
    c.Choose: choose,
    c.Accept: accept,
    c.Decline: decline,
    c.Announce: lambda perspective, command: f"Announce {n.glory(n.shown(command.card))}",
    c.PlayAnnounced: lambda perspective, command: f"Play {_announced(perspective)}",
    c.WithdrawCard: lambda perspective, command: f"Show {_announced(perspective)} and keep it",
}
