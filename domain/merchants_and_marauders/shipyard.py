"""Shipyard and recruiting (RULES.md, chapters 6.3 and 6.4)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.memo import memo_of_latest
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .content import MODIFICATIONS, SHIPS, WEAPONS
from .flow import begin, change, check, close, gain_glory
from .frames import HireCrew, PlaceModification, PortMenu, Shipyard, TransferModifications
from .state import Recorder, State, full, port_here, ship_of
from .state.modifiers import in_force, working
from .trade import use_activity

REPAIR_PRICE = 2
CREW_PRICE = 2


def visit_shipyard(recorder: Recorder, frame: PortMenu, command: c.VisitShipyard, rng: Rng) -> None:
    use_activity(recorder, frame, "shipyard")
    begin(recorder, Shipyard(frame.seat))


def _fixed(state: State, seat: int, on: str, item: str, usual: int, ship: str = "") -> int:
    """The lowest of the prices that rules fix, else the usual one (MM-100)."""
    rules = working(state, seat, "set_price", on)
    if not rules:
        return usual
    fixed = [effect.gold for effect in rules if effect.item == item and (not effect.ships or ship in effect.ships)]
    return min(fixed) if fixed else usual


def discount_left(state: State, seat: int, item: str, ship: str = "") -> list[tuple[str, int]]:
    """The discounts in force in this Port action: the source and the gold left of each."""
    return [
        (card.source, card.left)
        for card, effect in in_force(state, seat, "discount")
        if item in effect.items and (not effect.ships or ship in effect.ships)
    ]


def discounted(state: State, seat: int, item: str, price: int, ship: str = "") -> int:
    if not state.lasting:
        return price
    discounts = discount_left(state, seat, item, ship)
    return max(0, price - sum([left for _, left in discounts])) if discounts else price


def use_discount(recorder: Recorder, seat: int, item: str, price: int, ship: str = "") -> int:
    """Uses discounts up as far as the price goes. Returns what is left to pay."""
    for source, left in discount_left(recorder.state, seat, item, ship):
        if price:
            used = min(price, left)
            recorder.emit(e.EffectUsed(seat, source, left - used))
            price -= used
    return price


# Ships


@memo_of_latest
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


def honours(state: State, seat: int, ship: str) -> bool:
    """Whether buying the ship earns a glory point: the first big one does (MM-111)."""
    return SHIPS[ship].glory_on_buy and not state.seats[seat].big_ship


def crew_moving(state: State, seat: int, ship: str) -> int:
    """The crew that moves along to a bought ship (MM-107)."""
    return min(ship_of(state, seat).now.crew, SHIPS[ship].crew)


def buy_ship(recorder: Recorder, frame: Shipyard, command: c.BuyShip, rng: Rng) -> None:
    """Buys a ship for the price less what the old one brings (MM-104, MM-105, MM-106). Its modifications are laid out
    (MM-108). MM-109 and MM-110 say what can be bought."""
    state = recorder.state
    value = sale_value(state, frame.seat)
    crew, honoured = crew_moving(state, frame.seat, command.ship), honours(state, frame.seat, command.ship)
    price = use_discount(recorder, frame.seat, "ship", list_price(state, frame.seat, command.ship), command.ship)
    change(recorder, replace(frame, ship=True))
    recorder.emit(e.ShipBought(frame.seat, command.ship, price - value, crew))
    own = recorder.state.seats[frame.seat]
    if own.returning:
        moves = bool(working(recorder.state, frame.seat, "transfer_modifications", "shipyard"))
        begin(recorder, PlaceModification(frame.seat))
        if moves:
            begin(recorder, TransferModifications(frame.seat, value))
    if honoured:
        recorder.emit(e.BigShipHonoured(frame.seat))
        gain_glory(recorder, frame.seat, "ship", rng)


TRANSFER_FEE = 1


def _overpaid(frame: TransferModifications, modification: str) -> int:
    """By how much the sale price of the old ship falls without this modification (MM-161)."""
    resale = MODIFICATIONS[modification].resale
    return resale if frame.sale is None else min(frame.sale, resale)


def transfer_price(frame: TransferModifications, modification: str) -> int:
    """A fee, plus what the sale of the old ship paid for this modification (MM-425)."""
    return TRANSFER_FEE + _overpaid(frame, modification)


def transfer(recorder: Recorder, frame: TransferModifications, command: c.Transfer, rng: Rng) -> None:
    recorder.emit(e.ModificationMoved(frame.seat, command.modification, transfer_price(frame, command.modification)))
    if recorder.state.seats[frame.seat].returning:
        left = None if frame.sale is None else frame.sale - _overpaid(frame, command.modification)
        change(recorder, replace(frame, sale=left))
    else:
        # The decision below, which would lay modifications out, has nothing left to do.
        close(recorder)
        close(recorder)


def place_modification(recorder: Recorder, frame: PlaceModification, command: c.PlaceModification, rng: Rng) -> None:
    """Which token goes to the port is random (MM-333)."""
    tokens = recorder.state.seats[frame.seat].returning
    token = tokens[rng.below(len(tokens))] if len(tokens) > 1 else tokens[0]
    recorder.emit(e.ModificationReturned(frame.seat, command.port, token))
    if len(tokens) == 1:
        close(recorder)


# Repairs, weapons, modifications


def repair_price(state: State, seat: int) -> int:
    return discounted(state, seat, "repair", _fixed(state, seat, "repair", "repair", REPAIR_PRICE))


def repair(recorder: Recorder, frame: Shipyard, command: c.Repair, rng: Rng) -> None:
    """One point of one location (MM-114)."""
    fixed = _fixed(recorder.state, frame.seat, "repair", "repair", REPAIR_PRICE)
    price = use_discount(recorder, frame.seat, "repair", fixed)
    recorder.emit(e.DamageRepaired(frame.seat, command.location, 1, price))


def weapon_price(state: State, seat: int, weapon: str) -> int:
    return _fixed(state, seat, "shipyard", "special_weapon", WEAPONS[weapon].buy)


def buy_weapon(recorder: Recorder, frame: Shipyard, command: c.BuyWeapon, rng: Rng) -> None:
    """At most one token of each special weapon (MM-112)."""
    price = weapon_price(recorder.state, frame.seat, command.weapon)
    change(recorder, replace(frame, weapons=(*frame.weapons, command.weapon)))
    recorder.emit(e.WeaponBought(frame.seat, command.weapon, price))


def weapon_value(weapon: str) -> int:
    """The gold that a special weapon brings."""
    return WEAPONS[weapon].sell


def sell_weapon(recorder: Recorder, frame: Shipyard, command: c.SellWeapon, rng: Rng) -> None:
    recorder.emit(e.WeaponSold(frame.seat, command.weapon, weapon_value(command.weapon)))


def modification_price(state: State, seat: int) -> int:
    token = state.modifications[port_here(state.seats[seat]) or ""]
    usual = _fixed(state, seat, "shipyard", "ship_modification", MODIFICATIONS[token].buy)
    return discounted(state, seat, "ship_modification", usual)


def buy_modification(recorder: Recorder, frame: Shipyard, command: c.BuyModification, rng: Rng) -> None:
    """The token of the port, which has none afterwards (MM-115)."""
    port = nearest(recorder.state, PortMenu).port
    token = recorder.state.modifications[port]
    usual = _fixed(recorder.state, frame.seat, "shipyard", "ship_modification", MODIFICATIONS[token].buy)
    price = use_discount(recorder, frame.seat, "ship_modification", usual)
    recorder.emit(e.ModificationBought(frame.seat, token, port, price))


REFRESH_PRICE = next(effect.refresh_gold for effect in MODIFICATIONS["reinforced_hull"].effects)


def refresh_hull(recorder: Recorder, frame: Shipyard, command: c.RefreshHull, rng: Rng) -> None:
    """Turns a flipped Reinforced Hull up again (MM-119)."""
    recorder.emit(e.GoldChanged(frame.seat, -REFRESH_PRICE, "refresh"))
    recorder.emit(e.ModificationFlipped(frame.seat, "reinforced_hull", True))


# Recruiting


def missing_crew(state: State, seat: int) -> int:
    ship = ship_of(state, seat)
    return full(ship).crew - ship.now.crew


def crew_is_free(state: State, seat: int) -> bool:
    """Whether the port makes crew free without a check (MM-121)."""
    return any(effect.item == "recruit" for effect in working(state, seat, "set_price", "recruit"))


def consolation(state: State, seat: int) -> int:
    """The crew points that come free although the check failed."""
    return sum(int(effect.n) for effect in working(state, seat, "recruit", "recruit_failed"))


def start_recruiting(recorder: Recorder, frame: PortMenu, command: c.StartRecruiting, rng: Rng) -> None:
    """Crew is free after a Leadership check (MM-120) or where the port makes it free; else it can be hired."""
    seat = frame.seat
    use_activity(recorder, frame, "recruit")
    if crew_is_free(recorder.state, seat) or check(recorder, seat, "leadership", rng, reason="recruiting")[0]:
        recorder.emit(e.CrewRecruited(seat, missing_crew(recorder.state, seat), 0))
        return
    if free := consolation(recorder.state, seat):
        recorder.emit(e.CrewRecruited(seat, free, 0))
    if missing_crew(recorder.state, seat):
        begin(recorder, HireCrew(seat))


def hire_one(recorder: Recorder, frame: HireCrew, command: c.HireOne, rng: Rng) -> None:
    recorder.emit(e.CrewRecruited(frame.seat, 1, CREW_PRICE))
