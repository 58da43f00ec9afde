"""How `evolve` writes into a state what an event tells."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

T = TypeVar("T")
S = TypeVar("S", bound=Any)
"""A state, a Struct with `seats` and with the `turn` being played: no type says both."""


def nothing(state: S, event: object) -> S:
    """For events that only say why others happen."""
    return state


def with_one(seats: tuple[T, ...], number: int, seat: T) -> tuple[T, ...]:
    """The seats, this one in the place of that number."""
    return (*seats[:number], seat, *seats[number + 1 :])


def with_seat(state: S, number: int, **changes: Any) -> S:
    """The state with some fields of one seat changed."""
    seats = state.seats
    return replace(state, seats=with_one(seats, number, replace(seats[number], **changes)))


def with_turn(state: S, **changes: Any) -> S:
    """The state with some fields of its turn changed; as it is while no turn is being played."""
    return state if state.turn is None else replace(state, turn=replace(state.turn, **changes))


def without(cards: tuple[T, ...], card: T) -> tuple[T, ...]:
    """The cards without the first one of this name. Raises ValueError if there is none."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


# What an event hides is never folded: these read a field that is there.


def shown_cards(field: Any) -> tuple[str, ...]:
    """The names of cards, from a field that may hold `Hidden` for others."""
    assert type(field) is tuple
    return field


def shown_card(field: Any) -> str:
    """The name of a card, from a field that may hold `Hidden` for others."""
    assert type(field) is str
    return field
