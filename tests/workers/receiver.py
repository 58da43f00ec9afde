"""A receiver of webhooks on a real socket, which does as it is told."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

from standardwebhooks import Webhook


class Receiver:
    """`status` is what it answers; `hold` keeps it from answering while it is not set."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.calls: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        self.headers: dict[str, str] = {}
        self.hold = threading.Event()
        self.hold.set()
        self.drip = False
        """Whether it answers for ever, a byte now and then."""
        self.before_drip = b""
        """What it sends at once before that."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.calls.append(({name.lower(): value for name, value in self.headers.items()}, body))
                receiver.hold.wait(30)
                if receiver.drip:
                    self._drip()
                    return
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def _drip(self) -> None:
                try:
                    self.wfile.write(receiver.before_drip)
                    while receiver.drip:
                        self.wfile.write(b"H")
                        threading.Event().wait(0.05)
                except OSError:
                    return

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:
                pass  # A caller that hangs up.

        self._server = Server(("127.0.0.1", 0), Handler)
        if context is not None:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self.port: int = self._server.server_address[1]
        self.url = f"http{'s' if context else ''}://127.0.0.1:{self.port}/hook"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def told(self, secret: str, later: int = 0) -> list[dict[str, Any]]:
        """What it was told, each checked by the public library, whose clock is `later` ms ahead."""
        with patch("standardwebhooks.webhooks.datetime", wraps=datetime) as clock:
            clock.now.side_effect = lambda tz: datetime.now(tz) + timedelta(milliseconds=later)
            return [Webhook(secret).verify(body, headers) for headers, body in self.calls]

    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.calls]

    def close(self) -> None:
        self.hold.set()
        self.drip = False
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def receiving(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    receiver = Receiver(context)
    try:
        yield receiver
    finally:
        receiver.close()
