"""Traces, if OpenTelemetry is configured; otherwise its SDK is not imported, and a span does nothing.

Configured means that OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is set and the extra `otel` is
installed. The other variables of the OpenTelemetry specification work too.
"""

from __future__ import annotations

import logging
import os

from telemetry.spans import NoTraces, Traces

log = logging.getLogger(__name__)

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


def traces(role: str) -> Traces:
    """The traces that the environment configures. Called after a fork, because the exporter starts a thread."""
    if not any(os.environ.get(name) for name in ENDPOINTS):
        return NoTraces()
    try:
        from telemetry import otel  # Imported only if needed.
    except ImportError as error:
        log.error("no traces: %s; install the extra, as in: pip install 'tradewinds[otel]'", error)
        return NoTraces()
    return otel.exporting(role)
