"""The value of a Port action in each port (RULES.md, chapter 6), in gold."""

from __future__ import annotations

from functools import lru_cache

from ..cards.targets import fits, free_of
from ..content import BUYABLE_SHIPS, PORTS, SHIPS, WEAPONS
from ..content.map import distances
from ..moving import ENTRY_PRICE
from ..shipyard import honours, modification_price, repair_price, ship_price, weapon_price
from ..state import GOAL, State, ship_of, ship_supply
from ..state.modifiers import allowed, stash_fee
from ..trade import (
    BASE_PRICE,
    DEMAND_PRICE,
    OFFER,
    SALE_GLORY_FROM,
    good_of,
    offer_size,
    sale_gold,
    sale_honours,
    sale_price,
)
from ..values import Cards
from . import heuristics, tasks
from .forecast import Forecast, means

RESERVE = 8
"""Gold that is kept on board for business."""
DOUBT = 0.85
"""The factor for sales elsewhere: somebody else may sell first."""
PROFIT = 1.6
"""The profit expected from each card bought."""
SAFE = 0.35
"""The share of its value that gold in the stash has long before the end; at the end it is 1."""

REPAIRABLE = ("hull", "cargo", "masts", "cannons")


def there(own: Forecast, port: str, *, by_event: bool = False) -> State:
    """The state with the captain in this port."""
    zone = PORTS[port].zone
    if own.own.in_port and own.own.zone == zone:
        return own.state
    return own.at(zone, in_port=True, by_event=by_event)


# Selling


def demanded_at(own: Forecast, good: str) -> list[str]:
    return [port for port in PORTS if own.state.demand[port] == good]


@lru_cache(maxsize=256)
def elsewhere(own: Forecast, good: str, cards: int, zone: str) -> float:
    """What each of `cards` cards of a good would bring in the best port of another zone, less the way there."""
    price, away = DOUBT * (DEMAND_PRICE + triple(cards)), distances(zone)
    ways = [
        away[PORTS[port].zone] for port in demanded_at(own, good) if PORTS[port].zone != zone and means(own, port) == "open"
    ]
    return float(price * 0.94 ** (min(ways) + 2)) if ways else 0.0


def triple(cards: int) -> float:
    """Each card's share in the glory point for three cards in demand (MM-091)."""
    return heuristics.GLORY / SALE_GLORY_FROM if cards >= SALE_GLORY_FROM else 0.0


def to_sell(own: Forecast, port: str) -> Cards:
    """The cards on board that are better sold in this port than kept."""
    state, zone = there(own, port), PORTS[port].zone
    kept = tasks.wanted_goods(own)
    found = []
    for good, cards in own.goods.items():
        price = sale_price(state, own.seat, good, len(own.own.cargo))
        if state.demand[port] == good:
            price += int(triple(cards))
        if not kept[good] and price >= elsewhere(own, good, cards, zone):
            found.append(good)
    return tuple(card for card in own.own.cargo if good_of(card) in found)


def sale_worth(own: Forecast, port: str) -> float:
    """The value of a sale here: gold, and the glory point."""
    cards = to_sell(own, port)
    if not cards:
        return 0.0
    state = there(own, port)
    return sale_gold(state, own.seat, cards) + (heuristics.GLORY if sale_honours(state, own.seat, cards) else 0.0)


# Buying


def room_at_sea(own: Forecast) -> int:
    """Cargo cards that can still be taken to sea."""
    return own.now.cargo - own.own.freight - len(own.own.cargo)


def purchase_worth(own: Forecast, port: str, gold: float, sold: int) -> float:
    """The profit expected from goods bought here."""
    cards = min(room_at_sea(own) + sold, 4, int(gold / BASE_PRICE))
    if cards <= 0 or own.rounds_left < 2:
        return 0.0
    return own.leaning.profit * PROFIT * cards * offer_size(there(own, port), own.seat, port) / OFFER


def card_worth(own: Forecast, good: str, cards: int) -> float:
    """The value of each of `cards` cards of this good on board."""
    if tasks.wanted_goods(own)[good] > own.goods[good]:
        return heuristics.GLORY
    return max(elsewhere(own, good, cards, own.own.zone), DOUBT * BASE_PRICE)


# Ship and crew


def point_worth(own: Forecast, place: str) -> float:
    """The value of repairing the next point of a location."""
    if not own.missing(place):
        return 0.0
    left = int(getattr(own.now, place))
    return heuristics.LOCATIONS[place] + heuristics.UNFIT * (left == 0) + heuristics.LAST_POINT * (left == 1)


