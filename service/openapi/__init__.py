"""openapi.yaml from the code: ``python -m service.openapi`` writes it to standard output.

Paths come from the endpoints (flask-smorest), the schemas of bodies from marshmallow, and every type of the domain from its
Struct, described by its docstrings. Schemas of one game are named after it, so adding a game never renames others.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from copy import deepcopy
from http import HTTPStatus
from typing import Any

import msgspec
import yaml
from flask import Flask

try:
    from yaml import CSafeDumper as Dumper
except ImportError:  # A PyYAML without libyaml writes the same, five times as slowly.
    from yaml import SafeDumper as Dumper  # type: ignore[assignment]


from domain import lifecycle, table
from domain.drawing import Board
from domain.game import AnyGame, Hidden, Outcome, ScorePart
from domain.icons import ICONS
from domain.rights import FORBIDDEN
from events.codec import ChosenOffer, Codec
from events.deadlines import Deadline
from events.redis_store.api_keys import ApiKey
from events.store_types import GameSummary, SeatSummary, StoredGame
from events.webhooks.hooks import Delivery, Webhook
from service.field_docs import TAGS, components_of, shape_of
from service.http import Services
from service.openapi.examples import add_examples
from service.openapi.links import add_links
from service.openapi_decorators import MORE_PARAMETERS, PROBLEM
from service.problems import CODES, Problem
from service.representations.built import Representations, prefix_of
from service.representations.commits import AuditAnswer, DiffAnswer, StandingAnswer, TurnsAnswer
from service.representations.drawn import PictureAnswer
from service.representations.feed import FeedAnswer, FeedEntry, FeedNews, LeftOut
from service.representations.games import (
    Asked,
    BranchOf,
    ClockAnswer,
    Fairness,
    GamesAnswer,
    Invitation,
    OwnGameAnswer,
    OwnGamesAnswer,
    RematchAnswer,
    SeatAnswer,
    SeatToken,
)
from service.representations.offers import TrialAnswer
from service.resources.admin import DeletionAnswer, ForgettingAnswer, KeyUseAnswer, StoredGamesAnswer
from service.resources.jobs import JobsAnswer
from service.resources.keys import KeyAnswer, KeysAnswer
from service.resources.notes import NoteAnswer
from service.resources.rulesets import RulesetContent, RulesetsAnswer
from service.resources.webhooks import DeliveriesAnswer, TestAnswer, WebhookAnswer, WebhooksAnswer
from service.rulebooks import Rulebook
from service.schemas import (
    BranchSchema,
    ChangeSeatSchema,
    ClaimSchema,
    ForgetPlayerSchema,
    HandSchema,
    HeldTokenSchema,
    NewClockSchema,
    NewGameSchema,
    NewKeySchema,
    NewSeatSchema,
    NewTokenSchema,
    NewWebhookSchema,
    NoteChangeSchema,
    RunningClockSchema,
)

REF = "#/components/schemas/{name}"
SHARED = {
    "Problem": Problem,
    "Audit": AuditAnswer,
    "Diff": DiffAnswer,
    "Games": GamesAnswer,
    "OwnGames": OwnGamesAnswer,
    "OwnLine": OwnGameAnswer,
    "Trial": TrialAnswer,
    "Turns": TurnsAnswer,
    "Standing": StandingAnswer,
    "Rematch": RematchAnswer,
    "Jobs": JobsAnswer,
    "Rulesets": RulesetsAnswer,
    "RulesetContent": RulesetContent,
    "Line": GameSummary,
    "LineSeat": SeatSummary,
    "ChosenOffer": ChosenOffer,
    "Board": Board,
    "Note": NoteAnswer,
    "Keys": KeysAnswer,
    "NewKeyMade": KeyAnswer,
    "ApiKey": ApiKey,
    "KeyUse": KeyUseAnswer,
    "StoredGames": StoredGamesAnswer,
    "StoredGame": StoredGame,
    "Deletion": DeletionAnswer,
    "Forgetting": ForgettingAnswer,
    "Picture": PictureAnswer,
    "Webhook": Webhook,
    "Webhooks": WebhooksAnswer,
    "NewWebhookMade": WebhookAnswer,
    "Deliveries": DeliveriesAnswer,
    "Delivery": Delivery,
    "WebhookTest": TestAnswer,
    "Feed": FeedAnswer,
    "FeedEntry": FeedEntry,
    "FeedNews": FeedNews,
    "LeftOut": LeftOut,
}
"""Types that no game owns, by their names in the contract."""
REQUESTS = (
    NewGameSchema,
    NewSeatSchema,
    NewClockSchema,
    RunningClockSchema,
    ClaimSchema,
    ChangeSeatSchema,
    NewTokenSchema,
    BranchSchema,
    NoteChangeSchema,
    NewKeySchema,
    HandSchema,
    HeldTokenSchema,
    NewWebhookSchema,
    ForgetPlayerSchema,
)
NEW_PHRASES = {"Request Entity Too Large": "Content Too Large", "Unprocessable Entity": "Unprocessable Content"}
"""Phrases that Python 3.13 changed: the contract must not depend on the version of Python that writes it."""
UNIONS = {
    "Command": "An action of {game.title}.",
    "Event": "An event of {game.title}, or one that every game has.",
    "RecordedCommand": "An action of {game.title}, or a command that every game has.",
}
"""Unions whose members clients distinguish by `type`."""
PER_GAME = ("NewGame", "Game", "Created", "Seated", "Actions", "Accepted", "Commits")
MAY_LACK_FIELDS = {"Problem", "PatchOperation", "Area", "Face", "Word", "Piece", "BranchGame"}
"""Answers that leave out fields that have their default; all other answers always have every field."""
MAY_BE_MISSING = {
    (kind.__name__, field.encode_name)
    for kind in (*lifecycle.COMMANDS, *table.EVENTS)
    for field in msgspec.structs.fields(kind)
    if field.default is msgspec.UNSET
}
"""Fields of commands and events that are left out of logs unless they say something: older logs lack them."""
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
DESCRIPTION = """\
A game-state service for turn-based board games: every action is an immutable event, hidden information stays hidden, any
point of a game can be replayed, and every card can be proved to have been dealt fairly.

