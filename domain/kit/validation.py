"""Turns msgspec's validation errors into refusals with the place of the fault as a JSON pointer and a hint."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from domain.values import Malformed

_PLACE = re.compile(r"(.*) - at `\$(.*)`\Z", re.DOTALL)
_FIELD = re.compile(r"(missing required|contains unknown) field `(.*)`\Z", re.DOTALL)
_NAMES: tuple[tuple[Any, str], ...] = (
    (msgspec.inspect.IntType, "a whole number"),
    (msgspec.inspect.BoolType, "true or false"),
    (msgspec.inspect.StrType, "a text"),
    (msgspec.inspect.NoneType, "null"),
)


def validation_refusal(
    code: str, error: msgspec.ValidationError, kind: type[msgspec.Struct] | None, part: str = "field"
) -> Malformed:
    """The refusal of a value that does not validate as `kind` (None where its type is unknown).

    The params name the fault under the key `part`: a JSON pointer without its first slash, empty for the whole value.
    """
    message = str(error)
    placed = _PLACE.match(message)
    reason, path = (placed[1], re.findall(r"\w+", placed[2])) if placed else (message, [])
    where = f" in /{_pointer(path)}" if path else ""
    named = _FIELD.search(reason)
    right = ""
    if named is not None:
        if named[1] == "contains unknown" and not path and kind is not None:
            right = f"; there are: {', '.join(_fields(kind)) or 'none beside `type`'}"
        path.append(named[2])
    elif reason.startswith("Invalid enum value") and len(path) == 1 and kind is not None:
        right = f"; it takes {' or '.join(_accepted(_fields(kind)[path[0]]))}"
    return Malformed(code, f"{reason}{where}{right}.", **{part: _pointer(path)})


def _pointer(path: Sequence[str]) -> str:
    """A JSON pointer without its first slash."""
    return "/".join(each.replace("~", "~0").replace("/", "~1") for each in path)


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.inspect.Type]:
    """The types of a Struct's fields by their JSON names."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return {field.encode_name: field.type for field in info.fields}


def _accepted(info: Any) -> Iterator[str]:
    """The values or types that a field accepts, in words."""
    match info:
        case msgspec.inspect.LiteralType(values=values):
            yield from map(repr, values)
        case msgspec.inspect.UnionType(types=types):
            for each in types:
                yield from _accepted(each)
        case msgspec.inspect.Metadata(type=inner):
            yield from _accepted(inner)
        case _:
            yield from (name for kind, name in _NAMES if isinstance(info, kind))
