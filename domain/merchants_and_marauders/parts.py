"""Small values that states, events and views share."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Cards: TypeAlias = tuple[str, ...]


class Locations(msgspec.Struct, frozen=True, gc=False):
    """A value for each hit location."""

    hull: int
    cargo: int
    masts: int
    crew: int
    cannons: int


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A deck, the top card first, and its discard pile, the latest card last."""

    cards: Cards
    discard: Cards = ()


class Ranked(msgspec.Struct, frozen=True):
    """One seat in the final ranking (MM-428)."""

    seat: int
    """Its number."""
    place: int
    """From 1; equal seats share one."""
    points: int
    """With stash points."""
    track: int
    """Glory points on the track."""
    stash: int
    """Gold in the stash."""
    compared: bool
    """Whether the seat took part in the comparison (MM-373)."""
