"""Shipyard and recruiting (RULES.md, chapters 6.3 and 6.4)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .content import MODIFICATIONS, SHIPS, WEAPONS
from .flow import begin, change, check, close, gain_glory
from .frames import HireCrew, PlaceModification, PortMenu, Shipyard, TransferModifications
from .state import Record, State, full, port_here, ship_of
from .state.modifiers import in_force, working
from .trade import use_activity

REPAIR_PRICE = 2
CREW_PRICE = 2


def visit_shipyard(record: Record, frame: PortMenu, command: c.VisitShipyard, rng: Rng) -> None:
    use_activity(record, frame, "shipyard")
    begin(record, Shipyard(frame.seat))


def _fixed(state: State, seat: int, on: str, item: str, usual: int, ship: str = "") -> int:
    """The lowest of the prices that rules fix, else the usual one (MM-100)."""
    fixed = [
        effect.gold
        for effect in working(state, seat, "set_price", on)
        if effect.item == item and (not effect.ships or ship in effect.ships)
    ]
    return min(fixed, default=usual)


def discount_left(state: State, seat: int, item: str, ship: str = "") -> list[tuple[str, int]]:
    """The discounts in force in this Port action: the source and the gold left of each."""
    return [
        (card.source, card.left)
        for card, effect in in_force(state, seat, "discount")
        if item in effect.items and (not effect.ships or ship in effect.ships)
    ]


def discounted(state: State, seat: int, item: str, price: int, ship: str = "") -> int:
    return max(0, price - sum(left for _, left in discount_left(state, seat, item, ship)))


def use_discount(record: Record, seat: int, item: str, price: int, ship: str = "") -> int:
    """Uses discounts up as far as the price goes. Returns what is left to pay."""
    for source, left in discount_left(record.state, seat, item, ship):
        if price:
            used = min(price, left)
            record.emit(e.EffectUsed(seat, source, left - used))
            price -= used
    return price


# Ships


def sale_value(state: State, seat: int) -> int:
    """What the old ship brings (MM-103): more with modifications, less with damage (MM-105), never below 0 (MM-106)."""
    ship = ship_of(state, seat)
    value = SHIPS[ship.type].sell
    if value is None:
        return 0
    whole = full(ship)
    damage: int = sum(getattr(whole, place) - getattr(ship.now, place) for place in ("hull", "cargo", "masts", "cannons"))
    return max(0, value + sum(MODIFICATIONS[token].resale for token in ship.modifications) - damage)


def list_price(state: State, seat: int, ship: str) -> int:
    usual = SHIPS[ship].buy
    assert usual is not None
    return _fixed(state, seat, "shipyard", "ship", usual, ship)


def ship_price(state: State, seat: int, ship: str) -> int:
    """The price less the sale value of the old ship (MM-104); below 0 the captain gets gold."""
    return discounted(state, seat, "ship", list_price(state, seat, ship), ship) - sale_value(state, seat)


def buy_ship(record: Record, frame: Shipyard, command: c.BuyShip, rng: Rng) -> None:
    """Buys a ship for the price less what the old one brings (MM-104, MM-105, MM-106). Crew moves along (MM-107),
    modifications are laid out (MM-108), and the first big ship earns a glory point (MM-111). MM-109 and MM-110 say what
    can be bought."""
    state = record.state
    value = sale_value(state, frame.seat)
    crew = min(ship_of(state, frame.seat).now.crew, SHIPS[command.ship].crew)
    price = use_discount(record, frame.seat, "ship", list_price(state, frame.seat, command.ship), command.ship)
    change(record, replace(frame, ship=True))
    record.emit(e.ShipBought(frame.seat, command.ship, price - value, crew))
    own = record.state.seats[frame.seat]
    if own.returning:
        moves = bool(working(record.state, frame.seat, "transfer_modifications", "shipyard"))
        begin(record, PlaceModification(frame.seat))
        if moves:
            begin(record, TransferModifications(frame.seat, value))
    if SHIPS[command.ship].glory_on_buy and not own.big_ship:
        record.emit(e.BigShipHonoured(frame.seat))
        gain_glory(record, frame.seat, "ship", rng)


TRANSFER_FEE = 1


def _overpaid(frame: TransferModifications, modification: str) -> int:
    """By how much the sale price of the old ship falls without this modification (MM-161)."""
    resale = MODIFICATIONS[modification].resale
    return resale if frame.sale is None else min(frame.sale, resale)


def transfer_price(frame: TransferModifications, modification: str) -> int:
    """A fee, plus what the sale of the old ship paid for this modification (MM-425)."""
    return TRANSFER_FEE + _overpaid(frame, modification)


def transfer(record: Record, frame: TransferModifications, command: c.Transfer, rng: Rng) -> None:
    record.emit(e.ModificationMoved(frame.seat, command.modification, transfer_price(frame, command.modification)))
    if record.state.seats[frame.seat].returning:
        left = None if frame.sale is None else frame.sale - _overpaid(frame, command.modification)
        change(record, replace(frame, sale=left))
    else:
        # The decision below, which would lay modifications out, has nothing left to do.
        close(record)
        close(record)


def place_modification(record: Record, frame: PlaceModification, command: c.PlaceModification, rng: Rng) -> None:
    """Which token goes to the port is random (MM-333)."""
    tokens = record.state.seats[frame.seat].returning
    token = tokens[rng.below(len(tokens))] if len(tokens) > 1 else tokens[0]
    record.emit(e.ModificationReturned(frame.seat, command.port, token))
    if len(tokens) == 1:
        close(record)


# Repairs, weapons, modifications


def repair_price(state: State, seat: int) -> int:
    return discounted(state, seat, "repair", _fixed(state, seat, "repair", "repair", REPAIR_PRICE))


def repair(record: Record, frame: Shipyard, command: c.Repair, rng: Rng) -> None:
    """One point of one location (MM-114)."""
    price = use_discount(record, frame.seat, "repair", _fixed(record.state, frame.seat, "repair", "repair", REPAIR_PRICE))
    record.emit(e.DamageRepaired(frame.seat, command.location, 1, price))


def weapon_price(state: State, seat: int, weapon: str) -> int:
    return _fixed(state, seat, "shipyard", "special_weapon", WEAPONS[weapon].buy)


def buy_weapon(record: Record, frame: Shipyard, command: c.BuyWeapon, rng: Rng) -> None:
    """At most one token of each special weapon (MM-112)."""
    price = weapon_price(record.state, frame.seat, command.weapon)
    change(record, replace(frame, weapons=(*frame.weapons, command.weapon)))
    record.emit(e.WeaponBought(frame.seat, command.weapon, price))


def sell_weapon(record: Record, frame: Shipyard, command: c.SellWeapon, rng: Rng) -> None:
    record.emit(e.WeaponSold(frame.seat, command.weapon, WEAPONS[command.weapon].sell))


def modification_price(state: State, seat: int) -> int:
    token = state.modifications[port_here(state.seats[seat]) or ""]
    usual = _fixed(state, seat, "shipyard", "ship_modification", MODIFICATIONS[token].buy)
    return discounted(state, seat, "ship_modification", usual)


def buy_modification(record: Record, frame: Shipyard, command: c.BuyModification, rng: Rng) -> None:
    """The token of the port, which has none afterwards (MM-115)."""
    port = nearest(record.state, PortMenu).port
    token = record.state.modifications[port]
    usual = _fixed(record.state, frame.seat, "shipyard", "ship_modification", MODIFICATIONS[token].buy)
    price = use_discount(record, frame.seat, "ship_modification", usual)
    record.emit(e.ModificationBought(frame.seat, token, port, price))


REFRESH_PRICE = next(effect.refresh_gold for effect in MODIFICATIONS["reinforced_hull"].effects)


def refresh_hull(record: Record, frame: Shipyard, command: c.RefreshHull, rng: Rng) -> None:
    """Turns a flipped Reinforced Hull up again (MM-119)."""
    record.emit(e.GoldChanged(frame.seat, -REFRESH_PRICE, "refresh"))
    record.emit(e.ModificationFlipped(frame.seat, "reinforced_hull", True))


# Recruiting


def missing_crew(state: State, seat: int) -> int:
    ship = ship_of(state, seat)
    return full(ship).crew - ship.now.crew


def start_recruiting(record: Record, frame: PortMenu, command: c.StartRecruiting, rng: Rng) -> None:
    """Crew is free after a Leadership check (MM-120) or where the port makes it free (MM-121); else it can be hired."""
    seat = frame.seat
    use_activity(record, frame, "recruit")
    free = any(effect.item == "recruit" for effect in working(record.state, seat, "set_price", "recruit"))
    if free or check(record, seat, "leadership", rng, reason="recruiting")[0]:
        record.emit(e.CrewRecruited(seat, missing_crew(record.state, seat), 0))
        return
    for effect in working(record.state, seat, "recruit", "recruit_failed"):
        record.emit(e.CrewRecruited(seat, int(effect.n), 0))
    if missing_crew(record.state, seat):
        begin(record, HireCrew(seat))


def hire_one(record: Record, frame: HireCrew, command: c.HireOne, rng: Rng) -> None:
    record.emit(e.CrewRecruited(frame.seat, 1, CREW_PRICE))
