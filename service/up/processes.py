"""Keeps a handful of processes running: starts them in order, restarts what dies, stops them in reverse order.

Until all have been ready once, somebody sits in front of it: what keeps dying, or does not get ready, ends the start with a
message. From then on it never gives up. What dies is started again, after waits that grow as long as it keeps dying, and the
others go on without it.

Why not one of the known managers: supervisor, circus and honcho were tried. None of them starts a process only when
the one it needs is ready, says when all are ready, ends a first start with a message and an exit code, and later goes on
trying with growing waits; supervisor would need an event listener, a wrapper around each child and one around itself
for it, which is more code than this module, and more processes than it would watch.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

from service.up import UpError
from service.up.lifeline import die_with_parent

log = logging.getLogger(__name__)

TICK = 0.1
START_TIMEOUT = 120.0
"""A Redis with years of games takes its time to load them."""
DEATHS_ALLOWED = 4
"""In a row, of one process, before all have been ready for the first time."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""Seconds before a restart. After the first death there is none, and from the second on it doubles with each."""
DOUBLINGS = 10
"""More than there are from the first wait to the longest; without an end the power would grow too large for a number."""
STEADY = 10.0
"""A process that has been ready for so many seconds has recovered; if it dies then, that is its first death again."""
LOG_LIMIT = 10 * 2**20
LOG_CHECK = 30.0
TAIL_LINES = 15
TAIL_BYTES = 8 * 2**10
PROBE_BYTES = 64 * 2**10
"""A folder with less room than this counts as full."""


class ProcessFailedError(UpError):
    """A process keeps dying or does not get ready; the message shows the end of its log."""


@dataclass(frozen=True)
class Program:
    """What to run. `ready` is asked with the process id; `patience` is how long a polite stop may take.

    `environment` is added to that of this process.
    """

    name: str
    command: Sequence[str]
    ready: Callable[[int], bool]
    patience: float = 10.0
    keep_open: tuple[int, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


class Process:
    """One program, its running process and its log."""

    def __init__(self, program: Program, log_dir: Path) -> None:
        self.program = program
        self.log = log_dir / f"{program.name}.log"
        self.problem = "it is starting"
        """Why it does not do its work, for anybody to read; empty if it does."""
        self.deaths = 0
        """In a row: since it last was ready for as long as STEADY."""
        self._running: subprocess.Popen[bytes] | None = None
        self._log_begins = 0
        """Where the log of the running process begins, in bytes."""
        self._ready_at: float | None = None
        self._start_at = 0.0

    def tend(self) -> str:
        """Notice that it has ended, start it when its time has come, and notice that it is ready.

        Returns what the operator should know of it, empty if there is nothing new.
        """
        if self._running is not None and (code := self._running.poll()) is not None:
            self._bury(self._running)
            ending = (
                f"was killed by signal {-code} ({signal.strsignal(-code)})" if code < 0 else f"ended with exit code {code}"
            )
            return self._died(ending)
        if self._running is None and time.monotonic() >= self._start_at:
            try:
                self._running = self._spawn()
            except (OSError, subprocess.SubprocessError) as error:
                return self._died(f"cannot be started: {error}")
        if self._running is not None and self._ready_at is None and self.program.ready(self._running.pid):
            self._ready_at = time.monotonic()
            self.problem = ""
            return f"{self.program.name} is back" if self.deaths else ""
        return ""

    @property
    def ready(self) -> bool:
        """Has it been ready since it was last started?"""
        return self._ready_at is not None

    def ask_to_stop(self) -> None:
        if self._running is not None:
            self._running.terminate()

    def make_stop(self, deadline: float) -> None:
        """Wait until it has ended, and kill what has not by the deadline."""
        if self._running is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._running.wait(max(0.0, deadline - time.monotonic()))
        self._bury(self._running)

    def failure(self, what: str) -> ProcessFailedError:
        tail = "\n".join(f"  {line}" for line in self._last_lines())
        return ProcessFailedError(f"{self.program.name} {what}. The end of its log, {self.log}:\n{tail}")

    def rotate_log(self) -> None:
        """Move a log that has grown too long aside; the process writes on at the end of the emptied file."""
        try:
            if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
                shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
                os.truncate(self.log, 0)
        except OSError as error:
            log.warning("%s has grown too long, but cannot be moved aside: %s", self.log, error)

    def _spawn(self) -> subprocess.Popen[bytes]:
        # Its own session: Ctrl-C in the terminal must reach the manager only, which stops everything in order.
        # preexec_fn is safe here because the manager has no threads.
        with self.log.open("ab") as out:
            self._log_begins = out.tell()
            return subprocess.Popen(
                self.program.command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=self.program.keep_open,
                env={**os.environ, **self.program.environment},
                preexec_fn=partial(die_with_parent, os.getpid()),
            )

    def _died(self, how: str) -> str:
        now = time.monotonic()
        if self._ready_at is not None and now - self._ready_at >= STEADY:
            self.deaths = 0
        self._ready_at = None
        self.deaths += 1
        wait = 0.0 if self.deaths == 1 else min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self.deaths - 2, DOUBLINGS))
        self._start_at = now + wait
        trouble = disk_trouble(self.log.parent)
        # What the process itself has logged is for the operator only, and so no part of the problem.
        self.problem = f"it {how}" + (f"; nothing can be written to the data folder: {trouble}" if trouble else "")
        return (
            f"{self.program.name} is away: {self.problem}. Deaths in a row: {self.deaths}. "
            f"It is started again in {wait:g} s. The end of its log, {self.log}: {' / '.join(self._last_lines()[-2:])}"
        )

    def _last_lines(self) -> list[str]:
        """The end of what the process that was started last has written."""
        try:
            with self.log.open("rb") as written:
                size = written.seek(0, os.SEEK_END)
                begins = self._log_begins if self._log_begins <= size else 0  # It may have been moved aside.
                written.seek(max(begins, size - TAIL_BYTES))
                return written.read().decode(errors="replace").splitlines()[-TAIL_LINES:]
        except OSError as error:
            return [f"it cannot be read: {error}"]

    def _bury(self, running: subprocess.Popen[bytes]) -> None:
        """Kill what is left of it and of its own children, which might hold a port."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        self._running = None


def disk_trouble(folder: Path) -> str:
    """Why nothing can be written into the folder; empty if something can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
    except OSError as error:
        return error.strerror or str(error)
    return ""


