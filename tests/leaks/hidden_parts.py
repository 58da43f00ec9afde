"""The hidden parts of states: each can be copied from one world into another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.game import AnyGame
from tests.merchants_and_marauders import hidden as marauders
from tests.merchants_of_the_caribbean import hidden as merchants
from tests.pirates_of_maracaibo import hidden as maracaibo

PARTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "merchants-of-the-caribbean": merchants.PARTS,
    "merchants-and-marauders": marauders.PARTS,
    "pirates-of-maracaibo": maracaibo.PARTS,
}
"""By game and part: the fields of the state that contain it; `seats.x` is a field of every seat."""


def parts_of(game: AnyGame) -> Mapping[str, tuple[str, ...]]:
    """Games that are not named have one part: everything."""
    return PARTS.get(game.name, {"everything": game.types.state.__struct_fields__})


def content(state: Any, fields: Iterable[str]) -> list[Any]:
    """The values of these fields."""
    return [_taken(state, field.split(".")) for field in fields]


def _taken(value: Any, path: list[str]) -> Any:
    if not path or value is None:
        return value
    if isinstance(value, tuple):
        return [_taken(each, path) for each in value]
    return _taken(getattr(value, path[0]), path[1:])


def with_part(state: Any, source: Any, fields: Iterable[str]) -> Any:
    """The state with these fields as they are in the source."""
    for field in fields:
        state = _put(state, source, field.split("."))
    return state


def _put(value: Any, source: Any, path: list[str]) -> Any:
    if not path or value is None:
        return source
    if isinstance(value, tuple):
        return tuple(_put(*pair, path) for pair in zip(value, source, strict=True))
    first, *rest = path
    return replace(value, **{first: _put(getattr(value, first), getattr(source, first), rest)})
