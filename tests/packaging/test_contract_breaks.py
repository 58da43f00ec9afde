"""A contract is held to that of the last release: what would break its clients must be named in CHANGELOG.md."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from harness.contract_breaks import Break, breaks, keep, kept, structure
from harness.release import CONTRACTS, contract_name
from service.representations.built import prefix_of
from tests.docs.generated import ROOT
from tests.support.games import OURS

NAMING = ("Changed", "Removed", "Security")
"""The headings of CHANGELOG.md under which a break is named, after docs/contract.md."""


def named(changelog: str, release: str) -> set[str]:
    """What stands between backticks in the entries above a release, under the headings that are for breaks."""
    news = changelog.partition(f"\n## [{release}]")[0]
    parts = re.split(r"^### ", news, flags=re.MULTILINE)[1:]
    return {name for part in parts if part.split("\n")[0] in NAMING for name in re.findall(r"`([^`\n]+)`", part)}


def unnamed(old: Any, new: Any, changelog: str, release: str) -> list[str]:
    found = breaks(old, new, [prefix_of(game) for game in OURS])
    return [str(each) for each in found if each.place not in named(changelog, release)]


def test_what_breaks_clients_of_the_last_release_is_named() -> None:
    files = list((ROOT / CONTRACTS).glob(contract_name("*")))
    if not files:
        pytest.skip("nothing is released yet; `make keep-contract` keeps the contract of the first release")
    (file,) = files
    contract = structure(yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader))
    release = file.name.removeprefix("openapi-").removesuffix(".json.gz")
    assert unnamed(kept(file), contract, (ROOT / "CHANGELOG.md").read_text(), release) == []


CHANGELOG = """# Changelog

## [0.2.0] - unreleased

### Added

- `Made.name` is longer.

### Removed

- `Made.size` is gone; take `Made.length`.

## [0.1.0] - 2026-01-01

### Removed

