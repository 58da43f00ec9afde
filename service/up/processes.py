"""Keeps a handful of processes running: starts them in order, restarts them when they end, stops them in reverse order.

Until all have been ready once, a person is waiting: a process that keeps ending, or does not get ready, ends the start with
a message. After that the manager never gives up. It restarts a process after waits that grow while the process keeps
ending, and the others go on without it.

Known managers (supervisor, circus, honcho) were tried. None of them starts a process only when the one it needs is ready,
reports when all are ready, ends a first start with a message and an exit code, and later retries with growing waits.
supervisor would need an event listener, a wrapper around each child and one around itself, which is more code than this.
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
"""Seconds. A Redis with years of games needs long to load them."""
DEATHS_ALLOWED = 4
"""The most deaths in a row of one process before all have been ready once."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""Seconds before a restart: none after the first death, FIRST_WAIT after the second, then doubling up to LONGEST_WAIT."""
DOUBLINGS = 10
"""An upper bound of the exponent; more than are needed from the first wait to the longest."""
STEADY = 10.0
"""Seconds of being ready after which a process has recovered, and its deaths are counted from zero again."""
LOG_LIMIT = 10 * 2**20
LOG_CHECK = 30.0
TAIL_LINES = 15
TAIL_BYTES = 8 * 2**10
PROBE_BYTES = 64 * 2**10
"""A folder with less free space than this counts as full."""


class ProcessFailedError(UpError):
    """A process keeps ending or does not get ready; the message shows the end of its log."""


@dataclass(frozen=True)
class Program:
    """A program to run. `ready` takes the process id; `patience` is how many seconds a stop by SIGTERM may take.

    `environment` is added to the environment of this process.
    """

    name: str
    command: Sequence[str]
    ready: Callable[[int], bool]
    patience: float = 10.0
    keep_open: tuple[int, ...] = ()
    care: Callable[[], str] = lambda: ""
    """Called ten times a second while the process is ready; returns a problem with which it goes on, or an empty text."""
    environment: Mapping[str, str] = field(default_factory=dict)


class Process:
    """One program, its running process and its log."""

    def __init__(self, program: Program, log_dir: Path) -> None:
        self.program = program
        self.log = log_dir / f"{program.name}.log"
        self.problem = "it is starting"
        """The reason why it does not work, shown at /readyz; empty if it works."""
        self.deaths = 0
        """Deaths in a row, since it was last ready for STEADY seconds."""
        self._running: subprocess.Popen[bytes] | None = None
        self._log_begins = 0
        """The offset in the log file at which the running process began, in bytes."""
        self._ready_at: float | None = None
        self._start_at = 0.0

    def tend(self) -> str:
        """Check whether it has ended, start it when it is due, and check whether it has become ready.

        Returns news for the operator, empty if there is none.
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
        return self._cared_for() if self.ready else ""

    @property
    def ready(self) -> bool:
        """Whether it has been ready since its last start."""
        return self._ready_at is not None

    def ask_to_stop(self) -> None:
        if self._running is not None:
            self._running.terminate()

    def make_stop(self, deadline: float) -> None:
        """Wait until it has ended, and kill it at the deadline."""
        if self._running is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._running.wait(max(0.0, deadline - time.monotonic()))
        self._bury(self._running)

    def failure(self, what: str) -> ProcessFailedError:
        tail = "\n".join(f"  {line}" for line in self._last_lines())
        return ProcessFailedError(f"{self.program.name} {what}. The end of its log, {self.log}:\n{tail}")

    def rotate_log(self) -> None:
        """Copy a log that is too long to another file and empty it; the process continues at its beginning."""
        try:
            if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
                shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
                os.truncate(self.log, 0)
        except OSError as error:
            log.warning("%s is too long, but cannot be moved aside: %s", self.log, error)

    def _cared_for(self) -> str:
        """Let the program be cared for; returns news as `tend` does."""
        before, self.problem = self.problem, self.program.care()
        if self.problem == before:
            return ""
        return f"{self.program.name}: {self.problem}" if self.problem else f"{self.program.name} has no problem any more"

    def _spawn(self) -> subprocess.Popen[bytes]:
        # In a new session: Ctrl-C in the terminal must reach only the manager, which stops all processes in order.
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
        # Log lines of the process are for the operator only, so they are not part of the problem, which everybody may read.
        self.problem = f"it {how}" + (f"; nothing can be written to the data folder: {trouble}" if trouble else "")
        return (
            f"{self.program.name} is away: {self.problem}. Deaths in a row: {self.deaths}. "
            f"It is started again in {wait:g} s. The end of its log, {self.log}: {' / '.join(self._last_lines()[-2:])}"
        )

    def _last_lines(self) -> list[str]:
        """The last lines that the latest process wrote."""
        try:
            with self.log.open("rb") as written:
                size = written.seek(0, os.SEEK_END)
                begins = self._log_begins if self._log_begins <= size else 0  # The log may have been emptied.
                written.seek(max(begins, size - TAIL_BYTES))
                return written.read().decode(errors="replace").splitlines()[-TAIL_LINES:]
        except OSError as error:
            return [f"it cannot be read: {error}"]

    def _bury(self, running: subprocess.Popen[bytes]) -> None:
        """Kill the process and its children, which might hold a port."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        self._running = None


def disk_trouble(folder: Path) -> str:
    """The reason why the folder cannot be written; empty if it can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
    except OSError as error:
        return error.strerror or str(error)
    return ""


class Manager:
    """Runs stages of programs; each stage starts when the one before is ready, and stops before it.

    `report` gets the problem of each process, by its name, about ten times a second, so that a file that was removed is
    written again. It may raise OSError. `begin` gets the names of the programs of each stage as it starts.
    """

    def __init__(
        self,
        stages: Sequence[Sequence[Program]],
        log_dir: Path,
        report: Callable[[dict[str, str]], None] = lambda _: None,
        begin: Callable[[list[str]], None] = lambda _: None,
    ) -> None:
        self._stages = [[Process(program, log_dir) for program in stage] for stage in stages]
        self._started: list[list[Process]] = []
        self._report = report
        self._begin = begin
        self._unreported = ""
        """The error of the last report; empty if it succeeded."""
        self._all_were_ready = False
        self._stop_asked = False
        self._logs_checked = 0.0

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start all, call `on_ready`, and keep them running until SIGTERM, SIGINT or SIGHUP.

        Raises ProcessFailedError if not all get ready; never after they have been ready once.
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
        """Start one stage and wait until it is ready, while the earlier stages are kept running."""
        if self._stop_asked:
            return
        self._begin([process.program.name for process in stage])
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
        self._report_problems()
        time.sleep(TICK)

    def _report_problems(self) -> None:
        problems = {process.program.name: process.problem for stage in self._stages for process in stage}
        failed = ""
        try:
            self._report(problems)
        except OSError as error:
            failed = str(error)
            if failed != self._unreported:
                log.warning("/readyz does not show the state of the processes: %s", error)
        self._unreported = failed

    def _stop(self) -> None:
        for stage in reversed(self._started):
            for process in stage:
                process.ask_to_stop()
            asked = time.monotonic()
            for process in stage:
                process.make_stop(asked + process.program.patience)
