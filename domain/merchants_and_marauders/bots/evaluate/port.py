"""The value of the commands of a Port action (D-06 to D-14), in gold. Ending one of its parts is worth 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kit.stack import nearest

from ... import commands as c
from ...content import ZONES, glory_card
from ...frames import BuyLot, SellLot, Shipyard, TransferModifications
from ...port import price_of_specialist
from ...shipyard import CREW_PRICE, REFRESH_PRICE, repair_price, ship_price, transfer_price, weapon_value
from ...state import GOAL, cargo_limit
from ...state.modifiers import stash_fee
from ...trade import good_of, pardon, prices, sale_price
from .. import business, heuristics, tasks
from ..forecast import Forecast, nothing

FIRST = heuristics.VICTORY
"""Added for selling, which is possible only before anything else (MM-079)."""
LAST = 0.001
"""Factor for stashing, so that it comes after everything else, unless it wins."""
GAIN = 0.3
"""The smallest gain that is worth an activity."""


def _port(own: Forecast) -> str:
    return ZONES[own.own.zone].port or ""


# Activities


def start_selling(own: Forecast, command: c.StartSelling) -> float:
    gain = business.sale_worth(own, _port(own))
    return FIRST + gain if gain else -GAIN


def start_buying(own: Forecast, command: c.StartBuying) -> float:
    return business.purchase_worth(own, _port(own), own.own.gold, 0) - GAIN


def visit_shipyard(own: Forecast, command: c.VisitShipyard) -> float:
    return business.shipyard_worth(own, _port(own), _within_reach(own)) + max(0.0, refresh_hull(own, None)) - GAIN


def _within_reach(own: Forecast) -> int:
    """Gold that can be spent: on board, at home with the stash (MM-137)."""
    return own.own.gold + (own.own.stash if own.own.zone == own.home else 0)


def start_recruiting(own: Forecast, command: c.StartRecruiting) -> float:
    return business.crew_worth(own, _port(own))


def seek_rumor(own: Forecast, command: c.SeekRumor) -> float:
    return tasks.seek_worth(own, _port(own), own.own.gold) - GAIN


def claim_mission(own: Forecast, command: c.ClaimMission) -> float:
    return tasks.claim_worth(own, command.mission) - GAIN


def start_stashing(own: Forecast, command: c.StartStashing) -> float:
    fee = stash_fee(own.state, own.seat) or 0
    gold = business.surplus(own) - fee
    gain = business.stash_worth(own, gold) - fee
    if gold <= 0 or gain <= 0:
        return -GAIN
    return gain if own.points_with(gold) >= GOAL else LAST * gain


def hire_specialist(own: Forecast, command: c.HireSpecialist) -> float:
    card = c.named(command.card)
    price = price_of_specialist(card)
    gain = heuristics.SPECIALISTS[glory_card(card).specialist] * own.rounds_ahead / heuristics.FORESIGHT
    if price and own.own.gold < price + business.RESERVE / 2:
        return -GAIN
    return gain - 0.7 * price


def buy_pardon(own: Forecast, command: c.BuyPardon) -> float:
    """The value of a pardon that opens the ports of a nation again."""
    offer = pardon(own.state, own.seat)
    assert offer is not None
    last = own.own.bounties[command.nation] == 1
    freed = own.wanted_cost(command.nation) if last else heuristics.MORE_BOUNTY
    return freed - offer.gold if own.own.gold >= offer.gold + business.RESERVE else -GAIN


# Lots


def add_to_sale(own: Forecast, command: c.AddToSale) -> float:
    frame = own.view.decision
    assert isinstance(frame, SellLot)
    card = c.named(command.card)
    if frame.price:
        return float(frame.price)
    if card not in business.to_sell(own, _port(own)):
        return -GAIN
    return float(sale_price(own.state, own.seat, good_of(card), len(own.own.cargo)))


def take_card(own: Forecast, command: c.TakeCard) -> float:
    """The resale value of a card less its price, for cards that can be taken to sea."""
    card = c.named(command.card)
    if own.own.in_port and business.room_at_sea(own) <= len(own.own.lot):
        return -GAIN
    return _margin(own, card) - GAIN


def _margin(own: Forecast, card: str) -> float:
    frame = own.view.decision
    assert isinstance(frame, BuyLot)
    price = prices(own.state, frame)[good_of(card)] if card in own.own.offer else 0
    return _resale(own, card) - price


def _resale(own: Forecast, card: str) -> float:
    """The value of selling a card together with all others of its good."""
    good = good_of(card)
    hand = [*own.own.cargo, *own.own.lot, *own.own.offer]
    cards = min(sum(good_of(other) == good for other in hand), own.now.cargo - own.own.freight)
    return business.card_worth(own, good, cards)


def drop_cargo(own: Forecast, command: c.DropCargo) -> float:
    """The value of discarding cargo: only for a better card that does not fit."""
    limit = min(cargo_limit(own.state, own.seat), own.now.cargo - own.own.freight)
    if not own.own.offer or len(own.own.cargo) + len(own.own.lot) < limit:
        return -GAIN
    return max(_margin(own, card) for card in own.own.offer) - _resale(own, c.named(command.card)) - 2 * GAIN


def redraw_offer(own: Forecast, command: c.RedrawOffer) -> float:
    """The value of a new offer if this one has nothing good."""
    best = max((_margin(own, card) for card in own.own.offer), default=0.0)
    return business.PROFIT - best if own.own.gold > business.RESERVE and business.room_at_sea(own) > 0 else -GAIN


# Shipyard and crew


def buy_ship(own: Forecast, command: c.BuyShip) -> float:
    gain = business.ship_gain(own, _port(own), command.ship, own.own.gold)
    return gain if command.ship == business.best_ship(own, _port(own), _within_reach(own))[0] else -GAIN


def _ship_wanted(own: Forecast) -> bool:
    """Whether a better ship is about to be bought, so that repairs are not worth it."""
    return business.best_ship(own, _port(own), _within_reach(own))[1] > 0


def repair(own: Forecast, command: c.Repair) -> float:
    gain = business.point_worth(own, command.location) - repair_price(own.state, own.seat)
    return -GAIN if _ship_wanted(own) else gain


def buy_weapon(own: Forecast, command: c.BuyWeapon) -> float:
    return business.weapon_gain(own, _port(own), command.weapon, own.own.gold) - GAIN


def sell_weapon(own: Forecast, command: c.SellWeapon) -> float:
    return weapon_value(command.weapon) - heuristics.WEAPONS[command.weapon]


def buy_modification(own: Forecast, command: c.BuyModification) -> float:
    return -GAIN if _ship_wanted(own) else business.modification_gain(own, _port(own), own.own.gold) - GAIN


def refresh_hull(own: Forecast, command: c.RefreshHull | None) -> float:
    ship = own.own.ship
    assert ship is not None
    useful = "reinforced_hull" in ship.flipped and own.own.gold >= REFRESH_PRICE + business.RESERVE / 2
    return heuristics.LOCATIONS["hull"] - REFRESH_PRICE if useful else -GAIN


def withdraw_gold(own: Forecast, command: c.WithdrawGold) -> float:
    """Withdraws gold for a better ship, in small sums, so that no more is taken than needed; never after declaring victory,
    because the stash breaks ties then."""
    if own.state.seats[own.seat].declared or not isinstance(own.view.decision, Shipyard) or own.view.decision.ship:
        return -heuristics.VICTORY
    port = _port(own)
    ship, gain = business.best_ship(own, port, _within_reach(own))
    if not gain or business.ship_gain(own, port, ship, own.own.gold) > 0:
        return -GAIN
    amount = c.amount_of(command.amount, own.own.stash)
    missing = ship_price(own.state, own.seat, ship) - own.own.gold
    return gain - abs(missing - amount) / 100


def transfer(own: Forecast, command: c.Transfer) -> float:
    price = transfer_price(nearest(own.state, TransferModifications), command.modification)
    return heuristics.MODIFICATIONS[command.modification] - price


def hire_one(own: Forecast, command: c.HireOne) -> float:
    return business.point_worth(own, "crew") - CREW_PRICE


# Limits and stash


def keep_rumor(own: Forecast, command: c.KeepRumor) -> float:
    return tasks.held_worth(own, c.named(command.rumor))


def discard_glory(own: Forecast, command: c.DiscardGlory) -> float:
    return -heuristics.glory(c.named(command.card))


def discard_cargo(own: Forecast, command: c.DiscardCargo) -> float:
    good = good_of(c.named(command.card))
    return -business.card_worth(own, good, own.goods[good])


def deposit_gold(own: Forecast, command: c.DepositGold) -> float:
    """Stashes all gold that is not needed on board, the largest sums first."""
    amount = c.amount_of(command.amount, own.own.gold)
    return float(amount) if amount <= business.surplus(own) else -GAIN


PORT_VALUES: Mapping[type[c.Command], Callable[[Forecast, Any], float]] = {
    c.StartSelling: start_selling,
    c.StartBuying: start_buying,
    c.VisitShipyard: visit_shipyard,
    c.StartRecruiting: start_recruiting,
    c.SeekRumor: seek_rumor,
    c.ClaimMission: claim_mission,
    c.StartStashing: start_stashing,
    c.HireSpecialist: hire_specialist,
    c.BuyPardon: buy_pardon,
    c.EndPortAction: nothing,
    c.AddToSale: add_to_sale,
    c.FinishSale: nothing,
    c.RedrawOffer: redraw_offer,
    c.TakeCard: take_card,
    c.DropCargo: drop_cargo,
    c.FinishLot: nothing,
    c.BuyShip: buy_ship,
    c.Repair: repair,
    c.BuyWeapon: buy_weapon,
    c.SellWeapon: sell_weapon,
    c.BuyModification: buy_modification,
    c.RefreshHull: refresh_hull,
    c.LeaveShipyard: nothing,
    c.Transfer: transfer,
    c.FinishTransfer: nothing,
    c.HireOne: hire_one,
    c.FinishRecruiting: nothing,
    c.KeepRumor: keep_rumor,
    c.DiscardGlory: discard_glory,
    c.DiscardCargo: discard_cargo,
    c.DepositGold: deposit_gold,
    c.FinishStashing: nothing,
    c.WithdrawGold: withdraw_gold,
}
