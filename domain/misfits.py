"""Values that do not fit their type, told so that they can be mended: where the fault is, what it is, and what would fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from domain.game import Malformed

_PLACE = re.compile(r"(.*) - at `\$(.*)`\Z", re.DOTALL)
_FIELD = re.compile(r"(missing required|contains unknown) field `(.*)`\Z", re.DOTALL)
_NAMES: tuple[tuple[Any, str], ...] = (
    (msgspec.inspect.IntType, "a whole number"),
    (msgspec.inspect.BoolType, "true or false"),
    (msgspec.inspect.StrType, "a text"),
    (msgspec.inspect.NoneType, "null"),
)


def misfit(code: str, error: msgspec.ValidationError, kind: type[msgspec.Struct] | None, part: str = "field") -> Malformed:
    """The refusal of a value that should be of this kind (None: it is not known of which).

    Its params have the place of the fault as `part`: a JSON pointer without its first slash, empty for the whole.
    """
    message = str(error)
    placed = _PLACE.match(message)
    reason, path = (placed[1], re.findall(r"\w+", placed[2])) if placed else (message, [])
    where = f" in /{_pointer(path)}" if path else ""
    named = _FIELD.search(reason)
    right = ""
    if named is not None:
        if named[1] == "contains unknown" and not path and kind is not None:
            right = f"; there are: {', '.join(_fields(kind))}"
        path.append(named[2])
    elif reason.startswith("Invalid enum value") and len(path) == 1 and kind is not None:
        right = f"; it takes {' or '.join(_right(_fields(kind)[path[0]]))}"
    return Malformed(code, f"{reason}{where}{right}.", **{part: _pointer(path)})


def _pointer(path: Sequence[str]) -> str:
    """A JSON pointer without its first slash."""
    return "/".join(each.replace("~", "~0").replace("/", "~1") for each in path)


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.inspect.Type]:
    """The types of a Struct's fields by their names in JSON."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return {field.encode_name: field.type for field in info.fields}


def _right(info: Any) -> Iterator[str]:
    """What a field takes, in words."""
    match info:
        case msgspec.inspect.LiteralType(values=values):
            yield from map(repr, values)
        case msgspec.inspect.UnionType(types=types):
            for each in types:
                yield from _right(each)
        case msgspec.inspect.Metadata(type=inner):
            yield from _right(inner)
        case _:
            yield from (name for kind, name in _NAMES if isinstance(info, kind))
