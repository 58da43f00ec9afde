"""The machine the benchmark runs on: what it is, and what else it was doing."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


class Watch:
    """Tells what share of all processors was taken by processes that are neither this one nor its descendants.

    Where there is no /proc nothing is known, and the share is 0.
    """

    def __init__(self) -> None:
        self.foreign_share = 0.0

    def __enter__(self) -> Watch:
        self._began, self._busy, self._own = time.monotonic(), _busy_seconds(), seconds_of(os.getpid())
        return self

    def __exit__(self, *_: object) -> None:
        seconds = time.monotonic() - self._began
        foreign = (_busy_seconds() - self._busy) - (seconds_of(os.getpid()) - self._own)
        self.foreign_share = max(0.0, foreign / seconds / (os.cpu_count() or 1))


def _busy_seconds() -> float:
    """The time all processors have worked since the start, for whomever."""
    try:
        fields = (PROC / "stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    idle, waiting = int(fields[3]), int(fields[4])
    # What guests of a virtual machine used is counted as user time already.
    return (sum(map(int, fields[:8])) - idle - waiting) / TICKS


def seconds_of(ancestor: int) -> float:
    """The processor time that a process and its living descendants have taken."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # It has ended meanwhile.
            continue
        pid = int(folder.name)
        parents[pid] = int(fields[1])
        # Its own time, and that of its children that have ended.
        seconds[pid] = sum(map(int, fields[11:15])) / TICKS
    return sum(each for pid, each in seconds.items() if _descends(pid, ancestor, parents))


def seconds_alone(pid: int) -> float:
    """The processor time that the first thread of a process has taken, to the nanosecond; 0 where there is no /proc."""
    try:
        return int((PROC / str(pid) / "schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0


def _descends(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    while pid and pid != ancestor:
        pid = parents.get(pid, 0)
    return pid == ancestor


def describe() -> dict[str, str]:
    """What the figures were measured on."""
    model = ""
    try:
        lines = (PROC / "cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    except OSError:
        model = platform.processor()
    return {
        "processors": f"{os.cpu_count()} x {model}",
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
