"""Shuffling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from domain.values import Rng

T = TypeVar("T")


def shuffled(cards: Iterable[T], rng: Rng) -> tuple[T, ...]:
    """The cards in a uniformly random order (Fisher-Yates, from the last place to the first)."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = rng.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
