"""The command that is played for a seat whose player has left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

C = TypeVar("C")


def first_of(order: Sequence[type[C]], legal: Sequence[C]) -> C:
    """The first legal command of the earliest type in this order, else the first of the list."""
    return min(legal, key=lambda command: order.index(type(command)) if type(command) in order else len(order))
