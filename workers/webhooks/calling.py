"""One call of a receiver: to an address that was checked, within ten seconds in all, and with nothing followed."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Timer
from time import monotonic

from events.webhooks.receivers import NotAllowed, Receiver, addresses_of, receiver_of

CALL_SECONDS = 10.0
"""For all of a call: the name, the connection, TLS, the request and the answer."""
ANSWER_BYTES = 4_096
"""How much of an answer is read. Nothing of it is kept but the status."""
MOST_ADDRESSES = 3
"""Addresses that are tried until one can be connected to."""


class CallFailed(Exception):
    """The receiver could not be called; the message says why."""


class _Connection(HTTPConnection):
    """A connection to an address; the host's name is for TLS and the Host header only."""

    def __init__(self, receiver: Receiver, address: str, context: ssl.SSLContext, deadline: float) -> None:
        super().__init__(receiver.host, receiver.port)
        self._receiver, self._address, self._context, self._deadline = receiver, address, context, deadline
        self.is_cut = False
        self._called: socket.socket | None = None
        """The socket: `self.sock` is None once an answer that ends with the connection has begun."""

    def connect(self) -> None:
        left = self._deadline - monotonic()
        if self.is_cut or left <= 0:
            raise TimeoutError
        # create_connection() would resolve a name; this is an address, so it resolves nothing.
        self.sock = self._called = socket.create_connection((self._address, self._receiver.port), left)
        if self._receiver.tls:
            self.sock = self._called = self._context.wrap_socket(
                self.sock, server_hostname=self._receiver.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()

    def cut(self) -> None:
        """End the call from another thread, whatever it waits for."""
        self.is_cut = True
        if self._called is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._called, socket.SHUT_RDWR)


class Caller:
    """Calls receivers. `private`: also at addresses that are not public, by http and on any port."""

    def __init__(
        self,
        *,
        private: bool = False,
        context: ssl.SSLContext | None = None,
        resolve: Callable[..., list[str]] = addresses_of,
        seconds: float = CALL_SECONDS,
        threads: int = 64,
    ) -> None:
        self._private = private
        self._context = context or ssl.create_default_context()
        self._resolve = resolve
        self._seconds = seconds
        # The system's resolver knows no time limit, so it works in a thread of its own.
        self._resolvers = ThreadPoolExecutor(threads, "resolver")

    def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """POST to a receiver; the status of its answer. Raises NotAllowed, CallFailed."""
        deadline = monotonic() + self._seconds
        receiver = receiver_of(url, private=self._private)
        addresses = self._addresses(receiver, deadline)
        trouble: Exception = TimeoutError()
        for address in addresses[:MOST_ADDRESSES]:
            connection = _Connection(receiver, address, self._context, deadline)
            try:
                connection.connect()
            except ssl.SSLError as error:
                connection.close()
                raise CallFailed(f"TLS failed: {error.reason or error}.") from error
            except OSError as error:
                connection.close()
                trouble = error
                continue
            return self._asked(connection, receiver, headers, body, deadline)
        raise CallFailed(_why(trouble, self._seconds))

    def _addresses(self, receiver: Receiver, deadline: float) -> list[str]:
        resolving: Future[list[str]] = self._resolvers.submit(self._resolve, receiver, private=self._private)
        try:
            return resolving.result(deadline - monotonic())
        except TookTooLong:
            resolving.cancel()
            raise CallFailed(f"The name {receiver.host} was not resolved within {self._seconds:.0f} s.") from None
        except OSError as error:
            raise CallFailed(f"The name {receiver.host} cannot be resolved: {error.strerror or error}.") from error

    def _asked(
        self, connection: _Connection, receiver: Receiver, headers: Mapping[str, str], body: bytes, deadline: float
    ) -> int:
        # A socket's own limit starts again with each byte, so a slow receiver could hold the call for ever.
        watch = Timer(max(0.0, deadline - monotonic()), connection.cut)
        watch.daemon = True
        watch.start()
        try:
            connection.request("POST", receiver.target, body, {**headers, "Host": receiver.named, "Connection": "close"})
            answer = connection.getresponse()
            answer.read(ANSWER_BYTES)
            if connection.is_cut:
                raise TimeoutError  # What is cut off in its headers, or in its body, looks like an answer that ends there.
            return answer.status
        except (OSError, HTTPException, ValueError) as error:
            late = monotonic() >= deadline
            raise CallFailed(_why(TimeoutError() if late else error, self._seconds)) from error
        finally:
            watch.cancel()
            connection.close()

    def close(self) -> None:
        self._resolvers.shutdown(wait=False, cancel_futures=True)


def _why(error: Exception, seconds: float) -> str:
    if isinstance(error, TimeoutError):
        return f"The receiver did not answer within {seconds:.0f} s."
    if isinstance(error, OSError):
        return f"The connection failed: {error.strerror or type(error).__name__}."
    return f"The answer is not HTTP: {type(error).__name__}."


__all__ = ["CallFailed", "Caller", "NotAllowed"]
