"""The policies of this package as a type, and their time limit."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeAlias

from domain.game import Question, Rng

SHARE = 0.9
"""The share of the remaining time that a policy may use; the rest is for the cheaper ones after it."""


class OutOfTime(Exception):
    """The policy has no answer yet and its time is up."""


class Limit:
    """The end of a policy: a moment of `perf_counter` or, for a search, a number of iterations."""

    __slots__ = ("end", "iterations")

    def __init__(self, end: float | None, iterations: int | None = None) -> None:
        self.end = end
        self.iterations = iterations

    def share(self) -> Limit:
        """The limit of one policy among several."""
        if self.end is None:
            return self
        now = perf_counter()
        return Limit(now + SHARE * (self.end - now))

    def part(self, parts: int) -> Limit:
        """The limit of the next of this many equal parts of the time that is left."""
        if self.end is None:
            return self
        now = perf_counter()
        return Limit(now + (self.end - now) / parts)

    def check(self) -> None:
        """Raise OutOfTime once the moment has come."""
        if self.end is not None and perf_counter() >= self.end:
            raise OutOfTime


Choose: TypeAlias = Callable[[Question, Rng, Limit], Any]
"""A policy: chooses one of the legal commands; raises OutOfTime if it has no answer when the limit is reached."""
