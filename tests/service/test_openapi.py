"""The contract as a text to be read: that it says what everything means, and how it is written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import yaml
from flask import Flask

from service.openapi.document import document, dumped
from service.representations.built import prefix_of
from tests.service.contract import Contract
from tests.support.games import GAMES


def undescribed(schema: Any, place: str) -> Iterator[str]:
    """The properties without a description in a schema and in those inside it; conditions (`if`, `then`) define none."""
    if isinstance(schema, list):
        for part in schema:
            yield from undescribed(part, place)
    elif isinstance(schema, dict):
        for name, part in schema.get("properties", {}).items():
            if not part.get("description"):
                yield f"{place}.{name}"
            yield from undescribed(part, f"{place}.{name}")
        for key in ("items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf"):
            yield from undescribed(schema.get(key), place)


def test_every_type_and_field_says_what_it_means(contract: Contract) -> None:
    """A field by a docstring under it or under the alias that is its type, one of the content by `Game.content_fields`."""
    schemas = contract.document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    assert not [place for name, schema in schemas.items() for place in undescribed(schema, name)]


def test_every_parameter_says_what_it_means(contract: Contract) -> None:
    silent = [
        f"{path}: {parameter['name']}"
        for path, methods in contract.paths.items()
        for operation in (methods, *methods.values())
        if isinstance(operation, dict)
        for parameter in operation.get("parameters", [])
        if not parameter.get("description")
    ]
    assert not silent


def test_requests_take_no_field_that_they_do_not_name(contract: Contract) -> None:
    schemas = contract.document["components"]["schemas"]
    for name in ("NewSeat", "Claim", "ChangeSeat", "Branch", *(f"{prefix_of(game)}NewGame" for game in GAMES)):
        assert schemas[name]["additionalProperties"] is False, name


def test_it_can_be_made_again(shared_app: Flask, contract: Contract) -> None:
    """As when writing it was broken off."""
    assert document(shared_app) == document(shared_app) == contract.document


class Pure(yaml.SafeDumper):
    """The dumper where PyYAML was built without libyaml."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def test_it_is_written_alike_with_and_without_libyaml(contract: Contract) -> None:
    whole = contract.document
    parts = [
        whole["info"],
        whole["paths"]["/v1/games"],
        {name: schema for name, schema in whole["components"]["schemas"].items() if name.startswith("PiratesOfMaracaiboS")},
        {"an odd one": ["", "yes", "'", 'a "b": c', "é…\u2028", "#", "- ", "1", None, 1.5, {1: True}, [], {}, "word " * 60]},
    ]
    for part in parts:
        assert dumped(part) == dumped(part, Pure)


def test_nothing_that_operations_share_is_written_twice(contract: Contract) -> None:
    """A header, parameter or problem that several operations have stands under `components`, and is used from there."""
    text = json.dumps(contract.document)
    written = Counter(
        json.dumps(part)
        for path in contract.document["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
        for part in (
            *operation.get("parameters", []),
            *(response for status, response in operation["responses"].items() if status >= "400"),
            *(header for response in operation["responses"].values() for header in response.get("headers", {}).values()),
        )
        if "$ref" not in part
    )
    names = Counter(json.loads(part).get("name", json.loads(part)["description"]) for part in written)
    assert [part for part, times in written.items() if times > 1 and names[part] == 1] == []
    for section in ("headers", "parameters", "responses"):
        for name in contract.document["components"][section]:
            assert f'#/components/{section}/{name}"' in text, name
