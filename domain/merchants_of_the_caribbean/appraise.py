"""How good things look to a sound, simple player."""

from __future__ import annotations

from collections.abc import Sequence

from . import commands as c
from .state import State
from .view import MerchantsView


def appraise(view: MerchantsView, seat: int, command: c.Command) -> float:
    return 0.0


def standing(state: State) -> Sequence[float]:
    """An estimate of each seat's share of the victory, exact when the game is over."""
    if state.result is not None:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(state.seats))]
    return [1 / len(state.seats)] * len(state.seats)
