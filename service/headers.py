"""The headers of every answer, added below Flask, where that is cheap."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from os import urandom
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_cors import CORS

from service.access import Access
from service.version import HEADER, VERSION
from telemetry.instrumentation import REQUEST_ID, Instrumentation

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NOT_OF_OPERATORS = r"/(?!v1/(keys|admin)).*"
"""The addresses that pages of other origins may call: not those that take the operator's key."""
EXPOSED = ["ETag", "Location", "Link", "Retry-After", "Idempotency-Replayed", "X-Request-Id", HEADER]
PLAIN = re.compile(r"[A-Za-z0-9._-]{1,64}\Z").match
"""Matches an acceptable request id of a caller, such as a UUID."""


class CommonHeaders:
    """WSGI middleware: adds a request id (the caller's if it is plain) and headers for caches and browsers."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = environ[REQUEST_ID] = given if PLAIN(given) else urandom(16).hex()
        # Answers to POST, PUT and DELETE may contain tokens.
        cached = "private, no-cache" if environ["REQUEST_METHOD"] in ("GET", "HEAD") else "no-store"

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            if "Cache-Control" not in [name for name, _ in headers]:
                headers.append(("Cache-Control", cached))
            headers += [
                ("X-Request-Id", request_id),
                ("Vary", "Authorization, Accept, Accept-Encoding, Origin, Tradewinds-Seat"),
                ("X-Content-Type-Options", "nosniff"),
                (HEADER, VERSION),
            ]
            return start_response(status, headers, *more)

        return self._app(environ, start)


def register(app: Flask, origins: list[str], watch: Instrumentation) -> None:
    """Add the common headers, and CORS headers to requests with an Origin."""
    CORS(
        app,
        resources=NOT_OF_OPERATORS,
        origins=origins,
        expose_headers=EXPOSED,
        max_age=600,
        vary_header=False,
        always_send=False,
    )
    app.wsgi_app = CommonHeaders(Access(app.wsgi_app, watch))  # type: ignore[method-assign]
