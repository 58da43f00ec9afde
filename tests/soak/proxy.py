"""A small TCP proxy in front of Redis, in its own process, that stalls, slows, cuts and drops traffic.

It reads commands from its standard input, one a line:

    stall SECONDS           accept everything and forward nothing
    slow MILLISECONDS SECONDS   delay each piece, in both directions
    cut                     break all connections
    halve COUNT             forward half of each of the next replies, then break the connection
    lose COUNT              let the next scripts run, drop their replies, and break the connection

It writes a line for each reply that it has halved or lost.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

PIECE = 1 << 16
SCRIPT = b"EVALSHA"


class Proxy:
    """Passes bytes between clients and the Redis on a unix socket."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self._stalled_until = 0.0
        self._slow_until = 0.0
        self._delay = 0.0
        self._halve = 0
        self._lose = 0
        self._open: set[asyncio.StreamWriter] = set()

    def obey(self, line: str) -> None:
        """Carry out a line of standard input."""
        word, *numbers = line.split()
        given = [float(number) for number in numbers]
        now = time.monotonic()
        if word == "stall":
            self._stalled_until = now + given[0]
        elif word == "slow":
            self._delay, self._slow_until = given[0] / 1000, now + given[1]
        elif word == "cut":
            for writer in self._open:
                writer.transport.abort()
        elif word == "halve":
            self._halve += int(given[0])
        elif word == "lose":
            self._lose += int(given[0])
        else:
            raise ValueError(f"unknown: {line}")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a client."""
        try:
            below = await asyncio.open_unix_connection(self._socket)
        except OSError:  # Redis is down, so this connection fails.
            writer.transport.abort()
            return
        ends = {writer, below[1]}
        self._open |= ends
        connection = _Connection(self, ends)
        try:
            await asyncio.gather(connection.up(reader, below[1]), connection.down(below[0], writer))
        finally:
            self._open -= ends
            connection.abort()

    async def hold_back(self) -> None:
        """Wait while traffic is stalled."""
        if time.monotonic() < self._slow_until:
            await asyncio.sleep(self._delay)
        while (left := self._stalled_until - time.monotonic()) > 0:
            await asyncio.sleep(left)

    def fate(self, of_script: bool) -> str:
        """What to do with a reply."""
        fate = ""
        if of_script and self._lose:
            self._lose -= 1
            fate = "lost"
        elif self._halve:
            self._halve -= 1
            fate = "halved"
        if fate:
            print(fate, flush=True)
        return fate


class _Connection:
    """The two directions of a connection."""

    def __init__(self, proxy: Proxy, ends: set[asyncio.StreamWriter]) -> None:
        self._proxy = proxy
        self._ends = ends
        self._script = False

    def abort(self) -> None:
        for writer in self._ends:
            writer.transport.abort()

    async def up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests."""
        try:
            while piece := await reader.read(PIECE):
                await self._proxy.hold_back()
                self._script = SCRIPT in piece
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass  # If one side breaks, the other is broken too.
        self.abort()

    async def down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Replies."""
        try:
            while piece := await reader.read(PIECE):
                await self._proxy.hold_back()
                fate = self._proxy.fate(self._script)
                if fate == "halved":
                    writer.write(piece[: len(piece) // 2])
                    await writer.drain()
                    writer.close()  # Not aborted, because the half should arrive.
                    break
                if fate == "lost":
                    break
                writer.write(piece)
                await writer.drain()
        except OSError:
            pass
        for end in self._ends - {writer}:
            end.transport.abort()
        if not writer.is_closing():
            writer.transport.abort()


async def _run(socket: str) -> None:
    proxy = Proxy(socket)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        proxy.obey(line)


class ProxyProcess:
    """The proxy as a process; `url` leads through it to Redis."""

    def __init__(self, socket: Path, log: Path) -> None:
        self._out = log.open("w+b")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.soak.proxy", str(socket)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._out, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.url = f"redis://127.0.0.1:{int(self._process.stdout.readline())}/0"

    def tell(self, *words: str | float) -> None:
        """Send it a command."""
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()

    def stop(self) -> list[str]:
        """End it; returns its output."""
        said, _ = self._process.communicate(timeout=20)
        self._out.close()
        return said.split()


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1]))
