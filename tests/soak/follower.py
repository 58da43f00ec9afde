"""Followers of live streams that lose their connection and resume: they must miss nothing and see nothing twice."""

from __future__ import annotations

import json
import random
import socket
import threading
import time

from tests.service.client import server_sent_events
from tests.soak.journal import Journal

GONE = (b"404", b"401")


class Follower(threading.Thread):
    """Follows one game to its end, or until stopped. `heads` are the heads of the versions received."""

    def __init__(self, ports: list[int], seed: int, journal: Journal, game: str) -> None:
        super().__init__(name=f"follower {seed}", daemon=True)
        self.game = game
        self.heads: list[str] = []
        self.away: list[tuple[float, float]] = []
        """The times without a connection, by the monotonic clock."""
        self.left_at: float | None = None
        """When it received the end of the game."""
        self._ports = ports
        self._chance = random.Random(seed)
        self._journal = journal
        self._over = threading.Event()
        self._ended = False

    def stop(self) -> None:
        self._over.set()

    def run(self) -> None:
        lost_at = time.monotonic()
        while not self._over.is_set() and not self._ended:
            try:
                with socket.create_connection(("127.0.0.1", self._chance.choice(self._ports)), timeout=1) as connection:
                    self._read(connection, lost_at)
            except OSError:
                self._over.wait(0.3)
            lost_at = time.monotonic()
            self._journal.count("streams broken off")

    def _read(self, connection: socket.socket, lost_at: float) -> None:
        """One connection, until it breaks or the follower disconnects."""
        after = len(self.heads)
        connection.sendall(
            f"GET /v1/games/{self.game}/events HTTP/1.0\r\nHost: soak\r\nAccept: text/event-stream\r\n"
            f"Last-Event-ID: {after}\r\n\r\n".encode()
        )
        until = time.monotonic() + self._chance.expovariate(0.2)
        left, status = b"", b""
        while not self._over.is_set() and not self._ended and (until > time.monotonic()):
            try:
                data = connection.recv(1 << 16)
            except TimeoutError:
                continue
            if not data:
                return
            left += data
            if not status:
                head, found, rest = left.partition(b"\r\n\r\n")
                if not found:
                    continue
                status, left = head.split()[1], rest
                self.away.append((lost_at, time.monotonic()))
                if status != b"200":
                    self._refused(status)
                    return
            *whole, left = left.split(b"\n\n")
            for text in whole:
                for event in server_sent_events([line + b"\n" for line in (text + b"\n").split(b"\n")]):
                    self._note(event)

    def _refused(self, status: bytes) -> None:
        if status == b"409" or (status in GONE and self._journal.lossy):
            self._ended = True  # Everything has been sent, or the game was lost.
        elif status != b"503":
            self._journal.violation(f"{self.game} cannot be followed: {status!r}")
        self._over.wait(0.3)

    def _note(self, event: dict[str, str]) -> None:
        kind = event.get("event")
        if kind == "commit":
            version = int(event["id"])
            if version != len(self.heads) + 1:
                self._journal.violation(f"a follower of {self.game} was sent {version} after {len(self.heads)}")
            self.heads.append(json.loads(event["data"])["head"])
            self._journal.count("commits followed")
        elif kind == "rewound":
            self._journal.count("followers told of a rewind")
            if not self._journal.lossy:
                self._journal.violation(f"{self.game} was rewound though nothing may be lost")
            del self.heads[int(event["id"]) :]
        elif kind == "over":
            self._ended, self.left_at = True, time.monotonic()
        elif kind is not None:
            self._journal.violation(f"a follower of {self.game} was sent {event}")
