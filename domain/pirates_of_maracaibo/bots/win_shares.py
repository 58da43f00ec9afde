"""Estimates each seat's chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ..content import IMPROVEMENTS, value_of
from ..jordan.score import VP_PER_IMPROVEMENT, VP_PER_QUEST, VP_PER_RESIDENCE, VP_PER_RIVER
from ..scoring import DOUBLOONS_PER_VP, VP_PER_BURIED
from ..state import ROUNDS, State, built, buried, income, jordan_of, treasures
from ..values import TREASURES, Who

VP = 0.06
"""Weight of a victory point in the log odds of winning."""
QUEST, RESIDENCE, UPGRADE, FIGUREHEAD = 3.0, 8.0, 2.5, 4.0
"""Value of each in VP, before the final scoring."""
DOUBLOON_BEFORE_THE_END = 0.35
"""Value of a doubloon in VP, while it can still buy something."""


def win_shares(state: State) -> Sequence[float]:
    """Each seat's chance to win; exact when the game is over. With Jordan the chances add up to less than 1."""
    seats = range(len(state.seats))
    if state.result is not None and state.result.winners:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    weights = [exp(VP * worth(state, seat)) for seat in seats]
    total = sum(weights) + (exp(VP * worth(state, "jordan")) if state.jordan is not None else 0.0)
    return [weight / total for weight in weights]


def worth(state: State, who: Who) -> float:
    """The score now, and an estimate of what the cards still bring, in VP."""
    if who == "jordan":
        jordan = jordan_of(state)
        kept = VP_PER_IMPROVEMENT * len(jordan.improvements) + VP_PER_RESIDENCE * len(built(state, "jordan"))
        found = sum(jordan.treasures.get(kind, 0) * value_of(state.islands[kind]) for kind in TREASURES)
        return jordan.vp + kept + found + VP_PER_QUEST * len(jordan.quests) + VP_PER_RIVER * len(jordan.rivers)
    own = state.seats[who]
    left = ROUNDS - state.round + 1
    doubloons, vp = income(own)
    money = 1 / DOUBLOONS_PER_VP if state.round == ROUNDS else DOUBLOON_BEFORE_THE_END
    points = own.vp + VP_PER_RIVER * len(own.rivers) + money * own.doubloons
    points += sum(IMPROVEMENTS[card].vp for card in own.improvements)
    points += left * (vp + money * doubloons)
    points += sum(treasures(own, kind) * value_of(state.islands[kind]) for kind in TREASURES) + VP_PER_BURIED * buried(own)
    points += QUEST * len(own.quests) + RESIDENCE * len(built(state, who)) + UPGRADE * len(own.upgrades)
    return points + FIGUREHEAD * (own.figurehead is not None)
