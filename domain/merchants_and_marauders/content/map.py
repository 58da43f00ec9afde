"""Ways over the map (MM-007)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from . import ZONES


@cache
def distances(zone: str) -> Mapping[str, int]:
    """The number of Moves from this zone to every other."""
    away = {zone: 0}
    reached = [zone]
    for here in reached:
        for other in ZONES[here].borders.values():
            if other not in away:
                away[other] = away[here] + 1
                reached.append(other)
    return away
