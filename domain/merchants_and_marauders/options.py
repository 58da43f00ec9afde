"""How a game of Merchants & Marauders can be varied (MM-K28)."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed at setup. `windows` says for whom reaction windows open (MM-390, MM-391)."""

    players: int | None = None
    windows: Literal["uniform", "holders_only"] = "uniform"
    open_gold: bool = False
    """Whether everybody sees the gold on board (MM-386)."""
