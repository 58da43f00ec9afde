"""What a legal command costs and brings, as far as its seat can know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.game import Json, Secret

from .. import commands as c
from .. import rumors, shipyard, trade
from ..battle_rules import side_of
from ..content import MISSIONS, RUMORS, WEAPONS, Effects, glory_card
from ..frames import (
    AcceptOffer,
    Battle,
    BuyLot,
    ClaimReward,
    Declare,
    HitResponse,
    PortMenu,
    Raid,
    Reroll,
    RumorCheck,
    Scouting,
    SellLot,
    TakeAction,
)
from ..missions import claim_price
from ..modifiers import stash_fee, working
from ..moving import ENTRY_PRICE
from ..state import afloat, nearest, ship_of, turn_of
from ..view import MaraudersView
from . import forecast as ask
from .contests import escaping, winning
from .forecast import Roll
from .names import shown
from .scene import Scene

Facts: TypeAlias = dict[str, Json]


def preview(view: MaraudersView, seat: int, command: c.Command) -> Mapping[str, Json]:
    """Only what is certain or has a known chance; keys without a meaning for the command are left out.

    `gold`, `stash`, `cargo`, `crew`, `actions`, `successes`, `bounties`, `glory`: how they change, if the command works;
    without the key they stay as they are.
    `dice`, `need`: the roll it leads to; `chance`: that it works, or that the contest is won; `checks`: how many such rolls.
    `risk`: the chance to be found by an NPC ship, or to lose something in a storm, by fever or on a reef.
    `repair`: points repaired; `hits`: cannon hits dealt if the contest is won; `cards`: cards drawn.
    `left`: the value of the location after the hit; `plunder`, `escapes`, `maneuverability`: how a raid stands.
    """
    return facts(Scene(view, seat), command)


CHANGES = ("gold", "stash", "cargo", "crew", "actions", "successes", "bounties", "glory")


def facts(scene: Scene, command: c.Command) -> Facts:
    found = PREVIEWS[type(command)](scene, command)
    return {key: value for key, value in found.items() if value or key not in CHANGES}


def _rounded(chance: float) -> float:
    return round(chance, 4)


def _roll(roll: Roll | None) -> Facts:
    """A roll that is spared is sure."""
    if roll is None:
        return {"chance": 1.0}
    facts: Facts = {"dice": roll.dice, "chance": _rounded(roll.chance)}
    return {**facts, "need": roll.need} if roll.need > 1 else facts


def _nothing(scene: Scene, command: Any) -> Facts:
    """Costs nothing, and what it brings is for the description to tell."""
    return {}


# Captain turns


def _risk(scene: Scene, zone: str) -> Facts:
    risk = ask.being_found(scene.state, scene.seat, zone)
    return {"risk": _rounded(risk)} if risk else {}


def _sail(scene: Scene, command: c.Sail) -> Facts:
    return {"actions": -ask.move_cost(scene.state, scene.seat, "sail"), **_risk(scene, command.zone)}


def _leave_port(scene: Scene, command: c.LeavePort) -> Facts:
    return {"actions": -ask.move_cost(scene.state, scene.seat, "leave_port"), **_risk(scene, scene.own.zone)}


def _enter_port(scene: Scene, command: c.EnterPort) -> Facts:
    facts: Facts = {"actions": -ask.move_cost(scene.state, scene.seat, "enter_port")}
    if command.means == "gold":
        facts["gold"] = -ENTRY_PRICE
    elif command.means == "influence":
        facts |= _roll(ask.roll(scene.state, scene.seat, "influence"))
    reef = ask.reef(scene.state, scene.seat)
    return facts if reef is None else {**facts, "risk": _rounded(1 - reef.chance)}


def _scout(scene: Scene, victim: int | str | None) -> Facts:
    facts: Facts = {"actions": -1, **_roll(ask.roll(scene.state, scene.seat, "scouting"))}
    bounty = None if victim is None else ask.attack_bounty(scene.state, scene.seat, victim)
    return {**facts, "bounties": 1} if bounty else facts


def _scout_merchant(scene: Scene, command: c.ScoutMerchant) -> Facts:
    return {"actions": -1, "chance": 1.0} if command.way == "sure_spanish" else _scout(scene, None)


def _action(scene: Scene) -> Facts:
    """At sea it costs an action, within a Port action it does not."""
    return {"actions": -1} if isinstance(scene.view.decision, TakeAction) else {}


def _play_rumor(scene: Scene, command: c.PlayRumor) -> Facts:
    rumor = RUMORS[scene.own.rumors[0]]
    roll = _roll(ask.roll(scene.state, scene.seat, rumor.skill, rumor.need))
    return {**_action(scene), **roll, "gold": _brings(rumor.effects), "glory": rumor.glory_points}


def _brings(effects: Effects) -> int:
    """Gold from the bank."""
    return sum(int(effect.n) for effect in effects if effect.op == "gain_gold")


def _work_mission(scene: Scene, command: c.WorkMission) -> Facts:
    """With the reward, if it is the last step."""
    mission = MISSIONS[scene.own.mission or ""]
    step = ask.mission_step(scene.state, scene.seat)
    facts = _action(scene)
    last = scene.own.mission_step + 1 == len(mission.steps)
    gold = (_brings(mission.reward) if last else 0) - (step.gold if step.type == "pay" else 0)
    if step.type == "check":
        facts |= _roll(ask.roll(scene.state, scene.seat, step.skill, step.need))
    elif step.type == "deliver":
        facts["cargo"] = -step.n
    return {**facts, "gold": gold, "glory": mission.glory_points * last}


def _play_card(card: str) -> Facts:
    """Gold that the card itself takes."""
    price = sum(effect.gold for effect in glory_card(card).effects if effect.op == "pay_for")
    return {"gold": -price} if price else {}


def _amount(asked: int | str | Secret, everything: int) -> int:
    return asked if isinstance(asked, int) else everything


def _withdraw(scene: Scene, command: c.WithdrawGold) -> Facts:
    amount = _amount(command.amount, scene.own.stash)
    return {"gold": amount, "stash": -amount}


def _end_turn(scene: Scene, command: c.EndTurn) -> Facts:
    facts: Facts = {"actions": -turn_of(scene.state).actions}
    checks = ask.storm(scene.state, scene.seat)
    if checks is not None:
        times, roll = checks
        facts |= {"dice": roll.dice, "checks": times, "risk": _rounded(1 - roll.chance**times)}
    return facts


# Port business


def _start_buying(scene: Scene, command: c.StartBuying) -> Facts:
    menu = nearest(scene.state, PortMenu)
    return {"cards": trade.offer_size(scene.state, scene.seat, menu.port)}


def _start_recruiting(scene: Scene, command: c.StartRecruiting) -> Facts:
    return {"crew": shipyard.missing_crew(scene.state, scene.seat), **_roll(ask.recruiting(scene.state, scene.seat))}


def _seek_rumor(scene: Scene, command: c.SeekRumor) -> Facts:
    price = rumors.rumor_price(scene.state, scene.seat)
    return {"gold": -price, **_roll(ask.rumor_roll(scene.state, scene.seat))}


def _claim(scene: Scene, command: c.ClaimMission) -> Facts:
    mission = MISSIONS[command.mission]
    facts: Facts = {"gold": -claim_price(mission)}
    for roll in ask.claim_rolls(scene.state, scene.seat, mission):
        facts |= _roll(roll)
    return facts


def _start_stashing(scene: Scene, command: c.StartStashing) -> Facts:
    return {"gold": -(stash_fee(scene.state, scene.seat) or 0)}


def _hire(scene: Scene, command: c.HireSpecialist) -> Facts:
    hire = glory_card(command.card).hire
    assert hire is not None
    return {"gold": -hire.pay}


def _pardon(scene: Scene, command: c.BuyPardon) -> Facts:
    price = working(scene.state, scene.seat, "pay_for", "port_action")[0].gold
    return {"gold": -price, "bounties": -1}


def _end_port_action(scene: Scene, command: c.EndPortAction) -> Facts:
    roll = ask.fever(scene.state, scene.seat)
    if roll is None or ship_of(scene.state, scene.seat).now.crew <= 1:
        return {}
    return {"dice": roll.dice, "risk": _rounded(1 - roll.chance)}


def _sell_lot(scene: Scene) -> SellLot:
    return nearest(scene.state, SellLot)


def _add_to_sale(scene: Scene, command: c.AddToSale) -> Facts:
    frame = _sell_lot(scene)
    lot = scene.own.lot
    return {"gold": ask.sale(scene.state, frame, (*lot, shown(command.card))) - ask.sale(scene.state, frame, lot)}


def _finish_sale(scene: Scene, command: c.FinishSale) -> Facts:
    frame, lot = _sell_lot(scene), scene.own.lot
    facts: Facts = {"gold": ask.sale(scene.state, frame, lot), "cargo": -len(lot)}
    point = not frame.price and ask.demanded(scene.state, scene.seat, lot) >= 3
    return {**facts, "glory": 1} if point else facts


def _buy_lot(scene: Scene) -> BuyLot:
    return nearest(scene.state, BuyLot)


def _take_card(scene: Scene, command: c.TakeCard) -> Facts:
    frame = _buy_lot(scene)
    return {"gold": ask.purchase(scene.state, frame) - ask.purchase(scene.state, frame, (shown(command.card),)), "cargo": 1}


def _finish_lot(scene: Scene, command: c.FinishLot) -> Facts:
    return {"gold": -ask.purchase(scene.state, _buy_lot(scene)), "cargo": len(scene.own.lot)}


def _redraw(scene: Scene, command: c.RedrawOffer) -> Facts:
    return {"gold": -1, "cards": len(scene.own.offer)}


def _buy_ship(scene: Scene, command: c.BuyShip) -> Facts:
    facts: Facts = {"gold": -shipyard.ship_price(scene.state, scene.seat, command.ship)}
    return {**facts, "glory": 1} if ask.honours(scene.state, scene.seat, command.ship) else facts


def _repair(scene: Scene, command: c.Repair) -> Facts:
    return {"gold": -shipyard.repair_price(scene.state, scene.seat), "repair": 1}


def _buy_weapon(scene: Scene, command: c.BuyWeapon) -> Facts:
    return {"gold": -shipyard.weapon_price(scene.state, scene.seat, command.weapon)}


def _sell_weapon(scene: Scene, command: c.SellWeapon) -> Facts:
    return {"gold": WEAPONS[command.weapon].sell}


def _buy_modification(scene: Scene, command: c.BuyModification) -> Facts:
    return {"gold": -shipyard.modification_price(scene.state, scene.seat)}


def _deposit(scene: Scene, command: c.DepositGold) -> Facts:
    amount = _amount(command.amount, scene.own.gold)
    return {"gold": -amount, "stash": amount}


# Raids


def _raid_as(scene: Scene, command: c.RaidAs) -> Facts:
    return {
        "bounties": ask.raid_bounties(scene.state, scene.seat, command.nation),
        "cards": ask.raid_cards(scene.state, scene.seat, command.nation),
        "dice": ask.roll(scene.state, scene.seat, "seamanship").dice,
    }


def _raid_step(scene: Scene, command: c.RaidDraw | c.RaidDiscard | c.RaidExchange) -> Facts:
    free = isinstance(command, c.RaidExchange) and command.free
    facts: Facts = {} if free else {"successes": -1}
    return facts if isinstance(command, c.RaidDiscard) else {**facts, "cards": 1}


def _raid_stop(scene: Scene, command: c.RaidStop) -> Facts:
    found = ask.outlook(scene.state, nearest(scene.state, Raid))
    return {"plunder": found.plunder, "escapes": found.escapes, "maneuverability": found.maneuverability}


# Battles


def _contest(scene: Scene, action: str) -> tuple[int, int]:
    return ask.contest(scene.state, nearest(scene.state, Declare), action)


def _shoot(scene: Scene, command: c.Shoot) -> Facts:
    who = side_of(nearest(scene.state, Battle), nearest(scene.state, Declare).side).who
    mine, theirs = _contest(scene, "shoot")
    return {"dice": mine, "chance": _rounded(winning(mine, theirs)), "hits": afloat(scene.state, who).cannons}


def _board(scene: Scene, command: c.Board) -> Facts:
    mine, theirs = _contest(scene, "board")
    return {"dice": mine, "chance": _rounded(winning(mine, theirs))}


def _flee(scene: Scene, command: c.Flee) -> Facts:
    mine, theirs = _contest(scene, "flee")
    return {"dice": mine, "chance": _rounded(escaping(mine, theirs))}


def _reroll(scene: Scene, command: c.RerollMarked) -> Facts:
    return {"dice": len(nearest(scene.state, Reroll).marked)}


def _accept_hit(scene: Scene, command: c.AcceptHit) -> Facts:
    place = nearest(scene.state, HitResponse).location
    return {"left": getattr(ship_of(scene.state, scene.seat).now, place) - 1}


def _reward(scene: Scene, command: c.ClaimReward) -> Facts:
    return {"gold": 5 * scene.state.seats[nearest(scene.state, ClaimReward).loser].bounties[command.nation]}


def _accept(scene: Scene, command: c.Accept) -> Facts:
    """A re-roll of the check below."""
    if nearest(scene.state, AcceptOffer).what != "reroll":
        return {}
    below = scene.state.stack[-2]
    assert isinstance(below, RumorCheck | Scouting)
    return _roll(Roll("", len(below.dice)))


PREVIEWS: Mapping[type[c.Command], Callable[[Scene, Any], Facts]] = {
    c.ChooseShip: _nothing,
    c.KeepCaptain: _nothing,
    c.RedrawCaptain: _nothing,
    c.PlaceModification: _nothing,
    c.RepairFree: lambda scene, command: {"repair": 1},
    c.Pass: _nothing,
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
    c.PlayGlory: lambda scene, command: _play_card(command.card),
    c.WithdrawGold: _withdraw,
    c.Retire: lambda scene, command: {"gold": -scene.own.gold},
    c.DeclareVictory: _nothing,
    c.EndTurn: _end_turn,
    c.StartSelling: _nothing,
    c.StartBuying: _start_buying,
    c.VisitShipyard: _nothing,
    c.StartRecruiting: _start_recruiting,
    c.SeekRumor: _seek_rumor,
    c.ClaimMission: _claim,
    c.StartStashing: _start_stashing,
    c.HireSpecialist: _hire,
    c.BuyPardon: _pardon,
    c.EndPortAction: _end_port_action,
    c.AddToSale: _add_to_sale,
    c.FinishSale: _finish_sale,
    c.RedrawOffer: _redraw,
    c.TakeCard: _take_card,
    c.DropCargo: lambda scene, command: {"cargo": -1},
    c.FinishLot: _finish_lot,
    c.BuyShip: _buy_ship,
    c.Repair: _repair,
    c.BuyWeapon: _buy_weapon,
    c.SellWeapon: _sell_weapon,
    c.BuyModification: _buy_modification,
    c.RefreshHull: lambda scene, command: {"gold": -shipyard.REFRESH_PRICE},
    c.LeaveShipyard: _nothing,
    c.Transfer: lambda scene, command: {"gold": -shipyard.TRANSFER_PRICE},
    c.FinishTransfer: _nothing,
    c.HireOne: lambda scene, command: {"gold": -shipyard.CREW_PRICE, "crew": 1},
    c.FinishRecruiting: _nothing,
    c.KeepRumor: _nothing,
    c.DiscardGlory: _nothing,
    c.DiscardCargo: lambda scene, command: {"cargo": -1},
    c.DepositGold: _deposit,
    c.FinishStashing: _nothing,
    c.RaidAs: _raid_as,
    c.LetGo: _nothing,
    c.SpendWeapon: lambda scene, command: {"successes": 1},
    c.FinishWeapons: _nothing,
    c.RaidDraw: _raid_step,
    c.RaidDiscard: _raid_step,
    c.RaidExchange: _raid_step,
    c.RaidStop: _raid_stop,
    c.Shoot: _shoot,
    c.Board: _board,
    c.Flee: _flee,
    c.MarkDie: _nothing,
    c.RerollMarked: _reroll,
    c.KeepDice: _nothing,
    c.UseChainShot: _nothing,
    c.UseGrapeshot: _nothing,
    c.SetLocation: _nothing,
    c.FinishVolley: _nothing,
    c.AssignX: _nothing,
    c.Absorb: _nothing,
    c.MoveHit: _nothing,
    c.AcceptHit: _accept_hit,
    c.FireChasers: lambda scene, command: {"hits": 1},
    c.HoldChasers: _nothing,
    c.ClaimReward: _reward,
    c.DeclineReward: _nothing,
    c.TakeShip: _nothing,
    c.KeepOwnShip: _nothing,
    c.TakeWeapon: _nothing,
    c.TakeGlory: _nothing,
    c.TakeRumor: _nothing,
    c.TakeSpecialist: _nothing,
    c.FinishPlunder: _nothing,
    c.Choose: _nothing,
    c.Accept: _accept,
    c.Decline: _nothing,
    c.Announce: _nothing,
    c.PlayAnnounced: lambda scene, command: _play_card(scene.own.announced or ""),
    c.WithdrawCard: _nothing,
    c.SetStandingPass: _nothing,
}
