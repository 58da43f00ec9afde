"""Many followers of live streams, read by one thread, with the time at which each commit arrived."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

HOST = "127.0.0.1"


class Wanted(NamedTuple):
    """A stream to follow: the address of a game's history, a token or none, and the version to begin after."""

    path: str
    token: str | None = None
    after: int = 0


class Follower:
    """One stream: the versions received, in order, and the latency of each."""

    def __init__(self, port: int, wanted: Wanted) -> None:
        self.wanted = wanted
        self.versions: list[int] = []
        self.delays: list[float] = []
        self.status = 0
        self.end = ""
        """The name of the last event, if it was not a commit."""
        self._left = b""
        self.socket = socket.create_connection((HOST, port))
        bearer = f"Authorization: Bearer {wanted.token}\r\n" if wanted.token else ""
        # HTTP 1.0, so that the answer has no chunks.
        head = (
            f"GET {wanted.path} HTTP/1.0\r\nHost: {HOST}\r\nAccept: text/event-stream\r\nLast-Event-ID: {wanted.after}\r\n"
        )
        self.socket.sendall(f"{head}{bearer}\r\n".encode())

    def take(self) -> bool:
        """Read what has arrived; False at the end."""
        data = self.socket.recv(1 << 18)
        now = time.time()
        self._left += data
        if not self.status:
            head, found, rest = self._left.partition(b"\r\n\r\n")
            if found:
                self.status, self._left = int(head.split()[1]), rest
        if self.status:
            *events, self._left = self._left.split(b"\n\n")
            for event in events:
                self._note(event, now)
        return bool(data)

    def _note(self, event: bytes, now: float) -> None:
        if b"\nevent: commit\n" in event:
            self.versions.append(int(event[4 : event.index(b"\n")]))
            at = event.index(b'"at":"') + 6
            self.delays.append(now - datetime.fromisoformat(event[at : event.index(b'"', at)].decode()).timestamp())
        elif b"event: " in event:
            self.end = event.partition(b"event: ")[2].partition(b"\n")[0].decode()


class Followers:
    """Streams read by one thread."""

    def __init__(self, port: int, wanted: Sequence[Wanted]) -> None:
        self._selector = selectors.DefaultSelector()
        self.all = [Follower(port, each) for each in wanted]
        self.open = len(self.all)
        for each in self.all:
            self._selector.register(each.socket, selectors.EVENT_READ, each)

    def __enter__(self) -> Followers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, seconds: float) -> None:
        """Read for this number of seconds."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and self.open:
            for key, _ in self._selector.select(left):
                if not key.data.take():
                    self._selector.unregister(key.fileobj)
                    self.open -= 1

    def close(self) -> None:
        """Break all connections."""
        self._selector.close()
        for each in self.all:
            each.socket.close()
