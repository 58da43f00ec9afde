"""Seats in clockwise order, numbered from 0."""

from __future__ import annotations


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats, clockwise from `first`."""
    return (*range(first, seats), *range(first))
