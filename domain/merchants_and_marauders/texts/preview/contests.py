"""Exact chances of a contest. The odds of bots count even contests as half won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from ...odds import check

SKULLS, FACES = 2, 6


@cache
def rolls(dice: int) -> Mapping[tuple[int, int], float]:
    """The chance of every number of skulls with every sum of the other dice (MM-008)."""
    if not dice:
        return {(0, 0): 1.0}
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (skulls, total), share in rolls(dice - 1).items():
        found[skulls + 1, total] += share * SKULLS / FACES
        for face in range(1, FACES - SKULLS + 1):
            found[skulls, total + face] += share / FACES
    return found


@cache
def winning(dice: int, against: int) -> float:
    """The chance that the first side wins the contest (MM-269, MM-272, MM-273)."""
    return sum(
        share * other_share
        for roll, share in rolls(dice).items()
        for other, other_share in rolls(against).items()
        if roll[0] and roll > other
    )


def escaping(dice: int, against: int) -> float:
    """The chance that a Flee works: a success, and none of the other side (MM-280)."""
    return check(dice) * (1 - check(against))
