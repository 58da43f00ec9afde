"""The chance that bots use to think. It has nothing to do with a game's own draws, which the bots never see."""

from __future__ import annotations

from random import Random


class Chance:
    """Random integers for the domain from Python's generator, which is fast and can be seeded."""

    __slots__ = ("_random",)

    def __init__(self, source: Random) -> None:
        self._random = source.random

    def below(self, limit: int) -> int:
        """An integer n with 0 <= n < limit; uniform as far as thinking needs it (for limits far below 2^53)."""
        return int(self._random() * limit)
