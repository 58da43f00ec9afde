"""Traces, where OpenTelemetry is configured; elsewhere nothing is imported, and a span is a no-op.

Configured means: OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is set and the extra `otel` installed.
The other variables of the OpenTelemetry specification count too.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Literal, Protocol

log = logging.getLogger(__name__)

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
Kind = Literal["internal", "server", "producer", "consumer"]
Attributes = Mapping[str, str | int]
NONE: Attributes = MappingProxyType({})


class Span(Protocol):
    """One step of the work."""

    def note(self, attributes: Attributes) -> None:
        """Say more of it. Never what is hidden from anybody, nor a token."""
        ...

    def name(self, name: str) -> None:
        """Name it anew, when more is known."""
        ...


class Traces(Protocol):
    """Makes spans; those made inside another are its children."""

    def span(
        self, name: str, kind: Kind = "internal", origin: Mapping[str, str] | None = None, attributes: Attributes = NONE
    ) -> AbstractContextManager[Span]:
        """A span around a block. It goes on from `origin`: what `carried` gave, or the headers of a request."""
        ...

    def carried(self) -> dict[str, str]:
        """What lets another process go on: the W3C header `traceparent`, or nothing."""
        ...


class _NoSpan:
    def note(self, attributes: Attributes) -> None:
        return None

    def name(self, name: str) -> None:
        return None

    def __enter__(self) -> _NoSpan:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class NoTraces:
    """Traces nothing."""

    _SPAN = _NoSpan()

    def span(
        self, name: str, kind: Kind = "internal", origin: Mapping[str, str] | None = None, attributes: Attributes = NONE
    ) -> AbstractContextManager[Span]:
        return self._SPAN

    def carried(self) -> dict[str, str]:
        return {}


def traces(role: str) -> Traces:
    """What the environment asks for. Called after a fork, because sending takes a thread of its own."""
    if not any(os.environ.get(name) for name in ENDPOINTS):
        return NoTraces()
    try:
        from telemetry import otel  # Only who wants traces pays for what they need.
    except ImportError as error:
        log.error("no traces: %s; install the extra, as in: pip install 'tradewinds[otel]'", error)
        return NoTraces()
    return otel.exporting(role)
