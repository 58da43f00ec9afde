"""Strings of closed sets: enums of the contract, which logs of older versions may exceed."""

from __future__ import annotations

from typing import Annotated

import msgspec

from domain.kit.closed import closed_fields, one_of

Wind = Annotated[str, one_of(["north", "south"], "Wind")]


class Forecast(msgspec.Struct):
    now: Wind
    later: tuple[Wind, ...]
    maybe: Wind | None
    place: str


def test_a_closed_set_is_an_enum_of_the_contract_with_a_name() -> None:
    (schema,) = msgspec.json.schema_components([Annotated[str, one_of(["north", "south", "north"], "Wind")]])[0]
    assert schema == {"type": "string", "title": "Wind", "enum": ["north", "south"]}


def test_a_log_may_have_strings_that_the_set_has_no_more() -> None:
    assert msgspec.json.decode(b'"east"', type=Wind) == "east"


def test_the_closed_fields_of_a_type_are_found_with_their_strings() -> None:
    winds = frozenset(["north", "south"])
    assert [*closed_fields(Forecast)] == [("now", winds), ("later", winds), ("maybe", winds)]
