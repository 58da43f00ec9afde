"""The chances of the next reveal, from what everyone sees."""

from __future__ import annotations

from functools import cache

from .content import Card, Ship, deck
from .view import MerchantsView

NEVER = 1 << 30
"""The strength that would repel a skull: more than any seat can have."""


class Kinds:
    """The different cards of a deck as parallel lists: a card has the same place in each."""

    def __init__(self, deck_id: str, revision: int, seats: int) -> None:
        instances = deck(deck_id, revision, seats).cards
        places: dict[str, int] = {}
        cards: list[Card] = []
        self.place_of: dict[str, int] = {}
        """The place of each instance's card."""
        for instance, card in instances.items():
            place = self.place_of[instance] = places.setdefault(card.id, len(places))
            if place == len(cards):
                cards.append(card)
        self.cards = tuple(cards)
        self.copies = [0] * len(cards)
        for place in self.place_of.values():
            self.copies[place] += 1
        self.ship_types = [card.type if type(card) is Ship else "" for card in cards]
        self.strengths = [_repelled_by(card) for card in cards]


def _repelled_by(card: Card) -> int:
    if type(card) is not Ship:
        return 0
    return NEVER if card.strength is None else card.strength


@cache
def kinds(deck_id: str, revision: int, seats: int) -> Kinds:
    return Kinds(deck_id, revision, seats)


def next_cards(view: MerchantsView) -> tuple[Kinds, list[int]]:
    """How many copies of each card the next reveal can turn up. Each copy is equally likely."""
    found = kinds(view.deck_id, view.revision, len(view.seats))
    place_of = found.place_of
    if not view.draw_deck_size:
        numbers = [0] * len(found.cards)
        for instance in view.discard_pile:
            numbers[place_of[instance]] += 1
        return found, numbers
    # Cards that do not lie face up are in the draw deck or coins. Any may be on top, except for the known coins (MC-153).
    numbers = found.copies.copy()
    for instance in view.discard_pile:
        numbers[place_of[instance]] -= 1
    for instance in view.harbour + view.requests + view.known_coins:
        numbers[place_of[instance]] -= 1
    for seat in view.seats:
        for instance in seat.persons + seat.completed_requests:
            numbers[place_of[instance]] -= 1
    if view.revealed_slot is not None:
        numbers[place_of[view.revealed_slot]] -= 1
    return found, numbers


def bust_chance(view: MerchantsView) -> float:
    """The chance that the active seat's next reveal is a bust, if it repels what it can (MC-070)."""
    found, numbers = next_cards(view)
    strength = view.seats[view.active_seat].strength
    busts = 0
    for number, ship_type, needed in zip(numbers, found.ship_types, found.strengths, strict=True):
        if ship_type in view.ship_types and needed > strength:
            busts += number
    return busts / max(1, sum(numbers))
