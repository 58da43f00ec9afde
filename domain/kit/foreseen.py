"""Previews: what a command changes at once, what it changes if it works, and what follows later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kit.perspective import number
from domain.values import Json

NESTED = ("on_success", "later")
"""The parts of a preview that hold changes which the command itself does not always make."""


def without_zeros(preview: Mapping[str, Json], changes: type[msgspec.Struct]) -> dict[str, Any]:
    """The preview without changes of 0, and without parts in which nothing changes."""
    counted = changes.__struct_fields__
    parts = {key: _changed(part) if key in NESTED else part for key, part in preview.items()}
    return {key: value for key, value in parts.items() if value or key not in (*counted, *NESTED)}


def plus(*parts: Mapping[str, Json]) -> dict[str, Json]:
    """The sum of changes, those that follow later by themselves."""
    found: dict[str, Any] = {}
    for part in parts:
        for key, value in part.items():
            found[key] = plus(found.get(key, {}), value) if isinstance(value, dict) else found.get(key, 0) + value
    return found


def later(preview: Mapping[str, Json], key: str) -> int:
    """A change that follows later; 0 if there is none."""
    part = preview.get("later", {})
    assert isinstance(part, dict)
    return number(part, key)


def _changed(part: Any) -> dict[str, Json]:
    return {key: value for key, value in part.items() if value}
