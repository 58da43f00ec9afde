"""Jordan's turns (RULES.md, chapter 22)."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden
from domain.kit.events import BaseEvent

from ..ids import QuestId, QuestOrNone, QuestSource, SoloActionName, SoloCardId, TreasureSource
from ..values import RollPurpose, Treasure


class SoloCardRevealed(BaseEvent, frozen=True, tag="solo_card_revealed"):
    """A Solo card was turned up for Jordan; without a main action it was ignored (PM-V39)."""

    card: SoloCardId
    """The Solo card."""
    main_action: SoloActionName | None
    """The action on it that Jordan takes; null where there is none."""
    explorer_at_end: bool
    """Whether Jordan's Explorer stood on END, so that it could not explore (PM-310). False in games of version 1, where that
    did not keep it from exploring."""


class SoloActionChosenAnew(BaseEvent, frozen=True, tag="solo_action_chosen_anew"):
    """The bonus of Jordan's card took its Explorer to END where the main action would have been Explore (PM-310)."""

    card: SoloCardId
    """The Solo card."""
    main_action: SoloActionName | None
    """The action on it that Jordan takes instead; null where there is none, so that the next card is drawn."""


class SoloDeckShuffled(BaseEvent, frozen=True, tag="solo_deck_shuffled"):
    """The Solo deck was shuffled again (PM-V57)."""

    deck: tuple[SoloCardId, ...] | Hidden
    """The top card first."""


class JordanDieRolled(BaseEvent, frozen=True, tag="jordan_die_rolled"):
    """A die was rolled for Jordan; of several rolls the last one counts (PM-V55)."""

    purpose: RollPurpose
    rolls: tuple[int, ...]
    """The pips of each roll."""


class JordanTreasureGained(BaseEvent, frozen=True, tag="jordan_treasure_gained", rename={"from_": "from"}):
    """Jordan gained a Treasure from its island, or from the supply if the island was empty (PM-304)."""

    treasure: Treasure
    """Its type."""
    from_: TreasureSource


class JordanTrackAdvanced(BaseEvent, frozen=True, tag="jordan_track_advanced"):
    """Jordan went one step further on its track (PM-V56)."""

    position: int
    """The step where it is now."""


class JordanQuestTaken(BaseEvent, frozen=True, tag="jordan_quest_taken"):
    """Jordan took the rightmost Quest of the market, and the others slid, or the top of the deck (PM-V40, PM-311)."""

    source: QuestSource
    """`deck` or the place of the market."""
    quest: QuestId | Hidden
    """The Quest; hidden if it came from the deck."""
    market: tuple[QuestOrNone, ...]
    """The market afterwards, before place 1 is refilled."""


SoloEvent: TypeAlias = (
    SoloCardRevealed
    | SoloActionChosenAnew
    | SoloDeckShuffled
    | JordanDieRolled
    | JordanTreasureGained
    | JordanTrackAdvanced
    | JordanQuestTaken
)
