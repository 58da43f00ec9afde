"""What all events have in common."""

from __future__ import annotations

import msgspec


# No reference cycles are possible, so the garbage collector need not track these values.
class BaseEvent(msgspec.Struct, frozen=True, gc=False):
    """Something that happened."""
