"""What captain turns cost and bring (D-01 to D-05, D-29)."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from domain.kit.foreseen import plus

from ... import commands as c
from ...captains import purse_of_new
from ...content import MISSIONS, RUMORS, SHIPS, Effects
from ...effects import gold_brought
from ...flow import attack_bounty, check_of
from ...frames import ChooseShip, TakeAction
from ...missions import is_last_step, step_here
from ...moving import ENTRY_PRICE, price_of_move, reef_checks
from ...npcs import chance_to_find, hunters
from ...rounds import storm_checks
from ...state import room_at_sea, ship_of, turn_of
from ..facts import Facts, Preview, card_price, nothing, rolled, rounded
from ..scene import Scene, at

# Arriving and leaving


def _choose_ship(scene: Scene, command: c.ChooseShip) -> Facts:
    """At the beginning of the game ships are shown when all have chosen."""
    gained: Facts = {"gold": purse_of_new(scene.state, scene.seat), "crew": SHIPS[c.named(command.ship)].crew}
    return gained if isinstance(scene.view.decision, ChooseShip) else {"later": gained}


def _retire(scene: Scene, command: c.Retire) -> Facts:
    own = scene.own
    lost = {"gold": own.gold, "cargo": len(own.cargo), "bounties": sum(own.bounties.values())}
    return {"crew": -ship_of(scene.state, scene.seat).now.crew, **{key: -number for key, number in lost.items()}}


# Moving


def _risk(scene: Scene, zone: str) -> Facts:
    """The chance that at least one NPC ship of the zone finds the captain."""
    there = at(scene.state, scene.seat, zone)
    unseen = prod(1 - chance_to_find(there, npc, scene.seat) for npc in hunters(there, scene.seat))
    return {"risk": rounded(1 - unseen)} if unseen < 1 else {}


def _move(scene: Scene, kind: str) -> Facts:
    price = price_of_move(scene.state, scene.seat, kind)
    return {"actions": -price} if price else {}


def _sail(scene: Scene, command: c.Sail) -> Facts:
    return {**_move(scene, "sail"), **_risk(scene, command.zone)}


def _leave_port(scene: Scene, command: c.LeavePort) -> Facts:
    surplus = max(0, len(scene.own.cargo) - room_at_sea(scene.state, scene.seat))
    return {**_move(scene, "leave_port"), "later": {"cargo": -surplus}, **_risk(scene, scene.own.zone)}


def _enter_port(scene: Scene, command: c.EnterPort) -> Facts:
    facts = _move(scene, "enter_port")
    if command.means == "gold":
        facts["gold"] = -ENTRY_PRICE
    elif command.means == "influence":
        facts |= rolled(check_of(scene.state, scene.seat, "influence"))
    there = at(scene.state, scene.seat, scene.own.zone, in_port=True)
    for effect in reef_checks(there, scene.seat):
        facts["risk"] = rounded(1 - check_of(there, scene.seat, effect.skill).chance)
    return facts


def _scout(scene: Scene, victim: int | str | None) -> Facts:
    bounty = None if victim is None else attack_bounty(scene.state, scene.seat, victim)
    found: Facts = {"bounties": int(bounty is not None)}
    return {"actions": -1, **rolled(check_of(scene.state, scene.seat, "scouting")), "on_success": found}


def _scout_merchant(scene: Scene, command: c.ScoutMerchant) -> Facts:
    return {"actions": -1, "chance": 1.0} if command.way == "sure_spanish" else _scout(scene, None)


# Rumors and missions


def _action(scene: Scene) -> Facts:
    """Playing a rumor costs an action at sea, none within a Port action."""
    return {"actions": -1} if isinstance(scene.view.decision, TakeAction) else {}


def _reward(effects: Effects, glory: int) -> tuple[Facts, Facts]:
    """What the effects of a card and its glory points bring at once, and after decisions that come between."""
    gold = gold_brought(effects)
    if gold.whole:
        return {"gold": gold.at_once, "glory": glory}, {}
    return {"gold": gold.at_once}, {"gold": gold.later, "glory": glory}


def _play_rumor(scene: Scene, command: c.PlayRumor) -> Facts:
    rumor = RUMORS[scene.own.rumors[0]]
    gold = gold_brought(rumor.effects)
    won: Facts = {"gold": gold.at_once + gold.later, "glory": rumor.glory_points}
    return {**_action(scene), **rolled(check_of(scene.state, scene.seat, rumor.skill, rumor.need)), "on_success": won}


def _work_mission(scene: Scene, command: c.WorkMission) -> Facts:
    """Working on the mission, with the reward if this is the last step."""
    mission = MISSIONS[scene.own.mission or ""]
    step, facts = step_here(scene.state, scene.seat), _action(scene)
    now, later = _reward(mission.reward, mission.glory_points) if is_last_step(scene.state, scene.seat) else ({}, {})
    match step.type:
        case "check":
            check = rolled(check_of(scene.state, scene.seat, step.skill, step.need))
            return {**facts, **check, "on_success": plus(now, later)}
        case "crew_combat":
            return {**facts, "later": plus(now, later)}
        case "deliver":
            facts["cargo"] = -step.n
        case "pay":
            facts["gold"] = -step.gold
    return {**plus(facts, now), "later": later}


# The stash, and the end of the turn


def _withdraw(scene: Scene, command: c.WithdrawGold) -> Facts:
    gold = c.amount_of(command.amount, scene.own.stash)
    return {"gold": gold, "stash": -gold}


def _end_turn(scene: Scene, command: c.EndTurn) -> Facts:
    left = turn_of(scene.state).actions
    facts: Facts = {"unused": left} if left else {}
    for effect in storm_checks(scene.state, scene.seat):
        check = check_of(scene.state, scene.seat, effect.skill, effect.need)
        facts |= {"dice": check.dice, "checks": effect.times, "risk": rounded(1 - check.chance**effect.times)}
    return facts


TURN_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.ChooseShip: _choose_ship,
    c.KeepCaptain: nothing,
    c.RedrawCaptain: nothing,
    c.PlaceModification: nothing,
    c.RepairFree: lambda scene, command: {"repair": 1},
    c.Pass: nothing,
    c.Sail: _sail,
    c.EnterPort: _enter_port,
    c.LeavePort: _leave_port,
    c.ScoutMerchant: _scout_merchant,
    c.ScoutNpc: lambda scene, command: _scout(scene, command.npc),
    c.ScoutCaptain: lambda scene, command: _scout(scene, command.seat),
    c.OpenPortAction: lambda scene, command: {"actions": -1},
    c.PlayRumor: _play_rumor,
    c.WorkMission: _work_mission,
    c.UseCove: lambda scene, command: {"actions": -1},
    c.PlayGlory: lambda scene, command: card_price(command.card),
    c.WithdrawGold: _withdraw,
    c.Retire: _retire,
    c.DeclareVictory: nothing,
    c.EndTurn: _end_turn,
}
