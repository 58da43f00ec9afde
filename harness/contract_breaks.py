"""What in a contract would break clients of an older one, by what docs/contract.md promises: ``breaks(old, new)``.

What is sent to the service must not be narrowed, what it answers must not be widened or go. Renamed schemas, fields that are
added to answers, further events of a union with tags, and smaller limits on how much may be sent break nobody.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Json = Any
METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
TOLD = ("description", "summary", "title", "example", "examples")
"""What is for people to read."""
NAMING = ("properties", "schemas", "parameters", "responses", "headers", "paths", "webhooks", "mapping")
"""Objects whose names are chosen, so that a field may be called `title`."""
OPEN = ("Problem.code",)
"""Enums of answers that may grow: whoever does not know a code goes by its status."""
LEAST, MOST = ("minimum", "exclusiveMinimum", "minLength", "minItems"), ("maximum", "exclusiveMaximum")
"""Limits of what is sent that must not become narrower. How much may be sent (`maxLength` and the like) may."""


class Break(NamedTuple):
    """One thing on which a client may rely, and which is no longer so."""

    place: str
    """An operation, with its parameter, header or status where it is about one; or the field of a schema."""
    what: str
    """The end of a sentence about the place."""

    def __str__(self) -> str:
        return f"`{self.place}` {self.what}"


def breaks(old: Json, new: Json, games: Sequence[str] = ()) -> list[Break]:
    """All breaks, each once. `games`: how the names of schemas begin that belong to a game; a new version of its rules
    brings new values of its enums."""
    comparison = _Comparison(old, new, tuple(games))
    comparison.contracts()
    return list(dict.fromkeys(comparison.found))


def structure(contract: Json, named: bool = False) -> Json:
    """The contract without what is for people to read, which is all that is compared."""
    if isinstance(contract, list):
        return [structure(part) for part in contract]
    if not isinstance(contract, dict):
        return contract
    return {
        name: structure(part, name in NAMING and not named) for name, part in contract.items() if named or name not in TOLD
    }


def keep(contract: Json, file: Path) -> None:
    """Write the structure of a contract, as the one with which later ones are compared."""
    text = json.dumps(structure(contract), separators=(",", ":"), sort_keys=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def kept(file: Path) -> Json:
    return json.loads(gzip.decompress(file.read_bytes()))


class _One(NamedTuple):
    """A schema of one type, and its name if it has one."""

    name: str | None
    schema: Json


class _Comparison:
    """Walks two contracts side by side."""

    def __init__(self, old: Json, new: Json, games: tuple[str, ...]) -> None:
        self.old, self.new, self.games = old, new, games
        self.found: list[Break] = []
        self._compared = set[tuple[str | None, str | None, bool]]()

    def _find(self, true: object, place: str, what: str) -> None:
        if true:
            self.found.append(Break(place, what))

    def contracts(self) -> None:
        for place, then, now in self._operations("paths"):
            self._operation(place, then, now)
        for place, then, now in self._operations("webhooks"):  # The service sends their bodies.
            self._content(place, then["requestBody"], now["requestBody"], sent=False)

    def _operations(self, section: str) -> Iterator[tuple[str, Json, Json]]:
        """What both contracts have, with the parameters of the path added."""
        for path, methods in self.old.get(section, {}).items():
            others = self.new.get(section, {}).get(path, {})
            for method in [each for each in methods if each in METHODS]:
                place = f"{method.upper()} {path}"
                self._find(method not in others, place, "is gone")
                if method in others:
                    yield place, _with_shared(methods, method), _with_shared(others, method)

    def _operation(self, place: str, then: Json, now: Json) -> None:
        allowed = {frozenset(each) for each in now.get("security", [{}])}
        for each in {frozenset(each) for each in then.get("security", [{}])} - allowed:
            self._find(allowed, place, f"is no longer allowed with {' and '.join(sorted(each)) or 'nothing'}")
        self._parameters(place, _named(self.old, then["parameters"]), _named(self.new, now["parameters"]))
        if "requestBody" in now:
            required = now["requestBody"].get("required")
            self._find(required and not then.get("requestBody", {}).get("required"), place, "requires a body")
        if "requestBody" in then:
            self._content(place, then["requestBody"], now.get("requestBody", {}), sent=True)
        for status, answer in then["responses"].items():
            self._find(status not in now["responses"], f"{place} {status}", "is gone")
            if status in now["responses"]:
                was, answer = _resolved(self.old, answer), _resolved(self.new, now["responses"][status])
                self._content(f"{place} {status}", was, answer, sent=False)
                for header in was.get("headers", {}):
                    self._find(header not in answer.get("headers", {}), f"{place} {status} {header}", "is gone")

    def _parameters(self, place: str, then: Mapping[Any, Json], now: Mapping[Any, Json]) -> None:
        for key, was in then.items():
            self._find(key not in now, f"{place} {key[1]}", "is gone")
            if key in now:
                self._schema(f"{place} {key[1]}", was.get("schema", {}), now[key].get("schema", {}), sent=True)
        for key, parameter in now.items():
            required = parameter.get("required") and not then.get(key, {}).get("required")
            self._find(required, f"{place} {key[1]}", "is required")

    def _content(self, place: str, then: Json, now: Json, sent: bool) -> None:
        for kind, was in then.get("content", {}).items():
            found = now.get("content", {}).get(kind)
            self._find(found is None, place, f"is not there as {kind} any more")
            if found is not None:
                self._schema(place, was.get("schema", {}), found.get("schema", {}), sent)

    def _schema(self, place: str, then: Json, now: Json, sent: bool) -> None:
        place = _name(then) or place
        was, found = _alternatives(self.old, then), _alternatives(self.new, now)
        tagged = any(kind.startswith("=") for kind in was)
        _pair_objects(was, found)
        for kind in was.keys() - found.keys():
            gone = "any" not in found and (sent or kind.startswith("="))
            self._find(gone, place, f"is never {kind.removeprefix('=')} any more")
        for kind in found.keys() - was.keys():
            other = "any" not in was and not sent and not (tagged and kind.startswith("="))
            self._find(other, place, f"may be {kind.removeprefix('=')}")
        for kind in was.keys() & found.keys():
            pair = (was[kind].name, found[kind].name, sent)
            if pair not in self._compared:
                self._compared |= {pair} if pair[0] else set()
                self._same_kind(pair[0] or place, was[kind].schema, found[kind].schema, sent)

    def _same_kind(self, place: str, then: Json, now: Json, sent: bool) -> None:
        """Two schemas of one type."""
        self._values(place, then, now, sent)
        self._fields(place, then, now, sent)
        for part, where in (("items", f"{place}[]"), ("additionalProperties", f"{place}.*"), ("contentSchema", place)):
            if isinstance(then.get(part), dict) and isinstance(now.get(part), dict):
                self._schema(where, then[part], now[part], sent)
        if sent:
            closed = then.get("additionalProperties") is not False and now.get("additionalProperties") is False
            self._find(closed, place, "takes no other fields any more")
            conditions = [{part: each.get(part) for part in ("if", "then", "else")} for each in (then, now)]
            self._find(conditions[0] != conditions[1], place, "has other conditions")

    def _fields(self, place: str, then: Json, now: Json, sent: bool) -> None:
        fields, needed = now.get("properties", {}), set(then.get("required", []))
        for field, was in then.get("properties", {}).items():
            where = f"{place}.{field}"
            self._find(field not in fields, where, "is gone")
            if field in fields:
                self._schema(where, was, fields[field], sent)
                missing = not sent and field in needed and field not in now.get("required", [])
                self._find(missing, where, "may be missing")
        for field in now.get("required", []) if sent else ():
            self._find(field not in needed, f"{place}.{field}", "is required")

    def _values(self, place: str, then: Json, now: Json, sent: bool) -> None:
        was, found = _values_of(then), _values_of(now)
        if sent:
            if found is not None:
                lost = None if was is None else [each for each in was if each not in found]
                self._find(lost is None, place, "takes a few values only")
                self._find(lost, place, f"is no longer taken as {', '.join(map(str, lost or ()))}")
            for limit in (*LEAST, *MOST):
                least, most = (each.get(limit) for each in (then, now))
                if limit in MOST:
                    least, most = most, least
                narrower = limit in now and (limit not in then or most > least)
                self._find(narrower, place, f"has another {limit}: {now.get(limit)}")
            for form in ("format", "pattern"):
                self._find(form in now and now[form] != then.get(form), place, f"has another {form}")
        else:
            if was is not None and place not in OPEN and not place.startswith(self.games):
                more = ["anything"] if found is None else [each for each in found if each not in was]
                self._find(more, place, f"may be {', '.join(map(str, more))}")
            self._find("format" in then and then["format"] != now.get("format"), place, "has another format")


def _with_shared(methods: Json, method: str) -> Json:
    """An operation with the parameters that all of its path have."""
    operation = methods[method]
    return {**operation, "parameters": [*methods.get("parameters", []), *operation.get("parameters", [])]}


def _name(schema: Json) -> str | None:
    """The name of the schema that this one refers to."""
    return str(schema["$ref"]).rpartition("/")[2] if isinstance(schema, dict) and "$ref" in schema else None


def _resolved(contract: Json, part: Json) -> Json:
    """The part that is meant, wherever it stands."""
    while "$ref" in part:
        found = contract
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def _named(contract: Json, parameters: Sequence[Json]) -> dict[tuple[str, str], Json]:
    """Parameters by where they stand and their names; names of headers in lower case."""
    found = [_resolved(contract, each) for each in parameters]
    return {(each["in"], each["name"].lower() if each["in"] == "header" else each["name"]): each for each in found}


def _alternatives(contract: Json, schema: Json) -> dict[str, _One]:
    """What a value may be, by its type; objects that have a tag or a name by `=` and this."""
    found: dict[str, _One] = {}
    for kind, one in _flat(contract, schema, ""):
        if kind in found:
            values = [_values_of(each.schema) for each in (found[kind], one)]
            one = _One(None, {} if None in values else {"enum": [*(values[0] or []), *(values[1] or [])]})
        found[kind] = one
    return found


def _flat(contract: Json, schema: Json, tag: str) -> Iterator[tuple[str, _One]]:
    meant = _resolved(contract, schema) if isinstance(schema, dict) else {}
    if parts := meant.get("anyOf") or meant.get("oneOf"):
        tags = {ref: kind for kind, ref in meant.get("discriminator", {}).get("mapping", {}).items()}
        for part in parts:
            yield from _flat(contract, part, tags.get(part.get("$ref"), ""))
        return
    name, types = _name(schema), meant.get("type", "any")
    for kind in types if isinstance(types, list) else [types]:
        yield (f"={tag or name}" if kind == "object" and (tag or name) else kind), _One(name, meant)


def _pair_objects(was: dict[str, _One], found: dict[str, _One]) -> None:
    """A single object that has another name now is the same one."""
    lone = [
        [kind for kind in each if kind not in other and (kind == "object" or kind.startswith("="))]
        for each, other in ((was, found), (found, was))
    ]
    if len(lone[0]) == len(lone[1]) == 1:
        found[lone[0][0]] = found.pop(lone[1][0])


def _values_of(schema: Json) -> list[Any] | None:
    """The only values that a schema allows; None: all of its type."""
    if "const" in schema:
        return [schema["const"]]
    enum: list[Any] | None = schema.get("enum")
    return enum
