"""Seats in clockwise order. The code and the API number them from 0, sentences for people from 1."""

from __future__ import annotations


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats, clockwise from `first`."""
    return (*range(first, seats), *range(first))


def seat_name(seat: int) -> str:
    """`seat 1` for seat 0: what people call a seat."""
    return f"seat {seat + 1}"