Send a token or an API key as `Authorization: Bearer <token>`; without one you see what a spectator sees. Ignore fields
you do not know.
"""


CONTENT = (
    "The cards, boards and counts of {game.title}, by kind, with their texts and numbers, for drawing. `source` says "
    "whether an entry is `sourced` or `reconstructed`. Later versions may add fields."
)


class Clash(ValueError):
    """Two schemas would have one name."""


def own_codes() -> dict[str, tuple[int | str, str]]:
    """The problem codes of the service itself, with their statuses and meanings."""
    return {
        **CODES,
        "export_invalid": (422, "the exported file was changed; `first_bad` names the first bad commit"),
        "unknown_command": (422, "the game has no such action"),
        "invalid_offer": (422, "the id of an offer stands for no action of this game"),
        "invalid_field": (
            422,
            "a field of the action is missing, unknown, of the wrong type, or names nothing in this game",
        ),
        "invalid_seat": (422, "a seat's plan does not fit its kind"),
        **{code: (403, meaning) for code, meaning in FORBIDDEN.items()},
    }


def all_codes(games: Iterable[AnyGame]) -> dict[str, tuple[int | str, str]]:
    """Every problem code, those of these games too, with its status and meaning."""
    codes: dict[str, tuple[int | str, str]] = own_codes()
    for refusals in (lifecycle.REFUSALS, *(game.rules.refusals for game in games)):
        for code, meaning in refusals.items():
            codes.setdefault(code, ("409, at set-up 422", meaning))
    return codes


def document(app: Flask) -> dict[str, Any]:
    """The whole contract as plain data."""
    # A copy, because this changes the specification and may be called again.
    spec: dict[str, Any] = deepcopy(app.extensions["tradewinds-api"].spec.to_dict())
    services: Services = app.extensions["tradewinds"]
    codecs = services.codecs
    games = codecs.games
    schemas = spec["components"]["schemas"]
    # flask-smorest's own, which nothing here uses.
    for unused in ("Error", "PaginationMetadata"):
        schemas.pop(unused, None)
    for request in REQUESTS:
        # Not in the schemas' Meta: with a description there, apispec omits that other fields are refused.
        schemas[request.__name__.removesuffix("Schema")]["description"] = inspect.getdoc(request)
    _add(schemas, shared_schemas())
    for game in games:
        own = game_schemas(codecs.of(game), schemas["NewGame"])
        _add(schemas, _with_links(own, prefix_of(game), services.rulebooks.get(game)))
    schemas["NewSeat"] |= _of_bots({"required": ["level"]})
    schemas["ChangeSeat"] |= _of_bots({"required": ["level"], "properties": {"name": False}})
    for name in PER_GAME:
        schemas[name] = _either(name, games)
    contents = [{"$ref": REF.format(name=f"{prefix_of(game)}Content")} for game in games]
    schemas["RulesetContent"]["properties"]["content"]["anyOf"] = contents
    actions = [{"$ref": REF.format(name=f"{prefix_of(game)}Command")} for game in games]
    schemas["Action"] = {
        "description": "An action of the game that is addressed, or the id of an offer.",
        "anyOf": [*actions, {"$ref": REF.format(name=ChosenOffer.__name__)}],
    }
    schemas["Problem"]["properties"]["code"] = {
        "type": "string",
        "description": "Stable; /docs/problems explains each",
        "enum": sorted(all_codes(games.values())),
    }
    spec["components"]["schemas"] = dict(sorted(schemas.items()))
    spec["components"]["securitySchemes"] = {
        name: {"type": "http", "scheme": "bearer", "description": said} for name, said in SECURITY.items()
    }
    spec["info"]["description"] = DESCRIPTION
    spec["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
    spec["servers"] = [{"url": "/"}]
    for address, path in spec["paths"].items():
        for parameter in path.get("parameters", []):
            parameter["description"] = IN_PATHS[parameter["name"]]
        for operation in path.values():
            if isinstance(operation, dict):
                if "{game}" in address:
                    operation["responses"][str(HTTPStatus.GONE.value)] = {"description": HTTPStatus.GONE.phrase}
                _complete(operation)
    spec["components"].pop("responses", None)
    spec["components"].pop("headers", None)
    spec["components"].pop("parameters", None)
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


def _complete(operation: dict[str, Any]) -> None:
    parameters = operation.get("parameters", []) + operation.pop(MORE_PARAMETERS, [])
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
                "content": {PROBLEM: {"schema": {"$ref": REF.format(name="Problem")}}},
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


def _new_game(body: dict[str, Any], game: AnyGame) -> dict[str, Any]:
    """The body that creates a game of this ruleset: the common one with the ruleset's own options."""
    own = {
        "ruleset": {"type": "string", "enum": [game.name], "description": TAGS["ruleset"]},
        "options": {"$ref": REF.format(name=f"{prefix_of(game.name)}Options"), "description": "The game's own options"},
    }
    return {**body, "properties": {**body["properties"], **own}}


