"""A real Redis, which can be killed and started again on the same data."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from redis import Redis, RedisError

from service.up.redis_server import find_server, server_command


class RedisServer:
    """A redis-server of its own on a unix socket in `folder`, run as `tradewinds up` runs it.

    It is the program that `tradewinds up` would take, or `server`. `more` has further settings, as on its command line.
    """

    def __init__(
        self, folder: Path, appendfsync: str = "always", server: Path | None = None, more: Sequence[str] = ()
    ) -> None:
        self._folder = folder
        self._socket = folder / "redis.sock"
        self._command = [*server_command(server or find_server(folder), folder, self._socket, appendfsync), *more]
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server was not started"
        return self._process.pid

    def start(self, timeout: float = 10.0) -> None:
        """Start it and wait until it answers."""
        with (self._folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + timeout
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"redis-server did not start:\n{(self._folder / 'redis.log').read_text()}")
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill it like a crash (SIGKILL)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def restart(self) -> None:
        """Kill it and start it again on its data."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """Stop it cleanly."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()

    def _answers(self) -> bool:
        try:
            with Redis.from_url(self.url) as client:
                return bool(client.ping())
        except RedisError:
            return False
