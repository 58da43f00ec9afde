"""Small values that states, events and views share."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Cards: TypeAlias = tuple[str, ...]

# Names of things. The docstring under an alias describes, in openapi.yaml, every field of that type.

NationId: TypeAlias = str
"""`english`, `spanish`, `french` or `dutch`."""
ZoneId: TypeAlias = str
"""A sea zone, by its id."""
PortId: TypeAlias = str
"""A port, by its id."""
NpcId: TypeAlias = str
"""An NPC ship: its nation if it is naval, else `pirate_sloop` or `pirate_frigate`."""
HitLocation: TypeAlias = str
"""`hull`, `cargo`, `masts`, `crew` or `cannons`."""
ModificationId: TypeAlias = str
"""A modification, by its id."""
WeaponId: TypeAlias = str
"""A special weapon, by its id."""
CargoCard: TypeAlias = str
"""A cargo card, by its id."""
GloryCard: TypeAlias = str
"""A glory card, as `<card id>:<copy number>`."""


class Locations(msgspec.Struct, frozen=True, gc=False):
    """A value for each hit location."""

    hull: int
    """The value of the Hull."""
    cargo: int
    """The value of the Cargo."""
    masts: int
    """The value of the Masts."""
    crew: int
    """The value of the Crew."""
    cannons: int
    """The value of the Cannons."""


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A deck, the top card first, and its discard pile, the latest card last."""

    cards: Cards
    discard: Cards = ()


class Ranked(msgspec.Struct, frozen=True):
    """One seat in the final ranking (MM-428)."""

    seat: int
    """Its number."""
    place: int
    """The place, from 1; equal seats share one."""
    points: int
    """With stash points."""
    track: int
    """Glory points on the track."""
    stash: int
    """Gold in the stash."""
    compared: bool
    """Whether the seat is compared with the others that reach 10 points: among them most points on the track win, then the
    larger stash (MM-373, MM-374, MM-375)."""
