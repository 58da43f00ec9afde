"""Telling of logs that are damaged: counted each time that work fails on one, logged once."""

from __future__ import annotations

import logging
import threading
import traceback
from time import monotonic

from events.store import LogDamaged
from telemetry import metrics
from telemetry.logs import FIELDS

log = logging.getLogger(__name__)

AGAIN_SECONDS = 3600.0
"""After so long a log that is still damaged is logged again."""
MOST_TOLD = 1_000
"""Of so many it is remembered when they were."""

_told: dict[str, float] = {}
_telling = threading.Lock()


def tell(error: LogDamaged) -> None:
    """Count it; log it, with its trace, unless this process has just said so of this game."""
    metrics.DAMAGED_LOGS.inc()
    with _telling:
        now = monotonic()
        if now - _told.get(error.game, now - AGAIN_SECONDS) < AGAIN_SECONDS:
            return
        _told.pop(error.game, None)
        _told[error.game] = now
        if len(_told) > MOST_TOLD:
            del _told[next(iter(_told))]
    # Where it failed, without what the error itself says: that may name a hidden card of a game under way.
    failed = error.__cause__ or error
    log.error("%s", error, extra={FIELDS: {"trace": "".join(traceback.format_tb(failed.__traceback__))}})
