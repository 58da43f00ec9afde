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
from ..perspective import Perspective, at

# Arriving and leaving


def _choose_ship(perspective: Perspective, command: c.ChooseShip) -> Facts:
    """At the beginning of the game ships are shown when all have chosen."""
    gained: Facts = {"gold": purse_of_new(perspective.state, perspective.seat), "crew": SHIPS[c.named(command.ship)].crew}
    return gained if isinstance(perspective.view.decision, ChooseShip) else {"later": gained}


def _retire(perspective: Perspective, command: c.Retire) -> Facts:
    own = perspective.own
    lost = {"gold": own.gold, "cargo": len(own.cargo), "bounties": sum(own.bounties.values())}
    return {"crew": -ship_of(perspective.state, perspective.seat).now.crew, **{key: -number for key, number in lost.items()}}


# Moving


def _risk(perspective: Perspective, zone: str) -> Facts:
    """The chance that at least one NPC ship of the zone finds the captain."""
    there = at(perspective.state, perspective.seat, zone)
    unseen = prod(1 - chance_to_find(there, npc, perspective.seat) for npc in hunters(there, perspective.seat))
    return {"risk": rounded(1 - unseen)} if unseen < 1 else {}


def _move(perspective: Perspective, kind: str) -> Facts:
    price = price_of_move(perspective.state, perspective.seat, kind)
    return {"actions": -price} if price else {}


def _sail(perspective: Perspective, command: c.Sail) -> Facts:
    return {**_move(perspective, "sail"), **_risk(perspective, command.zone)}


def _leave_port(perspective: Perspective, command: c.LeavePort) -> Facts:
    surplus = max(0, len(perspective.own.cargo) - room_at_sea(perspective.state, perspective.seat))
    return {**_move(perspective, "leave_port"), "later": {"cargo": -surplus}, **_risk(perspective, perspective.own.zone)}


def _enter_port(perspective: Perspective, command: c.EnterPort) -> Facts:
    facts = _move(perspective, "enter_port")
    if command.means == "gold":
        facts["gold"] = -ENTRY_PRICE
    elif command.means == "influence":
        facts |= rolled(check_of(perspective.state, perspective.seat, "influence"))
    there = at(perspective.state, perspective.seat, perspective.own.zone, in_port=True)
    for effect in reef_checks(there, perspective.seat):
        facts["risk"] = rounded(1 - check_of(there, perspective.seat, effect.skill).chance)
    return facts


def _scout(perspective: Perspective, victim: int | str | None) -> Facts:
    bounty = None if victim is None else attack_bounty(perspective.state, perspective.seat, victim)
    found: Facts = {"bounties": int(bounty is not None)}
    return {"actions": -1, **rolled(check_of(perspective.state, perspective.seat, "scouting")), "on_success": found}


def _scout_merchant(perspective: Perspective, command: c.ScoutMerchant) -> Facts:
    return {"actions": -1, "chance": 1.0} if command.way == "sure_spanish" else _scout(perspective, None)


# Rumors and missions


def _action(perspective: Perspective) -> Facts:
    """Playing a rumor costs an action at sea, none within a Port action."""
    return {"actions": -1} if isinstance(perspective.view.decision, TakeAction) else {}


def _reward(effects: Effects, glory: int) -> tuple[Facts, Facts]:
    """What the effects of a card and its glory points bring at once, and after decisions that come between."""
    gold = gold_brought(effects)
    if gold.whole:
        return {"gold": gold.at_once, "glory": glory}, {}
    return {"gold": gold.at_once}, {"gold": gold.later, "glory": glory}


def _play_rumor(perspective: Perspective, command: c.PlayRumor) -> Facts:
    rumor = RUMORS[perspective.own.rumors[0]]
    gold = gold_brought(rumor.effects)
    won: Facts = {"gold": gold.at_once + gold.later, "glory": rumor.glory_points}
    return {
        **_action(perspective),
        **rolled(check_of(perspective.state, perspective.seat, rumor.skill, rumor.need)),
        "on_success": won,
    }


def _work_mission(perspective: Perspective, command: c.WorkMission) -> Facts:
    """Working on the mission, with the reward if this is the last step."""
    mission = MISSIONS[perspective.own.mission or ""]
    step, facts = step_here(perspective.state, perspective.seat), _action(perspective)
    now, later = (
        _reward(mission.reward, mission.glory_points) if is_last_step(perspective.state, perspective.seat) else ({}, {})
    )
    match step.type:
        case "check":
            check = rolled(check_of(perspective.state, perspective.seat, step.skill, step.need))
            return {**facts, **check, "on_success": plus(now, later)}
        case "crew_combat":
            return {**facts, "later": plus(now, later)}
        case "deliver":
            facts["cargo"] = -step.n
        case "pay":
            facts["gold"] = -step.gold
    return {**plus(facts, now), "later": later}


# The stash, and the end of the turn


def _withdraw(perspective: Perspective, command: c.WithdrawGold) -> Facts:
    gold = c.amount_of(command.amount, perspective.own.stash)
    return {"gold": gold, "stash": -gold}


def _end_turn(perspective: Perspective, command: c.EndTurn) -> Facts:
    left = turn_of(perspective.state).actions
    facts: Facts = {"unused": left} if left else {}
    for effect in storm_checks(perspective.state, perspective.seat):
        check = check_of(perspective.state, perspective.seat, effect.skill, effect.need)
        facts |= {"dice": check.dice, "checks": effect.times, "risk": rounded(1 - check.chance**effect.times)}
    return facts


TURN_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.ChooseShip: _choose_ship,
    c.KeepCaptain: nothing,
    c.RedrawCaptain: nothing,
    c.PlaceModification: nothing,
    c.RepairFree: lambda perspective, command: {"repair": 1},
    c.Pass: nothing,
    c.Sail: _sail,
    c.EnterPort: _enter_port,
    c.LeavePort: _leave_port,
    c.ScoutMerchant: _scout_merchant,
    c.ScoutNpc: lambda perspective, command: _scout(perspective, command.npc),
    c.ScoutCaptain: lambda perspective, command: _scout(perspective, command.seat),
    c.OpenPortAction: lambda perspective, command: {"actions": -1},
    c.PlayRumor: _play_rumor,
    c.WorkMission: _work_mission,
    c.UseCove: lambda perspective, command: {"actions": -1},
    c.PlayGlory: lambda perspective, command: card_price(command.card),
    c.WithdrawGold: _withdraw,
    c.Retire: _retire,
    c.DeclareVictory: nothing,
    c.EndTurn: _end_turn,
}
