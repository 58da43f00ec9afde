"""Builds a state from a view, so that the rules can be asked about it."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def same_named(state: type[S], view: msgspec.Struct, **own: Any) -> S:
    """A `state` whose fields are copied from those of the same name in the view, except for the values in `own`."""
    copied = {name: getattr(view, name) for name in state.__struct_fields__ if name not in own}
    return state(**copied, **own)
