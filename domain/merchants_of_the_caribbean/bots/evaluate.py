"""How good a command looks to a simple, sound player: what it brings in points and coins, against the risk of a bust."""

from __future__ import annotations

from collections.abc import Mapping

from .. import commands as c
from ..content import Person, Ship
from ..events import Cards
from ..loot_and_hire import FEE, TAKES_BY_SHIP_TYPES, price
from ..odds import next_cards
from ..state import OtherTake
from ..view import MerchantsView, SeatView
from .heuristics import CARDS

# In about coins.
POINT = 1.6
TAKEN = 1.0
"""Of any Person, besides what it shows: a take that is not used is lost."""
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
"""Of a Person that serves requests, to a seat that has to complete one yet."""
PRICE = 0.35
"""Of each coin that a hire costs: coins are there to be spent."""
COIN, RICH_COIN, RICH = 0.9, 0.5, 8
ANOTHER_CARD = 0.9
"""What one more card in the harbour brings on average."""
COMPLETE = 100.0
"""Requests are completed as soon as possible: little is gained by waiting, while a rival may come first."""


def evaluate(view: MerchantsView, seat: int, command: c.Command) -> float:
    """The gain that the command promises; finishing and busting are the least."""
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
            # A Ship more is a card more to choose from, for the same risk as without it or a little more.
            return 0.01 + _going_on(view, seat, (*view.harbour, card))
        case c.LootShip(card=card) | c.HirePerson(card=card):
            fee = FEE if type(view.decision) is OtherTake else 0
            return _worth(view, view.seats[seat], card) - fee
        case c.FinishTaking() | c.EndTurn():
            return 0.0


def _worth(view: MerchantsView, own: SeatView, instance: str) -> float:
    """Of taking a card; nothing for a Person too dear."""
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
    """The best takes from this harbour."""
    own = view.seats[seat]
    ships = sum([type(CARDS[instance]) is Ship for instance in harbour])
    takes = TAKES_BY_SHIP_TYPES[min(ships, len(TAKES_BY_SHIP_TYPES) - 1)] + own.extra_takes
    return sum(sorted([_worth(view, own, instance) for instance in harbour], reverse=True)[:takes], 0.0)


def _going_on(view: MerchantsView, seat: int, harbour: Cards) -> float:
    """One more card, if it is not a bust, and then the best takes."""
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
