"""Answers to the decisions of port business (D-06 to D-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kit.decisions import Answer, always, plain

from .. import commands as c
from .. import events as e
from .. import missions, port, rumors, shipyard, trade
from ..cards.targets import employed, fits, free_of, has_effect
from ..content import BUYABLE_SHIPS, MISSIONS, NATIONS, REPAIRABLE, WEAPONS, glory_card
from ..flow import close, leave
from ..frames import BuyLot, ChooseRumor, DiscardToLimit, HireCrew, PortMenu, SellLot, Shipyard, Stash, TransferModifications
from ..missions import PORT_STEPS, claim_price, freight_of, goods_for, in_place, met_without_roll, port_step
from ..refusals import refuse, require
from ..state import GLORY_LIMIT, Recorder, State, cargo_limit, full, port_here, ship_of, ship_supply
from ..state.modifiers import allowed, stash_fee, working
from .turn import DECLARE, PLAY_GLORY, PLAY_RUMOR, WITHDRAW, hands


def _activity(state: State, frame: PortMenu, activity: str) -> None:
    """Each activity once in a Port action (MM-078), if the port allows it."""
    require(activity not in frame.used, "activity_used")
    require(allowed(state, frame.seat, activity), "activity_forbidden")


def _sell(state: State, frame: PortMenu, command: c.StartSelling) -> None:
    """Goods are sold before any other activity of the Port action (MM-079)."""
    require(not set(frame.used) - {"sell_goods"}, "selling_not_first")
    require(not frame.used, "activity_used")
    require(state.seats[frame.seat].cargo, "no_cargo")
    require(allowed(state, frame.seat, "sell_goods"), "activity_forbidden")


def _buy(state: State, frame: PortMenu, command: c.StartBuying) -> None:
    _activity(state, frame, "buy_goods")


def _shipyard(state: State, frame: PortMenu, command: c.VisitShipyard) -> None:
    _activity(state, frame, "shipyard")


def _recruit(state: State, frame: PortMenu, command: c.StartRecruiting) -> None:
    _activity(state, frame, "recruit")
    require(shipyard.missing_crew(state, frame.seat), "crew_full")


def _rumor(state: State, frame: PortMenu, command: c.SeekRumor) -> None:
    _activity(state, frame, "rumor")
    require(state.seats[frame.seat].gold >= rumors.rumor_price(state, frame.seat), "not_enough_gold")


def _mission(state: State, frame: PortMenu, command: c.ClaimMission) -> None:
    """A mission of this port whose requirements are met as far as no roll decides them (MM-128, MM-129). Its freight must
    fit once that of the mission it replaces is gone (MM-131, MM-405)."""
    _activity(state, frame, "mission")
    mission = MISSIONS[command.mission]
    require(command.mission in state.missions and mission.port == frame.port, "mission_not_here")
    require(all(met_without_roll(state, frame.seat, need) for need in mission.requirements), "requirement_not_met")
    require(state.seats[frame.seat].gold >= claim_price(mission), "not_enough_gold")
    require(ship_of(state, frame.seat).now.cargo >= freight_of(mission), "no_cargo_space")


def _start_stashing(state: State, frame: PortMenu, command: c.StartStashing) -> None:
    _activity(state, frame, "stash")
    fee = stash_fee(state, frame.seat)
    require(fee is not None, "stash_not_allowed_here")
    require(state.seats[frame.seat].gold > (fee or 0), "no_gold")


def _work(state: State, frame: PortMenu, command: c.WorkMission) -> None:
    own = state.seats[frame.seat]
    require(own.mission, "no_mission")
    step = port_step(state, frame.seat)
    require(in_place(state, frame.seat, step), "wrong_place")
    require(step.type in PORT_STEPS, "wrong_step")
    require(step.type != "deliver" or len(goods_for(state, frame.seat, step)) == step.n, "goods_missing")
    require(step.type != "pay" or own.gold >= step.gold, "not_enough_gold")


def _hire(state: State, frame: PortMenu, command: c.HireSpecialist) -> None:
    """Hired for gold, one of each type (MM-217, MM-218). It is no activity (MM-081)."""
    own = state.seats[frame.seat]
    require(command.card in own.glory, "not_in_hand")
    card = glory_card(command.card)
    require(card.hire is not None, "not_a_specialist")
    assert card.hire is not None
    require(own.gold >= card.hire.pay, "not_enough_gold")
    require(card.specialist not in employed(state, frame.seat), "already_employed")
    require(card.hire.when == "port_action", "hired_by_deed_only")


def _pardon(state: State, frame: PortMenu, command: c.BuyPardon) -> None:
    """While the Royal Pardon lasts, a limited number of times (MM-055)."""
    own = state.seats[frame.seat]
    offers = working(state, frame.seat, "pay_for", "port_action")
    require(offers, "no_pardon_offered")
    require(command.nation in own.bounties, "no_such_bounty")
    limit = offers[0].limit
    require(limit is None or state.pardons.count(frame.seat) < limit.times, "pardon_limit")
    require(own.gold >= offers[0].gold, "not_enough_gold")


# Lots


def _add(state: State, frame: SellLot, command: c.AddToSale) -> None:
    own = state.seats[frame.seat]
    require(command.card in own.cargo, "not_your_card")
    require(command.card not in own.lot, "already_in_lot")
    require(not frame.limit or len(own.lot) < frame.limit, "sale_limit_reached")


def _redraw(state: State, frame: BuyLot, command: c.RedrawOffer) -> None:
    own = state.seats[frame.seat]
    price = trade.redraw_price(state, frame.seat) if frame.kind == "goods" else None
    if price is None:
        refuse("redraw_not_available")
    require(not frame.redrawn, "redraw_used")
    require(not own.lot, "lot_not_empty")
    require(own.gold >= price, "not_enough_gold")


def _take(state: State, frame: BuyLot, command: c.TakeCard) -> None:
    own = state.seats[frame.seat]
    require(command.card in own.offer, "not_in_offer")
    price = trade.lot_price(state, frame, (*own.lot, c.named(command.card)))
    require(own.gold >= price, "not_enough_gold")
    require(trade.room(state, frame.seat) > 0, "no_cargo_space")


def _drop(state: State, frame: BuyLot, command: c.DropCargo) -> None:
    require(command.card in state.seats[frame.seat].cargo, "not_your_card")


# Shipyard


def _buy_ship(state: State, frame: Shipyard, command: c.BuyShip) -> None:
    """A ship of the supply (MM-109), one in a Port action (MM-110)."""
    require(command.ship in BUYABLE_SHIPS, "ship_not_for_sale")
    require(not frame.ship, "ship_already_bought")
    require(ship_supply(state, command.ship) > 0, "ship_not_in_supply")
    price = shipyard.ship_price(state, frame.seat, command.ship)
    require(state.seats[frame.seat].gold >= price, "not_enough_gold")
    require(allowed(state, frame.seat, "shipyard"), "activity_forbidden")


def _repair(state: State, frame: Shipyard, command: c.Repair) -> None:
    """A damaged location other than Crew (MM-114)."""
    require(command.location != "crew", "crew_not_repairable")
    ship = ship_of(state, frame.seat)
    require(getattr(ship.now, command.location) < getattr(full(ship), command.location), "not_damaged")
    require(allowed(state, frame.seat, "repair"), "repair_forbidden")
    require(state.seats[frame.seat].gold >= shipyard.repair_price(state, frame.seat), "not_enough_gold")


def _buy_weapon(state: State, frame: Shipyard, command: c.BuyWeapon) -> None:
    own = state.seats[frame.seat]
    require(command.weapon not in own.weapons, "already_owned")
    require(free_of(state, command.weapon) > 0, "weapon_not_in_supply")
    require(own.gold >= shipyard.weapon_price(state, frame.seat, command.weapon), "not_enough_gold")


def _sell_weapon(state: State, frame: Shipyard, command: c.SellWeapon) -> None:
    """Not one that was bought in this Port action (MM-113)."""
    require(command.weapon in state.seats[frame.seat].weapons, "not_owned")
    require(command.weapon not in frame.weapons, "bought_this_action")


def _buy_modification(state: State, frame: Shipyard, command: c.BuyModification) -> None:
    own = state.seats[frame.seat]
    here = port_here(own) or ""
    # A token laid out in this Port action is face down, and nobody may learn which it is.
    require(here in state.face_up, "no_modification_here")
    token = state.modifications[here]
    require(token not in ship_of(state, frame.seat).modifications, "already_owned")
    require(fits(state, frame.seat, token), "modification_no_effect")
    require(own.gold >= shipyard.modification_price(state, frame.seat), "not_enough_gold")


def _refresh(state: State, frame: Shipyard, command: c.RefreshHull) -> None:
    ship = ship_of(state, frame.seat)
    require("reinforced_hull" in ship.modifications, "not_owned")
    require("reinforced_hull" in ship.flipped, "not_flipped")
    require(state.seats[frame.seat].gold >= shipyard.REFRESH_PRICE, "not_enough_gold")


def _transfer(state: State, frame: TransferModifications, command: c.Transfer) -> None:
    own = state.seats[frame.seat]
    ship = ship_of(state, frame.seat)
    require(command.modification in own.returning, "not_owned")
    require(has_effect(ship.type, ship.modifications, command.modification), "modification_no_effect")
    require(own.gold >= shipyard.transfer_price(frame, command.modification), "not_enough_gold")


def _hire_one(state: State, frame: HireCrew, command: c.HireOne) -> None:
    require(shipyard.missing_crew(state, frame.seat), "crew_full")
    require(state.seats[frame.seat].gold >= shipyard.CREW_PRICE, "not_enough_gold")


# Rumors, limits, stash


def _keep(state: State, frame: ChooseRumor, command: c.KeepRumor) -> None:
    require(command.rumor in state.seats[frame.seat].rumors, "not_in_hand")


def _discard_glory(state: State, frame: DiscardToLimit, command: c.DiscardGlory) -> None:
    own = state.seats[frame.seat]
    require(command.card in own.glory, "not_in_hand")
    require(frame.what == "glory" and len(own.glory) > GLORY_LIMIT, "not_over_limit")


def discard_glory(recorder: Recorder, frame: DiscardToLimit, command: c.DiscardGlory, rng: object) -> None:
    recorder.emit(e.GloryDiscarded(frame.seat, command.card))
    if len(recorder.state.seats[frame.seat].glory) <= GLORY_LIMIT:
        close(recorder)


def _discard_cargo(state: State, frame: DiscardToLimit, command: c.DiscardCargo) -> None:
    own = state.seats[frame.seat]
    require(command.card in own.cargo, "not_your_card")
    require(frame.what == "cargo" and len(own.cargo) > cargo_limit(state, frame.seat), "not_over_limit")


def discard_cargo(recorder: Recorder, frame: DiscardToLimit, command: c.DiscardCargo, rng: object) -> None:
    recorder.emit(e.CargoDiscarded(frame.seat, (command.card,), "limit"))
    if len(recorder.state.seats[frame.seat].cargo) <= cargo_limit(recorder.state, frame.seat):
        close(recorder)


def _deposit(state: State, frame: Stash, command: c.DepositGold) -> None:
    gold = state.seats[frame.seat].gold
    require(gold >= c.amount_of(command.amount, everything=1), "not_enough_gold")


def _own_cargo(kind: Any) -> Any:
    return lambda state, frame: [kind(card) for card in state.seats[frame.seat].cargo]


def _own_glory(kind: Any) -> Any:
    return lambda state, frame: [kind(card) for card in state.seats[frame.seat].glory]


def _each(kind: Any, options: Any) -> Any:
    commands = tuple(kind(option) for option in options)
    return lambda state, frame: commands


DEPOSITS = (c.DepositGold(1), c.DepositGold(5), c.DepositGold(10), c.DepositGold("all"))

PORT_BUSINESS: Mapping[type[object], Mapping[type[c.Command], Answer]] = {
    PortMenu: {
        c.StartSelling: Answer(trade.start_selling, plain(c.StartSelling()), _sell),
        c.StartBuying: Answer(trade.start_buying, plain(c.StartBuying()), _buy),
        c.VisitShipyard: Answer(shipyard.visit_shipyard, plain(c.VisitShipyard()), _shipyard),
        c.StartRecruiting: Answer(shipyard.start_recruiting, plain(c.StartRecruiting()), _recruit),
        c.SeekRumor: Answer(rumors.seek_rumor, plain(c.SeekRumor()), _rumor),
        c.ClaimMission: Answer(missions.claim_mission, lambda s, f: [c.ClaimMission(card) for card in s.missions], _mission),
        c.StartStashing: Answer(port.start_stashing, plain(c.StartStashing()), _start_stashing),
        c.WithdrawGold: WITHDRAW,
        c.PlayRumor: PLAY_RUMOR,
        c.WorkMission: Answer(missions.work_mission, plain(c.WorkMission()), _work),
        c.HireSpecialist: Answer(port.hire_specialist, hands, _hire),
        c.BuyPardon: Answer(trade.buy_pardon, _each(c.BuyPardon, NATIONS), _pardon),
        c.PlayGlory: PLAY_GLORY,
        c.DeclareVictory: DECLARE,
        c.EndPortAction: Answer(port.end_port_action, plain(c.EndPortAction()), always),
    },
    SellLot: {
        c.AddToSale: Answer(trade.add_to_sale, _own_cargo(c.AddToSale), _add),
        c.FinishSale: Answer(trade.finish_sale, plain(c.FinishSale()), always),
    },
    BuyLot: {
        c.RedrawOffer: Answer(trade.redraw_offer, plain(c.RedrawOffer()), _redraw),
        c.TakeCard: Answer(trade.take_card, lambda s, f: [c.TakeCard(card) for card in s.seats[f.seat].offer], _take),
        c.DropCargo: Answer(trade.drop_cargo, _own_cargo(c.DropCargo), _drop),
        c.WithdrawGold: WITHDRAW,
        c.FinishLot: Answer(trade.finish_lot, plain(c.FinishLot()), always),
    },
    Shipyard: {
        c.BuyShip: Answer(shipyard.buy_ship, _each(c.BuyShip, BUYABLE_SHIPS), _buy_ship),
        c.Repair: Answer(shipyard.repair, _each(c.Repair, REPAIRABLE), _repair),
        c.BuyWeapon: Answer(shipyard.buy_weapon, _each(c.BuyWeapon, WEAPONS), _buy_weapon),
        c.SellWeapon: Answer(shipyard.sell_weapon, _each(c.SellWeapon, WEAPONS), _sell_weapon),
        c.BuyModification: Answer(shipyard.buy_modification, plain(c.BuyModification()), _buy_modification),
        c.RefreshHull: Answer(shipyard.refresh_hull, plain(c.RefreshHull()), _refresh),
        c.WithdrawGold: WITHDRAW,
        c.LeaveShipyard: Answer(leave, plain(c.LeaveShipyard()), always),
    },
    TransferModifications: {
        c.Transfer: Answer(
            shipyard.transfer, lambda s, f: [c.Transfer(token) for token in s.seats[f.seat].returning], _transfer
        ),
        c.WithdrawGold: WITHDRAW,
        c.FinishTransfer: Answer(leave, plain(c.FinishTransfer()), always),
    },
    HireCrew: {
        c.HireOne: Answer(shipyard.hire_one, plain(c.HireOne()), _hire_one),
        c.WithdrawGold: WITHDRAW,
        c.FinishRecruiting: Answer(leave, plain(c.FinishRecruiting()), always),
    },
    ChooseRumor: {
        c.KeepRumor: Answer(rumors.keep_rumor, lambda s, f: [c.KeepRumor(card) for card in s.seats[f.seat].rumors], _keep)
    },
    DiscardToLimit: {
        c.DiscardGlory: Answer(discard_glory, _own_glory(c.DiscardGlory), _discard_glory),
        c.DiscardCargo: Answer(discard_cargo, _own_cargo(c.DiscardCargo), _discard_cargo),
    },
    Stash: {
        c.DepositGold: Answer(
            port.deposit_gold,
            lambda s, f: DEPOSITS,
            _deposit,
        ),
        c.FinishStashing: Answer(leave, plain(c.FinishStashing()), always),
    },
}
