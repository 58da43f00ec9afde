"""Each seat's estimated share of the victory.

The weights were fitted to the positions of some hundred games between two captains who play by `evaluate` (maximum
likelihood), in glory points on the track; the less time is left, the more a point decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from ..content import LOCATIONS, STARTING_SHIPS
from ..ending import winners
from ..flow import glory_points
from ..state import GOAL, GOLD_OF_A_POINT, STASH_POINTS, Seat, State, full, stash_points

POINT = 1.8
"""The weight of a point on the track in the logarithm of the odds, before it is divided by the root of the time left."""
STASHED = 0.65
"""A point of the stash, relative to one on the track: rivals get them easily too."""
GOLD = 0.03
"""Gold that is no point yet but can become one."""
CARGO = 0.05
BIG_SHIP = 0.6
DAMAGE = 0.17
DESTROYED = 0.5
"""Added for a destroyed location, without which a ship cannot raid."""
TURN = 0.2
"""Being the seat whose turn it is."""
WINNING = 3.0
"""Taking part in the comparison at the end of the last round (MM-373)."""
PACE = 2
"""Rounds that a good captain needs for a point."""
SOON = 4
"""Rounds that are added to the time left, because luck decides the last ones."""


def win_shares(state: State) -> Sequence[float]:
    """Each seat's share of the victory; exact when the game is over."""
    seats = range(len(state.seats))
    if state.result is not None:
        first = winners(state.result.ranking)
        return [1 / len(first) if seat in first else 0.0 for seat in seats]
    decisive = POINT / sqrt(_rounds_ahead(state) + SOON)
    weights = [exp(decisive * _strength(state, seat)) for seat in seats]
    total = sum(weights)
    return [weight / total for weight in weights]


def _rounds_ahead(state: State) -> int:
    """Rounds until the event cards are gone or somebody has ten points."""
    if state.game_over_after_round:
        return 0
    leader = max(glory_points(state, seat) for seat in range(len(state.seats)))
    return min(len(state.event_deck), PACE * max(0, GOAL - leader))


def _strength(state: State, number: int) -> float:
    """What a seat has, in points on the track."""
    seat = state.seats[number]
    loose = min(STASH_POINTS * GOLD_OF_A_POINT, seat.stash + seat.gold) - GOLD_OF_A_POINT * stash_points(seat)
    strength = seat.points + _stashed(state) * stash_points(seat) + GOLD * max(0, loose) + CARGO * len(seat.cargo)
    if state.turn is not None and state.turn.seat == number:
        strength += TURN
    if state.game_over_after_round and (seat.declared or glory_points(state, number) >= GOAL):
        strength += WINNING
    return strength + _ship(seat)


def _stashed(state: State) -> float:
    """What a point of the stash is worth, relative to one on the track. In the last round it counts fully or not at all, as
    `final_comparison` says (MM-374)."""
    if not state.game_over_after_round:
        return STASHED
    return 1.0 if state.options.final_comparison == "points" else 0.0


def _ship(seat: Seat) -> float:
    if seat.ship is None:
        return 0.0
    whole, now = full(seat.ship), seat.ship.now
    damage: int = sum(getattr(whole, place) - getattr(now, place) for place in LOCATIONS)
    destroyed = sum(not getattr(now, place) for place in LOCATIONS)
    return BIG_SHIP * (seat.ship.type not in STARTING_SHIPS) - DAMAGE * damage - DESTROYED * destroyed
