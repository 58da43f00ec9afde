"""Closed sets of strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec


def one_of(values: Iterable[str], name: str | None = None) -> msgspec.Meta:
    """The values that a string can have, listed in the contract as an enum: `Annotated[str, one_of(ZONES, "ZoneId")]`.

    With a name, the contract has the enum once, as a schema of this name with the game's prefix. Reading a log accepts other
    strings too: older versions may have written them. In a request they are refused.
    """
    return msgspec.Meta(title=name, extra_json_schema={"enum": [*dict.fromkeys(values)]})


def closed_fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, frozenset[str]]]:
    """The fields of a type that hold one string of a closed set, or several, each with these."""
    for field in msgspec.structs.fields(kind):
        info = msgspec.inspect.type_info(field.type)
        for each in info.types if isinstance(info, msgspec.inspect.UnionType) else (info,):
            if isinstance(each, msgspec.inspect.VarTupleType):
                each = each.item_type
            if isinstance(each, msgspec.inspect.Metadata) and (values := (each.extra_json_schema or {}).get("enum")):
                yield field.name, frozenset(values)
