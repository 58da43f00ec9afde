"""The time of Redis, as far as a process knows it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from events.identity import moment_of
from events.log_throttle import LogThrottle

log = logging.getLogger(__name__)


class CorrectedClock:
    """A clock that is set right when Redis finds it wrong: so games with a clock go on on a machine whose clock is off."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._off = timedelta(0)
        self._throttle = LogThrottle()

    def redis_now(self) -> datetime:
        """The time of Redis, to some two seconds."""
        return self._clock() + self._off

    def correct(self, redis_ms: int) -> None:
        """Go by Redis, whose clock shows this."""
        self._off = moment_of(redis_ms) - self._clock()
        if self._throttle.is_due(""):
            log.error("the clock of this machine is %s off that of Redis, by which games with a clock go", -self._off)
