"""A Redis with simulated power failures."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from pathlib import Path
from typing import NamedTuple

from harness.redis_server import RedisServer


class Cut(NamedTuple):
    """When the power failed, and when the last write was made that is on the disk, by the monotonic clock."""

    moment: float
    kept: float


class PowerCut:
    """A Redis with `appendfsync everysec` that loses in a power failure what was not on the disk.

    A kill alone would lose nothing, because the kernel still writes what Redis gave it.
    """

    def __init__(self, folder: Path, appendfsync: str = "everysec") -> None:
        folder.mkdir()
        self.server = RedisServer(folder, appendfsync)
        self._folder = folder
        self._sizes: deque[tuple[float, int]] = deque(maxlen=500)
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._keep_watching, name="watch")

    def __enter__(self) -> PowerCut:
        self.server.start(60)
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watch.join()
        self.server.stop()

    def happen(self, lost_seconds: float) -> Cut:
        """Stop it, and start it again without the writes of the last seconds."""
        moment = time.monotonic()
        self.server.kill()
        at, size = max((at, size) for at, size in list(self._sizes) if at <= moment - lost_seconds)
        os.truncate(self._log(), size)
        self.server.start(60)
        self._sizes.clear()
        return Cut(moment, at)

    def _keep_watching(self) -> None:
        while not self._over.wait(0.02):
            self._sizes.append((time.monotonic(), self._log().stat().st_size))

    def _log(self) -> Path:
        return max(self._folder.rglob("*.aof"), key=lambda file: file.stat().st_mtime_ns)
