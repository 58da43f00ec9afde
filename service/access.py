"""Counts, times, logs and, if configured, traces every answer; below Flask, where a hook costs little."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from time import perf_counter, time
from typing import TYPE_CHECKING, Any

from flask import Request
from prometheus_client import Counter, Histogram

from service.problems import PROBLEM_CODE
from service.tags import version_of
from telemetry import metrics
from telemetry.deferred import DEFERRED
from telemetry.instrumentation import REQUEST_ID, Instrumentation
from telemetry.logs import CONTEXT, log_at
from telemetry.spans import NoTraces, Span

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

log = logging.getLogger("tradewinds.access")

PROBES = frozenset({"ops.livez", "ops.readyz", "ops.metrics"})
"""Operations that machines call every few seconds; logged only at level DEBUG."""
REQUEST = "werkzeug.request"
"""The environ's key of Flask's request; using Flask's proxy costs ten times as much."""
PROPAGATED = {"traceparent": "HTTP_TRACEPARENT", "tracestate": "HTTP_TRACESTATE"}
"""The headers of W3C Trace Context, and their keys in WSGI."""


class Access:
    """WSGI middleware around every request; the environ has its id under `REQUEST_ID`."""

    def __init__(self, app: WSGIApplication, watch: Instrumentation) -> None:
        self._app = app
        self._traces = watch.traces
        self._traced = not isinstance(watch.traces, NoTraces)
        self._known: dict[tuple[str | None, str, str], tuple[Counter, Histogram]] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        CONTEXT.set({REQUEST_ID: environ[REQUEST_ID]})
        if not self._traced:
            return self._app(environ, self._starting(environ, start_response, None))
        origin = {name: environ[place] for name, place in PROPAGATED.items() if place in environ}
        method = environ["REQUEST_METHOD"]
        about = {"http.request.method": method, "tradewinds.request_id": environ[REQUEST_ID]}
        with self._traces.span(method, "server", origin, about) as span:
            return self._app(environ, self._starting(environ, start_response, span))

    def _starting(self, environ: WSGIEnvironment, start_response: StartResponse, span: Span | None) -> StartResponse:
        began = perf_counter()

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            request: Request = environ[REQUEST]
            operation, code = request.endpoint, environ.get(PROBLEM_CODE, "")
            seconds = perf_counter() - began
            self._count(operation, status, code, seconds)
            if log.isEnabledFor(logging.DEBUG if operation in PROBES else logging.INFO):
                _log(request, operation or "none", int(status[:3]), code, seconds, headers)
            if span is not None:
                _note(span, request, operation or "none", int(status[:3]), code)
            return start_response(status, headers, *more)

        return start

    def _count(self, endpoint: str | None, status: str, code: str, seconds: float) -> None:
        # Labelled by endpoint, never by address: ids would make a series for each game.
        found = self._known.get((endpoint, status, code))
        if found is None:
            operation = endpoint or "none"
            found = metrics.REQUESTS.labels(operation, status[:3], code), metrics.REQUEST_SECONDS.labels(operation)
            self._known[endpoint, status, code] = found
        DEFERRED.count(found[0])
        DEFERRED.put(found[1].observe, seconds)


def _log(request: Request, operation: str, status: int, code: str, seconds: float, headers: list[tuple[str, str]]) -> None:
    """Log one line, without query, body and headers, which may contain tokens, and without addresses."""
    tag = next((value for name, value in headers if name == "ETag"), "")
    fields = {
        REQUEST_ID: request.environ[REQUEST_ID],
        "method": request.method,
        "operation": operation,
        "status": status,
        "code": code or None,
        "ms": round(seconds * 1000, 2),
        "game": _game(request),
        "version": version_of(tag),
    }
    level = logging.DEBUG if operation in PROBES else logging.INFO
    DEFERRED.put(log_at, log, level, time(), f"{request.method} {operation} {status}", fields)


def _note(span: Span, request: Request, operation: str, status: int, code: str) -> None:
    span.name(f"{request.method} {operation}")
    about: dict[str, str | int] = {"http.response.status_code": status, "tradewinds.operation": operation}
    if request.url_rule is not None:
        about["http.route"] = request.url_rule.rule
    if code:
        about["tradewinds.outcome"] = code
    if game := _game(request):
        about["tradewinds.game"] = game
    span.note(about)


def _game(request: Request) -> str | None:
    return request.view_args.get("game") if request.view_args else None
