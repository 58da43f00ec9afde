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
from ...state import cargo_limit, ship_of
from ...state.modifiers import stash_fee
from ..facts import Facts, Preview, nothing, rolled, rounded
from ..names import shown
from ..perspective import Perspective


def _start_buying(perspective: Perspective, command: c.StartBuying) -> Facts:
    menu = nearest(perspective.state, PortMenu)
    return {"cards": trade.offer_size(perspective.state, perspective.seat, menu.port)}


def _start_recruiting(perspective: Perspective, command: c.StartRecruiting) -> Facts:
    """What comes although the roll fails is sure (MM-120)."""
    missing = shipyard.missing_crew(perspective.state, perspective.seat)
    if shipyard.crew_is_free(perspective.state, perspective.seat):
        return {"crew": missing, "chance": 1.0}
    sure = shipyard.consolation(perspective.state, perspective.seat)
    check = rolled(check_of(perspective.state, perspective.seat, "leadership"))
    return {"crew": sure, **check, "on_success": {"crew": missing - sure}}


def _seek_rumor(perspective: Perspective, command: c.SeekRumor) -> Facts:
    paid: Facts = {"gold": -rumors.rumor_price(perspective.state, perspective.seat)}
    check = rumors.rumor_check(perspective.state, perspective.seat)
    back = check is not None and rumors.refunded(perspective.state, perspective.seat)
    return {**({"on_success": paid} if back else paid), **rolled(check)}


def _claim(perspective: Perspective, command: c.ClaimMission) -> Facts:
    mission = MISSIONS[command.mission]
    paid: Facts = {"gold": -claim_price(mission)}
    checks = claim_checks(perspective.state, perspective.seat, mission)
    if not checks:
        return paid
    return {**rolled(checks[0]), "chance": rounded(prod(check.chance for check in checks)), "on_success": paid}


def _start_stashing(perspective: Perspective, command: c.StartStashing) -> Facts:
    return {"gold": -(stash_fee(perspective.state, perspective.seat) or 0)}


def _hire(perspective: Perspective, command: c.HireSpecialist) -> Facts:
    return {"gold": -price_of_specialist(command.card)}


def _pardon(perspective: Perspective, command: c.BuyPardon) -> Facts:
    offer = trade.pardon(perspective.state, perspective.seat)
    assert offer is not None
    return {"gold": -offer.gold, "bounties": sum(then.delta for then in offer.then)}


def _end_port_action(perspective: Perspective, command: c.EndPortAction) -> Facts:
    facts: Facts = {}
    for effect in (
        fever_checks(perspective.state, perspective.seat)
        if ship_of(perspective.state, perspective.seat).now.crew > 1
        else ()
    ):
        check = check_of(perspective.state, perspective.seat, effect.skill, effect.need)
        facts |= {"dice": check.dice, "risk": rounded(1 - check.chance)}
    return facts


def _sell_lot(perspective: Perspective) -> SellLot:
    return nearest(perspective.state, SellLot)


def _add_to_sale(perspective: Perspective, command: c.AddToSale) -> Facts:
    frame, lot = _sell_lot(perspective), perspective.own.lot
    more = (*lot, shown(command.card))
    return {
        "later": {
            "gold": trade.lot_gold(perspective.state, frame, more) - trade.lot_gold(perspective.state, frame, lot),
            "cargo": -1,
        }
    }


def _finish_sale(perspective: Perspective, command: c.FinishSale) -> Facts:
    frame, lot = _sell_lot(perspective), perspective.own.lot
    point = not frame.price and trade.sale_honours(perspective.state, perspective.seat, lot)
    return {"gold": trade.lot_gold(perspective.state, frame, lot), "cargo": -len(lot), "glory": int(point)}


def _buy_lot(perspective: Perspective) -> BuyLot:
    return nearest(perspective.state, BuyLot)


def _price(perspective: Perspective, *more: str) -> int:
    """What the lot costs, with more cards."""
    return trade.lot_price(perspective.state, _buy_lot(perspective), perspective.own.lot + more)


def _take_card(perspective: Perspective, command: c.TakeCard) -> Facts:
    return {"later": {"gold": _price(perspective) - _price(perspective, shown(command.card)), "cargo": 1}}


def _finish_lot(perspective: Perspective, command: c.FinishLot) -> Facts:
    return {"gold": -_price(perspective), "cargo": len(perspective.own.lot)}


def _redraw(perspective: Perspective, command: c.RedrawOffer) -> Facts:
    return {"gold": -(trade.redraw_price(perspective.state, perspective.seat) or 0), "cards": len(perspective.own.offer)}


def _buy_ship(perspective: Perspective, command: c.BuyShip) -> Facts:
    left = ship_of(perspective.state, perspective.seat).now.crew - shipyard.crew_moving(
        perspective.state, perspective.seat, command.ship
    )
    point = shipyard.honours(perspective.state, perspective.seat, command.ship)
    return {
        "gold": -shipyard.ship_price(perspective.state, perspective.seat, command.ship),
        "crew": -left,
        "glory": int(point),
    }


def _repair(perspective: Perspective, command: c.Repair) -> Facts:
    return {"gold": -shipyard.repair_price(perspective.state, perspective.seat), "repair": 1}


def _buy_weapon(perspective: Perspective, command: c.BuyWeapon) -> Facts:
    return {"gold": -shipyard.weapon_price(perspective.state, perspective.seat, command.weapon)}


def _sell_weapon(perspective: Perspective, command: c.SellWeapon) -> Facts:
    return {"gold": shipyard.weapon_value(command.weapon)}


def _buy_modification(perspective: Perspective, command: c.BuyModification) -> Facts:
    return {"gold": -shipyard.modification_price(perspective.state, perspective.seat)}


def _transfer(perspective: Perspective, command: c.Transfer) -> Facts:
    return {"gold": -shipyard.transfer_price(nearest(perspective.state, TransferModifications), command.modification)}


def _discard_cargo(perspective: Perspective, command: c.DiscardCargo) -> Facts:
    """The other cards that are too many follow."""
    left = len(perspective.own.cargo) - 1
    return {"cargo": -1, "later": {"cargo": min(0, cargo_limit(perspective.state, perspective.seat) - left)}}


def _deposit(perspective: Perspective, command: c.DepositGold) -> Facts:
    gold = c.amount_of(command.amount, perspective.own.gold)
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
    c.DropCargo: lambda perspective, command: {"cargo": -1},
    c.FinishLot: _finish_lot,
    c.BuyShip: _buy_ship,
    c.Repair: _repair,
    c.BuyWeapon: _buy_weapon,
    c.SellWeapon: _sell_weapon,
    c.BuyModification: _buy_modification,
    c.RefreshHull: lambda perspective, command: {"gold": -shipyard.REFRESH_PRICE},
    c.LeaveShipyard: nothing,
    c.Transfer: _transfer,
    c.FinishTransfer: nothing,
    c.HireOne: lambda perspective, command: {"gold": -shipyard.CREW_PRICE, "crew": 1},
    c.FinishRecruiting: nothing,
    c.KeepRumor: nothing,
    c.DiscardGlory: nothing,
    c.DiscardCargo: _discard_cargo,
    c.DepositGold: _deposit,
    c.FinishStashing: nothing,
}
