"""Defaults for games that do not rate commands: all legal commands look equally good to their bots."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any


def evaluate(view: Any, seat: int, command: Any) -> float:
    """All commands look alike."""
    return 0.0


def stand_in(view: Any, seat: int, legal: Sequence[Any]) -> Any:
    """The first legal command."""
    return legal[0]


def shares_of(winners: Collection[int], seats: int) -> list[float]:
    """The share of each seat in a victory of these; without winners it is a draw, which all share."""
    if not winners:
        return [1 / seats] * seats
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def win_shares(outcome: Callable[[Any], Any], seats: int) -> Callable[[Any], Sequence[float]]:
    """The function that gives each of `seats` seats its share: even while the game is played, exact at its end."""

    def shares(state: Any) -> Sequence[float]:
        end = outcome(state)
        return shares_of(() if end is None else end.winners, seats)

    return shares


def remarks(before: Any, seat: int, command: Any, events: Sequence[Any], after: Any) -> Sequence[tuple[int, str]]:
    """Nothing is worth a remark."""
    return ()
