"""Random numbers for bots to think with. They are independent of a game's draws, which bots never see."""

from __future__ import annotations

from random import Random


class Chance:
    """Random integers from Python's generator, which is fast and can be seeded, for functions of the domain."""

    __slots__ = ("_random",)

    def __init__(self, source: Random) -> None:
        self._random = source.random

    def below(self, limit: int) -> int:
        """An integer n with 0 <= n < limit; uniform enough for limits far below 2^53."""
        return int(self._random() * limit)
