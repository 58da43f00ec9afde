"""What no takeback goes past."""

from __future__ import annotations

from .. import events as e

REVEALING = (
    e.GameSetUp,
    e.QuestsDealt,
    e.QuestDeckShuffled,
    e.QuestMarketRevealed,
    e.CardFlipped,
    e.CombatFought,
    e.DiceRolled,
    e.SpaceRefilled,
    e.TierTwoTopChanged,
    e.TierTwoCardReturned,
    e.QuestGained,
    e.QuestMarketRefreshed,
    e.QuestMarketRefilled,
    e.QuestsRevealed,
    e.SoloCardRevealed,
    e.SoloDeckShuffled,
    e.JordanDieRolled,
    e.JordanQuestTaken,
)


def reveals(event: e.Event) -> bool:
    """Whether something is drawn, shown or looked at that was hidden."""
    return isinstance(event, REVEALING)
