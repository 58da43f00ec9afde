"""Checks of options that every game makes at setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.kit.seats import check_seats
from domain.kit.validation import validation_refusal


def within(numbers: range) -> msgspec.Meta:
    """Writes the allowed numbers into an option's schema only: setup refuses other numbers by the game's own code."""
    return msgspec.Meta(extra_json_schema={"minimum": numbers[0], "maximum": numbers[-1]})


def default_with(option: str, values: Mapping[str, int | str | bool]) -> msgspec.Meta:
    """Writes into the schema of an option that is null by default what it then is with each value of another option, as
    `x-default-with`: `{"deck": {"small": 10, "large": 12}}`. `rules.resolve` fills it in."""
    return msgspec.Meta(extra_json_schema={"x-default-with": {option: dict(values)}})


def seats_allowed(players: int | None, allowed: Sequence[int]) -> Sequence[int]:
    """What `rules.seats` answers in a game with an option `players`: the numbers that are allowed, or the one of them that
    the option names. Raises Malformed, `player_count_not_allowed`, if it names another one."""
    if players is None:
        return allowed
    check_seats(players, allowed)
    return (players,)


def check_types(options: msgspec.Struct, code: str) -> None:
    """Raises Malformed with this code if an option's value does not fit its type."""
    try:
        msgspec.convert(msgspec.to_builtins(options), type(options))
    except msgspec.ValidationError as error:
        raise validation_refusal(code, error, type(options), "option") from error
