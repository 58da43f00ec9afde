"""What a process holds on to, as the kernel tells it: threads, open files, memory."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Held(NamedTuple):
    """What a process has at one moment."""

    threads: int
    files: int
    """Descriptors: files, sockets, pipes."""
    memory: int
    """Resident, in bytes."""


def held_by(pid: int) -> Held:
    """What a process holds now; of this process too."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Held(int(status["Threads"]), files, int(status["VmRSS"].split()[0]) * 1024)
