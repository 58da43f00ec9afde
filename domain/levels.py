"""The levels of bots, in one order for all games."""

from __future__ import annotations

from typing import Literal, TypeAlias

Level: TypeAlias = Literal["random", "casual", "greedy", "expert", "stand_in", "ismcts"]
"""Every level that a log may name. `stand_in` plays for a seat whose player is gone."""
LADDER: tuple[Level, ...] = ("random", "casual", "greedy", "expert")
"""The weakest first. A game offers those of them that beat the one below there (`Bots.levels`)."""
ANYWHERE: tuple[Level, ...] = ("stand_in",)
"""Levels that every game offers, besides those of the ladder."""
RETIRED: frozenset[Level] = frozenset({"ismcts"})
"""Levels of older versions. They are still accepted; the strongest level of the game plays for them."""
SEARCHING: frozenset[Level] = frozenset({"expert", "ismcts"})
"""The levels of bots that think for long: up to all the time they are given."""


def played_as(level: Level, offered: tuple[Level, ...]) -> Level:
    """The level that plays where a game offers these: the strongest one for a level that it does not offer (any more)."""
    return level if level in (*offered, *ANYWHERE) else offered[-1]
