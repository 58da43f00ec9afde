"""The fields of views, events and commands as paths, and which of them may be hidden by their types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect as ms

from domain.game import Hidden, Secret
from domain.kit.memo import memo_by_identity

HIDING = (Hidden, Secret)
MOST_TYPES = 1 << 12


class Field(NamedTuple):
    """A field at the end of a path such as `seats[].hand`; `<raid>` stands for a Struct with this tag."""

    path: str
    may_be_hidden: bool
    """Whether its type has `Hidden` or `Secret`."""


@memo_by_identity(MOST_TYPES)
def fields_of(kind: type[Any]) -> tuple[Field, ...]:
    """All fields of a Struct, once each, in the order of its type."""
    found = {field.path: field for field in _fields(ms.type_info(kind), "", ()) if field.path}
    return tuple(found.values())


class Paths(NamedTuple):
    """Where to look in values of a type."""

    hiding: frozenset[str]
    """The fields that may be hidden by their type."""
    ways: frozenset[str]
    """The paths below which they are."""


@memo_by_identity(MOST_TYPES)
def paths_of(kind: type[Any]) -> Paths:
    """Where something may be hidden in a Struct."""
    hiding = frozenset(field.path for field in fields_of(kind) if field.may_be_hidden)
    return Paths(hiding, frozenset(path[:end] for path in hiding for end in _ends(path)))


def _ends(path: str) -> Iterator[int]:
    """The ends of all paths around a path: before a name, a list or a tag."""
    return (place for place, letter in enumerate(path) if letter in ".[<" or place == 0)


def tag_of(kind: type[Any]) -> str:
    """`<tag>` of a Struct that has one, as paths contain it."""
    tag = kind.__struct_config__.tag
    return "" if tag is None else f"<{tag}>"


def inside(path: str, name: str) -> str:
    """The path of a field of a Struct."""
    return f"{path}.{name}" if path else name


def _fields(info: ms.Type, path: str, above: tuple[type, ...]) -> Iterator[Field]:
    kinds = list(_kinds(info))
    hidden = any(isinstance(kind, ms.StructType) and kind.cls in HIDING for kind in kinds)
    below = [field for kind in kinds for field in _below(kind, path, above)]
    if hidden or not below:
        yield Field(path, hidden)
    yield from (field for field in below if not hidden or field.may_be_hidden)


def _below(kind: ms.Type, path: str, above: tuple[type, ...]) -> Iterator[Field]:
    match kind:
        case ms.StructType(cls=cls, fields=fields) if cls not in (*HIDING, *above):
            here = f"{path}{tag_of(cls)}" if path else path
            for field in fields:
                yield from _fields(field.type, inside(here, field.encode_name), (*above, cls))
        case ms.VarTupleType(item_type=item) | ms.ListType(item_type=item) | ms.CollectionType(item_type=item):
            yield from _below_items([item], path, above)
        case ms.TupleType(item_types=items):
            yield from _below_items(items, path, above)
        case ms.DictType(value_type=item):
            yield from _below_items([item], path, above)


def _below_items(items: Any, path: str, above: tuple[type, ...]) -> Iterator[Field]:
    """Fields inside of the items. Items without fields are the field of their list."""
    found = [field for item in items for field in _fields(item, f"{path}[]", above)]
    return (field for field in found if field.path != f"{path}[]" or field.may_be_hidden)


def _kinds(info: ms.Type) -> Iterator[ms.Type]:
    match info:
        case ms.UnionType(types=types):
            for each in types:
                yield from _kinds(each)
        case ms.Metadata(type=kind):
            yield from _kinds(kind)
        case _:
            yield info


def is_empty(value: Any) -> bool:
    """Whether there is nothing to hide."""
    return value is None or (isinstance(value, tuple | list | dict | str | frozenset) and not value)


def tells(value: Any) -> bool:
    """Whether a value that was perhaps redacted shows something."""
    return not isinstance(value, HIDING) and not is_empty(value)


def named_fields(value: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """The names of the fields of a Struct: in Python, in JSON."""
    return zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
