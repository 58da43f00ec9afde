"""Keeps a handful of processes running: starts them in order, restarts what dies, stops them in reverse order.

Why not one of the known managers: supervisor, circus and honcho were tried. None of them starts a process only when
the one it needs is ready, says when all are ready, or ends with a message and an exit code when one keeps dying;
supervisor would need an event listener, a wrapper around each child and one around itself for it, which is more code
than this module, and more processes than it would watch.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType

from service.up import UpError
from service.up.lifeline import die_with_parent

TICK = 0.1
START_TIMEOUT = 120.0
"""A Redis with years of games takes its time to load them."""
DEATHS_ALLOWED = 4
DEATHS_WINDOW = 30.0
RESTART_DELAY = 0.25
"""The wait before a restart grows by this with every recent death, so it stays at one second or less."""
LOG_LIMIT = 10 * 2**20
LOG_CHECK = 30.0
TAIL_LINES = 15


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
        self._running: subprocess.Popen[bytes] | None = None
        self._deaths: deque[float] = deque(maxlen=DEATHS_ALLOWED + 1)
        self._restart_at = 0.0

    def start(self) -> None:
        # Its own session: Ctrl-C in the terminal must reach the manager only, which stops everything in order.
        # preexec_fn is safe here because the manager has no threads.
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                self.program.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=self.program.keep_open,
                env={**os.environ, **self.program.environment},
                preexec_fn=partial(die_with_parent, os.getpid()),
            )

    def alive(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def ready(self) -> bool:
        return self._running is not None and self.alive() and self.program.ready(self._running.pid)

    def keep_alive(self) -> None:
        """Start it again soon after it died; raise ProcessFailedError if that happens too often."""
        now = time.monotonic()
        if self._running is not None and not self.alive():
            self._bury(self._running)
            self._deaths.append(now)
            recent = sum(now - death < DEATHS_WINDOW for death in self._deaths)
            if recent > DEATHS_ALLOWED:
                raise self.failure(f"keeps dying ({recent} times within {DEATHS_WINDOW:.0f} seconds)")
            self._restart_at = now + RESTART_DELAY * (recent - 1)
        if self._running is None and now >= self._restart_at:
            self.start()

    def ask_to_stop(self) -> None:
        if self._running is not None and self.alive():
            self._running.terminate()

    def make_stop(self, deadline: float) -> None:
        """Wait until it has ended, and kill what has not by the deadline."""
        if self._running is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._running.wait(max(0.0, deadline - time.monotonic()))
        self._bury(self._running)

    def failure(self, what: str) -> ProcessFailedError:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        tail = "\n".join(f"  {line}" for line in lines[-TAIL_LINES:])
        return ProcessFailedError(f"{self.program.name} {what}. The end of its log, {self.log}:\n{tail}")

    def rotate_log(self) -> None:
        """Move a log that has grown too long aside; the process writes on at the end of the emptied file."""
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
            os.truncate(self.log, 0)

    def _bury(self, running: subprocess.Popen[bytes]) -> None:
        """Kill what is left of it and of its own children, which might hold a port."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        self._running = None


class Manager:
    """Runs stages of programs; each stage starts when the one before is ready and stops before it."""

    def __init__(self, stages: Sequence[Sequence[Program]], log_dir: Path) -> None:
        self._stages = [[Process(program, log_dir) for program in stage] for stage in stages]
        self._started: list[list[Process]] = []
        self._stop_asked = False
        self._logs_checked = 0.0

    def run(self, on_ready: Callable[[], None]) -> None:
        """Start all, call `on_ready`, go on until SIGTERM, SIGINT or SIGHUP; raise ProcessFailedError if it cannot."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            for stage in self._stages:
                self._start(stage)
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
            process.start()
        deadline = time.monotonic() + START_TIMEOUT
        while not self._stop_asked and not all(process.ready() for process in stage):
            if time.monotonic() > deadline:
                waiting = next((process for process in stage if not process.ready()), stage[0])
                raise waiting.failure(f"is not ready after {START_TIMEOUT:.0f} seconds")
            self._tick()

    def _tick(self) -> None:
        now = time.monotonic()
        check_logs = now - self._logs_checked > LOG_CHECK
        if check_logs:
            self._logs_checked = now
        for process in (process for stage in self._started for process in stage):
            process.keep_alive()
            if check_logs:
                process.rotate_log()
        time.sleep(TICK)

    def _stop(self) -> None:
        for stage in reversed(self._started):
            for process in stage:
                process.ask_to_stop()
            asked = time.monotonic()
            for process in stage:
                process.make_stop(asked + process.program.patience)
