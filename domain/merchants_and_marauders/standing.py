"""How near each seat is to winning: each seat's share of the victory, estimated."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from . import worth
from .ending import winners
from .state import Seat, State, stash_points

POINT = 0.8
"""Of a glory point, on the scale of the logarithm of the odds."""
GOLD = POINT / 16
"""Of gold on board or in a stash that is not yet a point."""
DECLARED = 1.0
"""Of points and time: ten points win sooner than they seem."""


def standing(state: State) -> Sequence[float]:
    """Each seat's share of the victory; exact when the game is over."""
    seats = range(len(state.seats))
    if state.result is not None:
        first = winners(state.result.ranking)
        return [1 / len(first) if seat in first else 0.0 for seat in seats]
    weights = [exp(_strength(seat)) for seat in state.seats]
    total = sum(weights)
    return [weight / total for weight in weights]


def _strength(seat: Seat) -> float:
    """What a seat has, in points and in gold."""
    strength = POINT * (seat.points + stash_points(seat)) + GOLD * (seat.stash % 10 + seat.gold)
    strength += GOLD * worth.CARGO * len(seat.cargo) + GOLD * worth.CARD * len(seat.glory)
    strength += GOLD * worth.SPECIALIST * len(seat.specialists)
    if seat.ship is not None:
        strength += GOLD * worth.SHIPS[seat.ship.type]
    if seat.captain is None:
        strength -= GOLD * worth.NEW_CAPTAIN
    return strength + DECLARED * seat.declared
