"""Deals the hidden cards again, so that bots can play on in games that look the same to everyone (MC-I11)."""

from __future__ import annotations

from domain.game import Hidden, Rng
from domain.kit.cards import shuffled
from domain.kit.state_from_view import same_named

from ..content import deck
from ..ids import Cards
from ..state import State, seat_with
from ..view import MerchantsView, Zone


def unseen(view: MerchantsView) -> tuple[str, ...]:
    """The cards that lie face down somewhere: in the draw deck or as coins. In the order of the card list."""
    seen = {*view.discard_pile, *view.harbour, *view.requests}
    if view.revealed_slot is not None:
        seen.add(view.revealed_slot)
    for seat in view.seats:
        seen.update(seat.persons, seat.completed_requests)
    for zone in (view.draw_deck, *(seat.coins for seat in view.seats)):
        if isinstance(zone, tuple):
            seen.update(zone)
    return tuple(card for card in deck(view.deck_id, view.revision, len(view.seats)).cards if card not in seen)


def determinize(view: MerchantsView, seat: int | None, rng: Rng) -> State:
    """A state with this view, its hidden cards dealt at random; every deal is equally likely. Known coins stay coins
    (MC-153)."""
    cards = deck(view.deck_id, view.revision, len(view.seats)).cards
    hidden = unseen(view)
    known = [card for card in view.known_coins if card in hidden]
    drawable = shuffled([card for card in hidden if card not in known], rng)
    size = view.draw_deck.count if isinstance(view.draw_deck, Hidden) else 0
    coins = iter(shuffled([*known, *drawable[size:]], rng))

    def dealt(zone: Zone) -> Cards:
        return zone if isinstance(zone, tuple) else tuple(next(coins) for _ in range(zone.count))

    return same_named(
        State,
        view,
        seats=tuple(seat_with(cards, own.persons, own.completed_requests, dealt(own.coins)) for own in view.seats),
        card_count=len(cards),
        deck=view.draw_deck if isinstance(view.draw_deck, tuple) else drawable[:size],
        drawn=0,
    )
