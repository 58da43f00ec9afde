"""The levels of bots, in one order for all games."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

LONGEST_NAME = 32
NAME = rf"^[a-z][a-z0-9_]{{0,{LONGEST_NAME - 1}}}$"
STYLED = rf"{NAME[:-1]}(:[a-z][a-z0-9_]{{0,{LONGEST_NAME - 1}}})?$"
Level: TypeAlias = Annotated[str, msgspec.Meta(pattern=STYLED)]
"""The name of a level, or of a style of one, such as `greedy:trader`. Packages may add levels to those here (`Policy`), so a
log may name any."""
LADDER: tuple[Level, ...] = ("random", "casual", "greedy", "expert")
"""The weakest first. A game offers those of them that beat the one below there (`Bots.levels`)."""
ANYWHERE: tuple[Level, ...] = ("stand_in",)
"""Levels that every game offers, besides those of the ladder. `stand_in` plays for a seat whose player is gone."""
RETIRED: frozenset[Level] = frozenset({"ismcts"})
"""Levels of older versions. They are still accepted; the strongest level of the game plays for them."""
OWN: tuple[Level, ...] = (*LADDER, *ANYWHERE, *RETIRED)
"""The levels of Tradewinds, whose names no package may use."""
QUICK: frozenset[Level] = frozenset({"random", "casual", "greedy", "stand_in"})
"""The levels of bots that answer at once. All others may think for all the time that they are given."""


def without_style(level: Level) -> Level:
    """`greedy` for `greedy:trader`; a level that names no style is what it is."""
    return level.partition(":")[0]


def played_as(level: Level, offered: tuple[Level, ...]) -> Level:
    """The level that plays where a game offers these: that of a style, and the strongest one for a level that it does not
    offer (any more), or whose package is not installed."""
    level = without_style(level)
    return level if level in (*offered, *ANYWHERE) else offered[-1]
