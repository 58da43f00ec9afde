"""gunicorn's gevent worker, with an end to every wait for a client.

gunicorn itself gives a request line and its headers `keepalive` seconds to arrive, and sets no limit to anything after that:
whoever sends a body byte by byte, or reads no answer, would hold a connection for ever. The kernel would take megabytes of
an answer that nobody reads, and keep them when gunicorn has long closed the connection.
"""

from __future__ import annotations

import socket
import struct
from time import monotonic
from types import FrameType
from typing import Any

import gevent
import gevent.socket
from gevent import Timeout
from gunicorn.http.body import Body
from gunicorn.workers.ggevent import GeventWorker

from events.settings import Settings

SECONDS = Settings.from_env().request_timeout


SEND_BUFFER = 64 * 1024
"""Bytes that the kernel keeps, or twice as many, for a client who does not read, or whose machine is gone."""
DROP = struct.pack("ii", 1, 0)
"""The SO_LINGER of a connection that drops what is still to be sent when it is closed."""


class Connection(gevent.socket.socket):  # type: ignore[misc]  # The library ships no types.
    """A connection of which the kernel keeps little, and whose timeout is for each piece of an answer."""

    def __init__(self, accepted: socket.socket) -> None:
        """Takes the place of one that was accepted."""
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if self.family in (socket.AF_INET, socket.AF_INET6):
            # Also when it has been closed.
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS * 1000)

    def sendall(self, data: bytes, flags: int = 0) -> None:
        if len(data) <= SEND_BUFFER:
            super().sendall(data, flags)
            return
        whole = memoryview(data)
        for start in range(0, len(data), SEND_BUFFER):
            super().sendall(whole[start : start + SEND_BUFFER], flags)


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

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        super().handle(listener, Connection(client), addr)

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
