"""Logging a repeated finding once an hour."""

from __future__ import annotations

import threading
from time import monotonic

AGAIN_SECONDS = 3600.0
"""After this time the same is logged again."""
MOST_KEYS = 1_000
"""How many findings are remembered."""


class LogThrottle:
    """Remembers what this process has logged within the last hour."""

    def __init__(self) -> None:
        self._logged: dict[str, float] = {}
        self._lock = threading.Lock()

    def is_due(self, key: str) -> bool:
        """Whether to log this now: false if it was logged within the last hour and is still remembered."""
        with self._lock:
            now = monotonic()
            if now - self._logged.get(key, now - AGAIN_SECONDS) < AGAIN_SECONDS:
                return False
            self._logged.pop(key, None)
            self._logged[key] = now
            if len(self._logged) > MOST_KEYS:
                del self._logged[next(iter(self._logged))]
            return True
