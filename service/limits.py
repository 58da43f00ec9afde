"""Limits on what is costly, per address."""

from __future__ import annotations

from collections.abc import Callable
from time import time

from flask import request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from service.problems import refuse


class RateLimits:
    """Counts in this process only: a limit is meant against floods, and so costs no round trip."""

    def __init__(self, rate: str) -> None:
        """`rate` as in "120/minute"; empty: no limit."""
        self._limit: RateLimitItem | None = parse(rate) if rate else None
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    def spend(self, address: Callable[[], str | None] = lambda: request.remote_addr) -> None:
        """Count one costly request of the caller's address; raises a 429 over the limit."""
        if self._limit is None:
            return
        key = address() or "unknown"
        if not self._limiter.hit(self._limit, key):
            window = self._limiter.get_window_stats(self._limit, key)
            wait = max(1, int(window.reset_time - time()) + 1)
            detail = f"At most {self._limit}; try again in {wait} s."
            raise refuse("rate_limited", detail, headers={"Retry-After": str(wait)})
