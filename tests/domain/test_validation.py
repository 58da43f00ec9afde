"""What a refusal says of a value that does not validate."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from domain.kit.validation import validation_refusal
from domain.values import Malformed


class Port(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Voyage(msgspec.Struct, forbid_unknown_fields=True):
    wind: Literal["calm", "fair"] = "fair"
    escort: Literal["navy"] | bool = False
    port: Port | None = None


def refused(value: Any, kind: type[msgspec.Struct] | None = Voyage) -> Malformed:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(value, Voyage)
    return validation_refusal("invalid_field", error.value, kind)


def test_an_unknown_field_is_named_with_those_that_there_are() -> None:
    found = refused({"ship": 1})
    assert found.message == "Object contains unknown field `ship`; there are: wind, escort, port."
    assert found.params == {"field": "ship"}


def test_the_fields_are_not_listed_inside_of_a_field_or_for_an_unknown_type() -> None:
    inside = refused({"port": {"ship": 1}})
    assert inside.message == "Object contains unknown field `ship` in /port."
    assert inside.params == {"field": "port/ship"}
    assert refused({"ship": 1}, None).message == "Object contains unknown field `ship`."


def test_a_missing_field_is_named_without_the_others() -> None:
    found = refused({"port": {}})
    assert found.message == "Object missing required field `name` in /port."
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({}, Port)
    assert validation_refusal("invalid_field", error.value, Port).message == "Object missing required field `name`."


def test_another_value_is_answered_with_those_that_the_field_takes() -> None:
    assert refused({"wind": "storm"}).message == "Invalid enum value 'storm' in /wind; it takes 'calm' or 'fair'."


def test_a_field_that_takes_values_or_a_kind_of_value_names_both() -> None:
    assert refused({"escort": "storm"}).message == "Invalid enum value 'storm' in /escort; it takes 'navy' or true or false."
