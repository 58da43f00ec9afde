"""A bad connection to a service: a proxy in which some requests get lost, some answers too, and others act first."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PASSED_ON = ("Authorization", "Content-Type", "If-Match", "Idempotency-Key")
PASSED_BACK = ("Content-Type", "Retry-After", "Idempotency-Replayed")


class BadWeather(ThreadingHTTPServer):
    """Spoils the second, fourth and sixth of all POSTs, each in its own way.

    `spoiled` counts what it did, `replayed` how many answers were those to a repeated request.
    """

    daemon_threads = True

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.service = service
        self.posts = 0
        self.spoiled: Counter[str] = Counter()
        self.replayed = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: BadWeather

    def do_GET(self) -> None:
        self._answer(*self._forward(None))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts += 1
        match self.server.posts:
            case 2:
                self._spoil("unavailable", 503)
            case 4:
                self._forward(body)  # It was carried out, but nobody is told.
                self._spoil("lost answer", 503)
            case 6:
                self._forward(body)  # Somebody was faster.
                self._spoil("stale", 412)
            case _:
                self._answer(*self._forward(body))

    def _spoil(self, how: str, status: int) -> None:
        self.server.spoiled[how] += 1
        self._answer(status, {"Content-Type": "application/problem+json", "Retry-After": "0"}, b'{"detail": "bad weather"}')

    def _forward(self, body: bytes | None) -> tuple[int, dict[str, str], bytes]:
        headers = {name: self.headers[name] for name in PASSED_ON if name in self.headers}
        request = Request(self.server.service + self.path, body, headers, method=self.command)
        try:
            with urlopen(request, timeout=60) as answer:
                status, sent, text = answer.status, answer.headers, answer.read()
        except HTTPError as problem:
            with problem:
                status, sent, text = problem.code, problem.headers, problem.read()
        self.server.replayed += "Idempotency-Replayed" in sent
        return status, {name: sent[name] for name in PASSED_BACK if name in sent}, text

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Quiet: the tests look at what came of it."""


@contextmanager
def bad_weather(service: str) -> Iterator[BadWeather]:
    """A proxy to the service for the length of a test."""
    with BadWeather(service) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
