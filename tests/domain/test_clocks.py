"""Clocks as values: the defaults of fields that are left out, and which fields fit together."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.session.clocks import Clock, WrongClock


@pytest.mark.parametrize(
    ("given", "then"),
    [
        ({}, ("stand_in", "stand_in", 3)),
        ({"level": "greedy", "patience": 1}, ("stand_in", "greedy", 1)),
        ({"on_timeout": "bot"}, ("bot", "stand_in", None)),
        ({"on_timeout": "abandon"}, ("abandon", None, None)),
        ({"on_timeout": "lose"}, ("lose", None, None)),
    ],
)
def test_fields_that_are_left_out_get_their_defaults(given: dict[str, Any], then: tuple[Any, ...]) -> None:
    clock = Clock(seconds=60, **given)
    assert (clock.on_timeout, clock.level, clock.patience) == then


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"on_timeout": "abandon", "level": "greedy"}, "level"),
        ({"on_timeout": "lose", "level": "greedy"}, "level"),
        ({"on_timeout": "abandon", "patience": 3}, "patience"),
        ({"on_timeout": "bot", "patience": 3}, "patience"),
    ],
)
def test_fields_that_do_not_fit_are_refused(fields: dict[str, Any], wrong: str) -> None:
    with pytest.raises(WrongClock) as refusal:
        Clock(seconds=60, **fields)
    assert refusal.value.field == wrong
    with pytest.raises(msgspec.ValidationError, match=f"`{wrong}`"):
        msgspec.convert({"seconds": 60, **fields}, Clock)
