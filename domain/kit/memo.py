"""A cache of one result, for work that many commands of the same decision share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")
T = TypeVar("T")


def memo_of_latest(compute: Callable[[V, int], T]) -> Callable[[V, int], T]:
    """Memoizes the last call. Views are compared by identity: comparing their fields would cost more than it saves."""
    latest: tuple[V, int, T] | None = None

    def found(view: V, seat: int) -> T:
        nonlocal latest
        # Read once: another thread may replace `latest` between two reads.
        kept = latest
        if kept is None or kept[0] is not view or kept[1] != seat:
            kept = latest = (view, seat, compute(view, seat))
        return kept[2]

    return found
