"""The options of Pirates of Maracaibo (PM-017)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.kit.options import within

FEWEST, MOST = 1, 4
B_CARDS = 6


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed at setup. The six modules may be combined freely (PM-018)."""

    players: Annotated[int, within(range(FEWEST, MOST + 1))] | None = None
    """The number of seats, if it is to be fixed beforehand; one plays against Jordan."""
    layout: Literal["standard", "grid", "strait", "long_channel"] = "standard"
    """The layout of the sea."""
    break_location_clusters: bool = False
    """Whether four or more Locations that touch are parted as the sea is laid out. Meant for first games (PM-023)."""
    b_cards: Annotated[int, within(range(B_CARDS + 1))] | None = None
    """Solo mode only: how many of Jordan's six cards are the harder ones (PM-272); 0 unless set."""
    fog_of_war_locations: bool = False
    """Module Fog of War: the first Locations are face down (chapter 23.1)."""
    fog_of_war_improvements: bool = False
    """Module Fog of War: Improvements are face down, and ships sail step by step (chapter 23.2)."""
    pirate_skirmish: bool = False
    """Module Pirate Skirmish: captains who meet fight instead of paying (chapter 23.3)."""
    quest_hunters: bool = False
    """Module Quest Hunters: of each Quest only the harder line counts, and twice (chapter 23.4)."""
    rubies: bool = False
    """Module Rubies: found at some Locations and sold in the Gulf (chapter 23.5)."""
    retirement: bool = False
    """Module Retirement: a second end of the exploration track, where the Explorer retires (chapter 23.6)."""