def shared_schemas() -> dict[str, Any]:
    components = components_of(list(SHARED.values()), REF)
    names = {kind.__name__: name for name, kind in SHARED.items()}
    icons = _typed(sorted(ICONS))
    schemas = _referring(_of_answers(components, names, MAY_LACK_FIELDS), icons, "Icon")
    return {**schemas, "Icon": {"description": "A name of an icon of lucide.dev.", **icons}}


def game_schemas(codec: Codec, new_game: dict[str, Any]) -> dict[str, Any]:
    """The schemas of one game: of its answers, of its content, and of the body that creates it (`new_game` is the common
    one). Raises Clash if the game has a type named like one that all games share."""
    game, prefix = codec.game, prefix_of(codec.game.name)
    content = {**shape_of([game.content()], game.content_fields), "description": CONTENT.format(game=game)}
    return {
        **_answer_schemas(Representations(codec)),
        f"{prefix}NewGame": _new_game(new_game, game),
        f"{prefix}Content": content,
    }


def _with_links(schemas: dict[str, Any], prefix: str, book: Rulebook | None) -> dict[str, Any]:
    """The schemas; descriptions of the game's own ones link to the rules that they name."""
    if book is None:
        return schemas
    return {name: _linked(schema, book) if name.startswith(prefix) else schema for name, schema in schemas.items()}


