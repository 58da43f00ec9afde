"""The options of a game (RULES.md, chapter 18)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.kit.options import within

from .ids import DeckId

TARGET_INFLUENCE = range(1, 51)
ROUND_LIMIT = range(1, 1001)


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
    target_influence: Annotated[int, within(TARGET_INFLUENCE)] | None = None
    """The influence points that trigger the end: 10 with `merchants-110`, 12 with `port-royal-120`, unless set (MC-V06)."""
    expedition_required: bool | None = None
    """Whether a seat must have completed an Expedition Request to trigger the end and to win: true with `merchants-110`,
    false with `port-royal-120`, unless set (MC-V07, MC-V08)."""
    jester_pays_active_on_empty_harbour: bool | None = None
    """Whether Jesters also pay an active player who stops with an empty harbour: true with `merchants-110`, false with
    `port-royal-120`, unless set (MC-105, MC-V10)."""
