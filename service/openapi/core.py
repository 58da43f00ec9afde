"""The part of the contract that plays any game by offers, pictures and scenes, without the types of single games."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from service.openapi.operations import NEEDS_OPERATOR, ref
from service.representations.built import prefix_of

LEFT_OUT = {
    "getRuleset", "renewToken", "listJobs", "getLookBack", "askLookBack", "diff", "getStanding", "audit", "branchGame",
    "exportGame", "importGame", "exportGames", "forgetOwnPlayer", "listDeliveries", "testWebhook",
}  # fmt: skip
"""Operations beside those of the operator that a program hardly needs to play, to show or to host games."""
SAID = """\
What plays any game: by the offers of each seat, by boards, pictures and scenes. What belongs to a single game, such as its
view and its actions, is any object here. [openapi.json](/openapi.json) has everything, with the types of each game.

Send a token or an API key as `Authorization: Bearer <token>`; without one you see what a spectator sees. Ignore fields
you do not know.
"""
FRAMES = {
    "NewGame",
    "Game",
    "CreatedGame",
    "ChangedSeat",
    "Actions",
    "Offer",
    "Unavailable",
    "Accepted",
    "Commits",
    "Commit",
}
"""What each game fills with types of its own."""
TAGGED = {"Command": "AnyAction", "Event": "AnyEvent", "RecordedCommand": "AnyCommand"}
"""The unions of a game, by the names that they have here."""
COMPONENT = "#/components/"


def core_of(whole: dict[str, Any]) -> dict[str, Any]:
    """The part of a whole contract that plays any game, as a document of its own."""
    schemas = whole["components"]["schemas"]
    prefix = prefix_of(next(iter(schemas["NewGame"]["discriminator"]["mapping"])))
    generic = {name: _generic(schemas[f"{prefix}{name}"], prefix) for name in FRAMES}
    for frame in generic.values():
        frame["properties"].get("ruleset", {}).pop("enum", None)
    generic["NewGame"]["properties"]["seats"] |= {"minItems": 1, "maxItems": 8}
    generic |= {name: _any(schemas[f"{prefix}{part}"], part) for part, name in TAGGED.items()}
    code = {name: value for name, value in schemas["Problem"]["properties"]["code"].items() if name != "enum"}
    generic["Problem"] = {**schemas["Problem"], "properties": {**schemas["Problem"]["properties"], "code": code}}
    generic["Action"] = {**schemas["Action"], "anyOf": [ref("AnyAction"), ref("ChosenOffer")]}
    content = {"type": "object", "additionalProperties": True, "description": "The cards and boards of the game."}
    ruleset = schemas["RulesetContent"]
    generic["RulesetContent"] = {**ruleset, "properties": {**ruleset["properties"], "content": content}}
    paths = _without(whole["paths"])
    kept: dict[str, dict[str, Any]] = {section: {} for section in whole["components"]}
    parts = {**whole["components"], "schemas": {**schemas, **generic}}
    for reference in _references([paths, whole["webhooks"]], parts, set()):
        section, name = reference.split("/")
        kept[section][name] = parts[section][name]
    kept["securitySchemes"] = {name: part for name, part in parts["securitySchemes"].items() if name != "operator"}
    return {
        **{name: part for name, part in whole.items() if name not in ("paths", "components")},
        "info": {**whole["info"], "description": SAID},
        "paths": paths,
        "components": {section: dict(sorted(found.items())) for section, found in kept.items()},
    }


def _generic(schema: Any, prefix: str) -> Any:
    """The schema of a game's answer for any game."""
    if isinstance(schema, list):
        return [_generic(each, prefix) for each in schema]
    if not isinstance(schema, dict):
        return schema
    named = str(schema.get("$ref", "")).rpartition("/")[2]
    part = named.removeprefix(prefix)
    others = {key: _generic(value, prefix) for key, value in schema.items() if key != "$ref"}
    if "$ref" not in schema:
        return others
    if part == named:
        return schema
    if part in FRAMES or part in TAGGED:
        return {**ref(TAGGED.get(part, part)), **others}
    return {"type": "object", "additionalProperties": True, **others}


def _any(union: dict[str, Any], part: str) -> dict[str, Any]:
    """A member of a union of any game."""
    return {
        "type": "object",
        "description": {
            "Command": "An action of the game that is played; offers have those that are legal.",
            "Event": "An event of the game that is played, or one that every game has.",
            "RecordedCommand": "An action of the game that is played, or a command that every game has.",
        }[part],
        "properties": {"type": {"type": "string", "description": "The kind."}},
        "required": ["type"],
        "additionalProperties": True,
    }


def _without(paths: dict[str, Any]) -> dict[str, Any]:
    """The paths without what is left out, and without links there."""
    known = {
        operation["operationId"]
        for path in paths.values()
        for operation in path.values()
        if isinstance(operation, dict) and operation["security"] != NEEDS_OPERATOR
    } - LEFT_OUT
    found = {}
    for address, path in paths.items():
        operations = {
            method: _with_links(operation, known)
            for method, operation in path.items()
            if isinstance(operation, dict) and operation["operationId"] in known
        }
        if operations:
            found[address] = {name: part for name, part in path.items() if not isinstance(part, dict)} | operations
    return found


def _with_links(operation: dict[str, Any], known: Set[str]) -> dict[str, Any]:
    responses = {}
    for status, response in operation["responses"].items():
        links = {name: link for name, link in response.get("links", {}).items() if link["operationId"] in known}
        responses[status] = {name: part for name, part in response.items() if name != "links"}
        if links:
            responses[status]["links"] = links
    return {**operation, "responses": responses}


def _references(part: Any, components: dict[str, Any], seen: set[str]) -> Iterator[str]:
    """The components that a part refers to, once each, also through others."""
    if isinstance(part, list):
        for each in part:
            yield from _references(each, components, seen)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key in ("example", "examples"):
                continue
            name = value.removeprefix(COMPONENT) if key == "$ref" else ""
            if name and name not in seen:
                seen.add(name)
                yield name
                section, own = name.split("/")
                yield from _references(components[section][own], components, seen)
            yield from _references(value, components, seen)
