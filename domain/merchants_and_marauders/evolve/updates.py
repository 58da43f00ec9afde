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
    stack = list(state.stack)
    for place in range(len(stack) - 1, -1, -1):
        if type(stack[place]) is kind:
            stack[place] = replace(stack[place], **changes)
            return replace(state, stack=tuple(stack))
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
    return tuple([card for card in cards if card not in gone])


def discarded(deck: Deck, cards: Cards) -> Deck:
    return replace(deck, discard=deck.discard + cards)


def drawn(deck: Deck, cards: Cards) -> Deck:
    """The deck without cards that were drawn from it."""
    return replace(deck, cards=minus(deck.cards, cards))


def taken(deck: Deck, cards: Cards) -> Deck:
    """The deck without cards that were drawn from it or found in its discard pile."""
    return Deck(minus(deck.cards, cards), minus(deck.discard, cards))


def paid(state: State, seat: int, gold: int, **changes: Any) -> State:
    return with_seat(state, seat, gold=state.seats[seat].gold - gold, **changes)


def shown_amount(field: Any) -> int:
    """An amount, from a field that may hold `Secret` for others."""
    assert type(field) is int
    return field
