"""What is written under a field in the source is what the contract says of it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
import pytest

from domain.game import Json
from domain.kit.closed import one_of
from domain.merchants_and_marauders import commands, events, frames
from domain.pirates_of_maracaibo.view import SeatView
from service.field_docs import TAGS, components_of, descriptions, shape_of

Height: TypeAlias = int
"""In
metres."""
Bare: TypeAlias = int


class Base(msgspec.Struct):
    place: str
    """Where it lies."""
    plain: int = 0


class Inner(msgspec.Struct):
    count: Annotated[int, msgspec.Meta(ge=0, description="Said by its type.")]
    """Said below."""
    following: Outer | None = None
    """What comes
    after it."""


class Typed(msgspec.Struct):
    """What the types of its fields say holds where they say nothing themselves."""

    height: Height
    depth: Height
    """In fathoms."""
    bare: Bare
    last: Height


class Outer(Base, rename={"from_": "from"}):
    """Of the class, not of a field."""

    from_: str = ""
    """Where it came from."""
    inner: tuple[Inner, ...] = ()


def test_the_docstring_under_a_field_is_its_description() -> None:
    assert descriptions(Outer) == {"place": "Where it lies.", "from": "Where it came from."}
    found = components_of([Outer], "#/{name}")
    assert {name: field.get("description") for name, field in found["Outer"]["properties"].items()} == {
        "place": "Where it lies.",
        "plain": None,
        "from": "Where it came from.",
        "inner": None,
    }
    inner = found["Inner"]["properties"]
    assert inner["count"]["description"] == "Said by its type."
    assert inner["following"]["description"] == "What comes after it."
    assert found["Outer"]["description"] == "Of the class, not of a field."


def test_a_field_without_a_docstring_means_what_its_type_does() -> None:
    assert descriptions(Typed) == {"height": "In metres.", "depth": "In fathoms.", "last": "In metres."}
    assert descriptions(frames.React)["timing"].startswith("What a reaction window opens for"), "imported from a module"
    assert descriptions(events.HitAdded)["side"].startswith("A seat by its number"), "from one that imports it by *"
    assert descriptions(events.CaptainDied)["seat"] == descriptions(events.CaptainSetUp)["seat"]


def test_structs_of_one_name_keep_their_own_descriptions() -> None:
    found = components_of([commands.AssignX, frames.AssignX], "#/{name}")
    del found["HitLocation"]
    assert set(found) == {f"{each.__module__}.AssignX" for each in (commands.AssignX, frames.AssignX)}
    said = {
        name: {field: each.get("description") for field, each in schema["properties"].items()}
        for name, schema in found.items()
    }
    for each in (commands.AssignX, frames.AssignX):
        assert said[f"{each.__module__}.AssignX"] == descriptions(each) | {"type": TAGS["type"]}


def test_the_shape_of_json_is_told_by_what_there_is() -> None:
    cards: Json = [{"id": "I1", "cost": 2, "back": None}, {"id": "I2", "cost": "all", "tags": ["a"]}]
    said = {"id": "Its name.", "cost": "In gold.", "tags.cost": "Elsewhere.", "cards.back": "Null.", "none.*": "Nothing."}
    shape = shape_of([{"cards": cards, "none": []}], said)
    assert shape["required"] == ["cards", "none"]
    assert shape["properties"]["none"] == {"type": "array", "items": {}}
    card = shape["properties"]["cards"]["items"]
    assert card["required"] == ["id", "cost"]
    assert card["properties"] == {
        "id": {"description": "Its name.", "type": "string"},
        "cost": {"description": "In gold.", "anyOf": [{"type": "integer"}, {"type": "string"}]},
        "back": {"description": "Null.", "type": "null"},
        "tags": {"type": "array", "items": {"type": "string"}},
    }


def test_the_views_of_the_games_are_described_field_by_field() -> None:
    assert descriptions(SeatView)["rivers"] == "The rivers that the Explorer has crossed."


ReefId: TypeAlias = Annotated[str, one_of(("north", "south"), "ReefId")]
"""A reef."""


class Reefs(msgspec.Struct):
    near: ReefId | None
    all: tuple[ReefId, ...]
    first: ReefId
    other: Annotated[str, one_of(("east",))]


def test_a_named_set_of_strings_is_described_once_and_referred_to() -> None:
    found = components_of([Reefs], "#/{name}")
    assert found["ReefId"] == {"type": "string", "enum": ["north", "south"], "description": "A reef."}
    fields = found["Reefs"]["properties"]
    assert fields["near"] == {"anyOf": [{"$ref": "#/ReefId"}, {"type": "null"}]}
    assert fields["all"]["items"] == {"$ref": "#/ReefId"}
    assert fields["first"] == {"$ref": "#/ReefId", "description": "A reef."}
    assert fields["other"] == {"type": "string", "enum": ["east"]}


def test_two_sets_of_one_name_are_refused() -> None:
    class Clashing(msgspec.Struct):
        one: Annotated[str, one_of(("a",), "Letter")]
        other: Annotated[str, one_of(("b",), "Letter")]

    with pytest.raises(ValueError, match="two sets of strings are named Letter"):
        components_of([Clashing], "#/{name}")
