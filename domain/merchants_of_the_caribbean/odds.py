"""The chances of the next reveal, from what everyone can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from .cards import Card, Ship, deck
from .determinize import unseen
from .view import MerchantsView


def next_cards(view: MerchantsView) -> list[tuple[Card, float]]:
    """Which cards the next reveal can turn up, each with its chance; empty if no card is left."""
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    instances = unseen(view) if view.draw_deck_size else view.discard_pile
    copies = Counter(cards[instance].id for instance in instances)
    kinds = {card.id: card for card in map(cards.__getitem__, instances)}
    return [(kinds[card_id], number / len(instances)) for card_id, number in copies.items()]


def busts(card: Card, ship_types: Collection[str], strength: int) -> bool:
    """Whether this card, turned up next, ruins the turn of a seat that would repel it if it could (MC-070)."""
    return type(card) is Ship and card.type in ship_types and (card.strength is None or card.strength > strength)


def bust_chance(view: MerchantsView) -> float:
    """The chance that the active seat's next reveal is a bust."""
    strength = view.seats[view.active_seat].strength
    return sum((chance for card, chance in next_cards(view) if busts(card, view.ship_types, strength)), 0.0)
