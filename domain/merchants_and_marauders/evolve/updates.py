"""Helpers of `evolve` that return a changed copy of a part of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.kit.updates import seated, with_one, with_seat

from ..frames import Frame, Side
from ..state import State, ship_of
from ..values import Cards, Deck

Change: TypeAlias = Callable[[Any, Any], State]


def with_ship(state: State, number: int, **changes: Any) -> State:
    return with_seat(state, number, ship=replace(ship_of(state, number), **changes))


def framed(state: State, frame: Frame) -> State:
    """The state with `frame` in place of the innermost frame of its kind, which there is."""
    stack, kind = state.stack, type(frame)
    place = len(stack) - 1
    while type(stack[place]) is not kind:
        place -= 1
    return replace(state, stack=with_one(stack, place, frame))


def with_frame(state: State, kind: type[Frame], **changes: Any) -> State:
    """The state with its innermost frame of this kind changed; the same state if there is none."""
    for frame in reversed(state.stack):
        if type(frame) is kind:
            return framed(state, replace(frame, **changes))
    return state


def with_value(state: State, side: Side, location: str, value: int) -> State:
    """The state with another current value of a location of a side's ship."""
    if isinstance(side, int):
        seat = state.seats[side]
        ship = ship_of(state, side)
        return seated(state, side, replace(seat, ship=replace(ship, now=replace(ship.now, **{location: value}))))
    npc = state.npcs[side]
    return replace(state, npcs={**state.npcs, side: replace(npc, now=replace(npc.now, **{location: value}))})


def minus(cards: Cards, gone: Cards) -> Cards:
    """The cards except these; no card is there twice."""
    left_out = frozenset(gone)
    return tuple([card for card in cards if card not in left_out])


def discarded(deck: Deck, cards: Cards) -> Deck:
    return replace(deck, discard=deck.discard + cards)


def drawn(deck: Deck, cards: Cards) -> Deck:
    """The deck without cards that were drawn from it, most often its top ones."""
    top = len(cards)
    left = deck.cards[top:] if deck.cards[:top] == cards else minus(deck.cards, cards)
    return Deck(left, deck.discard)


def taken(deck: Deck, cards: Cards) -> Deck:
    """The deck without cards that were drawn from it or found in its discard pile."""
    return Deck(minus(deck.cards, cards), minus(deck.discard, cards))


def paid(state: State, seat: int, gold: int, **changes: Any) -> State:
    own = state.seats[seat]
    return seated(state, seat, replace(own, gold=own.gold - gold, **changes))


def shown_amount(field: Any) -> int:
    """An amount, from a field that may hold `Secret` for others."""
    assert type(field) is int
    return field
