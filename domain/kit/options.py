"""Checks of options that every game makes at setup."""

from __future__ import annotations

import msgspec

from domain.kit.validation import validation_refusal
from domain.values import check_seats


def within(numbers: range) -> msgspec.Meta:
    """Writes the allowed numbers into an option's schema only: setup refuses other numbers by the game's own code."""
    return msgspec.Meta(extra_json_schema={"minimum": numbers[0], "maximum": numbers[-1]})


def seats_allowed(players: int | None, fewest: int, most: int) -> tuple[int, int]:
    """The fewest and the most seats, given the option `players`, which fixes both. Raises what `domain.game.check_seats`
    raises."""
    if players is None:
        return fewest, most
    check_seats(players, fewest, most)
    return players, players


def check_types(options: msgspec.Struct, code: str) -> None:
    """Raises Malformed with this code if an option's value does not fit its type."""
    try:
        msgspec.convert(msgspec.to_builtins(options), type(options))
    except msgspec.ValidationError as error:
        raise validation_refusal(code, error, type(options), "option") from error
