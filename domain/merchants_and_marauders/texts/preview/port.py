"""What port business costs and brings (D-06 to D-14)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.stack import nearest

from ... import commands as c
from ... import rumors, shipyard, trade
from ...content import MISSIONS, WEAPONS, glory_card
from ...frames import BuyLot, PortMenu, SellLot, TransferModifications
from ...missions import claim_price
from ...state import ship_of
from ...state.modifiers import stash_fee, working
from .. import estimates
from ..facts import Facts, Preview, amount, nothing, rolled, rounded
from ..names import shown
from ..scene import Scene


def _start_buying(scene: Scene, command: c.StartBuying) -> Facts:
    menu = nearest(scene.state, PortMenu)
    return {"cards": trade.offer_size(scene.state, scene.seat, menu.port)}


def _start_recruiting(scene: Scene, command: c.StartRecruiting) -> Facts:
    return {"crew": shipyard.missing_crew(scene.state, scene.seat), **rolled(estimates.recruiting(scene.state, scene.seat))}


def _seek_rumor(scene: Scene, command: c.SeekRumor) -> Facts:
    price = rumors.rumor_price(scene.state, scene.seat)
    return {"gold": -price, **rolled(estimates.rumor_roll(scene.state, scene.seat))}


def _claim(scene: Scene, command: c.ClaimMission) -> Facts:
    mission = MISSIONS[command.mission]
    facts: Facts = {"gold": -claim_price(mission)}
    for roll in estimates.claim_rolls(scene.state, scene.seat, mission):
        facts |= rolled(roll)
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
    roll = estimates.fever(scene.state, scene.seat)
    if roll is None or ship_of(scene.state, scene.seat).now.crew <= 1:
        return {}
    return {"dice": roll.dice, "risk": rounded(1 - roll.chance)}


def _sell_lot(scene: Scene) -> SellLot:
    return nearest(scene.state, SellLot)


def _add_to_sale(scene: Scene, command: c.AddToSale) -> Facts:
    frame = _sell_lot(scene)
    lot = scene.own.lot
    return {
        "gold": estimates.sale(scene.state, frame, (*lot, shown(command.card))) - estimates.sale(scene.state, frame, lot)
    }


def _finish_sale(scene: Scene, command: c.FinishSale) -> Facts:
    frame, lot = _sell_lot(scene), scene.own.lot
    facts: Facts = {"gold": estimates.sale(scene.state, frame, lot), "cargo": -len(lot)}
    point = not frame.price and estimates.demanded(scene.state, scene.seat, lot) >= 3
    return {**facts, "glory": 1} if point else facts


def _buy_lot(scene: Scene) -> BuyLot:
    return nearest(scene.state, BuyLot)


def _take_card(scene: Scene, command: c.TakeCard) -> Facts:
    frame = _buy_lot(scene)
    return {
        "gold": estimates.purchase(scene.state, frame) - estimates.purchase(scene.state, frame, (shown(command.card),)),
        "cargo": 1,
    }


def _finish_lot(scene: Scene, command: c.FinishLot) -> Facts:
    return {"gold": -estimates.purchase(scene.state, _buy_lot(scene)), "cargo": len(scene.own.lot)}


def _redraw(scene: Scene, command: c.RedrawOffer) -> Facts:
    return {"gold": -(trade.redraw_price(scene.state, scene.seat) or 0), "cards": len(scene.own.offer)}


def _buy_ship(scene: Scene, command: c.BuyShip) -> Facts:
    facts: Facts = {"gold": -shipyard.ship_price(scene.state, scene.seat, command.ship)}
    return {**facts, "glory": 1} if estimates.honours(scene.state, scene.seat, command.ship) else facts


def _repair(scene: Scene, command: c.Repair) -> Facts:
    return {"gold": -shipyard.repair_price(scene.state, scene.seat), "repair": 1}


def _buy_weapon(scene: Scene, command: c.BuyWeapon) -> Facts:
    return {"gold": -shipyard.weapon_price(scene.state, scene.seat, command.weapon)}


def _sell_weapon(scene: Scene, command: c.SellWeapon) -> Facts:
    return {"gold": WEAPONS[command.weapon].sell}


def _buy_modification(scene: Scene, command: c.BuyModification) -> Facts:
    return {"gold": -shipyard.modification_price(scene.state, scene.seat)}


def _transfer(scene: Scene, command: c.Transfer) -> Facts:
    return {"gold": -shipyard.transfer_price(nearest(scene.state, TransferModifications), command.modification)}


def _deposit(scene: Scene, command: c.DepositGold) -> Facts:
    gold = amount(command.amount, scene.own.gold)
    return {"gold": -gold, "stash": gold}


PORT_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.StartSelling: nothing,
    c.StartBuying: _start_buying,
    c.VisitShipyard: nothing,
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
    c.LeaveShipyard: nothing,
    c.Transfer: _transfer,
    c.FinishTransfer: nothing,
    c.HireOne: lambda scene, command: {"gold": -shipyard.CREW_PRICE, "crew": 1},
    c.FinishRecruiting: nothing,
    c.KeepRumor: nothing,
    c.DiscardGlory: nothing,
    c.DiscardCargo: lambda scene, command: {"cargo": -1},
    c.DepositGold: _deposit,
    c.FinishStashing: nothing,
}
