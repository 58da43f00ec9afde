"""Passes the requests of a program on to the service, and counts those that it refuses: no log has them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

OWN = {"host", "connection", "keep-alive", "transfer-encoding", "upgrade", "date", "server"}
"""Headers of a connection, which the relay writes itself."""
NO_FAULT = {412, 429}
"""Statuses of refusals by which the caller was late, or too fast."""
QUESTION = "/actions/try"
"""The end of the address of a call that changes nothing, though it is sent by POST."""


class Relay(ThreadingHTTPServer):
    """One program's way to the service."""

    daemon_threads = True

    def __init__(self, url: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.to = urlsplit(url)
        self.refused = 0
        """Changes that were asked for and refused, as not legal or not allowed."""


class _Handler(BaseHTTPRequestHandler):
    server: Relay

    def _pass(self) -> None:
        to = self.server.to
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in OWN}
        service = (HTTPSConnection if to.scheme == "https" else HTTPConnection)(to.hostname or "", to.port)
        try:
            service.request(self.command, to.path.rstrip("/") + self.path, body or None, headers)
            answer = service.getresponse()
        except (OSError, HTTPException):
            self.send_error(502)
            return
        asks = self.command in ("GET", "HEAD") or self.path.partition("?")[0].endswith(QUESTION)
        if not asks and 400 <= answer.status < 500 and answer.status not in NO_FAULT:
            self.server.refused += 1
        with suppress(ConnectionError):  # The program has gone, or does not want the rest.
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in OWN:
                    self.send_header(name, value)
            self.end_headers()
            while piece := answer.read1(1 << 16):
                self.wfile.write(piece)
        service.close()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _pass  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Nothing: the standard error is for people."""


@contextmanager
def relayed(url: str) -> Iterator[Relay]:
    """A relay to a service for the length of a game."""
    with Relay(url) as relay:
        Thread(target=relay.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield relay
        finally:
            relay.shutdown()
