"""Rates a command as a simple, sound player would: what it brings in points and coins, against the risk of a bust."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from .. import commands as c
from ..content import Card, Person, Ship
from ..ids import Cards
from ..loot_and_hire import fee, price, takes_for
from ..odds import Kinds, next_cards
from ..view import MerchantsView, SeatView
from .heuristics import CARDS

# Values in coins, roughly.
POINT = 1.6
TAKEN = 1.0
"""The value of any Person besides its figures: an unused take is lost."""
SKILLS: Mapping[str, float] = {
    "trader": 0.5,
    "settler": 1.2,
    "captain": 1.2,
    "priest": 1.2,
    "jack_of_all_trades": 1.5,
    "sailor": 1.0,
    "pirate": 2.0,
    "mademoiselle": 2.0,
    "jester": 1.0,
    "admiral": 1.5,
    "governor": 2.5,
}
FOR_REQUESTS = frozenset({"settler", "captain", "priest", "jack_of_all_trades"})
FIRST_REQUEST = 2.5
"""The extra value of a Person that serves requests, to a seat that must still complete one."""
PRICE = 0.35
"""The value of a coin paid for a hire: less than 1, since coins are there to be spent."""
COIN, RICH_COIN, RICH = 0.9, 0.5, 8
MOST_TYPES = 5
COMPLETE = 100.0
"""Requests are completed as soon as possible: little is gained by waiting, while a rival may come first."""


def evaluate(view: MerchantsView, seat: int, command: c.Command) -> float:
    """The gain that the command promises, in coins. Finishing is 0, a certain bust is -1."""
    match command:
        case c.CompleteExpedition():
            return COMPLETE
        case c.RevealCard() | c.RepelShip():
            return _going_on(view, seat, view.harbour)
        case c.StopDiscovering():
            return _stopping(view, seat, view.harbour)
        case c.KeepShip(card=card):
            if CARDS[card].type in view.ship_types:
                return -1.0
            # One more Ship is one more card to choose from, for the same or a slightly higher risk.
            return 0.01 + _going_on(view, seat, (*view.harbour, card))
        case c.LootShip(card=card) | c.HirePerson(card=card):
            return _worth(_buyer(view, seat), CARDS[card]) - fee(view.decision)
        case c.FinishTaking() | c.EndTurn():
            return 0.0


class Buyer(NamedTuple):
    """What the worth of a card to a seat depends on."""

    coins: int
    discount: int
    lacks_request: bool
    """Whether it must still complete an Expedition Request."""


def _buyer(view: MerchantsView, seat: int) -> Buyer:
    own = view.seats[seat]
    lacks = bool(view.options.expedition_required) and not own.completed_requests
    return Buyer(own.coin_count, own.discount, lacks)


def _worth(buyer: Buyer, card: Card) -> float:
    """The value of taking a card; 0 for a Person that the seat cannot pay."""
    if type(card) is Ship:
        return card.coins * (COIN if buyer.coins < RICH else RICH_COIN)
    if type(card) is not Person or price(card, buyer.discount) > buyer.coins:
        return 0.0
    worth = card.influence * POINT + SKILLS[card.type] + TAKEN - price(card, buyer.discount) * PRICE
    if card.type in FOR_REQUESTS and buyer.lacks_request:
        worth += FIRST_REQUEST
    return worth


@lru_cache(maxsize=1024)
def _worths(kinds: Kinds, buyer: Buyer) -> tuple[float, ...]:
    """The value of taking each card of a deck."""
    return tuple([_worth(buyer, card) for card in kinds.cards])


def _stopping(view: MerchantsView, seat: int, harbour: Cards) -> float:
    """The value of the best takes from this harbour."""
    own, buyer = view.seats[seat], _buyer(view, seat)
    ships = sum([type(CARDS[instance]) is Ship for instance in harbour])
    return sum(sorted([_worth(buyer, CARDS[instance]) for instance in harbour], reverse=True)[: _takes(own, ships)], 0.0)


def _takes(own: SeatView, ships: int) -> int:
    """The number of cards that the active seat may take with this number of Ships in the harbour."""
    return takes_for(min(ships, MOST_TYPES)) + own.extra_takes


def _going_on(view: MerchantsView, seat: int, harbour: Cards) -> float:
    """The mean value of the best takes after one more card, over all cards that may come; a bust brings nothing."""
    own, buyer = view.seats[seat], _buyer(view, seat)
    kinds, numbers = next_cards(view)
    worths, place_of = _worths(kinds, buyer), kinds.place_of
    types = {CARDS[instance].type for instance in harbour if type(CARDS[instance]) is Ship}
    ranked = sorted([worths[place_of[instance]] for instance in harbour], reverse=True)
    fewer, more = _takes(own, len(types)), _takes(own, len(types) + 1)
    now, with_ship = sum(ranked[:fewer]), sum(ranked[:more])
    last = ranked[fewer - 1] if len(ranked) >= fewer else 0.0
    last_with_ship = ranked[more - 1] if len(ranked) >= more else 0.0
    total = 0.0
    for number, worth, ship_type, needed in zip(numbers, worths, kinds.ship_types, kinds.strengths, strict=True):
        if not number:
            continue
        if not ship_type:
            total += number * (now + (worth - last) if worth > last else now)
        elif ship_type not in types:
            total += number * (with_ship + (worth - last_with_ship) if worth > last_with_ship else with_ship)
        elif needed <= own.strength:
            total += number * now
    return total / max(1, sum(numbers))
