"""What the service counts. Below Flask, where a hook costs next to nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import g, request
from prometheus_client import CollectorRegistry, Counter, Histogram

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "tradewinds_requests_total", "Requests by operation, status and problem code", ["operation", "status", "code"],
    registry=REGISTRY,
)  # fmt: skip
SECONDS = Histogram(
    "tradewinds_request_seconds", "Time to answer", ["operation"], registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)  # fmt: skip


class Counted:
    """WSGI middleware: counts every answer, and how long it was in the making."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._known: dict[tuple[str | None, str, str], tuple[Counter, Histogram]] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            # Flask begins the answer while the request's context still stands.
            self._count(request.endpoint, status[:3], g.get("problem_code", ""), perf_counter() - began)
            return start_response(status, headers, *more)

        return self._app(environ, start)

    def _count(self, endpoint: str | None, status: str, code: str, seconds: float) -> None:
        # By endpoint, never by address: ids would make a series a game.
        found = self._known.get((endpoint, status, code))
        if found is None:
            operation = endpoint or "none"
            found = REQUESTS.labels(operation, status, code), SECONDS.labels(operation)
            self._known[endpoint, status, code] = found
        found[0].inc()
        found[1].observe(seconds)
