"""What is worked out for a view once, however many commands of one decision are then weighed by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

V = TypeVar("V")
T = TypeVar("T")


def of_latest_view(work_out: Callable[[V, int], T]) -> Callable[[V, int], T]:
    """The same function of a view and a seat, which keeps what it found last. A view is known again by its identity: to
    compare two of them would take longer than what is saved."""
    latest: tuple[V, int, T] | None = None

    def found(view: V, seat: int) -> T:
        nonlocal latest
        # Another thread may put another one there meanwhile.
        kept = latest
        if kept is None or kept[0] is not view or kept[1] != seat:
            kept = latest = (view, seat, work_out(view, seat))
        return kept[2]

    return found
