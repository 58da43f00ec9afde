"""Reports damaged logs: each failure is counted, and each game is logged at most once an hour."""

from __future__ import annotations

import logging
import traceback

import redis

from events.errors import GameUnreadable, LogDamaged, StoreUnavailable
from events.log_throttle import LogThrottle
from telemetry import metrics
from telemetry.logs import FIELDS

log = logging.getLogger(__name__)

REPORTED = LogThrottle()
"""The games that this process has logged."""


def report(error: LogDamaged) -> None:
    """Count the failure, and log it with its trace unless this process logged the game within the last hour."""
    metrics.DAMAGED_LOGS.inc()
    if not REPORTED.is_due(error.game):
        return
    # The trace leaves out the message of the cause, which may name a hidden card of a running game.
    cause = error.__cause__ or error
    log.error("%s", error, extra={FIELDS: {"trace": "".join(traceback.format_tb(cause.__traceback__))}})


def leave_out(game: str, error: Exception | SystemExit) -> None:
    """Log why work on many games goes on without this one. An error that concerns the others too is raised again."""
    if isinstance(error, LogDamaged):
        report(error)
    elif isinstance(error, GameUnreadable):
        log.warning("%s is left out: %s", game, error)
    elif isinstance(error, (StoreUnavailable, redis.RedisError)):
        raise error
    else:
        log.error("%s is left out", game, exc_info=error)
