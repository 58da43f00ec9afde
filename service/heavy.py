"""Long computations, beside gevent's loop, so that they do not hold up every stream of the process.

One at a time: more would not be done sooner on one interpreter, but each would take another share of it from the loop.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from service.problems import RETRY_SECONDS, refuse

T = TypeVar("T")

MOST_WAITING = 8
"""Each of them holds its log in memory."""

_turn = threading.Lock()
_places = threading.BoundedSemaphore(MOST_WAITING + 1)


def off_the_loop(compute: Callable[[], T]) -> T:
    """The result of a long computation; raises a 503 where too many wait already."""
    if not _places.acquire(blocking=False):
        raise refuse(
            "busy",
            f"Long work, such as an audit, is under way and {MOST_WAITING} wait; try again.",
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
    try:
        with _turn:
            return _computed(compute)
    finally:
        _places.release()


def _computed(compute: Callable[[], T]) -> T:
    from gevent import get_hub
    from gevent.monkey import is_module_patched

    if not is_module_patched("threading"):
        return compute()
    result: Callable[[], T] = get_hub().threadpool.apply(settled, (compute,))
    return result()


def settled(compute: Callable[[], T]) -> Callable[[], T]:
    """Computes, and returns what is called for the result or to raise the error: gevent prints what its threads raise."""
    try:
        result = compute()
    except Exception as error:
        failure = error

        def fail() -> T:
            raise failure

        return fail
    return lambda: result
