"""Traces by OpenTelemetry's SDK; imported only if traces are configured."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from events.commands.counting import outcome_of
from telemetry.spans import NONE, Attributes, Kind, Traces

_KINDS: dict[Kind, SpanKind] = {
    "internal": SpanKind.INTERNAL,
    "server": SpanKind.SERVER,
    "producer": SpanKind.PRODUCER,
    "consumer": SpanKind.CONSUMER,
}
# Only the trace context: baggage would carry data from strangers into the jobs.
_propagator = TraceContextTextMapPropagator()


def exporting(role: str) -> Traces:
    """Traces that are sent in batches to the collector that the environment names."""
    return OtelTraces(role, BatchSpanProcessor(OTLPSpanExporter()))


class OtelSpan:
    """A span of the SDK."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def note(self, attributes: Attributes) -> None:
        self._span.set_attributes(attributes)

    def name(self, name: str) -> None:
        self._span.update_name(name)


class OtelTraces:
    """Makes spans for one processor, with their own provider."""

    def __init__(self, role: str, processor: SpanProcessor) -> None:
        # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
        named = {} if os.environ.get("OTEL_SERVICE_NAME") else {SERVICE_NAME: f"tradewinds-{role}"}
        self._provider = TracerProvider(resource=Resource.create({SERVICE_VERSION: version("tradewinds"), **named}))
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("tradewinds", version("tradewinds"))

    @contextmanager
    def span(
        self, name: str, kind: Kind = "internal", origin: Mapping[str, str] | None = None, attributes: Attributes = NONE
    ) -> Iterator[OtelSpan]:
        context = _propagator.extract(origin) if origin else None
        # Only the code is recorded: an exception's message may contain hidden information.
        with self._tracer.start_as_current_span(
            name, context, _KINDS[kind], attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield OtelSpan(span)
            except Exception as error:
                outcome = outcome_of(error)
                span.set_attribute("tradewinds.outcome", outcome)
                if outcome == "internal_error":
                    span.set_status(StatusCode.ERROR)
                    span.set_attribute("error.type", type(error).__qualname__)
                raise

    def carried(self) -> dict[str, str]:
        carrier: dict[str, str] = {}
        _propagator.inject(carrier)
        return carrier
