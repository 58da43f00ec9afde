"""The options of a game (RULES.md, chapter 18)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.kit.options import default_with, within

from .content import NEWEST
from .ids import DeckId

TARGET_INFLUENCE = range(1, 51)
ROUND_LIMIT = range(1, 1001)


def _of_deck(name: str) -> msgspec.Meta:
    return default_with("deck", {deck: getattr(listed.defaults, name) for deck, listed in NEWEST.items()})


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fixed at setup (MC-V01). Options that are null take the deck's default; the event `game_set_up` records all values."""

    deck: DeckId = "merchants-110"
    """The list of cards: `merchants-110`, for 2 to 4 players, or `port-royal-120`, for 2 to 5 (MC-V03, MC-V04)."""
    players: Annotated[int, within(range(2, 6))] | None = None
    """The number of seats, if it is fixed beforehand."""
    starting_seat: Annotated[int, within(range(5))] | Literal["random"] = "random"
    """The seat that begins, or `random`."""
    round_limit: Annotated[int, within(ROUND_LIMIT)] = 100
    """The game ends after this many rounds, whoever leads."""
    target_influence: Annotated[Annotated[int, within(TARGET_INFLUENCE)] | None, _of_deck("target_influence")] = None
    """The influence points that trigger the end. The deck decides, unless set (MC-V06)."""
    expedition_required: Annotated[bool | None, _of_deck("expedition_required")] = None
    """Whether a seat must have completed an Expedition Request to trigger the end and to win. The deck decides, unless set
    (MC-V07, MC-V08)."""
    jester_pays_active_on_empty_harbour: Annotated[bool | None, _of_deck("jester_pays_active_on_empty_harbour")] = None
    """Whether Jesters also pay an active player who stops with an empty harbour. The deck decides, unless set (MC-105,
    MC-V10)."""
