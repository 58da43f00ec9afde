"""Descriptions of the fields of Structs: the docstrings under them, read from the source, since Python keeps them nowhere.

A field without a docstring gets the docstring of the alias that is its type: `seat: SeatNumber`.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import resolve_name
from itertools import pairwise
from typing import Any

import msgspec

from domain.game import Json

JSON_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
TAGS = {
    "type": "Distinguishes this from the other members of a union.",
    "beat": "Distinguishes this from the other kinds of beats.",
    "ruleset": "The ruleset of the game.",
}
"""Descriptions of tag fields, which have no line in the source."""


def components_of(kinds: Sequence[Any], ref_template: str) -> dict[str, Any]:
    """The JSON Schemas of these types and of all Structs in them; documented fields have their descriptions."""
    _, found = msgspec.json.schema_components(kinds, ref_template=ref_template)
    structs = list(_structs(msgspec.inspect.multi_type_info(kinds), set()))
    for struct in structs:
        # msgspec names two Structs of the same name by their full names.
        name = f"{struct.__module__}.{struct.__qualname__}"
        properties = found.get(name, found.get(struct.__name__, {})).get("properties", {})
        for field, description in descriptions(struct).items():
            properties[field].setdefault("description", description)
        tag = struct.__struct_config__.tag_field
        if tag in TAGS and tag in properties:
            properties[tag].setdefault("description", TAGS[tag])
    sets: dict[str, Any] = {}
    found = {name: _with_sets(schema, sets, ref_template) for name, schema in found.items()}
    modules = sorted({struct.__module__ for struct in structs})
    for name, schema in sets.items():
        if said := _of_set(name, modules):
            schema["description"] = said
    return found | sets


def _of_set(name: str, modules: Sequence[str]) -> str:
    """The docstring under the alias of this name, in these modules or in those that they import from."""
    near = [*modules, *dict.fromkeys(source for module in modules for source in _imported(module))]
    return next((said for module in near if (said := _under_alias(module, name))), "")


@cache
def _imported(module: str) -> Sequence[str]:
    """The modules of the same distribution that a module imports from."""
    found = [_source(module, node) for node in _tree(module).body if isinstance(node, ast.ImportFrom)]
    return [each for each in found if each.partition(".")[0] == module.partition(".")[0]]


def _source(module: str, node: ast.ImportFrom) -> str:
    return resolve_name(f"{'.' * node.level}{node.module or ''}", sys.modules[module].__package__)


def _with_sets(schema: Any, sets: dict[str, Any], ref_template: str) -> Any:
    """The schema with references to named enums, which are put into `sets`. Raises ValueError if two have one name."""
    if isinstance(schema, list | tuple):
        return [_with_sets(each, sets, ref_template) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if {"type", "title", "enum"} <= schema.keys():
        name, values = schema["title"], {"type": schema["type"], "enum": schema["enum"]}
        if sets.setdefault(name, values) != values:
            raise ValueError(f"two sets of strings are named {name}")
        beside = {key: value for key, value in schema.items() if key not in ("type", "title", "enum")}
        return {"$ref": ref_template.format(name=name), **beside}
    return {key: _with_sets(value, sets, ref_template) for key, value in schema.items()}


def shape_of(values: Sequence[Json], said: Mapping[str, str], above: str = "") -> dict[str, Any]:
    """A schema of JSON that no Struct describes, derived from examples: their fields, types, and which fields they all have.
    Other fields are allowed. `said` has descriptions, as `Game.content_fields` does; `above` is the field that contains
    these values."""
    objects = [value for value in values if isinstance(value, dict)]
    items = [item for value in values if isinstance(value, list) for item in value]
    shapes: list[dict[str, Any]] = []
    if objects:
        names = dict.fromkeys(name for each in objects for name in each)
        parts = {
            name: _meaning(said, above, name) | shape_of([each[name] for each in objects if name in each], said, name)
            for name in names
        }
        always = [name for name in names if all(name in each for each in objects)]
        shapes.append({"type": "object", "properties": parts, "required": always, "additionalProperties": True})
    if any(isinstance(value, list) for value in values):
        shapes.append({"type": "array", "items": shape_of(items, said, above)})
    shapes += [{"type": name} for kind, name in JSON_TYPES.items() if any(type(value) is kind for value in values)]
    return shapes[0] if len(shapes) == 1 else {"anyOf": shapes} if shapes else {}


def _meaning(said: Mapping[str, str], above: str, name: str) -> dict[str, str]:
    for place in (f"{above}.{name}", f"{above}.*", name):
        if place in said:
            return {"description": said[place]}
    return {}


def descriptions(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The descriptions of fields by their JSON names, including those of base classes."""
    written: dict[str, str] = {}
    for kind in reversed(struct.__mro__):
        if issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct:
            written |= _in_module(kind.__module__).get(kind.__name__, {})
    names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    return {names[field]: text for field, text in written.items() if field in names}


@cache
def _in_module(name: str) -> Mapping[str, Mapping[str, str]]:
    """The docstrings in a module by class and field."""
    return {node.name: dict(_in_class(name, node)) for node in _tree(name).body if isinstance(node, ast.ClassDef)}


def _in_class(module: str, node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in pairwise([*node.body, ast.Pass()]):
        match field, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                yield name, " ".join(text.split())
            case ast.AnnAssign(target=ast.Name(name), annotation=ast.Name(alias)), _:
                text = _under_alias(module, alias)
                if text:
                    yield name, text


@cache
def _under_alias(module: str, name: str) -> str:
    """The docstring of an alias that the module defines or imports; empty if there is none."""
    body = _tree(module).body
    for node, below in pairwise(body):
        match node, below:
            case ast.AnnAssign(target=ast.Name(found)), ast.Expr(ast.Constant(str(text))) if found == name:
                return " ".join(text.split())
    imports = [node for node in body if isinstance(node, ast.ImportFrom)]
    taken = [each for each in imports if {"*", name} & {alias.name for alias in each.names}]
    return next((text for each in taken if (text := _under_alias(_source(module, each), name))), "")


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))


def _structs(part: Any, seen: set[Any]) -> Iterator[type[msgspec.Struct]]:
    """Every Struct in the description of a type, once each."""
    if isinstance(part, list | tuple):
        for each in part:
            yield from _structs(each, seen)
    elif isinstance(part, msgspec.inspect.Type | msgspec.inspect.Field):
        if isinstance(part, msgspec.inspect.StructType):
            if part.cls in seen:
                return
            seen.add(part.cls)
            yield part.cls
        for field in part.__struct_fields__:
            yield from _structs(getattr(part, field), seen)
