"""What views of older versions had and later ones do away with, so that golden games can be held to what is left."""

from __future__ import annotations

from typing import Any

GONE = {("merchants-and-marauders", 1): frozenset({"standing_passes"})}
"""Fields of the seats in the views of a version."""


def still_there(view: dict[str, Any], ruleset: str, version: int) -> dict[str, Any]:
    """A view that this version showed, as far as today's can show it."""
    gone = GONE.get((ruleset, version))
    if gone is None:
        return view
    return {**view, "seats": [{name: value for name, value in seat.items() if name not in gone} for seat in view["seats"]]}
