"""The schemas of one game. All of its own are named after it, so adding a game never renames others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

import msgspec

from domain.game import AnyGame
from events.log.codec import Codec
from service.field_docs import TAGS, components_of, shape_of
from service.openapi.json_schemas import MAY_LACK_FIELDS, of_answers, referring, undescribed
from service.openapi.operations import REF, ref
from service.openapi.shared import BEATS, beat_names, beat_union, common_names, drawn_names
from service.representations.built import Representations, prefix_of
from service.representations.pictures import PictureAnswer
from service.rulebooks import Rulebook

UNIONS = {
    "Command": "An action of {game.title}.",
    "Event": "An event of {game.title}, or one that every game has.",
    "RecordedCommand": "An action of {game.title}, or a command that every game has.",
}
"""Unions whose members clients distinguish by `type`."""
CONTENT = (
    "The cards, boards and counts of {game.title}, by kind, with their texts and numbers, for drawing. `source` says "
    "whether an entry is `sourced` or `reconstructed`. Later versions may add fields."
)


class Clash(ValueError):
    """Two schemas would have one name."""


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


def _new_game(body: dict[str, Any], game: AnyGame) -> dict[str, Any]:
    """The body that creates a game of this ruleset: the common one with the ruleset's own options."""
    own: dict[str, dict[str, Any]] = {
        "ruleset": {"type": "string", "enum": [game.name], "description": TAGS["ruleset"]},
        "options": {**ref(f"{prefix_of(game.name)}Options"), "description": "The game's own options"},
    }
    if "seats" in body["properties"]:
        seats = seats_of(game)
        own["seats"] = {**body["properties"]["seats"], "minItems": seats[0], "maxItems": seats[-1]}
        if len(seats) != seats[-1] - seats[0] + 1:
            own["seats"]["anyOf"] = [{"minItems": count, "maxItems": count} for count in seats]
    return {**body, "properties": {**body["properties"], **own}}


def seats_of(game: AnyGame) -> list[int]:
    """The numbers of seats that a game can have, whatever is chosen among its options, the fewest first."""
    options = game.types.options
    _, components = msgspec.json.schema_components([options])
    chosen = [{}] + [
        {name: value}
        for name, field in components[options.__name__]["properties"].items()
        for value in field.get("enum", ())
    ]
    return sorted({count for each in chosen for count in game.rules.seats(options(**each))})


def _answer_schemas(types: Representations) -> dict[str, Any]:
    """The schemas of one game's answers and of everything in them."""
    game, prefix = types.game, types.prefix
    kinds = [
        types.game_type, types.created_type, types.seated_type, types.actions_type, types.accepted_type, types.page_type,
        game.types.options,
    ]  # fmt: skip
    common = common_names()
    components = {name: schema for name, schema in components_of(kinds, REF).items() if name not in drawn_names()}
    beats = beat_names(components)
    names = {name: f"{prefix}{_short(name)}" for name in components if name not in common and not name.startswith(prefix)}
    names |= _named_like_beats(prefix, components.keys() - beats.keys()) | beats
    names[game.types.view.__name__] = f"{prefix}View"
    names[game.types.options.__name__] = f"{prefix}Options"
    previewed = {} if game.types.preview is None else {game.types.preview.__name__: f"{prefix}Preview"}
    names |= previewed
    _check_names(prefix, common, components, names)
    names[PictureAnswer.__name__] = "Picture"
    previews = {names.get(name, name) for name in components_of([game.types.preview or dict], REF)}
    schemas = of_answers(components, names, MAY_LACK_FIELDS | previews | {f"{prefix}Options"})
    schemas = {name: referring(schema, beat_union(), "Beat") for name, schema in schemas.items() if name not in BEATS}
    # The unions that clients distinguish by `type` get names.
    schemas[f"{prefix}Command"] = undescribed(schemas[f"{prefix}Offer"]["properties"]["action"])
    schemas[f"{prefix}Event"] = schemas[f"{prefix}Accepted"]["properties"]["events"]["items"]
    # The field may be null (a hidden command); the union itself has only commands.
    schemas[f"{prefix}RecordedCommand"], _ = schemas[f"{prefix}Commit"]["properties"]["command"]["anyOf"]
    for part, said in UNIONS.items():
        union, name = schemas[f"{prefix}{part}"], f"{prefix}{part}"
        schemas = {each: schema if each == name else referring(schema, union, name) for each, schema in schemas.items()}
        schemas[name] = {"description": said.format(game=game), **union}
    for carrying in {"PositionRestored", "TakenBack"} & schemas.keys():
        # A position is hidden until the game is over.
        schemas[carrying]["properties"]["state"]["anyOf"] = [
            ref("Hidden"),
            {"type": "object", "additionalProperties": True},
        ]
    # One schema for all games.
    action = [{"type": "object", "additionalProperties": True}, {"type": "null"}]
    schemas["TimeOut"]["properties"]["action"]["anyOf"] = action
    return schemas


def _check_names(prefix: str, common: Set[str], components: Iterable[str], names: Mapping[str, str]) -> None:
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


def _named_like_beats(prefix: str, components: Set[str]) -> dict[str, str]:
    """The names of a game's types that only beats share with them: as if there were no beats."""
    own = [name.rpartition(".")[2] for name in components]
    beats = {kind.__name__ for kind in BEATS.values()}
    return {
        name: f"{prefix}{last}" for name in components if (last := name.rpartition(".")[2]) in beats and own.count(last) == 1
    }


def _short(name: str) -> str:
    """A type's own name; if the game has the name in both `commands` and `frames`, with `Command` or `Frame` after it."""
    if "." not in name:
        return name
    *places, own = name.split(".")
    group = places[2] if len(places) > 2 else places[-1]
    return f"{own}{group.removesuffix('s').capitalize()}"


def with_links(schemas: dict[str, Any], prefix: str, book: Rulebook | None) -> dict[str, Any]:
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
