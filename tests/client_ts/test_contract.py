"""What generated clients lean on in the contract: named unions whose members tell themselves apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from events.settings import Settings
from service.app import create_app
from service.openapi.document import document
from tests.support.games import OURS
from tradewinds.installed import installed

REF = "#/components/schemas/"


@cache
def schemas() -> dict[str, Any]:
    found: dict[str, Any] = document(create_app(Settings(), packages=installed().ours))["components"]["schemas"]
    return found


def prefixes() -> list[str]:
    return ["".join(word.capitalize() for word in name.split("-")) for name in OURS]


@pytest.mark.parametrize("part", ["Command", "Event", "RecordedCommand"])
@pytest.mark.parametrize("prefix", prefixes())
def test_a_union_names_its_members_by_their_type(prefix: str, part: str) -> None:
    union = schemas()[prefix + part]
    mapping = union["discriminator"]["mapping"]

    assert union["discriminator"]["propertyName"] == "type"
    assert sorted(mapping.values()) == sorted(member["$ref"] for member in union["anyOf"])
    for tag, target in mapping.items():
        member = schemas()[target.removeprefix(REF)]
        assert member["properties"]["type"]["enum"] == [tag]
        assert "type" in member["required"]


def test_a_new_game_takes_the_options_of_its_own_ruleset() -> None:
    mapping = schemas()["NewGame"]["discriminator"]["mapping"]

    assert list(mapping) == list(OURS)
    for name, target in mapping.items():
        fields = schemas()[target.removeprefix(REF)]["properties"]
        assert fields["ruleset"]["enum"] == [name]
        assert fields["options"]["$ref"].endswith("Options")


def test_what_is_always_there_is_required() -> None:
    assert set(schemas()["Hidden"]["required"]) == {"count", "hidden"}
    for prefix in prefixes():
        for part in ("Game", "View", "Commit"):
            schema = schemas()[prefix + part]
            assert schema["required"] == list(schema["properties"])


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all that are in it."""
    if isinstance(schema, dict):
        yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from parts(each)


def test_lists_of_a_fixed_length_are_plain_lists() -> None:
    """openapi-fetch makes plain lists of the tuples that would be generated else, and these fit no tuple."""
    lists = [part for part in parts(schemas()) if part.get("type") == "array"]
    assert not [part for part in lists if "prefixItems" in part]
    fixed = [part for part in lists if "minItems" in part and part["minItems"] == part.get("maxItems")]
    assert len(fixed) > 5
    assert all(part["items"] for part in fixed)
