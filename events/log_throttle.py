"""Saying once what is found again and again."""

from __future__ import annotations

import threading
from time import monotonic

AGAIN_SECONDS = 3600.0
"""After so long the same is said again."""
MOST_TOLD = 1_000
"""Of so many things it is remembered when they were said."""


class LogThrottle:
    """What this process has said lately."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}
        self._telling = threading.Lock()

    def is_new(self, what: str) -> bool:
        """Whether it is to be said now: it has not been within the last hour, as far as that is remembered."""
        with self._telling:
            now = monotonic()
            if now - self._told.get(what, now - AGAIN_SECONDS) < AGAIN_SECONDS:
                return False
            self._told.pop(what, None)
            self._told[what] = now
            if len(self._told) > MOST_TOLD:
                del self._told[next(iter(self._told))]
            return True
