"""A service that answers as a test says, and remembers what was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ScriptedService(ThreadingHTTPServer):
    """Gives one of the `answers` after the other: status, headers and JSON. `asked`: headers, in lower case, and bytes of
    each request."""

    daemon_threads = True

    def __init__(self, answers: list[tuple[int, dict[str, str], Any]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.asked: list[tuple[dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: ScriptedService

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(({name.lower(): value for name, value in self.headers.items()}, body))
        status, headers, answer = self.server.answers.pop(0) if self.server.answers else (204, {}, None)
        sent = b"" if status == 204 else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(sent))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(sent)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *args: object) -> None:
        """Quiet: the tests look at what was asked."""


@contextmanager
def scripted(*answers: tuple[int, dict[str, str], Any]) -> Iterator[ScriptedService]:
    """Such a service for the length of a test; when the answers are used up, it answers 204."""
    with ScriptedService([*answers]) as service:
        threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield service
        finally:
            service.shutdown()
