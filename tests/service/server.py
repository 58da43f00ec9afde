"""A service on a real port, threaded, for tests of what takes time: long polls and live streams."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.service.client import server_sent_events
from tests.service.contract import EVENT_STREAM

SECONDS = 20.0
"""More than anything here takes: a test that waits so long has failed."""


class _Quiet(WSGIRequestHandler):
    def log_request(self, *_: Any, **__: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(app: Flask) -> Iterator[int]:
    """The port at which the app answers."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    server.daemon_threads = True  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server.port
    finally:
        app.extensions["tradewinds"].hub.close()
        server.shutdown()
        thread.join()
        server.server_close()


def request(port: int, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
    """A GET: status and JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request("GET", path, headers=dict(headers or {}))
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


class Stream:
    """A live stream of server-sent events, read as they come."""

    def __init__(self, port: int, path: str, token: str | None = None, last_event_id: str | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        headers = {"Accept": EVENT_STREAM}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        self._connection.request("GET", path, headers=headers)
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.headers = self._response.headers
        self._events = server_sent_events(self._lines())
        self.seen: list[dict[str, str]] = []

    def _lines(self) -> Iterator[bytes]:
        deadline = time.monotonic() + 3 * SECONDS
        while line := self._response.readline():
            assert time.monotonic() < deadline, "nothing but signs of life"
            yield line

    def next(self) -> dict[str, str] | None:
        """The next event, None at the end of the stream. The retry hint is not an event."""
        for event in self._events:
            if set(event) != {"retry"}:
                self.seen.append(event)
                return event
        self._response.close()
        self._connection.close()
        return None

    def until(self, version: int) -> None:
        """Read up to a version."""
        while not self.seen or self.seen[-1].get("id") != str(version):
            assert self.next() is not None, f"the stream ended after {self.seen[-1:]}"

    def rest(self) -> list[dict[str, str]]:
        """Read to the end."""
        while self.next() is not None:
            pass
        return self.seen

    def commits(self) -> list[dict[str, Any]]:
        """The commits read so far."""
        return [json.loads(event["data"]) for event in self.seen if event.get("event") == "commit"]

    def drop(self) -> None:
        """Break the connection off, as a closed lid does."""
        if self._connection.sock is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._response.close()
        self._connection.close()
