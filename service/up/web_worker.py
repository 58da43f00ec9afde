"""gunicorn's gevent worker, with an end to every wait for a client.

gunicorn itself gives a request line and its headers `keepalive` seconds to arrive, and sets no limit to anything after that:
whoever sends a body byte by byte, or reads no answer, would hold a connection for ever.
"""

from __future__ import annotations

import socket
import struct
from time import monotonic
from types import FrameType
from typing import Any

import gevent
from gevent import Timeout
from gunicorn.http.body import Body
from gunicorn.workers.ggevent import GeventWorker

from events.settings import Settings

SECONDS = Settings.from_env().request_timeout


DROP = struct.pack("ii", 1, 0)
"""The SO_LINGER of a connection that drops what is still to be sent when it is closed."""


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
            from telemetry.metrics import CUT_OFF  # Not in gunicorn's first process, which imports this module too.

            self.log.debug("A client took too long to read its answer.")
            CUT_OFF.inc()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DROP)
            raise StopIteration from None  # So gunicorn is told to close the connection.
        finally:
            sock.settimeout(None)  # Until the next request gunicorn counts the time itself.

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # The live streams would never end by themselves. A signal's handler must not wait for anything, a greenlet may.
        services = getattr(self.wsgi, "extensions", {}).get("tradewinds")
        if services is not None:
            gevent.spawn(services.hub.close)
