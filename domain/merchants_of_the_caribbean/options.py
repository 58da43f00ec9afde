"""How a game of Merchants of the Caribbean can be varied (RULES.md, chapter 18)."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed at setup (MC-V01). What is None takes the deck's default; the event `game_set_up` records every value."""

    deck: str = "merchants-110"
    players: int | None = None
    starting_seat: int | Literal["random"] = "random"
    round_limit: int = 100
    target_influence: int | None = None
    expedition_required: bool | None = None
    jester_pays_active_on_empty_harbour: bool | None = None
