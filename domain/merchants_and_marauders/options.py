"""How a game of Merchants & Marauders can be varied (MM-K28)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.kit.options import within

FEWEST, MOST = 2, 4


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed at setup."""

    players: Annotated[int, within(range(FEWEST, MOST + 1))] | None = None
    """The number of seats, if it is fixed beforehand."""
    windows: Literal["uniform", "holders_only"] = "holders_only"
    """Who is asked when a glory card could be played out of turn. `holders_only`: the seats that can play one, which shows
    others that they hold such a card (MM-391). `uniform`: all seats that hold glory cards, which hides who has a fitting
    one, but takes some 160 passes of each seat (MM-390)."""
    open_gold: bool = False
    """Whether everybody sees the gold on board. Its changes then show what a captain pays for goods, stashes or withdraws,
    and what a stash of less than 10 gold holds when a new captain starts (MM-386)."""
    final_comparison: Literal["points", "track"] = "points"
    """What counts at the end if several captains reach 10 points. `points`: all their points, with those of the stash.
    `track`: only their points on the glory track, so that 10 points can win over 12. The larger stash breaks a tie in both
    (MM-374, MM-375)."""
