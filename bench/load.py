"""The load generator: keep-alive connections, each with one request under way, driven by one thread.

The requests are finished bytes and an answer is only looked at as far as its status and its length, so the generator
takes little from the two processors that it shares with the servers; `Load.cpu_share` says how much.
"""

from __future__ import annotations

import select
import socket
import time
from collections import deque
from collections.abc import Iterable
from random import Random

import msgspec

from bench.machine import seconds_of
from bench.serving import HOST, WebServer

CREATED = b"HTTP/1.1 201"
THINKING = 0.001
"""Seconds between an answer and the next request of its connection. A client that needs no time at all can keep a gevent
worker to itself: its next request is there before the worker has looked at anybody else's."""
EXPECTED = 6_000
"""Requests a second that are made ready for a server of which nothing is known yet."""


class Run(msgspec.Struct, frozen=True):
    """What one run came to; latencies in ms. `cpu_share` is the share of one processor the generator took, `cost` what the
    web processes took for a request, in µs of processor time."""

    rate: float
    p50: float
    p99: float
    cpu_share: float
    cost: float


class _Connection:
    """One connection and the requests that go over it."""

    __slots__ = ("answer", "began", "lanes", "socket")

    socket: socket.socket

    def __init__(self, lanes: int) -> None:
        self.lanes: deque[deque[bytes]] = deque(deque() for _ in range(lanes))
        self.answer = b""
        self.began = 0.0

    def connect(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def complete(self) -> bool:
        """Take in what has come; is the answer whole?"""
        self.answer += self.socket.recv(65536)
        head, _, body = self.answer.partition(b"\r\n\r\n")
        if not head.startswith(CREATED):
            raise RuntimeError(f"unexpected answer: {self.answer[:1000]!r}")
        at = head.lower().find(b"content-length:")
        if at < 0:
            return False
        return len(body) >= int(head[at + 15 :].split(b"\r\n", 1)[0])


class Load:
    """Feeds sequences of requests to a server, each in order over one connection; `lanes` of them take turns on each.

    With a `chance` every request is the next of a sequence picked at random, over whichever connection is free.
    """

    def __init__(self, server: WebServer, connections: int, lanes: int = 1, chance: Random | None = None) -> None:
        self.server = server
        self._chance = chance
        self._connections = [_Connection(lanes) for _ in range(connections)]
        self._waiting: deque[deque[bytes]] = deque()
        self._thinking: deque[tuple[float, _Connection]] = deque()
        self._fastest = 0.0
        self._exhausted = False
        self.answered = 0

    def enough(self, seconds: float) -> int:
        """The number of requests that last for so long, with room for a run twice as fast as any before."""
        return int(seconds * max(EXPECTED, 2 * self._fastest))

    @property
    def left(self) -> int:
        """Requests not yet sent."""
        return sum(map(len, self._waiting)) + sum(len(lane) for each in self._connections for lane in each.lanes)

    @property
    def waiting(self) -> int:
        """Sequences not yet begun."""
        return len(self._waiting)

    def add(self, sequence: Iterable[bytes]) -> None:
        """Requests that are to be sent one after the other."""
        self._waiting.append(deque(sequence))

    def clear(self) -> None:
        """Forget all sequences."""
        self._waiting.clear()
        for connection in self._connections:
            for lane in connection.lanes:
                lane.clear()

    def run(self, seconds: float, warm_up: float) -> Run:
        """Send for so long, counting after the warm-up; what is under way at the end is waited for, but not counted.

        A run ends early when a connection finds no request to send. Raises RuntimeError if nothing was counted by then.
        """
        poll = select.epoll()
        by_number = {}
        self._exhausted = False
        for connection in self._connections:
            connection.connect(self.server.port)
            by_number[connection.socket.fileno()] = connection
            poll.register(connection.socket, select.EPOLLIN)
            self._send(connection)
        latencies: list[float] = []
        self._drive(poll, by_number, time.perf_counter() + warm_up, [])
        cost, cpu, began = seconds_of(self.server.pid), time.process_time(), time.perf_counter()
        self._drive(poll, by_number, began + seconds, latencies)
        taken, cpu, cost = time.perf_counter() - began, time.process_time() - cpu, seconds_of(self.server.pid) - cost
        idle = {id(connection) for _, connection in self._thinking}
        self._thinking.clear()
        for connection in self._connections:
            if id(connection) not in idle:
                while not connection.complete():
                    pass
                self.answered += 1
            connection.socket.close()
        poll.close()
        if not latencies:
            raise RuntimeError("the load generator ran out of requests while it warmed up")
        self._fastest = max(self._fastest, len(latencies) / taken)
        latencies.sort()
        return Run(
            rate=len(latencies) / taken,
            p50=latencies[len(latencies) // 2] * 1000,
            p99=latencies[len(latencies) * 99 // 100] * 1000,
            cpu_share=cpu / taken,
            cost=cost / len(latencies) * 1e6,
        )

    def _drive(self, poll: select.epoll, by_number: dict[int, _Connection], until: float, latencies: list[float]) -> None:
        clock, thinking = time.perf_counter, self._thinking
        while (now := clock()) < until and not self._exhausted:
            while thinking and thinking[0][0] <= now:
                self._send(thinking.popleft()[1])
            for number, _ in poll.poll(max(0.0, (thinking[0][0] if thinking else until) - now)):
                connection = by_number[number]
                if connection.complete():
                    now = clock()
                    latencies.append(now - connection.began)
                    self.answered += 1
                    thinking.append((now + THINKING, connection))

    def _send(self, connection: _Connection) -> None:
        lanes = connection.lanes
        if self._chance is not None:
            if lanes[0]:
                self._waiting.append(lanes[0])
                lanes[0] = deque()
            self._waiting.rotate(self._chance.randrange(len(self._waiting) or 1))
        if not lanes[0]:
            if not self._waiting:
                self._exhausted = True
                self._thinking.append((time.perf_counter(), connection))
                return
            lanes[0] = self._waiting.popleft()
        connection.answer = b""
        connection.began = time.perf_counter()
        connection.socket.sendall(lanes[0].popleft())
        lanes.rotate(-1)
