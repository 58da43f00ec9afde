"""Positions of the solo mode in which Jordan is about to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.pirates_of_maracaibo.content import JORDAN_SLOTS, SOLO_CARDS

from .scenario import Table, given

NEAR = ("c3r1", "c3r3", "c2r1", "c2r2", "c2r3", "c2r4", "c1r1", "c1r2", "c1r3")
"""Where a ship can go from the starting zone, what is best for Jordan first (PM-287)."""
ALL_SLOTS = tuple(slot.id for slot in JORDAN_SLOTS)


def solo(near: Mapping[str, str] | None = None, *, cards: Sequence[str] = (), **position: Any) -> Table:
    """All that is near is Open Water but these cards; `cards` lie on top of the Solo deck."""
    deck = (*cards, *(card for card in SOLO_CARDS if card not in cards))[:6]
    sea = {**dict.fromkeys(NEAR, ""), **(near or {}), **position.pop("sea", {})}
    return given(**{"seats": 1, "solo_deck": deck, "sea": sea, **position})


def acting(near: Mapping[str, str], card: str, **position: Any) -> Table:
    """Jordan will draw this card, and all its slots are covered, so that Upgrades do nothing."""
    return solo(near, cards=[card], **{"upgrades": {"jordan": ALL_SLOTS}, **position})


def upgrading(covered: int, **position: Any) -> Table:
    """Jordan is in the Gulf: its turn is the way to Maracaibo and an Upgrade."""
    return solo(**{"at": {"jordan": "gulf"}, "upgrades": {"jordan": ALL_SLOTS[:covered]}, **position})
