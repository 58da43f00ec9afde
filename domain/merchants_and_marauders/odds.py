"""Chances of checks and combat, with the approximations of a player who calculates."""

from __future__ import annotations

from functools import cache
from math import comb

SKULL = 1 / 3
"""The chance of a skull, which is a success (MM-008)."""


@cache
def exactly(successes: int, dice: int) -> float:
    """The chance of this number of successes."""
    return comb(dice, successes) * SKULL**successes * (1 - SKULL) ** (dice - successes)


@cache
def check(dice: int, need: int = 1) -> float:
    """The chance that a check succeeds (MM-010, MM-011)."""
    return 1.0 - sum(exactly(successes, max(1, dice)) for successes in range(need))


@cache
def contest(own: int, other: int) -> float:
    """The chance to win a contest; half of those with equal successes count as won by the sum (MM-269, MM-272)."""
    chance = 0.0
    for mine in range(1, own + 1):
        less = sum(exactly(theirs, other) for theirs in range(min(mine, other + 1)))
        even = exactly(mine, other) if mine <= other else 0.0
        chance += exactly(mine, own) * (less + even / 2)
    return chance


@cache
def crew_combat(crew: int, leadership: int, other_crew: int, other_leadership: int) -> float:
    """The chance to win a crew combat (MM-304, MM-305, MM-306, MM-307, MM-308, MM-309, MM-310)."""
    if crew <= 0 or other_crew <= 0:
        return float(crew > 0)
    won, quiet = 0.0, 0.0
    for mine in range(leadership + 1):
        for theirs in range(other_leadership + 1):
            chance = exactly(mine, leadership) * exactly(theirs, other_leadership)
            left, other_left = crew - min(theirs, other_crew), other_crew - min(mine, crew)
            if (left, other_left) == (crew, other_crew):
                quiet += chance
            elif left <= 0 and other_left <= 0:
                won += chance * (0.5 if mine == theirs else float(mine > theirs))
            else:
                won += chance * crew_combat(left, leadership, other_left, other_leadership)
    return won / (1 - quiet)
