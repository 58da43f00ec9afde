"""HTTP as clients with a bad connection use it: they give up early, disconnect midway, and retry at another instance."""

from __future__ import annotations

import http.client
import json
import random
import socket
import time
from dataclasses import dataclass
from typing import Any

from tests.soak.journal import Journal

TIMEOUT_SECONDS = 20.0
PATIENCE_SECONDS = 120.0


class Broken(Exception):
    """No answer, so the outcome of the request is unknown."""


class GaveUp(Exception):
    """Only broken connections and 503, for so long that the service counts as dead."""


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: http.client.HTTPMessage

    @property
    def code(self) -> str:
        return str(self.body.get("code", "")) if isinstance(self.body, dict) else ""


class Client:
    """A client of the service, with a connection to one of its instances at a time."""

    def __init__(self, ports: list[int], chance: random.Random, journal: Journal) -> None:
        self._ports = ports
        self._chance = chance
        self._journal = journal
        self._connection: http.client.HTTPConnection | None = None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def begin(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        timeout: float = TIMEOUT_SECONDS,
    ) -> None:
        """Send a request. Raises Broken."""
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self._chance.choice(self._ports), timeout=timeout)
            elif self._connection.sock is not None:
                self._connection.sock.settimeout(timeout)
            self._connection.request(method, path, content, {"Content-Type": "application/json", **(headers or {})})
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Broken from error

    def end(self) -> Reply:
        """The answer to the request that was sent. Raises Broken."""
        if self._connection is None:
            raise Broken
        try:
            response = self._connection.getresponse()
            content = response.read()
            kind = response.headers.get_content_type()
            answer = Reply(
                response.status,
                json.loads(content) if kind in ("application/json", "application/problem+json") and content else content,
                response.headers,
            )
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise Broken from error
        if answer.status >= 500 and answer.status != 503:
            self._journal.violation(f"{answer.status}: {answer.body}")
        return answer

    def once(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        timeout: float = TIMEOUT_SECONDS,
    ) -> Reply:
        """One try. Raises Broken."""
        self.begin(method, path, body, headers, timeout)
        return self.end()

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Reply:
        """Send a request that is safe to repeat until there is an answer other than "not now". Raises GaveUp."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                answer = self.once(method, path, body, headers)
                if answer.status != 503:
                    return answer
                self._journal.count("answered 503")
            except Broken:
                self._journal.count("no answer")
            self.pause()
        raise GaveUp(f"{method} {path}")

    def pause(self) -> None:
        """Wait before the next try."""
        time.sleep(self._chance.uniform(0.05, 0.4))

    def break_off(self, path: str, content: bytes, headers: dict[str, str], share: float) -> None:
        """Send a part of a POST on a new connection and disconnect; or all of it, without reading the answer."""
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        fixed = f"Host: soak\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        text = f"POST {path} HTTP/1.1\r\n{fixed}{head}\r\n"
        whole = text.encode() + content
        try:
            with socket.create_connection(("127.0.0.1", self._chance.choice(self._ports)), timeout=5) as connection:
                connection.sendall(whole[: int(len(whole) * share)])
        except OSError:
            self._journal.count("no answer")
