"""Writes the whole contract, openapi.yaml.

Paths come from the endpoints (flask-smorest), the schemas of bodies from marshmallow, and every type of the domain from its
Struct, described by its docstrings.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from copy import deepcopy
from http import HTTPStatus
from typing import Any

import yaml
from flask import Flask

try:
    from yaml import CSafeDumper as Dumper
except ImportError:  # A PyYAML without libyaml writes the same, five times as slowly.
    from yaml import SafeDumper as Dumper  # type: ignore[assignment]

from events.log.codec import ChosenOffer
from service.http import Services
from service.openapi.components import share
from service.openapi.examples import add_examples
from service.openapi.games import Clash, game_schemas, with_links
from service.openapi.links import add_links
from service.openapi.operations import MORE_PARAMETERS, REF, ref
from service.openapi.shared import shared_schemas
from service.openapi.streams import calls
from service.problems import PROBLEM, all_codes
from service.representations.built import prefix_of
from service.schemas import bodies
from service.schemas.fields import Strict

REQUESTS = [
    each
    for each in vars(bodies).values()
    if isinstance(each, type) and issubclass(each, Strict) and each.__module__ == bodies.__name__
]
"""The schemas of bodies."""
NEW_PHRASES = {"Request Entity Too Large": "Content Too Large", "Unprocessable Entity": "Unprocessable Content"}
"""Phrases that Python 3.13 changed: the contract must not depend on the version of Python that writes it."""
PER_GAME = ("NewGame", "Game", "CreatedGame", "ChangedSeat", "Actions", "Accepted", "Commits", "Commit")
IN_PATHS = {
    "ruleset": "The ruleset's name",
    "game": "The game's id",
    "seat": "The seat's number, from 0",
    "key": "The API key's id",
    "webhook": "The webhook's id",
}
"""Parameters of paths."""
SECURITY = {
    "token": "The token of a host or a seat. An API key does what the host's token does in the games that belong to it",
    "key": "An API key, which the operator of the service gives",
    "operator": "The operator's own key, `ADMIN_KEY`",
}
_STYLES = {"array": {"style": "form", "explode": False}, "object": {"style": "deepObject", "explode": True}}
"""How values of these types are written in queries."""
DESCRIPTION = """\
A game-state service for turn-based board games: every action is an immutable event, hidden information stays hidden, any
point of a game can be replayed, and every card can be proved to have been dealt fairly.

Send a token or an API key as `Authorization: Bearer <token>`; without one you see what a spectator sees. Ignore fields
you do not know.
"""


def document(app: Flask) -> dict[str, Any]:
    """The whole contract as plain data."""
    # A copy, because this changes the specification and may be called again.
    spec: dict[str, Any] = deepcopy(app.extensions["tradewinds-api"].spec.to_dict())
    schemas = _schemas(spec["components"]["schemas"], app.extensions["tradewinds"])
    # Among the components that are left out is what flask-smorest defines and no operation refers to.
    spec["components"] = {
        "schemas": dict(sorted(schemas.items())),
        "securitySchemes": {
            name: {"type": "http", "scheme": "bearer", "description": said} for name, said in SECURITY.items()
        },
    }
    spec["info"]["description"] = DESCRIPTION
    spec["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
    spec["servers"] = [{"url": "/"}]
    spec["webhooks"] = calls()
    for address, path in spec["paths"].items():
        for parameter in path.get("parameters", []):
            parameter["description"] = IN_PATHS[parameter["name"]]
        for operation in path.values():
            if isinstance(operation, dict):
                if "{game}" in address:
                    operation["responses"][str(HTTPStatus.GONE.value)] = {"description": HTTPStatus.GONE.phrase}
                _complete(operation)
    share(spec)
    return spec


def render(app: Flask) -> str:
    """The contract as YAML."""
    return dumped(document(app))


class _Plain(Dumper):
    """Writes equal parts in full instead of as YAML aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def dumped(part: dict[str, Any], dumper: Any = _Plain) -> str:
    """A part of the contract as YAML."""
    return yaml.dump(part, Dumper=dumper, sort_keys=False, allow_unicode=True, width=120)


