"""Checks every answer that tests get over a socket against the contract, whichever library asked.

urllib and requests read answers with http.client, like tests that use it directly. Here its connections keep the request,
and its answers keep what was read, which is checked at the end.
"""

from __future__ import annotations

import http.client
import io
import threading
from email.parser import BytesParser
from functools import cache
from typing import Any, BinaryIO

from werkzeug.test import EnvironBuilder, TestResponse

from events.settings import Settings
from service.app import create_app
from tests.service.contract import Contract, Sent

OURS = ("/v1/games", "/v1/rulesets")
"""Addresses that only Tradewinds answers; other answers of Tradewinds are recognised by their X-Request-Id."""


_making = threading.Lock()


def contract() -> Contract:
    """The contract, which does not depend on settings. One thread makes it: Python 3.11 cannot parse sources in several."""
    with _making:
        return _made()


@cache
def _made() -> Contract:
    return Contract(create_app(Settings()))


def watch() -> None:
    """From now on, check the answers of every http.client in this process."""
    send, getresponse = http.client.HTTPConnection.send, http.client.HTTPConnection.getresponse

    def keeping_send(self: Any, data: Any) -> None:
        self.__dict__.setdefault("sent", []).append(data)
        send(self, data)

    def checked_getresponse(self: Any) -> http.client.HTTPResponse:
        sent = _sent(self.__dict__.pop("sent", []))
        contract()  # Now, because there may be no time for it when the answer ends.
        self.response_class = lambda *words, **named: _Answer(sent, *words, **named)
        return getresponse(self)

    http.client.HTTPConnection.send = keeping_send  # type: ignore[assignment,method-assign]
    http.client.HTTPConnection.getresponse = checked_getresponse  # type: ignore[method-assign]


def check(sent: Sent, raw: bytes) -> None:
    """Assert that the contract has this answer. Of interrupted answers only streams are checked, up to the interruption."""
    answer = http.client.HTTPResponse(_Kept(raw), method=sent.method)  # type: ignore[arg-type]
    try:
        answer.begin()
    except http.client.HTTPException:
        return  # Nothing arrived, or not even a whole head.
    if not sent.path.startswith(OURS) and "X-Request-Id" not in answer.headers:
        return
    try:
        body = answer.read()
    except http.client.IncompleteRead as error:
        if answer.headers.get_content_type() != "text/event-stream":
            return
        body = error.partial
    request = EnvironBuilder(path="/", method=sent.method).get_request()
    response = TestResponse([body], f"{answer.status} {answer.reason}", answer.headers.items(), request)
    contract().check(sent.method, sent.path, response)
    if answer.status < 400:
        contract().check_request(sent)


class _Answer(http.client.HTTPResponse):
    """An answer that is checked when it has been read or closed."""

    def __init__(self, sent: Sent, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.fp: Any = _Tee(self.fp, sent)


class _Tee(io.BufferedIOBase):
    """Keeps what was read."""

    def __init__(self, file: BinaryIO, sent: Sent) -> None:
        self._file, self._sent, self._came = file, sent, bytearray()

    def read(self, size: int | None = -1) -> bytes:
        return self._keep(self._file.read(-1 if size is None else size))

    def read1(self, size: int = -1) -> bytes:
        return self._keep(self._file.read1(size))  # type: ignore[attr-defined]

    def readline(self, size: int | None = -1) -> bytes:  # type: ignore[override]
        return self._keep(self._file.readline(-1 if size is None else size))

    def readinto(self, buffer: Any) -> int:
        count: int = self._file.readinto(buffer)  # type: ignore[attr-defined]
        self._keep(bytes(buffer[:count]))
        return count

    def peek(self, size: int = 0) -> bytes:
        found: bytes = self._file.peek(size)  # type: ignore[attr-defined]
        return found

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        if not self._file.closed:
            self._file.close()
            check(self._sent, bytes(self._came))
        super().close()

    def _keep(self, data: bytes) -> bytes:
        self._came += data
        return data


class _Kept:
    """A socket whose answer is there already."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def makefile(self, _: str) -> io.BytesIO:
        return io.BytesIO(self._raw)


def _sent(parts: list[Any]) -> Sent:
    """The request that was sent in these parts. Its body is known only if it was sent as bytes with a length."""
    known = [part for part in parts if isinstance(part, bytes | bytearray | memoryview)]
    head, _, body = b"".join(known).partition(b"\r\n\r\n")
    line, _, fields = head.partition(b"\r\n")
    method, target, *_ = line.decode("latin-1").split(" ")
    headers = BytesParser().parsebytes(fields + b"\r\n\r\n")
    whole = len(known) == len(parts) and "Content-Length" in headers
    return Sent(method, target, headers, body if whole else None)  # type: ignore[arg-type]
