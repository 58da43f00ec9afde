"""Positions in which commands are described."""

from __future__ import annotations

from typing import Any

from .scenario import Table, given

SEA = {
    "c1r1": "I9",
    "c1r2": "L7",
    "c1r3": "R1",
    "c2r1": "I23",
    "c2r2": "I34",
    "c2r3": "I22",
    "c2r4": "L5",
    "c3r1": "",
    "c3r3": "L1",
}
"""What lies in the first three columns: Open Water is in the third."""


def doing(source: str, *dice: int, optional: bool = False, **position: Any) -> Table:
    """Seat 0 works off the effects of a source."""
    table = given(**position)
    table.effects(source, *dice, optional=optional)
    return table