def _linked(schema: Any, book: Rulebook) -> Any:
    if isinstance(schema, list):
        return [_linked(each, book) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: book.linked(value) if key == "description" and isinstance(value, str) else _linked(value, book)
        for key, value in schema.items()
    }


def _answer_schemas(types: Representations) -> dict[str, Any]:
    """The schemas of one game's answers and of everything in them."""
    game, prefix = types.game, types.prefix
    kinds = [
        types.game_type, types.created_type, types.seated_type, types.actions_type, types.accepted_type, types.page_type,
        game.types.options,
    ]  # fmt: skip
    common = _common_names()
    drawn = components_of([PictureAnswer], REF)  # shared_schemas has these.
    components = {name: schema for name, schema in components_of(kinds, REF).items() if name not in drawn}
    names = {name: f"{prefix}{_short(name)}" for name in components if name not in common and not name.startswith(prefix)}
    names[game.types.view.__name__] = f"{prefix}View"
    names[game.types.options.__name__] = f"{prefix}Options"
    previewed = {} if game.types.preview is None else {game.types.preview.__name__: f"{prefix}Preview"}
    names |= previewed
    _check_names(prefix, common, components, names)
    names[PictureAnswer.__name__] = "Picture"
    schemas = _of_answers(components, names, MAY_LACK_FIELDS | {f"{prefix}Options", f"{prefix}Preview"})
    # The unions that clients distinguish by `type` get names.
    schemas[f"{prefix}Command"] = _undescribed(schemas[f"{prefix}Offer"]["properties"]["action"])
    schemas[f"{prefix}Event"] = schemas[f"{prefix}Accepted"]["properties"]["events"]["items"]
    # The field may be null (a hidden command); the union itself has only commands.
    schemas[f"{prefix}RecordedCommand"], _ = schemas[f"{prefix}Commit"]["properties"]["command"]["anyOf"]
    for part, said in UNIONS.items():
        union, name = schemas[f"{prefix}{part}"], f"{prefix}{part}"
        schemas = {each: schema if each == name else _referring(schema, union, name) for each, schema in schemas.items()}
        schemas[name] = {"description": said.format(game=game), **union}
    for carrying in {"PositionRestored", "TakenBack"} & schemas.keys():
        # A position is hidden until the game is over.
        schemas[carrying]["properties"]["state"]["anyOf"] = [
            {"$ref": REF.format(name="Hidden")},
            {"type": "object", "additionalProperties": True},
        ]
    # One schema for all games.
    action = [{"type": "object", "additionalProperties": True}, {"type": "null"}]
    schemas["TimeOut"]["properties"]["action"]["anyOf"] = action
    return schemas


def _check_names(prefix: str, common: set[str], components: Iterable[str], names: Mapping[str, str]) -> None:
    """Raises Clash if two types of a game would have one name in the contract."""
    # Where two types have one name, msgspec names each with its module.
    ambiguous = sorted({own for name in components if "." in name and (own := name.rpartition(".")[2]) in common})
    if ambiguous:
        raise Clash(f"it has a type named {ambiguous[0]}, like one that all games share")
    made = [
        *(names.get(name, name) for name in components),
        *(f"{prefix}{name}" for name in (*UNIONS, "NewGame", "Content")),
    ]
    twice = sorted({name for name in made if made.count(name) > 1})
    if twice:
        raise Clash(f"two of its types would be named {twice[0]} in the contract")


