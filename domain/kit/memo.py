"""Caches by identity: for frozen objects that are shared, and whose fields would take longer to compare than to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

V = TypeVar("V")
K = TypeVar("K")
T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


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


def memo_by_identity(most: int) -> Callable[[Callable[[*Arguments], T]], Callable[[*Arguments], T]]:
    """Memoizes up to `most` calls, for work on the parts of a position that are the same objects in the next one.

    The arguments must be frozen, or containers that nobody changes. Equal but different objects are computed again. When
    the cache is full, it is cleared.
    """

    def decorate(compute: Callable[[*Arguments], T]) -> Callable[[*Arguments], T]:
        known: dict[tuple[int, ...], tuple[T, tuple[*Arguments]]] = {}

        def found(*arguments: *Arguments) -> T:
            key = tuple(map(id, arguments))
            kept = known.get(key)
            if kept is None:
                if len(known) >= most:
                    known.clear()
                # The arguments are kept too: while they exist, no other object has their ids.
                kept = known[key] = (compute(*arguments), arguments)
            return kept[0]

        return found

    return decorate
