"""The contract as a text to be read: that it says what everything means, and how it is written."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import yaml
from flask import Flask

from events.envelope import Commit
from events.webhooks.hooks import EVENTS, TEST
from service.openapi.document import document, dumped
from service.representations.built import prefix_of
from service.representations.streams import StoredCommit
from tests.service.contract import EVENT_STREAM, NDJSON, Contract
from tests.support.endpoints import ENDPOINTS
from tests.support.games import GAMES, OURS


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


def parts(schema: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object in a part of the contract, with its place."""
    if isinstance(schema, list):
        for number, part in enumerate(schema):
            yield from parts(part, f"{place}/{number}")
    elif isinstance(schema, dict):
        yield place, schema
        for name, part in schema.items():
            if name not in ("example", "enum"):
                yield from parts(part, f"{place}/{name}")


def test_every_time_has_the_format_of_one(contract: Contract) -> None:
    """By its description, or by its name; the cards and boards of games have none."""
    fields = [
        (f"{place}.{name}", field)
        for place, part in parts(contract.document["components"]["schemas"])
        if part.get("type") == "object" and "Content/" not in place
        for name, field in part.get("properties", {}).items()
    ]
    query = [(place, part) for place, part in parts(contract.paths) if part.get("in") == "query" and "schema" in part]
    times = [
        (place, field)
        for place, field in [*fields, *query]
        if "RFC 3339" in field.get("description", "") or re.search(r"(_at|_until|\.deadline|\.timestamp)$", place)
    ]
    assert len(times) > 40
    assert [place for place, field in times if '"date-time"' not in json.dumps(field)] == []


def test_limits_of_length_are_those_of_texts(contract: Contract) -> None:
    """An object has properties, and a list has items: lengths mean nothing there."""
    kinds = {"maxLength": "string", "maxItems": "array", "maxProperties": "object", "pattern": "string"}
    for place, part in parts(contract.document["components"]["schemas"]):
        if not place.endswith("/properties"):
            assert all(kind in part.get("type", kind) for limit, kind in kinds.items() if limit in part), place


def operations(contract: Contract) -> Iterator[dict[str, Any]]:
    return (each for methods in contract.paths.values() for each in methods.values() if isinstance(each, dict))


def test_an_operation_has_one_answer_of_one_type(contract: Contract) -> None:
    """A single schema for each form in which it can be asked for, whatever is asked."""
    for operation in operations(contract):
        answers = [each for status, each in operation["responses"].items() if status < "300"]
        assert len(answers) == 1, operation["operationId"]
        for kind, content in answers[0].get("content", {}).items():
            if kind == "application/json":
                assert list(content["schema"]) == ["$ref"], operation["operationId"]


def test_every_line_and_event_of_a_stream_has_a_schema(contract: Contract) -> None:
    streams = {
        (operation["operationId"], kind): content["schema"]
        for operation in operations(contract)
        for body in (operation.get("requestBody", {}), *operation["responses"].values())
        for kind, content in body.get("content", {}).items()
        if kind in (NDJSON, EVENT_STREAM)
    }
    named = {"listEvents", "followKey", "followHand", "exportGame", "importGame", "exportGames", "listResults"}
    assert {name for name, _ in streams} >= named
    for (_, kind), schema in streams.items():
        assert (schema["type"], schema["contentMediaType"]) == ("string", kind)
        assert schema["contentSchema"]["$ref"].rpartition("/")[2] in contract.document["components"]["schemas"]


def test_every_call_of_a_webhook_is_typed(contract: Contract) -> None:
    calls = contract.document["webhooks"]
    assert [*calls] == [*EVENTS, TEST]
    for event, call in calls.items():
        schema = call["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        body = contract.document["components"]["schemas"][schema]
        assert event in body["properties"]["type"]["enum"]
        assert {"type", "timestamp", "data"} == set(body["required"])


def test_an_exported_commit_has_the_fields_of_a_stored_one() -> None:
    assert StoredCommit.__struct_fields__ == Commit.__struct_fields__


def test_an_operation_says_whether_anybody_may_call_it(contract: Contract) -> None:
    """`[]` needs nothing; `{}` among others: what is sent changes what is seen."""
    for operation in operations(contract):
        who = ENDPOINTS[operation["operationId"]].who
        anybody = operation["security"] == [] or {} in operation["security"]
        assert anybody == (who in ("open", "maker", "anyone")), operation["operationId"]


def test_a_new_game_has_as_many_seats_as_its_rules_allow(contract: Contract) -> None:
    """Under some of its options."""
    schemas = contract.document["components"]["schemas"]
    seats = {game: schemas[f"{prefix_of(game)}NewGame"]["properties"]["seats"] for game in OURS}
    assert {game: (each["minItems"], each["maxItems"]) for game, each in seats.items()} == {
        "merchants-and-marauders": (2, 4), "merchants-of-the-caribbean": (2, 5), "pirates-of-maracaibo": (1, 4)
    }  # fmt: skip


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