def _short(name: str) -> str:
    """A type's own name; if the game has the name in both `commands` and `frames`, with `Command` or `Frame` after it."""
    if "." not in name:
        return name
    *places, own = name.split(".")
    group = places[2] if len(places) > 2 else places[-1]
    return f"{own}{group.removesuffix('s').capitalize()}"


def _of_answers(components: dict[str, Any], names: dict[str, str], may_lack: set[str]) -> dict[str, Any]:
    """The schemas of answers, under their names in the contract."""
    schemas = {names.get(name, name): _renamed(schema, names) for name, schema in components.items()}
    for name, schema in schemas.items():
        if "properties" in schema and name not in may_lack:
            schema["required"] = [field for field in schema["properties"] if (name, field) not in MAY_BE_MISSING]
            for field in schema["properties"].values():
                field.pop("default", None)
    return schemas


def _undescribed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field without its description."""
    return {key: value for key, value in schema.items() if key != "description"}


def _referring(schema: Any, part: dict[str, Any], name: str) -> Any:
    """The schema with a reference in place of each occurrence of this part; descriptions of fields are kept."""
    if isinstance(schema, list):
        return [_referring(each, part, name) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if _undescribed(schema) == part:
        said = {key: value for key, value in schema.items() if key == "description"}
        return {"$ref": REF.format(name=name), **said}
    return {key: _referring(value, part, name) for key, value in schema.items()}


def _common_names() -> set[str]:
    """The names of schemas that do not belong to a single game."""
    kinds = [
        *lifecycle.COMMANDS, *table.EVENTS, Asked, SeatAnswer, Fairness, BranchOf, SeatToken, Invitation, Outcome, ScorePart,
        Hidden, PictureAnswer, ClockAnswer, Deadline,
    ]  # fmt: skip
    return set(components_of(kinds, REF))


def _typed(values: list[Any]) -> dict[str, Any]:
    """A schema of constants, grouped by type, because generators need constants of a single type."""
    types = {"string": str, "boolean": bool, "integer": int}
    # In Python, True is also an int.
    found = {name: [each for each in values if type(each) is kind] for name, kind in types.items()}
    schemas = [{"type": name, "enum": each} for name, each in found.items() if each]
    if sum(len(each["enum"]) for each in schemas) < len(values):
        return {"enum": values}
    schema: dict[str, Any] = _any_of(schemas)
    return schema


def _any_of(schemas: list[Any]) -> Any:
    different = [each for place, each in enumerate(schemas) if each not in schemas[:place]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def _renamed(schema: Any, names: dict[str, str]) -> Any:
    """The schema with references to the new names, and without titles, which only repeat the names.

    Adds what msgspec leaves out: the types of constants, that an untyped object may have any fields, and a common type for
    the items of a tuple.
    """
    if isinstance(schema, list | tuple):
        return [_renamed(each, names) for each in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {
        key: _renamed(value, names) for key, value in schema.items() if not (key == "title" and isinstance(value, str))
    }
    if "type" not in renamed and "enum" in renamed:
        renamed = {**_typed(renamed.pop("enum")), **renamed}
    if renamed.get("type") == "object" and not {"properties", "additionalProperties"} & set(renamed):
        renamed["additionalProperties"] = True
    if renamed.get("items") is False:
        # A fixed-length tuple. Generators without `prefixItems` fall back to `items`; clients that know it (openapi-fetch)
        # turn tuples into plain lists on the way, which then do not fit the generated types.
        renamed["items"] = _any_of(renamed.pop("prefixItems"))
    if isinstance(renamed.get("description"), str):
        renamed["description"] = inspect.cleandoc(renamed["description"])  # Python does this itself from 3.13 on.
    if isinstance(renamed.get("$ref"), str):
        name = renamed["$ref"].rpartition("/")[2]
        renamed["$ref"] = REF.format(name=names.get(name, name))
    mapping = renamed.get("mapping")
    if isinstance(mapping, dict):
        renamed["mapping"] = {
            tag: REF.format(name=names.get(name, name))
            for tag, name in ((tag, target.rpartition("/")[2]) for tag, target in mapping.items())
        }
    return renamed
