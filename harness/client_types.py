"""The types of the clients, made from the contract: ``python -m harness.client_types``, as part of ``make openapi``.

A client plays any game by offers, so what differs from game to game (views, actions, events) is a dictionary there, and of
each answer the clients have what the answers of all games share.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import yaml

ROOT = Path(__file__).parent.parent
OPERATIONS = (
    "listRulesets", "createGame", "listGames", "getGame", "claimSeat", "changeSeat", "listActions", "act", "getRematch",
    "getBoard", "getPicture", "listEvents", "getNote", "followKey", "createWebhook", "listWebhooks",
    "listDeliveries", "audit",
)  # fmt: skip
"""Those whose answers the clients name."""
MORE = ("Result", "LeftOut", "FeedNews", "Problem")
"""Schemas that no JSON answer of these operations leads to."""
MOST = 20
"""Sets of more words, such as icons and codes, grow with the games: strings, for a client of any game."""

Schema: TypeAlias = dict[str, Any]


class Language(NamedTuple):
    """How a language writes types."""

    names: dict[str, str]
    listed: str
    mapped: str
    union: str
    literal: str


PYTHON = Language(
    {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "any": "Any"},
    "list[{}]", "dict[str, {}]", " | ", "Literal[{}]",
)  # fmt: skip
TYPESCRIPT = Language(
    {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null", "any": "any"},
    "Array<{}>", "Record<string, {}>", " | ", "{}",
)  # fmt: skip


class Types:
    """The named types that some roots lead to, in one language, in the order in which they were met."""

    def __init__(self, document: Schema, language: Language) -> None:
        self.schemas: dict[str, Schema] = document["components"]["schemas"]
        self.language = language
        self.classes: dict[str, dict[str, tuple[str, bool]]] = {}
        """Of each object its fields: type, and whether it is always there."""
        self.games = _prefixes(self.schemas)

    def of(self, *alternatives: Schema) -> str:
        """The type of a value that has the same place in the answer of each game."""
        first, names = alternatives[0], self.language.names
        if all(each == first for each in alternatives) and "$ref" not in first:
            return self._plain(first)
        called = [each["$ref"].rpartition("/")[2] for each in alternatives if "$ref" in each]
        if len(called) == len(alternatives) and len({self._generic(each) for each in called}) == 1:
            return self.named(self._generic(called[0]), [self.schemas[each] for each in called])
        kinds = {each["type"] for each in alternatives if isinstance(each.get("type"), str)}
        if kinds == {"string"} and all("type" in each for each in alternatives):
            return names["string"]
        if all(len(each.get("anyOf", ())) == len(first.get("anyOf", ())) > 1 for each in alternatives):
            parts = zip(*(each["anyOf"] for each in alternatives), strict=True)
            return self.language.union.join(dict.fromkeys(self.of(*each) for each in parts))
        if all(each.get("type") == "array" for each in alternatives):
            return self.language.listed.format(self.of(*(each["items"] for each in alternatives)))
        return self.language.mapped.format(names["any"]) if all(map(self._is_object, alternatives)) else names["any"]

    def named(self, name: str, found: list[Schema]) -> str:
        """The name of a type that all these schemas are."""
        found = [part for each in found for part in self._parts(each)]
        if name.endswith("View") or not _shared(found):
            if len(found) == 1:
                return self._plain(found[0])
            return self.language.mapped.format(self.language.names["any"])
        if name not in self.classes:
            self.classes[name] = {}
            self.classes[name] = {
                key: (
                    self.of(*(each["properties"][key] for each in found)),
                    all(key in each.get("required", ()) for each in found),
                )
                for key in _shared(found)
            }
        return name

    def _parts(self, schema: Schema) -> list[Schema]:
        """The answers of all games, of a schema that stands for any of them; else the schema."""
        if schema.get("discriminator", {}).get("propertyName") != "ruleset" or "oneOf" not in schema:
            return [schema]
        return [self.schemas[each["$ref"].rpartition("/")[2]] for each in schema["oneOf"]]

    def _generic(self, name: str) -> str:
        return next((name.removeprefix(each) for each in self.games if name.startswith(each)), name).rpartition(".")[2]

    def _is_object(self, schema: Schema) -> bool:
        return "$ref" in schema or schema.get("type") == "object" or "oneOf" in schema

    def _plain(self, schema: Schema) -> str:
        names = self.language.names
        if "enum" in schema:
            if len(schema["enum"]) > MOST:
                return names["string"]
            return self.language.literal.format(
                (", " if self.language is PYTHON else " | ").join(map(json.dumps, schema["enum"]))
            )
        if "const" in schema:
            return self.language.literal.format(json.dumps(schema["const"]))
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return self.language.union.join(dict.fromkeys(self.of(each) for each in schema[union]))
        match schema.get("type"):
            case "array" if "items" in schema:
                return self.language.listed.format(self.of(schema["items"]))
            case "object":
                more = schema.get("additionalProperties")
                return self.language.mapped.format(self.of(more) if isinstance(more, dict) and more else names["any"])
            case list(several):
                return self.language.union.join(names[each] for each in several)
            case str(one) if one in names:
                return names[one]
        return names["any"]


def _shared(found: list[Schema]) -> list[str]:
    """The fields that all these schemas have."""
    return [key for key in found[0].get("properties", ()) if all(key in each.get("properties", ()) for each in found)]


def _prefixes(schemas: dict[str, Schema]) -> list[str]:
    """What begins the names of the schemas of each game."""
    return [each["$ref"].rpartition("/")[2].removesuffix("Game") for each in schemas["Game"]["oneOf"]]


def types(document: Schema, language: Language) -> Types:
    """All that the answers of `OPERATIONS` lead to."""
    found = Types(document, language)
    operations = {
        operation["operationId"]: operation
        for path in document["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
    }
    for wanted in OPERATIONS:
        for status, answer in operations[wanted]["responses"].items():
            schema = answer.get("content", {}).get("application/json", {}).get("schema") if status < "300" else None
            if schema is not None:
                found.of(schema)
    for name in MORE:
        found.of({"$ref": f"#/components/schemas/{name}"})
    return found


def _quoted(kind: str) -> str:
    """A type that is named before it is there."""
    return f"'{kind}'" if '"' in kind else f'"{kind}"'


def in_python(document: Schema) -> str:
    """The types as a module of TypedDicts."""
    lines = ['"""What the service answers. Made from the contract by `make openapi`."""', ""]
    lines += ["from __future__ import annotations", "", "from typing import Any, Literal, NotRequired, TypedDict"]
    for name, fields in sorted(types(document, PYTHON).classes.items()):
        if any(not key.isidentifier() or key in ("from", "in") for key in fields):
            # Words of the language cannot be attributes of a class.
            lines += ["", "", f"{name} = TypedDict(", f'    "{name}",', "    {"]
            for key, (kind, always) in fields.items():
                lines.append(f'        "{key}": {_quoted(kind if always else f"NotRequired[{kind}]")},')
            lines += ["    },", ")"]
            continue
        lines += ["", "", f"class {name}(TypedDict):"]
        lines += [f"    {key}: {kind if always else f'NotRequired[{kind}]'}" for key, (kind, always) in fields.items()]
    return "\n".join(lines) + "\n"


def in_typescript(document: Schema) -> str:
    """The types as interfaces."""
    lines = ["// What the service answers. Made from the contract by `make openapi`."]
    for name, fields in sorted(types(document, TYPESCRIPT).classes.items()):
        lines += ["", f"export interface {name} {{"]
        for key, (kind, always) in fields.items():
            lines.append(f"  {json.dumps(key) if not key.isidentifier() else key}{'' if always else '?'}: {kind};")
        lines.append("}")
    return "\n".join(lines) + "\n"


PLACES = {
    ROOT / "clients" / "python" / "tradewinds_client" / "answers.py": in_python,
    ROOT / "clients" / "javascript" / "answers.d.ts": in_typescript,
}

if __name__ == "__main__":
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    for place, written in PLACES.items():
        place.write_text(written(contract))
