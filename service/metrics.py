"""What the service counts."""

from __future__ import annotations

from time import perf_counter

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "tradewinds_requests_total", "Requests by operation, status and problem code", ["operation", "status", "code"],
    registry=REGISTRY,
)  # fmt: skip
SECONDS = Histogram(
    "tradewinds_request_seconds", "Time to answer", ["operation"], registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)  # fmt: skip


BEGAN = "tradewinds.began"


def register(app: Flask) -> None:
    """Count every request of the app."""
    children: dict[tuple[str | None, int, str], tuple[Counter, Histogram]] = {}

    @app.before_request
    def begin() -> None:
        request.environ[BEGAN] = perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        # By endpoint, never by address: ids would make a series a game.
        environ = request.environ
        key = (request.endpoint, response.status_code, g.get("problem_code", ""))
        found = children.get(key)
        if found is None:
            operation = key[0] or "none"
            found = children[key] = (REQUESTS.labels(operation, *key[1:]), SECONDS.labels(operation))
        requests, seconds = found
        requests.inc()
        seconds.observe(perf_counter() - environ[BEGAN])
        return response
