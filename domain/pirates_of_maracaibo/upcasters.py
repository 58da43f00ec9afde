"""Brings payloads of older versions of the ruleset up to date.

Version 2: Jordan's Explorer cannot explore from END (PM-310). Version 3: the colour of a die has the name `colour`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.game import Upcaster


def _end_was_no_hindrance(payload: dict[str, Any]) -> dict[str, Any]:
    """Version 1 let Jordan explore from END."""
    return {**payload, "explorer_at_end": False} if payload["type"] == "solo_card_revealed" else payload


def _colour(payload: dict[str, Any]) -> dict[str, Any]:
    """Version 2 called it `color`."""
    if payload["type"] not in ("choose_die", "die_chosen"):
        return payload
    return {"colour" if name == "color" else name: value for name, value in payload.items()}


UPCASTERS: Mapping[int, Upcaster] = {
    1: Upcaster(event=_end_was_no_hindrance),
    2: Upcaster(event=_colour, command=_colour, decides_alike=True),
}