def repairs_worth(own: Forecast, price: int, gold: float) -> float:
    """The value of all repairs that are worth their price."""
    damaged = {place: own.missing(place) for place in REPAIRABLE}
    points = min(sum(damaged.values()), int(gold // price) if price else 99)
    first = [point_worth(own, place) for place, missing in damaged.items() if missing]
    rest = [heuristics.LOCATIONS[place] for place, missing in damaged.items() for _ in range(missing - 1)]
    gains = sorted([*first, *rest], reverse=True)[:points]
    return sum(max(0.0, gain - price) for gain in gains)


def ship_gain(own: Forecast, port: str, ship: str, gold: float) -> float:
    """The value of buying a ship, less its price; below 0 if it cannot be bought."""
    state = there(own, port)
    old = ship_of(state, own.seat)
    if ship == old.type or not ship_supply(state, ship) or SHIPS[ship].cargo < own.own.freight:
        return -heuristics.VICTORY
    price = ship_price(state, own.seat, ship)
    # Mending a better ship always costs less than it is worth more.
    if price > gold or heuristics.SHIPS[ship] < heuristics.SHIPS[old.type] - heuristics.LESS_SHIP:
        return -heuristics.VICTORY
    gain = (heuristics.SHIPS[ship] - heuristics.SHIPS[old.type]) * own.rounds_ahead - heuristics.FITTING * len(
        old.modifications
    )
    gain += sum(heuristics.LOCATIONS[place] * own.missing(place) for place in REPAIRABLE)
    if honours(own.state, own.seat, ship):
        gain += heuristics.GLORY
    return gain - price


def best_ship(own: Forecast, port: str, gold: float) -> tuple[str, float]:
    """The ship that is most worth buying, and its gain."""
    gains = {ship: ship_gain(own, port, ship, gold) for ship in BUYABLE_SHIPS}
    best = max(gains, key=lambda ship: gains[ship])
    return best, max(0.0, gains[best])


def modification_gain(own: Forecast, port: str, gold: float) -> float:
    """The value of the modification in the port, less its price; 0 while the token is face down."""
    state = there(own, port)
    token = state.modifications.get(port)
    if token is None or not fits(state, own.seat, token):
        return 0.0
    price = modification_price(state, own.seat)
    return (
        heuristics.MODIFICATIONS[token] * own.rounds_ahead / heuristics.FORESIGHT - price
        if gold >= price + RESERVE / 2
        else 0.0
    )


def weapon_gain(own: Forecast, port: str, weapon: str, gold: float) -> float:
    state = there(own, port)
    if weapon in own.own.weapons or not free_of(state, weapon) or own.rounds_left < 3:
        return 0.0
    price = weapon_price(state, own.seat, weapon)
    return heuristics.WEAPONS[weapon] - price if gold >= price + RESERVE else 0.0


def shipyard_worth(own: Forecast, port: str, gold: float) -> float:
    """Repairs or a better ship, modifications and weapons."""
    state = there(own, port)
    repaired = repairs_worth(own, repair_price(state, own.seat), gold) if allowed(state, own.seat, "repair") else 0.0
    gain = max(repaired, best_ship(own, port, gold)[1])
    return (
        gain
        + max(0.0, modification_gain(own, port, gold))
        + sum(max(0.0, weapon_gain(own, port, each, gold)) for each in WEAPONS)
    )


def crew_worth(own: Forecast, port: str) -> float:
    """The value of recruiting: free, or for some gold if the roll fails."""
    missing = own.missing("crew")
    if not missing or not allowed(there(own, port), own.seat, "recruit"):
        return 0.0
    return point_worth(own, "crew") + (missing - 1) * heuristics.LOCATIONS["crew"] - 1.0


# Stashing


def surplus(own: Forecast, more: int = 0) -> int:
    """Gold that is better stashed than carried; `more` is the gold from a sale."""
    gold = own.own.gold + more
    return gold if own.rounds_left <= 1 or own.points_with(gold) >= GOAL else max(0, gold - RESERVE)


def stash_worth(own: Forecast, gold: int) -> float:
    """The value of stashing this much gold: safety, points, perhaps the victory."""
    if gold <= 0:
        return 0.0
    if own.points_with(gold) >= GOAL:
        return heuristics.VICTORY
    useful = min(gold, max(0, 50 - own.own.stash))
    haste = max(0.0, 1.0 - own.rounds_left / own.leaning.late)
    return useful * (SAFE + (1 - SAFE) * haste)


def may_stash(own: Forecast, port: str) -> bool:
    return PORTS[port].zone == own.home or stash_fee(there(own, port), own.seat) == 0


# All of it


@lru_cache(maxsize=len(PORTS))
def visit_worth(own: Forecast, port: str) -> float:
    """The value of a Port action here, 0 if the port cannot be entered."""
    way = means(own, port)
    return 0.0 if way is None else gain_of(own, port, way)


def gain_of(own: Forecast, port: str, way: str) -> float:
    """The value of a Port action after entering in this way."""
    selling, sold = sale_worth(own, port), len(to_sell(own, port))
    gold = own.own.gold + selling + (own.own.stash if PORTS[port].zone == own.home else 0)
    gain = selling + purchase_worth(own, port, gold, sold) + crew_worth(own, port)
    if way == "event":
        return gain
    gain += shipyard_worth(own, port, gold) + tasks.in_port(own, port, gold)
    if may_stash(own, port):
        gain += stash_worth(own, surplus(own, int(selling)))
    return gain - (ENTRY_PRICE if way == "gold" else 0) if way != "influence" else gain * own.chance("influence")
