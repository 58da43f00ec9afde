"""Counts for cards and Quests, such as rivers or Treasures (data/README.md, "Counters")."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..content import IMPROVEMENTS
from ..state import State, built, buried, income, treasures
from ..values import TREASURES, Treasure


def count(state: State, seat: int, counter: str, scoring_quests: int | None = None) -> int:
    """The count for a seat; `scoring_quests` is given only in the final scoring, which evaluates Quests first (PM-250)."""
    if counter == "scoring_quests":
        assert scoring_quests is not None
        return scoring_quests
    return COUNTERS[counter](state, seat)


def _of_type(kind: str) -> Callable[[State, int], int]:
    return lambda state, seat: sum(IMPROVEMENTS[card].type == kind for card in state.seats[seat].improvements)


def _treasures(treasure: Treasure | None = None) -> Callable[[State, int], int]:
    """Stored and buried Treasures, of one type or of all (PM-150)."""
    return lambda state, seat: treasures(state.seats[seat], treasure)


def _improvements_and_residences(state: State, seat: int) -> int:
    """Only Quests count both together (PM-166)."""
    return len(state.seats[seat].improvements) + len(built(state, seat))


def _lightning(state: State, seat: int) -> int:
    """Improvements with the lightning symbol (PM-167)."""
    return sum(IMPROVEMENTS[card].lightning for card in state.seats[seat].improvements)


def _sets(state: State, seat: int) -> int:
    return min(treasures(state.seats[seat], treasure) for treasure in TREASURES)


COUNTERS: Mapping[str, Callable[[State, int], int]] = {
    "crew_improvements": _of_type("crew"),
    "equipment_improvements": _of_type("equipment"),
    "ship_improvements": _of_type("ship"),
    "improvements_and_residences": _improvements_and_residences,
    "lightning_improvements": _lightning,
    "residences": lambda state, seat: len(built(state, seat)),
    "upgrades": lambda state, seat: len(state.seats[seat].upgrades),
    "treasures": _treasures(),
    "gold_treasures": _treasures("gold"),
    "emerald_treasures": _treasures("emerald"),
    "pearl_treasures": _treasures("pearl"),
    "treasure_sets": _sets,
    "buried_treasures": lambda state, seat: buried(state.seats[seat]),
    "rivers": lambda state, seat: len(state.seats[seat].rivers),
    "quests_in_hand": lambda state, seat: len(state.seats[seat].quests),
    "doubloon_income": lambda state, seat: income(state.seats[seat])[0],
    "vp_income": lambda state, seat: income(state.seats[seat])[1],
}
