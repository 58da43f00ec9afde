"""Seats in clockwise order, and what people call them. The code and the API number them from 0, sentences for people from
1."""

from __future__ import annotations

from collections.abc import Sequence

from domain.values import Json, Malformed

from .words import capital, listed


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats, clockwise from `first`."""
    return (*range(first, seats), *range(first))


def seat_name(seat: int) -> str:
    """`seat 1` for seat 0: what people call a seat."""
    return f"seat {seat + 1}"


def bot_name(level: str) -> str:
    """`Greedy bot`, `Greedy trader bot`: what a bot of this level is called to which nobody has given a name."""
    return capital(f"{level.replace('_', '-').replace(':', ' ')} bot")


def counts_said(counts: Sequence[int]) -> str:
    """Ascending numbers in words: `2 to 4` where none between is missing, else `2 or 4`."""
    if len(counts) > 1 and len(counts) == counts[-1] - counts[0] + 1:
        return f"{counts[0]} to {counts[-1]}"
    return listed([str(count) for count in counts], "or")


def smallest_table(allowed: Sequence[int]) -> int:
    """The fewest of these ascending numbers of seats that have somebody to play with, or one where there is no other."""
    return next((seats for seats in allowed if seats > 1), allowed[0])


def check_seats(seats: int, allowed: Sequence[int]) -> None:
    """Raises Malformed, `player_count_not_allowed`, unless `seats` is one of the numbers that are allowed, which ascend.

    `allowed_players` of its parameters lists them where one between the fewest and the most is missing.
    """
    if seats not in allowed:
        gaps = len(allowed) != allowed[-1] - allowed[0] + 1
        listed_too: dict[str, Json] = {"allowed_players": [*allowed]} if gaps else {}
        raise Malformed(
            "player_count_not_allowed",
            f"{seats} player{'s are' if seats != 1 else ' is'} not allowed with these options, "
            f"but {counts_said(allowed)} {'is' if tuple(allowed) == (1,) else 'are'}.",
            players=seats,
            min_players=allowed[0],
            max_players=allowed[-1],
            **listed_too,
        )
