"""gunicorn's gevent worker, with a time limit for every wait for a client, and a quick look at ordinary requests.

gunicorn limits the time for the request line and the headers (`keepalive` seconds), and nothing after that: a client that
sends a body byte by byte, or reads no answer, would hold a connection for ever. The kernel would buffer megabytes of an
answer that no client reads, and keep them long after gunicorn has closed the connection.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from functools import lru_cache
from time import monotonic, time
from types import FrameType
from typing import Any

import gevent
import gevent.socket
from gunicorn import util
from gunicorn.http import wsgi
from gunicorn.http.parser import RequestParser
from gunicorn.workers.ggevent import GeventWorker

from events.settings import Settings
from service.up.request_head import OrdinaryRequest

SECONDS = Settings.from_env().request_timeout


SEND_BUFFER = 64 * 1024
"""Bytes that the kernel buffers (up to twice as many) for a client that does not read or is gone."""
DROP = struct.pack("ii", 1, 0)
"""The SO_LINGER of a connection that drops unsent data when it is closed."""


class Connection(gevent.socket.socket):  # type: ignore[misc]  # The library ships no types.
    """A connection with a small kernel buffer, and a time limit for the rest of a body and for each piece of an answer."""

    def __init__(self, accepted: socket.socket) -> None:
        """Wraps an accepted connection."""
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if self.family in (socket.AF_INET, socket.AF_INET6):
            # This limit also holds after the connection is closed.
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS * 1000)
        self._body_ends: float | None = None
        self._expects_head = False
        self._head = b""

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Within it a request is answered, whose head was read. Late bodies and readers raise TimeoutError.

        The head of the answer, which gunicorn sends by itself, goes out with the first piece of the body: one system call,
        and one segment, for nearly all answers.
        """
        self.settimeout(SECONDS)
        self._body_ends, self._expects_head = monotonic() + SECONDS, True
        try:
            yield
        finally:
            self._body_ends, self._expects_head = None, False
            if self._head and self.fileno() >= 0:  # An answer without a body, and gunicorn has not given it up.
                self.sendall(b"")
            self._head = b""
            self.settimeout(None)  # Between requests gunicorn limits the time itself.

    def recv(self, *args: Any) -> bytes:
        if self._body_ends is not None:
            self.settimeout(max(self._body_ends - monotonic(), 0.001))
        try:
            received: bytes = super().recv(*args)
            return received
        finally:
            if self._body_ends is not None:
                self.settimeout(SECONDS)

    def sendall(self, data: bytes, flags: int = 0) -> None:
        if self._expects_head:
            self._head, self._expects_head = data, False
            return
        if self._head:
            data, self._head = self._head + data, b""
        if len(data) <= SEND_BUFFER:
            # Nearly all answers go out at once. gevent's `sendall` asks the kernel for the size of its buffer first.
            sent = self.send(data, flags)
            if sent < len(data):
                super().sendall(data[sent:], flags)
            return
        whole = memoryview(data)
        for start in range(0, len(data), SEND_BUFFER):
            super().sendall(whole[start : start + SEND_BUFFER], flags)


def http_date(timestamp: float | None = None) -> str:
    """Replaces `gunicorn.util.http_date`, which writes the date anew for every answer."""
    return _date_at(int(time() if timestamp is None else timestamp))


@lru_cache(1)
def _date_at(second: int) -> str:
    return formatdate(second, usegmt=True)


class WebWorker(GeventWorker):
    """A gevent worker that disconnects slow clients."""

    def init_process(self) -> None:
        RequestParser.mesg_class = OrdinaryRequest
        util.http_date = http_date
        # gunicorn would look for the streams of its log at each request, though they stay the same.
        wsgi.WSGIErrorsWrapper = lru_cache(1)(wsgi.WSGIErrorsWrapper)  # type: ignore[assignment, misc]
        # gunicorn reads some twenty settings for each request. A plain attribute is found before the lookup that it makes.
        vars(self.cfg).update({name: setting.get() for name, setting in self.cfg.settings.items()})
        super().init_process()

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        super().handle(listener, Connection(client), addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        try:
            with sock.answering():
                return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            from telemetry.metrics import CUT_OFF  # Imported here, because gunicorn's first process imports this module too.

            self.log.debug("A client took too long to read its answer.")
            CUT_OFF.inc()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DROP)
            raise StopIteration from None  # This makes gunicorn close the connection.

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # Live streams would never end by themselves. In a greenlet, because a signal handler must not block.
        services = getattr(self.wsgi, "extensions", {}).get("tradewinds")
        if services is not None:
            gevent.spawn(services.hub.close)
