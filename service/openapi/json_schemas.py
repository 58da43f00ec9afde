"""Rewrites the JSON Schemas that msgspec makes of Structs into those of the contract."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from domain import session
from domain.session import lifecycle
from service.openapi.operations import REF, ref
from service.representations.games import ListedGame
from service.representations.streams import ExportedGame

MAY_LACK_FIELDS = {"Problem", "PatchOperation", "Area", "Face", "Word", "Piece", "BranchGame"}
"""Answers that leave out fields that have their default; all other answers always have every field."""
MAY_BE_MISSING = {
    (kind.__name__, field.encode_name)
    for kind in (*lifecycle.COMMANDS, *session.EVENTS, ListedGame, ExportedGame)
    for field in msgspec.structs.fields(kind)
    if field.default is msgspec.UNSET
}
"""Fields that are left out where they say nothing: of listed and exported games, and of commands and events, because older
logs lack them."""


def of_answers(components: dict[str, Any], names: dict[str, str], may_lack: set[str]) -> dict[str, Any]:
    """The schemas of answers, under their names in the contract."""
    schemas = {names.get(name, name): _renamed(schema, names) for name, schema in components.items()}
    for name, schema in schemas.items():
        if "properties" in schema and name not in may_lack:
            schema["required"] = [field for field in schema["properties"] if (name, field) not in MAY_BE_MISSING]
            for field in schema["properties"].values():
                field.pop("default", None)
    return schemas


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
        renamed = {**typed(renamed.pop("enum")), **renamed}
    if renamed.get("type") == "object" and not {"properties", "additionalProperties"} & set(renamed):
        renamed["additionalProperties"] = True
    if renamed.get("items") is False:
        # A fixed-length tuple. Generators without `prefixItems` fall back to `items`; clients that know it (openapi-fetch)
        # turn tuples into plain lists on the way, which then do not fit the generated types.
        renamed["items"] = any_of(renamed.pop("prefixItems"))
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


def typed(values: list[Any]) -> dict[str, Any]:
    """A schema of constants, grouped by type, because generators need constants of a single type."""
    types = {"string": str, "boolean": bool, "integer": int}
    # In Python, True is also an int.
    found = {name: [each for each in values if type(each) is kind] for name, kind in types.items()}
    schemas = [{"type": name, "enum": each} for name, each in found.items() if each]
    if sum(len(each["enum"]) for each in schemas) < len(values):
        return {"enum": values}
    schema: dict[str, Any] = any_of(schemas)
    return schema


def any_of(schemas: list[Any]) -> Any:
    """A schema of what fits one of these; without `anyOf` if they are all the same."""
    different = [each for place, each in enumerate(schemas) if each not in schemas[:place]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def undescribed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field without its description."""
    return {key: value for key, value in schema.items() if key != "description"}


def referring(schema: Any, part: dict[str, Any], name: str) -> Any:
    """The schema with a reference in place of each occurrence of this part; descriptions of fields are kept."""
    if isinstance(schema, list):
        return [referring(each, part, name) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if undescribed(schema) == part:
        said = {key: value for key, value in schema.items() if key == "description"}
        return {**ref(name), **said}
    return {key: referring(value, part, name) for key, value in schema.items()}
