"""Answers to the decisions of port business (D-06 to D-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kit.decisions import Answer, always, plain

from .. import commands as c
from .. import events as e
from .. import missions, port, rumors, shipyard, trade
from ..cards.targets import employed, fits, free_of, has_effect
from ..content import BUYABLE_SHIPS, CARGO, MISSIONS, NATIONS, REPAIRABLE, WEAPONS, glory_card
from ..flow import close, leave
from ..frames import BuyLot, ChooseRumor, DiscardToLimit, HireCrew, PortMenu, SellLot, Shipyard, Stash, TransferModifications
from ..missions import PORT_STEPS, claim_price, freight_of, goods_for, in_place, met_without_roll, port_step
from ..state import GLORY_LIMIT, Recorder, State, cargo_limit, full, port_here, ship_of, ship_supply
from ..state.modifiers import allowed, stash_fee, working
from . import figures
from .turn import DECLARE, PLAY_GLORY, PLAY_RUMOR, WITHDRAW, hands


def _activity(state: State, frame: PortMenu, activity: str) -> str | None:
    """Each activity once in a Port action (MM-078), if the port allows it."""
    if activity in frame.used:
        return "activity_used"
    return None if allowed(state, frame.seat, activity) else "activity_forbidden"


def _sell(state: State, frame: PortMenu, command: c.StartSelling) -> str | None:
    """Goods are sold before any other activity of the Port action (MM-079)."""
    if frame.used:
        return "selling_not_first" if set(frame.used) - {"sell_goods"} else "activity_used"
    if not state.seats[frame.seat].cargo:
        return "no_cargo"
    return None if allowed(state, frame.seat, "sell_goods") else "activity_forbidden"


def _buy(state: State, frame: PortMenu, command: c.StartBuying) -> str | None:
    return _activity(state, frame, "buy_goods")


def _shipyard(state: State, frame: PortMenu, command: c.VisitShipyard) -> str | None:
    return _activity(state, frame, "shipyard")


def _recruit(state: State, frame: PortMenu, command: c.StartRecruiting) -> str | None:
    if (code := _activity(state, frame, "recruit")) is not None:
        return code
    return None if shipyard.missing_crew(state, frame.seat) else "crew_full"


def _rumor(state: State, frame: PortMenu, command: c.SeekRumor) -> str | None:
    if (code := _activity(state, frame, "rumor")) is not None:
        return code
    return "cannot_afford" if state.seats[frame.seat].gold < rumors.rumor_price(state, frame.seat) else None


def _mission(state: State, frame: PortMenu, command: c.ClaimMission) -> str | None:
    """A mission of this port whose requirements are met as far as no roll decides them (MM-128, MM-129). Its freight must
    fit once that of the mission it replaces is gone (MM-131, MM-405)."""
    if (code := _activity(state, frame, "mission")) is not None:
        return code
    mission = MISSIONS[command.mission]
    if command.mission not in state.missions or mission.port != frame.port:
        return "mission_not_here"
    if not all(met_without_roll(state, frame.seat, need) for need in mission.requirements):
        return "requirement_not_met"
    if state.seats[frame.seat].gold < claim_price(mission):
        return "cannot_afford"
    return "no_cargo_space" if ship_of(state, frame.seat).now.cargo < freight_of(mission) else None


def _start_stashing(state: State, frame: PortMenu, command: c.StartStashing) -> str | None:
    if (code := _activity(state, frame, "stash")) is not None:
        return code
    fee = stash_fee(state, frame.seat)
    if fee is None:
        return "stash_not_allowed_here"
    return "no_gold" if state.seats[frame.seat].gold <= (fee or 0) else None


def _work(state: State, frame: PortMenu, command: c.WorkMission) -> str | None:
    own = state.seats[frame.seat]
    if not own.mission:
        return "no_mission"
    step = port_step(state, frame.seat)
    if not in_place(state, frame.seat, step):
        return "wrong_place"
    if step.type not in PORT_STEPS:
        return "wrong_step"
    if step.type == "deliver" and len(goods_for(state, frame.seat, step)) != step.n:
        return "goods_missing"
    return "cannot_afford" if step.type == "pay" and own.gold < step.gold else None


def _hire(state: State, frame: PortMenu, command: c.HireSpecialist) -> str | None:
    """Hired for gold, one of each type (MM-217, MM-218). It is no activity (MM-081)."""
    own = state.seats[frame.seat]
    if command.card not in own.glory:
        return "not_in_hand"
    card = glory_card(command.card)
    if card.hire is None:
        return "not_a_specialist"
    if own.gold < card.hire.pay:
        return "cannot_afford"
    if card.specialist in employed(state, frame.seat):
        return "already_employed"
    return "hired_by_deed_only" if card.hire.when != "port_action" else None


def _pardon(state: State, frame: PortMenu, command: c.BuyPardon) -> str | None:
    """While the Royal Pardon lasts, a limited number of times (MM-055)."""
    own = state.seats[frame.seat]
    offers = working(state, frame.seat, "pay_for", "port_action")
    if not offers:
        return "no_pardon_offered"
    if command.nation not in own.bounties:
        return "no_such_bounty"
    limit = offers[0].limit
    if limit is not None and state.pardons.count(frame.seat) >= limit.times:
        return "pardon_limit"
    return "cannot_afford" if own.gold < offers[0].gold else None


# Lots


def _add(state: State, frame: SellLot, command: c.AddToSale) -> str | None:
    own = state.seats[frame.seat]
    if command.card not in own.cargo:
        return "not_your_card"
    if command.card in own.lot:
        return "already_in_lot"
    return "sale_limit_reached" if frame.limit and len(own.lot) >= frame.limit else None


def _redraw(state: State, frame: BuyLot, command: c.RedrawOffer) -> str | None:
    own = state.seats[frame.seat]
    price = trade.redraw_price(state, frame.seat) if frame.kind == "goods" else None
    if price is None:
        return "redraw_not_available"
    if frame.redrawn:
        return "redraw_used"
    if own.lot:
        return "lot_not_empty"
    return "cannot_afford" if own.gold < price else None


def _take(state: State, frame: BuyLot, command: c.TakeCard) -> str | None:
    own = state.seats[frame.seat]
    if command.card not in own.offer:
        return "not_in_offer"
    if own.gold < trade.lot_prices(state, frame)[CARGO[c.named(command.card)].good]:
        return "cannot_afford"
    return "no_cargo_space" if trade.room(state, frame.seat) <= 0 else None


def _drop(state: State, frame: BuyLot, command: c.DropCargo) -> str | None:
    return "not_your_card" if command.card not in state.seats[frame.seat].cargo else None


# Shipyard


def _buy_ship(state: State, frame: Shipyard, command: c.BuyShip) -> str | None:
    """A ship of the supply (MM-109), one in a Port action (MM-110)."""
    if command.ship not in BUYABLE_SHIPS:
        return "ship_not_for_sale"
    if frame.ship:
        return "ship_already_bought"
    if ship_supply(state, command.ship) <= 0:
        return "ship_not_in_supply"
    price = shipyard.ship_price(state, frame.seat, command.ship)
    if state.seats[frame.seat].gold < price:
        return "cannot_afford"
    return None if allowed(state, frame.seat, "shipyard") else "activity_forbidden"


def _repair(state: State, frame: Shipyard, command: c.Repair) -> str | None:
    """A damaged location other than Crew (MM-114)."""
    if command.location == "crew":
        return "crew_not_repairable"
    ship = ship_of(state, frame.seat)
    if getattr(ship.now, command.location) >= getattr(full(ship), command.location):
        return "not_damaged"
    if not allowed(state, frame.seat, "repair"):
        return "repair_forbidden"
    return "cannot_afford" if state.seats[frame.seat].gold < shipyard.repair_price(state, frame.seat) else None


def _buy_weapon(state: State, frame: Shipyard, command: c.BuyWeapon) -> str | None:
    own = state.seats[frame.seat]
    if command.weapon in own.weapons:
        return "already_owned"
    if free_of(state, command.weapon) <= 0:
        return "weapon_not_in_supply"
    return "cannot_afford" if own.gold < shipyard.weapon_price(state, frame.seat, command.weapon) else None


def _sell_weapon(state: State, frame: Shipyard, command: c.SellWeapon) -> str | None:
    """Not one that was bought in this Port action (MM-113)."""
    if command.weapon not in state.seats[frame.seat].weapons:
        return "not_owned"
    return "bought_this_action" if command.weapon in frame.weapons else None


def _buy_modification(state: State, frame: Shipyard, command: c.BuyModification) -> str | None:
    own = state.seats[frame.seat]
    here = port_here(own) or ""
    # A token laid out in this Port action is face down, and nobody may learn which it is.
    if here not in state.face_up:
        return "no_modification_here"
    token = state.modifications[here]
    if token in ship_of(state, frame.seat).modifications:
        return "already_owned"
    if not fits(state, frame.seat, token):
        return "modification_no_effect"
    return "cannot_afford" if own.gold < shipyard.modification_price(state, frame.seat) else None


def _refresh(state: State, frame: Shipyard, command: c.RefreshHull) -> str | None:
    ship = ship_of(state, frame.seat)
    if "reinforced_hull" not in ship.modifications:
        return "not_owned"
    if "reinforced_hull" not in ship.flipped:
        return "not_flipped"
    return "cannot_afford" if state.seats[frame.seat].gold < shipyard.REFRESH_PRICE else None


def _transfer(state: State, frame: TransferModifications, command: c.Transfer) -> str | None:
    own = state.seats[frame.seat]
    ship = ship_of(state, frame.seat)
    if command.modification not in own.returning:
        return "not_owned"
    if not has_effect(ship.type, ship.modifications, command.modification):
        return "modification_no_effect"
    return "cannot_afford" if own.gold < shipyard.transfer_price(frame, command.modification) else None


def _hire_one(state: State, frame: HireCrew, command: c.HireOne) -> str | None:
    if not shipyard.missing_crew(state, frame.seat):
        return "crew_full"
    return "cannot_afford" if state.seats[frame.seat].gold < shipyard.CREW_PRICE else None


# Rumors, limits, stash


def _keep(state: State, frame: ChooseRumor, command: c.KeepRumor) -> str | None:
    return "not_in_hand" if command.rumor not in state.seats[frame.seat].rumors else None


def _discard_glory(state: State, frame: DiscardToLimit, command: c.DiscardGlory) -> str | None:
    own = state.seats[frame.seat]
    if command.card not in own.glory:
        return "not_in_hand"
    return "not_over_limit" if frame.what != "glory" or len(own.glory) <= GLORY_LIMIT else None


def discard_glory(recorder: Recorder, frame: DiscardToLimit, command: c.DiscardGlory, rng: object) -> None:
    recorder.emit(e.GloryDiscarded(frame.seat, command.card))
    if len(recorder.state.seats[frame.seat].glory) <= GLORY_LIMIT:
        close(recorder)


def _discard_cargo(state: State, frame: DiscardToLimit, command: c.DiscardCargo) -> str | None:
    own = state.seats[frame.seat]
    if command.card not in own.cargo:
        return "not_your_card"
    return "not_over_limit" if frame.what != "cargo" or len(own.cargo) <= cargo_limit(state, frame.seat) else None


def discard_cargo(recorder: Recorder, frame: DiscardToLimit, command: c.DiscardCargo, rng: object) -> None:
    recorder.emit(e.CargoDiscarded(frame.seat, (command.card,), "limit"))
    if len(recorder.state.seats[frame.seat].cargo) <= cargo_limit(recorder.state, frame.seat):
        close(recorder)


def _deposit(state: State, frame: Stash, command: c.DepositGold) -> str | None:
    gold = state.seats[frame.seat].gold
    return "cannot_afford" if gold < c.amount_of(command.amount, everything=1) else None


def _own_cargo(kind: Any) -> Any:
    return lambda state, frame: [kind(card) for card in state.seats[frame.seat].cargo]


def _own_glory(kind: Any) -> Any:
    return lambda state, frame: [kind(card) for card in state.seats[frame.seat].glory]


def _own_weapons(state: State, frame: Shipyard) -> list[c.SellWeapon]:
    own = state.seats[frame.seat].weapons
    return [c.SellWeapon(weapon) for weapon in WEAPONS if weapon in own] if own else []


def _missions(state: State, frame: PortMenu) -> list[c.ClaimMission]:
    return [c.ClaimMission(card) for card in state.missions if MISSIONS[card].port == frame.port]


def _pardons(state: State, frame: PortMenu) -> list[c.BuyPardon]:
    bounties = state.seats[frame.seat].bounties
    return [c.BuyPardon(nation) for nation in NATIONS if nation in bounties] if bounties else []


DEPOSITS = plain(c.DepositGold(1), c.DepositGold(5), c.DepositGold(10), c.DepositGold("all"))

PORT_MENU: Mapping[type[c.Command], Answer] = {
    c.StartSelling: Answer(trade.start_selling, plain(c.StartSelling()), _sell),
    c.StartBuying: Answer(trade.start_buying, plain(c.StartBuying()), _buy),
    c.VisitShipyard: Answer(shipyard.visit_shipyard, plain(c.VisitShipyard()), _shipyard),
    c.StartRecruiting: Answer(shipyard.start_recruiting, plain(c.StartRecruiting()), _recruit, figures=figures.CREW),
    c.SeekRumor: Answer(rumors.seek_rumor, plain(c.SeekRumor()), _rumor, figures=figures.RUMOR),
    c.ClaimMission: Answer(missions.claim_mission, _missions, _mission, figures=figures.MISSION),
    c.StartStashing: Answer(port.start_stashing, plain(c.StartStashing()), _start_stashing, figures=figures.STASHING),
    c.WithdrawGold: WITHDRAW,
    c.PlayRumor: PLAY_RUMOR,
    c.WorkMission: Answer(missions.work_mission, plain(c.WorkMission()), _work, figures=figures.STEP),
    c.HireSpecialist: Answer(port.hire_specialist, hands, _hire, figures=figures.HIRING),
    c.BuyPardon: Answer(trade.buy_pardon, _pardons, _pardon, figures=figures.PARDON),
    c.PlayGlory: PLAY_GLORY,
    c.DeclareVictory: DECLARE,
    c.EndPortAction: Answer(port.end_port_action, plain(c.EndPortAction()), always),
}
PORT_BUSINESS: Mapping[type[object], Mapping[type[c.Command], Answer]] = {
    PortMenu: PORT_MENU,
    SellLot: {
        c.AddToSale: Answer(trade.add_to_sale, _own_cargo(c.AddToSale), _add, figures=figures.SALE),
        c.FinishSale: Answer(trade.finish_sale, plain(c.FinishSale()), always),
    },
    BuyLot: {
        c.RedrawOffer: Answer(trade.redraw_offer, plain(c.RedrawOffer()), _redraw, figures=figures.OFFER),
        c.TakeCard: Answer(
            trade.take_card, lambda s, f: [c.TakeCard(card) for card in s.seats[f.seat].offer], _take, figures=figures.LOT
        ),
        c.DropCargo: Answer(trade.drop_cargo, _own_cargo(c.DropCargo), _drop),
        c.WithdrawGold: WITHDRAW,
        c.FinishLot: Answer(trade.finish_lot, plain(c.FinishLot()), always),
    },
    Shipyard: {
        c.BuyShip: Answer(shipyard.buy_ship, plain(*map(c.BuyShip, BUYABLE_SHIPS)), _buy_ship, figures=figures.SHIP),
        c.Repair: Answer(shipyard.repair, plain(*map(c.Repair, REPAIRABLE)), _repair, figures=figures.REPAIR),
        c.BuyWeapon: Answer(shipyard.buy_weapon, plain(*map(c.BuyWeapon, WEAPONS)), _buy_weapon, figures=figures.WEAPON),
        c.SellWeapon: Answer(shipyard.sell_weapon, _own_weapons, _sell_weapon, figures=figures.OWN_WEAPON),
        c.BuyModification: Answer(
            shipyard.buy_modification, plain(c.BuyModification()), _buy_modification, figures=figures.MODIFICATION
        ),
        c.RefreshHull: Answer(shipyard.refresh_hull, plain(c.RefreshHull()), _refresh, figures=figures.HULL),
        c.WithdrawGold: WITHDRAW,
        c.LeaveShipyard: Answer(leave, plain(c.LeaveShipyard()), always),
    },
    TransferModifications: {
        c.Transfer: Answer(
            shipyard.transfer,
            lambda s, f: [c.Transfer(token) for token in s.seats[f.seat].returning],
            _transfer,
            figures=figures.TRANSFER,
        ),
        c.WithdrawGold: WITHDRAW,
        c.FinishTransfer: Answer(leave, plain(c.FinishTransfer()), always),
    },
    HireCrew: {
        c.HireOne: Answer(shipyard.hire_one, plain(c.HireOne()), _hire_one, figures=figures.ONE_CREW),
        c.WithdrawGold: WITHDRAW,
        c.FinishRecruiting: Answer(leave, plain(c.FinishRecruiting()), always),
    },
    ChooseRumor: {
        c.KeepRumor: Answer(rumors.keep_rumor, lambda s, f: [c.KeepRumor(card) for card in s.seats[f.seat].rumors], _keep)
    },
    DiscardToLimit: {
        c.DiscardGlory: Answer(discard_glory, _own_glory(c.DiscardGlory), _discard_glory, figures=figures.HAND),
        c.DiscardCargo: Answer(discard_cargo, _own_cargo(c.DiscardCargo), _discard_cargo, figures=figures.CARGO_LIMIT),
    },
    Stash: {
        c.DepositGold: Answer(port.deposit_gold, DEPOSITS, _deposit, figures=figures.DEPOSIT),
        c.FinishStashing: Answer(leave, plain(c.FinishStashing()), always),
    },
}
