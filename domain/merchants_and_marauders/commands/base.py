"""What all commands have in common."""

from __future__ import annotations

import msgspec


# No reference cycles are possible, so the garbage collector need not track these values.
class BaseCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that a seat asks for."""
