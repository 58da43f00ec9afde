"""Telling of logs that are damaged: counted each time that work fails on one, logged once an hour."""

from __future__ import annotations

import logging
import traceback

from events.store import LogDamaged
from events.telling import Told
from telemetry import metrics
from telemetry.logs import FIELDS

log = logging.getLogger(__name__)

TOLD = Told()
"""The games of which this process has said so."""


def tell(error: LogDamaged) -> None:
    """Count it; log it, with its trace, unless this process has just said so of this game."""
    metrics.DAMAGED_LOGS.inc()
    if not TOLD.is_new(error.game):
        return
    # Where it failed, without what the error itself says: that may name a hidden card of a game under way.
    failed = error.__cause__ or error
    log.error("%s", error, extra={FIELDS: {"trace": "".join(traceback.format_tb(failed.__traceback__))}})
