"""What every game asks of its options when it is set up."""

from __future__ import annotations

import msgspec

from domain.game import check_seats
from domain.kit.validation import validation_refusal


def within(numbers: range) -> msgspec.Meta:
    """Shows in an option's schema which numbers are allowed; others are refused at setup, by the code of the rules."""
    return msgspec.Meta(extra_json_schema={"minimum": numbers[0], "maximum": numbers[-1]})


def seats_allowed(players: int | None, fewest: int, most: int) -> tuple[int, int]:
    """The fewest and the most seats of a game for so many; the option `players` leaves one number. Raises what
    `domain.game.check_seats` raises."""
    if players is None:
        return fewest, most
    check_seats(players, fewest, most)
    return players, players


def check_types(options: msgspec.Struct, code: str) -> None:
    """Raises Malformed with this code if an option has a value that its type does not allow."""
    try:
        msgspec.convert(msgspec.to_builtins(options), type(options))
    except msgspec.ValidationError as error:
        raise validation_refusal(code, error, type(options), "option") from error