- `Made.old`.
"""


def test_only_news_under_the_headings_for_them_name_a_break() -> None:
    assert named(CHANGELOG, "0.1.0") == {"Made.size", "Made.length"}


SCHEMAS: dict[str, Any] = {
    "Made": {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "title": {"type": "string", "description": "A field may be called like what is for people."},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "at": {"type": "string", "format": "date-time"},
            "next": {"anyOf": [{"$ref": "#/components/schemas/Made"}, {"type": "null"}]},
            "events": {"type": "array", "items": {"$ref": "#/components/schemas/Event"}},
        },
        "required": ["id", "title", "kind", "at", "next", "events"],
    },
    "Event": {
        "anyOf": [{"$ref": "#/components/schemas/Drawn"}, {"$ref": "#/components/schemas/Passed"}],
        "discriminator": {
            "propertyName": "type",
            "mapping": {"drawn": "#/components/schemas/Drawn", "passed": "#/components/schemas/Passed"},
        },
    },
    "Drawn": {"type": "object", "properties": {"type": {"enum": ["drawn"], "type": "string"}}, "required": ["type"]},
    "Passed": {"type": "object", "properties": {"type": {"enum": ["passed"], "type": "string"}}, "required": ["type"]},
    "Make": {
        "type": "object",
        "properties": {
            "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 64},
            "level": {"type": "string", "enum": ["low", "high"]},
            "seats": {"type": "integer", "minimum": 1, "maximum": 5},
        },
        "required": ["level"],
    },
}
CONTRACT: Any = {
    "openapi": "3.1.0",
    "paths": {
        "/things": {
            "parameters": [{"name": "Trace", "in": "header", "schema": {"type": "string"}}],
            "get": {
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}}],
                "responses": {"200": {"description": "All.", "headers": {"ETag": {"schema": {"type": "string"}}}}},
                "security": [{}, {"token": []}],
            },
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Make"}}}},
                "responses": {
                    "201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Made"}}}},
                    "409": {"$ref": "#/components/responses/Conflict"},
                },
            },
        }
    },
    "components": {"schemas": SCHEMAS, "responses": {"Conflict": {"description": "Not now."}}},
}


def found_after(change: Callable[[Any], Any]) -> set[str]:
    new = copy.deepcopy(CONTRACT)
    change(new)
    return {str(each) for each in breaks(structure(CONTRACT), structure(new), ["Own"])}


def get(contract: Any) -> Any:
    return contract["paths"]["/things"]["get"]


def post(contract: Any) -> Any:
    return contract["paths"]["/things"]["post"]


def field(contract: Any, schema: str, name: str) -> Any:
    return contract["components"]["schemas"][schema]["properties"][name]


BREAKS: dict[str, Callable[[Any], Any]] = {
    "`POST /things` is gone": lambda c: c["paths"]["/things"].pop("post"),
    "`GET /things limit` is gone": lambda c: get(c)["parameters"].clear(),
    "`GET /things trace` is gone": lambda c: c["paths"]["/things"].pop("parameters"),
    "`GET /things limit` is required": lambda c: get(c)["parameters"][0].update(required=True),
    "`GET /things page` is required": lambda c: get(c)["parameters"].append(
        {"name": "page", "in": "query", "required": True, "schema": {"type": "integer"}}
    ),
    "`GET /things limit` has another maximum: 50": lambda c: get(c)["parameters"][0]["schema"].update(maximum=50),
    "`GET /things 200 ETag` is gone": lambda c: get(c)["responses"]["200"].pop("headers"),
    "`GET /things` is no longer allowed with nothing": lambda c: get(c)["security"].pop(0),
    "`POST /things 409` is gone": lambda c: post(c)["responses"].pop("409"),
    "`POST /things` requires a body": lambda c: post(c)["requestBody"].update(required=True),
    "`POST /things 201` is not there as application/json any more": lambda c: post(c)["responses"]["201"].pop("content"),
    "`Made.title` is gone": lambda c: c["components"]["schemas"]["Made"]["properties"].pop("title"),
    "`Made.id` may be missing": lambda c: c["components"]["schemas"]["Made"]["required"].remove("id"),
    "`Made.id` may be null": lambda c: field(c, "Made", "id").update(type=["string", "null"]),
    "`Made.id` may be integer": lambda c: field(c, "Made", "id").update(type="integer"),
    "`Made.kind` may be c": lambda c: field(c, "Made", "kind")["enum"].append("c"),
    "`Made.kind` may be anything": lambda c: field(c, "Made", "kind").pop("enum"),
    "`Made.at` has another format": lambda c: field(c, "Made", "at").pop("format"),
    "`Event` is never passed any more": lambda c: c["components"]["schemas"]["Event"]["anyOf"].pop(),
    "`Make.name` is gone": lambda c: c["components"]["schemas"]["Make"]["properties"].pop("name"),
    "`Make.name` is required": lambda c: c["components"]["schemas"]["Make"]["required"].append("name"),
    "`Make.name` is never null any more": lambda c: field(c, "Make", "name").update(type="string"),
    "`Make.name` has another minLength: 3": lambda c: field(c, "Make", "name").update(minLength=3),
    "`Make.name` has another pattern": lambda c: field(c, "Make", "name").update(pattern="^a"),
    "`Make.name` takes a few values only": lambda c: field(c, "Make", "name").update(enum=["Ann", None]),
    "`Make.level` is no longer taken as high": lambda c: field(c, "Make", "level")["enum"].remove("high"),
    "`Make.seats` is never integer any more": lambda c: field(c, "Make", "seats").update(type="string"),
    "`Make` takes no other fields any more": lambda c: c["components"]["schemas"]["Make"].update(additionalProperties=False),
    "`Make` has other conditions": lambda c: c["components"]["schemas"]["Make"].update({"if": {}, "then": {}}),
}


@pytest.mark.parametrize(("said", "change"), BREAKS.items(), ids=BREAKS)
def test_a_planted_break_is_found(said: str, change: Callable[[Any], Any]) -> None:
    found, about = found_after(change), said.split("`")[1].split()[-1]
    assert said in found
    assert all(about in each for each in found)


def renamed(contract: Any) -> None:
    contract["components"]["schemas"]["Done"] = contract["components"]["schemas"].pop("Made")
    post(contract)["responses"]["201"]["content"]["application/json"]["schema"]["$ref"] = "#/components/schemas/Done"
    field(contract, "Done", "next")["anyOf"][0]["$ref"] = "#/components/schemas/Done"


def more_events(contract: Any) -> None:
    contract["components"]["schemas"]["Won"] = {"type": "object", "properties": {}}
    event = contract["components"]["schemas"]["Event"]
    event["anyOf"].append({"$ref": "#/components/schemas/Won"})
    event["discriminator"]["mapping"]["won"] = "#/components/schemas/Won"


SOUND: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda c: None,
    "words": lambda c: field(c, "Made", "title").update(description="Other words."),
    "a field of answers": lambda c: c["components"]["schemas"]["Made"]["properties"].update(more={"type": "string"}),
    "an operation": lambda c: c["paths"].update({"/more": {"get": {"responses": {}}}}),
    "a parameter": lambda c: get(c)["parameters"].append({"name": "page", "in": "query", "schema": {"type": "integer"}}),
    "a status": lambda c: get(c)["responses"].update({"404": {"description": "None."}}),
    "a field that may be sent": lambda c: c["components"]["schemas"]["Make"]["properties"].update(more={"type": "string"}),
    "a value that may be sent": lambda c: field(c, "Make", "level")["enum"].append("middle"),
    "a type that may be sent": lambda c: field(c, "Make", "level").update(type=["string", "null"]),
    "a smaller amount that may be sent": lambda c: field(c, "Make", "name").update(maxLength=10),
    "an answer that is narrower": lambda c: field(c, "Made", "kind")["enum"].pop(),
    "the name of a schema": renamed,
    "a kind of event": more_events,
}


@pytest.mark.parametrize("change", SOUND.values(), ids=SOUND)
def test_what_breaks_nobody_is_not_told(change: Callable[[Any], Any]) -> None:
    assert found_after(change) == set()


def test_a_new_version_of_a_game_may_bring_new_values() -> None:
    was, now = copy.deepcopy(CONTRACT), copy.deepcopy(CONTRACT)
    for contract in (was, now):
        contract["components"]["schemas"]["OwnCard"] = {"type": "string", "enum": ["one"]}
        field(contract, "Made", "kind").clear()
        field(contract, "Made", "kind")["$ref"] = "#/components/schemas/OwnCard"
    now["components"]["schemas"]["OwnCard"]["enum"].append("two")
    assert breaks(was, now, ["Own"]) == []
    assert breaks(was, now) == [Break("OwnCard", "may be two")]


def test_a_contract_is_kept_without_its_words(tmp_path: Any) -> None:
    file = tmp_path / "kept.json.gz"
    keep(CONTRACT, file)
    assert kept(file) == structure(CONTRACT)
    assert kept(file)["components"]["schemas"]["Made"]["properties"]["title"] == {"type": "string"}


def test_a_break_of_the_real_contract_must_be_named() -> None:
    contract = structure(yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader))
    broken = copy.deepcopy(contract)
    del broken["components"]["schemas"]["Audit"]["properties"]["first_bad"]
    assert unnamed(contract, contract, "", "0.1.0") == []
    assert unnamed(contract, broken, CHANGELOG, "0.1.0") == ["`Audit.first_bad` is gone"]
    said = CHANGELOG.replace("`Made.size`", "`Audit.first_bad`")
    assert unnamed(contract, broken, said, "0.1.0") == []
