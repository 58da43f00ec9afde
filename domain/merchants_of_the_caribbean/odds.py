"""The chances of the next reveal, from what everyone can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from .cards import Card, Ship, deck
from .determinize import unseen
from .view import MerchantsView


def next_cards(view: MerchantsView) -> Mapping[Card, int]:
    """Which cards the next reveal can turn up, each with the number of its copies; all copies are equally likely."""
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    instances = unseen(view) if view.draw_deck_size else view.discard_pile
    return Counter(cards[instance] for instance in instances)


def busts(card: Card, ship_types: Collection[str], strength: int) -> bool:
    """Whether this card, turned up next, ruins the turn of a seat that would repel it if it could (MC-070)."""
    return type(card) is Ship and card.type in ship_types and (card.strength is None or card.strength > strength)


def bust_chance(view: MerchantsView) -> float:
    """The chance that the active seat's next reveal is a bust."""
    cards = next_cards(view)
    strength = view.seats[view.active_seat].strength
    bad = sum(number for card, number in cards.items() if busts(card, view.ship_types, strength))
    return bad / max(1, sum(cards.values()))
