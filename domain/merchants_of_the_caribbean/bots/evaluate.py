"""Rates a command as a simple, sound player would: what it brings in points and coins, against the risk of a bust."""

from __future__ import annotations

from collections.abc import Mapping

from .. import commands as c
from ..content import Person, Ship
from ..ids import Cards
from ..loot_and_hire import FEE, TAKES_BY_SHIP_TYPES, price
from ..odds import next_cards
from ..state import OtherTake
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
ANOTHER_CARD = 0.9
"""The average value of one more card in the harbour."""
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
            fee = FEE if type(view.decision) is OtherTake else 0
            return _worth(view, view.seats[seat], card) - fee
        case c.FinishTaking() | c.EndTurn():
            return 0.0


def _worth(view: MerchantsView, own: SeatView, instance: str) -> float:
    """The value of taking a card; 0 for a Person that the seat cannot pay."""
    card = CARDS[instance]
    if type(card) is Ship:
        return card.coins * (COIN if own.coin_count < RICH else RICH_COIN)
    if type(card) is not Person or price(card, own.discount) > own.coin_count:
        return 0.0
    worth = card.influence * POINT + SKILLS[card.type] + TAKEN - price(card, own.discount) * PRICE
    if card.type in FOR_REQUESTS and view.options.expedition_required and not own.completed_requests:
        worth += FIRST_REQUEST
    return worth


def _stopping(view: MerchantsView, seat: int, harbour: Cards) -> float:
    """The value of the best takes from this harbour."""
    own = view.seats[seat]
    ships = sum([type(CARDS[instance]) is Ship for instance in harbour])
    takes = TAKES_BY_SHIP_TYPES[min(ships, len(TAKES_BY_SHIP_TYPES) - 1)] + own.extra_takes
    return sum(sorted([_worth(view, own, instance) for instance in harbour], reverse=True)[:takes], 0.0)


def _going_on(view: MerchantsView, seat: int, harbour: Cards) -> float:
    """The value of one more card if it is no bust, and of the best takes after it."""
    types = {CARDS[instance].type for instance in harbour if type(CARDS[instance]) is Ship}
    strength = view.seats[seat].strength
    kinds, numbers = next_cards(view)
    busts = sum(
        [
            number
            for number, ship_type, needed in zip(numbers, kinds.ship_types, kinds.strengths, strict=True)
            if ship_type in types and needed > strength
        ]
    )
    return (1 - busts / max(1, sum(numbers))) * (_stopping(view, seat, harbour) + ANOTHER_CARD)