class Manager:
    """Runs stages of programs; each stage starts when the one before is ready and stops before it.

    `tell` is given what is wrong with each process, by its name, some ten times a second, since somebody may have cleared
    away what it wrote down. It may raise OSError.
    """

    def __init__(
        self, stages: Sequence[Sequence[Program]], log_dir: Path, tell: Callable[[dict[str, str]], None] = lambda _: None
    ) -> None:
        self._stages = [[Process(program, log_dir) for program in stage] for stage in stages]
        self._started: list[list[Process]] = []
        self._tell = tell
        self._untold = ""
        """Why `tell` could not tell; empty if it could."""
        self._all_were_ready = False
        self._stop_asked = False
        self._logs_checked = 0.0

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start all, call `on_ready`, go on until SIGTERM, SIGINT or SIGHUP.

        Raises ProcessFailedError if not all get ready; once they were, never.
        """
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            for stage in self._stages:
                self._start(stage)
            self._all_were_ready = True
            if not self._stop_asked:
                on_ready()
            while not self._stop_asked:
                self._tick()
        finally:
            self._stop()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stop_asked = True

    def _start(self, stage: list[Process]) -> None:
        """Start one stage and wait until it is ready, while the stages before are kept alive."""
        if self._stop_asked:
            return
        self._started.append(stage)
        for process in stage:
            process.rotate_log()
        deadline = time.monotonic() + START_TIMEOUT
        while not self._stop_asked and not all(process.ready for process in stage):
            if time.monotonic() > deadline:
                waiting = next(process for process in stage if not process.ready)
                raise waiting.failure(f"is not ready after {START_TIMEOUT:.0f} seconds")
            self._tick()

    def _tick(self) -> None:
        now = time.monotonic()
        check_logs = now - self._logs_checked > LOG_CHECK
        if check_logs:
            self._logs_checked = now
        for process in (process for stage in self._started for process in stage):
            news = process.tend()
            if news and self._all_were_ready:
                log.warning("%s", news)
            if process.deaths > DEATHS_ALLOWED and not self._all_were_ready:
                raise process.failure(f"keeps dying ({process.deaths} times in a row): {process.problem}")
            if check_logs:
                process.rotate_log()
        self._tell_problems()
        time.sleep(TICK)

    def _tell_problems(self) -> None:
        problems = {process.program.name: process.problem for stage in self._stages for process in stage}
        untold = ""
        try:
            self._tell(problems)
        except OSError as error:
            untold = str(error)
            if untold != self._untold:
                log.warning("/readyz does not tell what has become of the processes: %s", error)
        self._untold = untold

    def _stop(self) -> None:
        for stage in reversed(self._started):
            for process in stage:
                process.ask_to_stop()
            asked = time.monotonic()
            for process in stage:
                process.make_stop(asked + process.program.patience)
