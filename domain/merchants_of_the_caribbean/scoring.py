"""Ranking and victory (RULES.md, chapter 12)."""

from __future__ import annotations

from .events import Place
from .state import State


def has_reached_target(state: State, number: int) -> bool:
    """Whether the seat has enough influence, and a completed request where one is required (MC-121, MC-V07)."""
    seat = state.seats[number]
    return seat.influence >= target_influence(state) and may_win(state, number)


def target_influence(state: State) -> int:
    target = state.options.target_influence
    assert target is not None  # game_set_up records every option
    return target


def may_win(state: State, number: int) -> bool:
    """Whether the seat has completed a request, or needs none to win (MC-126)."""
    return not state.options.expedition_required or bool(state.seats[number].completed_requests)


def _rank_values(state: State, number: int) -> tuple[bool, int, int]:
    """The values by which seats are ranked; the greatest is the best (MC-129, MC-V12)."""
    seat = state.seats[number]
    return may_win(state, number), seat.influence, len(seat.coins)


def ranking(state: State) -> tuple[Place, ...]:
    """All seats, the best first. Equal seats share a rank, and the ranks after it are skipped (MC-129, MC-152)."""
    values = {number: _rank_values(state, number) for number in range(len(state.seats))}
    best_first = sorted(values, key=lambda number: values[number], reverse=True)
    return tuple(
        Place(
            number,
            1 + sum(other > values[number] for other in values.values()),
            state.seats[number].influence,
            len(state.seats[number].coins),
            len(state.seats[number].completed_requests),
        )
        for number in best_first
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats at the first rank, unless none of them may win (MC-125, MC-126, MC-127, MC-128, MC-132)."""
    return tuple(sorted(place.seat for place in ranking(state) if place.rank == 1 and may_win(state, place.seat)))
