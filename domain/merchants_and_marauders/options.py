"""How a game of Merchants & Marauders can be varied (MM-K28)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.kit.options import within

FEWEST, MOST = 2, 4


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed at setup."""

    players: Annotated[int, within(range(FEWEST, MOST + 1))] | None = None
    """The number of seats, if it is to be fixed beforehand."""
    windows: Literal["uniform", "holders_only"] = "uniform"
    """Who is asked when a glory card could be played out of turn: `uniform` everybody who holds glory cards, so that nobody
    learns who has a fitting one (MM-390); `holders_only` only who could play one, which is quicker (MM-391)."""
    open_gold: bool = False
    """Whether everybody sees the gold on board (MM-386)."""
