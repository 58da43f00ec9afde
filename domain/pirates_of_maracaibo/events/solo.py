"""Jordan's turns (RULES.md, chapter 22)."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden

from ..parts import Cards, Treasure
from .base import BaseEvent


class SoloCardRevealed(BaseEvent, frozen=True, tag="solo_card_revealed"):
    """PM-V39; no main action: it was ignored."""

    card: str
    main_action: str | None


class SoloDeckShuffled(BaseEvent, frozen=True, tag="solo_deck_shuffled"):
    """PM-V57."""

    deck: Cards | Hidden


class JordanDieRolled(BaseEvent, frozen=True, tag="jordan_die_rolled"):
    """PM-V55; all rolls, the last one counts."""

    purpose: str
    rolls: tuple[int, ...]


class JordanTreasureGained(BaseEvent, frozen=True, tag="jordan_treasure_gained", rename={"from_": "from"}):
    """PM-304."""

    treasure: Treasure
    from_: str


class JordanTrackAdvanced(BaseEvent, frozen=True, tag="jordan_track_advanced"):
    """PM-V56."""

    position: int


class JordanQuestTaken(BaseEvent, frozen=True, tag="jordan_quest_taken"):
    """PM-V40: the rightmost of the market, the others slide (PM-311), or the top of the deck."""

    source: str
    quest: str | Hidden
    market: Cards
    """As it lies afterwards, before place 1 is refilled."""


SoloEvent: TypeAlias = (
    SoloCardRevealed | SoloDeckShuffled | JordanDieRolled | JordanTreasureGained | JordanTrackAdvanced | JordanQuestTaken
)
