"""A connection that breaks at a chosen place: after the service took a request, or in the middle of a stream."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class CuttingProxy(socketserver.ThreadingTCPServer):
    """Passes bytes on to a service.

    `lose`: beginnings of requests whose answer gets lost, each once. `cut`: the bytes after which each of the next
    streams breaks. `requests` are the first lines of all that came.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.host, self.port = urlsplit(service).hostname or "", urlsplit(service).port or 80
        self.lose: list[bytes] = []
        self.cut: list[int] = []
        self.requests: list[bytes] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(socketserver.BaseRequestHandler):
    server: CuttingProxy

    def handle(self) -> None:
        self.left: int | None = None
        with socket.create_connection((self.server.host, self.server.port)) as service:
            up = threading.Thread(target=self._up, args=(service,), daemon=True)
            up.start()
            with suppress(OSError):
                while piece := service.recv(65536):
                    if self.left is not None:
                        piece = piece[: self.left]
                        self.left -= len(piece)
                    self.request.sendall(piece)
                    if self.left == 0:
                        break
            for each in (self.request, service):
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def _up(self, service: socket.socket) -> None:
        with suppress(OSError):
            while piece := self.request.recv(65536):
                line = piece.partition(b"\r\n")[0]
                if line.endswith(b"HTTP/1.1"):
                    self.server.requests.append(line)
                    self.left = self._limit(line, piece)
                service.sendall(piece)
            service.shutdown(socket.SHUT_WR)

    def _limit(self, line: bytes, piece: bytes) -> int | None:
        """How many bytes of the answer arrive; None: all."""
        lost = next((each for each in self.server.lose if line.startswith(each)), None)
        if lost is not None:
            self.server.lose.remove(lost)
            return 0
        if b"text/event-stream" in piece and self.server.cut:
            return self.server.cut.pop(0)
        return None


@contextmanager
def cutting(service: str) -> Iterator[CuttingProxy]:
    """Such a proxy for the length of a test."""
    with CuttingProxy(service) as proxy:
        threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
