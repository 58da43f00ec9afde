"""Many simultaneous callers of a service on a port, some of which disconnect early."""

from __future__ import annotations

import http.client
import json
import queue
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import NamedTuple

HOST = "127.0.0.1"
SECONDS = 60.0
"""Seconds. Longer than any answer takes on a busy machine."""
_RESET = struct.pack("ii", 1, 0)
"""SO_LINGER of a connection that is reset when it is closed, as if its machine were gone."""


class Call(NamedTuple):
    """A request."""

    path: str
    method: str = "GET"
    body: bytes | None = None
    headers: Mapping[str, str] = {}

    def raw(self) -> bytes:
        """The bytes of the request."""
        head = {"Host": "x", **self.headers, **({} if self.body is None else {"Content-Length": str(len(self.body))})}
        lines = [f"{self.method} {self.path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
        return "\r\n".join(lines).encode() + (self.body or b"")


Told = tuple[int, str]
"""Status and problem code of an answer; the code is empty if the answer is not a problem."""


class Connection:
    """A kept connection. Its answers are not checked against the contract, which would take long."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None

    def ask(self, call: Call) -> Told:
        """The answer to a call."""
        while True:
            fresh = self._socket is None
            if self._socket is None:
                self._socket = socket.create_connection((HOST, self._port), timeout=SECONDS)
            try:
                self._socket.sendall(call.raw())
                answer = http.client.HTTPResponse(self._socket, method=call.method)
                answer.begin()
                content = answer.read()
            except (http.client.RemoteDisconnected, ConnectionError):
                self.close()
                if fresh:
                    raise
                continue  # The server had closed it, as it does with idle connections.
            if answer.will_close:
                self.close()
            problem = answer.headers.get_content_type() == "application/problem+json"
            return answer.status, json.loads(content)["code"] if problem else ""

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def ask_all(port: int, calls: Iterable[Call], at_once: int) -> Counter[Told]:
    """The answers to all requests, so many at a time, over kept connections."""
    left: queue.SimpleQueue[Call] = queue.SimpleQueue()
    for call in calls:
        left.put(call)

    def ask() -> Counter[Told]:
        told, connection = Counter[Told](), Connection(port)
        try:
            while True:
                told[connection.ask(left.get_nowait())] += 1
        except queue.Empty:
            return told
        finally:
            connection.close()

    with ThreadPoolExecutor(at_once) as pool:
        return sum((each.result() for each in [pool.submit(ask) for _ in range(at_once)]), Counter())


def go_away(port: int, calls: Iterable[Call], at_once: int, chance: Random, longest: float = 0.02) -> None:
    """Send these requests, and break each connection after at most so many seconds without reading the answer."""
    waits = [(call, chance.random() * longest, chance.random() < 0.5) for call in calls]

    def leave(what: tuple[Call, float, bool]) -> None:
        call, seconds, reset = what
        with socket.create_connection((HOST, port), timeout=SECONDS) as connection:
            if reset:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            connection.sendall(call.raw())
            time.sleep(seconds)

    with ThreadPoolExecutor(at_once) as pool:
        for _ in pool.map(leave, waits):
            pass


def besides(*work: Callable[[], object]) -> list[object]:
    """The results of these calls, made at the same time."""
    with ThreadPoolExecutor(len(work)) as pool:
        return [each.result() for each in [pool.submit(do) for do in work]]
