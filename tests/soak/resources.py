"""Memory, open files and connections to Redis over a soak: they must not grow without end."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from redis import RedisError

from events.redis_store.connections import POOLED_CONNECTIONS
from tests.soak.environment import WEB_PROCESSES, World

EVERY_SECONDS = 1.0
LEAST_SECONDS = 60.0
"""Seconds. Shorter measurements mean nothing."""
WARM_UP = 0.4
"""The share of the time, at the beginning, in which everything may grow."""
GROWTH = {"MB of memory": (1.15, 12.0), "open files": (1.3, 20.0)}
"""How much larger the last part may be than the one before it: a factor and an addend."""
BESIDES = 8
"""Connections of a process to Redis besides those for requests."""


class Sample(NamedTuple):
    at: float
    value: float


class Gauge(threading.Thread):
    """Measures the processes that are never killed, and Redis, until stopped."""

    def __init__(self, world: World) -> None:
        super().__init__(name="gauge", daemon=True)
        self._world = world
        self._over = threading.Event()
        self._samples: dict[tuple[str, str], list[Sample]] = {}
        self.connections = 0
        """The most connections to Redis."""

    def run(self) -> None:
        while not self._over.wait(EVERY_SECONDS):
            now = time.monotonic()
            for pid, command in self._world.measured.below().items():
                who = "a web process" if "gunicorn" in command else "a bot worker"
                with suppress(OSError):
                    # In MB: pages of 4 KB.
                    memory = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4 / 1024
                    self._note(f"{who} ({pid})", "MB of memory", now, memory)
                    self._note(f"{who} ({pid})", "open files", now, len(list(Path(f"/proc/{pid}/fd").iterdir())))
            with suppress(RedisError):
                self.connections = max(self.connections, len(self._world.direct.client_list()))

    def stop(self) -> None:
        self._over.set()
        self.join()

    def look(self) -> tuple[list[str], list[str]]:
        """The measurements as lines, and those that are too high."""
        lines, wrong = [], []
        for (who, what), samples in sorted(self._samples.items()):
            seconds = samples[-1].at - samples[0].at
            if seconds < LEAST_SECONDS:
                continue
            begin = samples[0].at + WARM_UP * seconds
            middle = begin + (samples[-1].at - begin) / 2
            before = median(sample.value for sample in samples if begin <= sample.at < middle)
            after = median(sample.value for sample in samples if sample.at >= middle)
            lines.append(f"{who}: {before:.0f} and then {after:.0f} {what}, over {seconds:.0f} s")
            factor, besides = GROWTH[what]
            if after > before * factor + besides:
                wrong.append(f"grows without end: {lines[-1]}")
        # Connections follow the number of calls at once, so they go up and down, but never beyond the limit of a process.
        most = len(self._world.instances) * (WEB_PROCESSES * (POOLED_CONNECTIONS + BESIDES) + BESIDES)
        if self.connections > most:
            wrong.append(f"{self.connections} connections to Redis, of {most} at most")
        lines.append(f"connections to Redis: {self.connections} at most")
        return lines, wrong

    def _note(self, who: str, what: str, at: float, value: float) -> None:
        self._samples.setdefault((who, what), []).append(Sample(at, value))
