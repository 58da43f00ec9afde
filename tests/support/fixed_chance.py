"""Chance for tests that play at random."""

from __future__ import annotations

import random


class Chance:
    """A repeatable source of chance: the same seed gives the same draws."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)
