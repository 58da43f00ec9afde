"""What the commands of a Port action are worth (D-06 to D-14), in gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import business, worth
from . import commands as c
from .appraise_turn import nothing
from .content import CARGO, MODIFICATIONS, PORTS, RUMORS, SHIPS, ZONES, glory_card
from .frames import BuyLot, SellLot
from .map import distances
from .outlook import Outlook

FIRST = 1000.0
"""Selling is possible only before anything else (MM-079)."""
LAST = 0.001
"""Stashing comes when all else is done."""


def _port(own: Outlook) -> str:
    return ZONES[own.own.zone].port or ""


def start_selling(own: Outlook, command: c.StartSelling) -> float:
    gain = business.sale_worth(own, _port(own))
    return FIRST + gain if gain > 0 else -1.0


def start_buying(own: Outlook, command: c.StartBuying) -> float:
    return business.purchase_worth(own, _port(own), own.gold, 0) - 0.5


def visit_shipyard(own: Outlook, command: c.VisitShipyard) -> float:
    stash = own.stash if _port(own) == own.home else 0
    gain = business.shipyard_worth(own, _port(own), own.gold + stash)
    return gain + extras_worth(own)


def extras_worth(own: Outlook) -> float:
    """A modification to buy here, weapons, a hull to refresh."""
    return max(0.0, modification_gain(own), refresh_gain(own), *(weapon_gain(own, each) for each in worth.WEAPONS))


def modification_gain(own: Outlook) -> float:
    port = _port(own)
    token = own.view.modifications.get(port)
    if token is None or token in own.ship.modifications:
        return 0.0
    price = own.price(port, "shipyard", "ship_modification", MODIFICATIONS[token].buy)
    if price > own.gold - business.RESERVE / 2:
        return 0.0
    return worth.MODIFICATIONS[token] * min(1.0, own.rounds_left / 6) - price


def refresh_gain(own: Outlook) -> float:
    flipped = "reinforced_hull" in own.ship.flipped
    return worth.MODIFICATIONS["reinforced_hull"] - 3.0 if flipped and own.gold >= 3 + business.RESERVE / 2 else 0.0


def weapon_gain(own: Outlook, weapon: str) -> float:
    price = business.weapon_price(own, _port(own), weapon)
    if weapon in own.own.weapons or own.gold < price + business.RESERVE or own.rounds_left < 3:
        return 0.0
    return worth.WEAPONS[weapon] - price


def start_recruiting(own: Outlook, command: c.StartRecruiting) -> float:
    return business.crew_worth(own, _port(own))


def seek_rumor(own: Outlook, command: c.SeekRumor) -> float:
    return business.seek_worth(own, _port(own), own.gold)


def claim_mission(own: Outlook, command: c.ClaimMission) -> float:
    return business.claim_worth(own, command.mission)


def start_stashing(own: Outlook, command: c.StartStashing) -> float:
    gain = business.stash_worth(own)
    if _port(own) != own.home:
        gain -= 5.0
    return LAST * gain if gain > 0 else -1.0


def hire_specialist(own: Outlook, command: c.HireSpecialist) -> float:
    card = glory_card(command.card)
    assert card.hire is not None
    gain = worth.SPECIALISTS[card.specialist] * min(1.0, own.rounds_left / 10) - 0.7 * card.hire.pay
    return gain if own.gold >= card.hire.pay + business.RESERVE / 2 or not card.hire.pay else -1.0


def buy_pardon(own: Outlook, command: c.BuyPardon) -> float:
    """Worth its 5 gold where it takes the last bounty of a nation."""
    last = own.own.bounties.get(command.nation) == 1
    return worth.BOUNTY + 2.0 - 5.0 if last and own.gold >= 5 + business.RESERVE else -1.0


def add_to_sale(own: Outlook, command: c.AddToSale) -> float:
    frame = own.view.decision
    assert isinstance(frame, SellLot)
    if frame.price:
        return float(frame.price)
    good = CARGO[c.named(command.card)].good
    if command.card not in business.to_sell(own, _port(own)):
        return -1.0
    return float(business.sale_price(own, _port(own), good, len(own.cargo)))


def take_card(own: Outlook, command: c.TakeCard) -> float:
    """Resale less the price."""
    gain = resale(own, c.named(command.card)) - _card_price(own, c.named(command.card))
    return gain if gain > 0.3 else -1.0


def resale(own: Outlook, card: str) -> float:
    good = CARGO[card].good
    lot = [*_cards(own.own.lot), *_cards(own.own.offer)]
    cards = own.goods[good] + sum(CARGO[other].good == good for other in lot)
    if own.own.in_port:
        return business.card_worth(own, good, cards)
    return max(business.card_worth(own, good, cards), worth.CARGO * 0.8)


def _cards(zone: Any) -> tuple[str, ...]:
    return zone if isinstance(zone, tuple) else ()


def _card_price(own: Outlook, card: str) -> float:
    frame = own.view.decision
    assert isinstance(frame, BuyLot)
    if frame.price is not None:
        return frame.price
    good = CARGO[card].good
    there = [*_cards(own.own.lot), *_cards(own.own.offer)]
    copies = sum(CARGO[other].good == good for other in there)
    copies += len(own.rules(None, "price_copies", "buy_goods"))
    base = own.price(_port(own), "buy_goods", "buy_base", 3)
    return max(1, base + 1 - min(3, copies))


def drop_cargo(own: Outlook, command: c.DropCargo) -> float:
    """Only for a better card that finds no room."""
    lot, offer = _cards(own.own.lot), _cards(own.own.offer)
    limit = 6 if own.own.in_port else own.now.cargo - own.own.freight
    if len(own.cargo) + len(lot) < limit or not offer:
        return -1.0
    best = max(resale(own, card) - _card_price(own, card) for card in offer)
    return best - resale(own, command.card) - 0.5


def finish(own: Outlook, command: Any) -> float:
    return 0.0


def redraw_offer(own: Outlook, command: c.RedrawOffer) -> float:
    gains = [resale(own, card) - _card_price(own, card) for card in _cards(own.own.offer)]
    return 0.5 if own.gold > business.RESERVE and max(gains, default=0.0) < 1.0 else -1.0


def buy_ship(own: Outlook, command: c.BuyShip) -> float:
    return business.ship_gain(own, _port(own), command.ship, own.gold)


def repair(own: Outlook, command: c.Repair) -> float:
    """Not where a better ship is about to be bought."""
    price = own.price(_port(own), "repair", "repair", 2)
    return business.repair_worth(own, command.location) - price


def buy_weapon(own: Outlook, command: c.BuyWeapon) -> float:
    return weapon_gain(own, command.weapon) - 0.05


def sell_weapon(own: Outlook, command: c.SellWeapon) -> float:
    return 1.0 - worth.WEAPONS[command.weapon]


def buy_modification(own: Outlook, command: c.BuyModification) -> float:
    return modification_gain(own)


def refresh_hull(own: Outlook, command: c.RefreshHull) -> float:
    return refresh_gain(own)


def withdraw_gold(own: Outlook, command: c.WithdrawGold) -> float:
    """For a ship that can be paid with the stash, exactly as much as it takes or a little more."""
    port = _port(own)
    wish = max(SHIPS, key=lambda ship: business.ship_gain(own, port, ship, own.gold + own.stash))
    if business.ship_gain(own, port, wish, own.gold) > 0 or business.ship_gain(own, port, wish, own.gold + own.stash) <= 0:
        return -1.0
    if own.view.decision is None or type(own.view.decision).__name__ != "Shipyard":
        return -1.0
    amount = c.amount_of(command.amount, own.stash)
    return 5.0 + min(10, amount) * 0.01 if command.amount != "all" or own.stash <= 10 else -1.0


def transfer(own: Outlook, command: c.Transfer) -> float:
    return worth.MODIFICATIONS[command.modification] - 2.0


def hire_one(own: Outlook, command: c.HireOne) -> float:
    return worth.LOCATIONS["crew"] - 2.0


def keep_rumor(own: Outlook, command: c.KeepRumor) -> float:
    """The one that is worth more and nearer."""
    if command.rumor == own.own.open_rumor:
        return 1.0
    where = RUMORS[c.named(command.rumor)].where
    zone = PORTS[where.id].zone if where.kind == "port" else where.id
    closed = where.kind == "port" and not own.is_open(where.id)
    near = worth.DELAY ** distances(own.own.zone)[zone]
    return 0.0 if closed else business.rumor_worth(own, c.named(command.rumor)) * near


def discard_glory(own: Outlook, command: c.DiscardGlory) -> float:
    return -worth.glory(command.card)


def discard_cargo(own: Outlook, command: c.DiscardCargo) -> float:
    good = CARGO[c.named(command.card)].good
    return -business.card_worth(own, good, own.goods[good])


def deposit_gold(own: Outlook, command: c.DepositGold) -> float:
    """All that is not needed on board, in the largest sums."""
    amount = c.amount_of(command.amount, own.gold)
    return float(amount) if amount <= business.surplus(own) else -1.0


PORT_VALUES: Mapping[type[c.Command], Callable[[Outlook, Any], float]] = {
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
