"""A cache of one result, for work that many commands of the same decision share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")
K = TypeVar("K")
T = TypeVar("T")


def memo_of_latest(compute: Callable[[V, K], T]) -> Callable[[V, K], T]:
    """Memoizes the last call: a view or state, and what is asked about it, such as a seat. Views and states are compared
    by identity: comparing their fields would cost more than it saves."""
    latest: tuple[V, K, T] | None = None

    def found(view: V, about: K) -> T:
        nonlocal latest
        # Read once: another thread may replace `latest` between two reads.
        kept = latest
        if kept is None or kept[0] is not view or kept[1] != about:
            kept = latest = (view, about, compute(view, about))
        return kept[2]

    return found
