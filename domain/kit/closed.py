"""Closed sets of strings."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


def one_of(values: Iterable[str]) -> msgspec.Meta:
    """The values that a string can have, listed in the contract as an enum: `Annotated[str, one_of(ZONES)]`.

    Reading accepts other strings too: a log of an older version may have them, and in a command the rules refuse them.
    """
    return msgspec.Meta(extra_json_schema={"enum": [*dict.fromkeys(values)]})
