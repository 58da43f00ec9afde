"""What all commands have in common."""

from __future__ import annotations

from typing import Any

import msgspec


# No reference cycles are possible, so the garbage collector need not track these values.
class BaseCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that a seat asks for."""


# In a command that is carried out nothing is hidden: these read a field that is there.


def named(field: Any) -> str:
    assert type(field) is str
    return field


def amount_of(field: Any, everything: int) -> int:
    """The gold that a command names, where all is `everything`."""
    if field == "all":
        return everything
    assert type(field) is int
    return field
