"""Helpers of `evolve` that return a changed copy of a part of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.kit.updates import with_seat

from ..frames import Frame, Side
from ..state import State, afloat, ship_of
from ..values import Cards, Deck, Locations

Change: TypeAlias = Callable[[Any, Any], State]


def with_ship(state: State, number: int, **changes: Any) -> State:
    return with_seat(state, number, ship=replace(ship_of(state, number), **changes))


def with_frame(state: State, kind: type[Frame], **changes: Any) -> State:
    """The state with its innermost frame of this kind changed; the same state if there is none."""
    stack = state.stack
    if stack and type(stack[-1]) is kind:  # As it is most often.
        return replace(state, stack=(*stack[:-1], replace(stack[-1], **changes)))
    for place in range(len(stack) - 1, -1, -1):
        frame = stack[place]
        if type(frame) is kind:
            return replace(state, stack=(*stack[:place], replace(frame, **changes), *stack[place + 1 :]))
    return state


def with_values(state: State, side: Side, values: Locations) -> State:
    """The state with other current values of a side's ship."""
    if isinstance(side, int):
        return with_ship(state, side, now=values)
    return replace(state, npcs={**state.npcs, side: replace(state.npcs[side], now=values)})


def with_value(state: State, side: Side, location: str, value: int) -> State:
    return with_values(state, side, replace(afloat(state, side), **{location: value}))


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
    return with_seat(state, seat, gold=state.seats[seat].gold - gold, **changes)


def shown_amount(field: Any) -> int:
    """An amount, from a field that may hold `Secret` for others."""
    assert type(field) is int
    return field
