"""What a captain leans to: how the styles of a bot differ from the level itself."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from . import heuristics


class Leaning(NamedTuple):
    """What a captain makes of the values of others."""

    raids: float = 1.0
    """A factor for the value of looking for a merchant to raid."""
    profit: float = 1.0
    """A factor for the profit expected from goods."""
    late: int = 8
    """Rounds before the end in which the value of stashing rises."""
    first_ships: Mapping[str, float] = heuristics.SHIPS
    """What a captain who arrives thinks of each ship."""


NONE = Leaning()
TRADER = Leaning(raids=0.8, late=18, first_ships=MappingProxyType({**heuristics.SHIPS, "flute": 5.0}))
RAIDER = Leaning(raids=1.1, profit=0.75, late=12)
