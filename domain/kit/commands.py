"""The base of all commands."""

from __future__ import annotations

import msgspec


# Commands hold no reference cycles, so the garbage collector need not track them.
class BaseCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that a seat asks for."""
