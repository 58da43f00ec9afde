"""How a game of Pirates of Maracaibo can be varied (PM-017)."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed at setup. The six modules may be combined freely (PM-018)."""

    players: int | None = None
    layout: Literal["standard", "grid", "strait", "long_channel"] = "standard"
    break_location_clusters: bool = False
    """Meant for first games (PM-023)."""
    b_cards: int | None = None
    """Solo mode: how many of Jordan's cards are the harder ones, 0 to 6 (PM-272)."""
    fog_of_war_locations: bool = False
    fog_of_war_improvements: bool = False
    pirate_skirmish: bool = False
    quest_hunters: bool = False
    rubies: bool = False
    retirement: bool = False