def _schemas(of_bodies: dict[str, Any], services: Services) -> dict[str, Any]:
    """All schemas: those of requests, those that all games share, and those of each game."""
    games = services.codecs.games
    # flask-smorest's own, which nothing here uses.
    schemas = {name: schema for name, schema in of_bodies.items() if name not in ("Error", "PaginationMetadata")}
    for request in REQUESTS:
        # Not in the schemas' Meta: with a description there, apispec omits that other fields are refused.
        schemas[request.__name__.removesuffix("Schema")]["description"] = inspect.getdoc(request)
    _add(schemas, shared_schemas())
    for game in games:
        own = game_schemas(services.codecs.of(game), schemas["NewGame"])
        _add(schemas, with_links(own, prefix_of(game), services.rulebooks.get(game)))
    schemas["NewSeat"] |= _of_bots({"required": ["level"]})
    schemas["ChangeSeat"] |= _of_bots({"required": ["level"], "properties": {"name": False}})
    for name in PER_GAME:
        schemas[name] = _either(name, games)
    schemas["RulesetContent"]["properties"]["content"]["anyOf"] = [ref(f"{prefix_of(game)}Content") for game in games]
    schemas["Action"] = {
        "description": "An action of the game that is addressed, or the id of an offer.",
        "anyOf": [*(ref(f"{prefix_of(game)}Command") for game in games), ref(ChosenOffer.__name__)],
    }
    schemas["Problem"]["properties"]["code"] = {
        "type": "string",
        "description": "Stable; /docs/problems explains each",
        "enum": sorted(all_codes(games.values())),
    }
    return schemas


def _complete(operation: dict[str, Any]) -> None:
    """Give an operation its parameters, the schema of its problems, its links and its examples."""
    parameters = operation.get("parameters", []) + operation.pop(MORE_PARAMETERS, [])
    for parameter in parameters:
        # As `several` and `gathered` read them.
        parameter |= _STYLES.get(parameter.get("schema", {}).get("type"), {})
    if parameters:
        operation["parameters"] = parameters
    # flask-smorest adds a default response, which has another shape than this service's problems.
    operation["responses"].pop("default", None)
    for status, response in operation["responses"].items():
        if response.get("description") in NEW_PHRASES:
            response["description"] = NEW_PHRASES[response["description"]]
        if status >= "400" and PROBLEM not in response.get("content", {}):
            operation["responses"][status] = {
                "description": response.get("description", "Problem"),
                "content": {PROBLEM: {"schema": ref("Problem")}},
            }
    operation["responses"] = dict(sorted(operation["responses"].items()))
    add_links(operation)
    add_examples(operation)


def _of_bots(bots: dict[str, Any]) -> dict[str, Any]:
    """Conditions for bots' seats; other seats have no level."""
    kind = {"properties": {"kind": {"const": "bot"}}, "required": ["kind"]}
    return {"if": kind, "then": bots, "else": {"properties": {"level": False}}}


def _either(name: str, games: Iterable[str]) -> dict[str, Any]:
    """A union of the games' answers, distinguished by `ruleset`."""
    refs = {game: REF.format(name=f"{prefix_of(game)}{name}") for game in games}
    return {
        "description": "The answer of the game that `ruleset` names.",
        "oneOf": [{"$ref": each} for each in refs.values()],
        "discriminator": {"propertyName": "ruleset", "mapping": refs},
    }


def _add(schemas: dict[str, Any], more: dict[str, Any]) -> None:
    """Add schemas. Raises Clash for two different ones of the same name."""
    for name, schema in more.items():
        if schemas.setdefault(name, schema) != schema:
            raise Clash(f"two different schemas are named {name}")
