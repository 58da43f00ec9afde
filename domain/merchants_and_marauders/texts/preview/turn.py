"""What captain turns cost and bring (D-01 to D-05, D-29)."""

from __future__ import annotations

from collections.abc import Mapping

from ... import commands as c
from ...content import MISSIONS, RUMORS, Effects
from ...frames import TakeAction
from ...moving import ENTRY_PRICE
from ...state import turn_of
from .. import estimates
from ..facts import Facts, Preview, amount, card_price, nothing, rolled, rounded
from ..scene import Scene


def _risk(scene: Scene, zone: str) -> Facts:
    risk = estimates.being_found(scene.state, scene.seat, zone)
    return {"risk": rounded(risk)} if risk else {}


def _sail(scene: Scene, command: c.Sail) -> Facts:
    return {"actions": -estimates.move_cost(scene.state, scene.seat, "sail"), **_risk(scene, command.zone)}


def _leave_port(scene: Scene, command: c.LeavePort) -> Facts:
    return {"actions": -estimates.move_cost(scene.state, scene.seat, "leave_port"), **_risk(scene, scene.own.zone)}


def _enter_port(scene: Scene, command: c.EnterPort) -> Facts:
    facts: Facts = {"actions": -estimates.move_cost(scene.state, scene.seat, "enter_port")}
    if command.means == "gold":
        facts["gold"] = -ENTRY_PRICE
    elif command.means == "influence":
        facts |= rolled(estimates.roll(scene.state, scene.seat, "influence"))
    reef = estimates.reef(scene.state, scene.seat)
    return facts if reef is None else {**facts, "risk": rounded(1 - reef.chance)}


def _scout(scene: Scene, victim: int | str | None) -> Facts:
    facts: Facts = {"actions": -1, **rolled(estimates.roll(scene.state, scene.seat, "scouting"))}
    bounty = None if victim is None else estimates.attack_bounty(scene.state, scene.seat, victim)
    return {**facts, "bounties": 1} if bounty else facts


def _scout_merchant(scene: Scene, command: c.ScoutMerchant) -> Facts:
    return {"actions": -1, "chance": 1.0} if command.way == "sure_spanish" else _scout(scene, None)


def _action(scene: Scene) -> Facts:
    """Playing a rumor costs an action at sea, none within a Port action."""
    return {"actions": -1} if isinstance(scene.view.decision, TakeAction) else {}


def _play_rumor(scene: Scene, command: c.PlayRumor) -> Facts:
    rumor = RUMORS[scene.own.rumors[0]]
    roll = rolled(estimates.roll(scene.state, scene.seat, rumor.skill, rumor.need))
    return {**_action(scene), **roll, "gold": _brings(rumor.effects), "glory": rumor.glory_points}


def _brings(effects: Effects) -> int:
    """Gold from the bank."""
    return sum(int(effect.n) for effect in effects if effect.op == "gain_gold")


def _work_mission(scene: Scene, command: c.WorkMission) -> Facts:
    """Working on the mission, with the reward if this is the last step."""
    mission = MISSIONS[scene.own.mission or ""]
    step = estimates.mission_step(scene.state, scene.seat)
    facts = _action(scene)
    last = scene.own.mission_step + 1 == len(mission.steps)
    gold = (_brings(mission.reward) if last else 0) - (step.gold if step.type == "pay" else 0)
    if step.type == "check":
        facts |= rolled(estimates.roll(scene.state, scene.seat, step.skill, step.need))
    elif step.type == "deliver":
        facts["cargo"] = -step.n
    return {**facts, "gold": gold, "glory": mission.glory_points * last}


def _withdraw(scene: Scene, command: c.WithdrawGold) -> Facts:
    gold = amount(command.amount, scene.own.stash)
    return {"gold": gold, "stash": -gold}


def _end_turn(scene: Scene, command: c.EndTurn) -> Facts:
    facts: Facts = {"actions": -turn_of(scene.state).actions}
    checks = estimates.storm(scene.state, scene.seat)
    if checks is not None:
        times, roll = checks
        facts |= {"dice": roll.dice, "checks": times, "risk": rounded(1 - roll.chance**times)}
    return facts


TURN_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.ChooseShip: nothing,
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
    c.Retire: lambda scene, command: {"gold": -scene.own.gold},
    c.DeclareVictory: nothing,
    c.EndTurn: _end_turn,
}
