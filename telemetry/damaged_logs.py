"""Reports damaged logs: each failure is counted, and each game is logged at most once an hour."""

from __future__ import annotations

import logging
import traceback

from events.errors import LogDamaged
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
