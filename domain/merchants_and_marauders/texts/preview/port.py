"""What port business costs and brings (D-06 to D-14)."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from domain.kit.stack import nearest

from ... import commands as c
from ... import rumors, shipyard, trade
from ...content import MISSIONS
from ...flow import check_of
from ...frames import BuyLot, PortMenu, SellLot, TransferModifications
from ...missions import claim_checks, claim_price
from ...port import fever_checks, price_of_specialist
from ...state import ship_of
from ...state.modifiers import stash_fee
from ..facts import Facts, Preview, nothing, rolled, rounded
from ..names import shown
from ..scene import Scene


def _start_buying(scene: Scene, command: c.StartBuying) -> Facts:
    menu = nearest(scene.state, PortMenu)
    return {"cards": trade.offer_size(scene.state, scene.seat, menu.port)}


def _start_recruiting(scene: Scene, command: c.StartRecruiting) -> Facts:
    crew: Facts = {"crew": shipyard.missing_crew(scene.state, scene.seat)}
    if shipyard.crew_is_free(scene.state, scene.seat):
        return {**crew, "chance": 1.0}
    return {**rolled(check_of(scene.state, scene.seat, "leadership")), "on_success": crew}


def _seek_rumor(scene: Scene, command: c.SeekRumor) -> Facts:
    paid: Facts = {"gold": -rumors.rumor_price(scene.state, scene.seat)}
    check = rumors.rumor_check(scene.state, scene.seat)
    back = check is not None and rumors.refunded(scene.state, scene.seat)
    return {**({"on_success": paid} if back else paid), **rolled(check)}


def _claim(scene: Scene, command: c.ClaimMission) -> Facts:
    mission = MISSIONS[command.mission]
    paid: Facts = {"gold": -claim_price(mission)}
    checks = claim_checks(scene.state, scene.seat, mission)
    if not checks:
        return paid
    return {**rolled(checks[0]), "chance": rounded(prod(check.chance for check in checks)), "on_success": paid}


def _start_stashing(scene: Scene, command: c.StartStashing) -> Facts:
    return {"gold": -(stash_fee(scene.state, scene.seat) or 0)}


def _hire(scene: Scene, command: c.HireSpecialist) -> Facts:
    return {"gold": -price_of_specialist(command.card)}


def _pardon(scene: Scene, command: c.BuyPardon) -> Facts:
    offer = trade.pardon(scene.state, scene.seat)
    assert offer is not None
    return {"gold": -offer.gold, "bounties": sum(then.delta for then in offer.then)}


def _end_port_action(scene: Scene, command: c.EndPortAction) -> Facts:
    facts: Facts = {}
    for effect in fever_checks(scene.state, scene.seat) if ship_of(scene.state, scene.seat).now.crew > 1 else ():
        check = check_of(scene.state, scene.seat, effect.skill, effect.need)
        facts |= {"dice": check.dice, "risk": rounded(1 - check.chance)}
    return facts


def _sell_lot(scene: Scene) -> SellLot:
    return nearest(scene.state, SellLot)


def _add_to_sale(scene: Scene, command: c.AddToSale) -> Facts:
    frame, lot = _sell_lot(scene), scene.own.lot
    more = (*lot, shown(command.card))
    return {
        "later": {"gold": trade.lot_gold(scene.state, frame, more) - trade.lot_gold(scene.state, frame, lot), "cargo": -1}
    }


def _finish_sale(scene: Scene, command: c.FinishSale) -> Facts:
    frame, lot = _sell_lot(scene), scene.own.lot
    point = not frame.price and trade.sale_honours(scene.state, scene.seat, lot)
    return {"gold": trade.lot_gold(scene.state, frame, lot), "cargo": -len(lot), "glory": int(point)}


def _buy_lot(scene: Scene) -> BuyLot:
    return nearest(scene.state, BuyLot)


def _price(scene: Scene, *more: str) -> int:
    """What the lot costs, with more cards."""
    return trade.lot_price(scene.state, _buy_lot(scene), scene.own.lot + more)


def _take_card(scene: Scene, command: c.TakeCard) -> Facts:
    return {"later": {"gold": _price(scene) - _price(scene, shown(command.card)), "cargo": 1}}


def _finish_lot(scene: Scene, command: c.FinishLot) -> Facts:
    return {"gold": -_price(scene), "cargo": len(scene.own.lot)}


def _redraw(scene: Scene, command: c.RedrawOffer) -> Facts:
    return {"gold": -(trade.redraw_price(scene.state, scene.seat) or 0), "cards": len(scene.own.offer)}


def _buy_ship(scene: Scene, command: c.BuyShip) -> Facts:
    left = ship_of(scene.state, scene.seat).now.crew - shipyard.crew_moving(scene.state, scene.seat, command.ship)
    point = shipyard.honours(scene.state, scene.seat, command.ship)
    return {"gold": -shipyard.ship_price(scene.state, scene.seat, command.ship), "crew": -left, "glory": int(point)}


def _repair(scene: Scene, command: c.Repair) -> Facts:
    return {"gold": -shipyard.repair_price(scene.state, scene.seat), "repair": 1}


def _buy_weapon(scene: Scene, command: c.BuyWeapon) -> Facts:
    return {"gold": -shipyard.weapon_price(scene.state, scene.seat, command.weapon)}


def _sell_weapon(scene: Scene, command: c.SellWeapon) -> Facts:
    return {"gold": shipyard.weapon_value(command.weapon)}


def _buy_modification(scene: Scene, command: c.BuyModification) -> Facts:
    return {"gold": -shipyard.modification_price(scene.state, scene.seat)}


def _transfer(scene: Scene, command: c.Transfer) -> Facts:
    return {"gold": -shipyard.transfer_price(nearest(scene.state, TransferModifications), command.modification)}


def _deposit(scene: Scene, command: c.DepositGold) -> Facts:
    gold = c.amount_of(command.amount, scene.own.gold)
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
