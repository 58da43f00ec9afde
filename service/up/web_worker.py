"""gunicorn's gevent worker, with an end to every wait for a client.

gunicorn itself gives a request line and its headers `keepalive` seconds to arrive, and sets no limit to anything after that:
whoever sends a body byte by byte, or reads no answer, would hold a connection for ever.
"""

from __future__ import annotations

import socket
from time import monotonic
from typing import Any

from gevent import Timeout
from gunicorn.http.body import Body
from gunicorn.workers.ggevent import GeventWorker

from events.settings import Settings

SECONDS = Settings.from_env().request_timeout


class TimelyBody(Body):
    """A body that must have arrived in time. Raises TimeoutError."""

    def __init__(self, body: Body) -> None:
        super().__init__(body.reader)
        self._deadline = monotonic() + SECONDS

    def read(self, size: int | None = None) -> bytes:
        late = TimeoutError("the body did not arrive in time")
        with Timeout(max(self._deadline - monotonic(), 0.001), late):
            data: bytes = super().read(size)
            return data


class WebWorker(GeventWorker):
    """Serves requests of clients that keep up."""

    def handle_request(self, listener_name: Any, req: Any, sock: socket.socket, addr: Any) -> bool:
        sock.settimeout(SECONDS)
        req.body = TimelyBody(req.body)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            self.log.debug("A client took too long to read its answer.")
            raise StopIteration from None  # So gunicorn is told to close the connection.
        finally:
            sock.settimeout(None)  # Until the next request gunicorn counts the time itself.
