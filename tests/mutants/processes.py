"""Work in forked processes: several at a time, each with limits and a word to say at its end."""

from __future__ import annotations

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

Task = TypeVar("Task")
MEMORY = 6 << 30
"""Bytes of address space; a mutant may well collect things for ever."""


@dataclass(frozen=True)
class Ended:
    said: str
    code: int
    """As the shell has it: negative for the signal that ended it."""
    seconds: float
    """Of processor time."""


def end_after(seconds: float) -> None:
    """End this process when it has used so much processor time more, unless it asks for another limit before."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def run_all(tasks: Iterable[Task], work: Callable[[Task], str], jobs: int) -> Iterator[tuple[Task, Ended]]:
    """Do `work(task)` for each, `jobs` at a time, each in a process of its own."""
    waiting = iter(tasks)
    running: dict[int, tuple[Task, int]] = {}
    while True:
        while len(running) < jobs and (task := next(waiting, None)) is not None:
            reads, writes = os.pipe()
            process = os.fork()
            if process == 0:
                os.close(reads)
                _child(lambda task=task: work(task), writes)
            os.close(writes)
            running[process] = task, reads
        if not running:
            return
        process, status, used = os.wait4(-1, 0)
        task, reads = running.pop(process)
        with open(reads) as said:
            yield task, Ended(said.read(), os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime)


def _child(work: Callable[[], str], writes: int) -> None:
    """Does the work and ends the process, whatever comes."""
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.stdout.flush()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        said = work()
        code = 0
    except BaseException:
        said = traceback.format_exc()
    finally:
        os.write(writes, said.encode()[:60_000])
        os._exit(code)
