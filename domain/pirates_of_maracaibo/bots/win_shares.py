"""Estimates each seat's chance to win."""

from __future__ import annotations

from collections.abc import Sequence

from ..content import value_of
from ..jordan.score import VP_PER_IMPROVEMENT, VP_PER_QUEST, VP_PER_RESIDENCE, VP_PER_RIVER
from ..state import ROUNDS, State, built, jordan_of
from ..values import TREASURES
from .features import PROMISE, progress

JORDAN, JORDAN_B_CARD = 150.0, 15.0
"""What Jordan gains in a whole game, in VP: without B cards, and more for each of them."""


def win_shares(state: State) -> Sequence[float]:
    """Each seat's chance to win; exact when the game is over. With Jordan the chances add up to less than 1."""
    seats = range(len(state.seats))
    if state.result is not None and state.result.winners:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    expected = PROMISE.of_all(state, len(seats))
    if state.jordan is not None:
        expected.append(_jordan(state))
    return PROMISE.shares(state, expected)[: len(seats)]


def _jordan(state: State) -> float:
    """The final score that Jordan may expect: the present one, and the average gain in the rest of the game."""
    jordan = jordan_of(state)
    kept = VP_PER_IMPROVEMENT * len(jordan.improvements) + VP_PER_RESIDENCE * len(built(state, "jordan"))
    found = sum([jordan.treasures.get(kind, 0) * value_of(state.islands[kind]) for kind in TREASURES])
    now = jordan.vp + kept + found + VP_PER_QUEST * len(jordan.quests) + VP_PER_RIVER * len(jordan.rivers)
    number, over = progress(state)
    return now + (JORDAN + JORDAN_B_CARD * (state.options.b_cards or 0)) * (1 - (number + over) / ROUNDS)
