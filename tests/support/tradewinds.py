"""`tradewinds up` as a real process, and the processes below it."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests
from redis import Redis

from events.settings import Settings

PROGRAM = (sys.executable, "-m", "cli.main")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(true: Callable[[], bool], seconds: float, every: float = 0.05) -> bool:
    """Ask every so many seconds until the answer is true; False if it is not in time."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True


def is_running(pid: int) -> bool:
    """A zombie counts as ended: if its parent died first, it waits for init only."""
    return _stat(pid)[0] not in ("", "Z")


def _stat(pid: int) -> tuple[str, int]:
    """State and parent of a process; an empty state if there is none."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return "", 0
    return state, int(parent)


def below(ancestor: int) -> dict[int, str]:
    """Every process that a process has started, directly or not, with its command line."""
    parents = {pid: _stat(pid)[1] for pid in (int(entry.name) for entry in Path("/proc").glob("[0-9]*"))}
    found = [ancestor]
    for each in found:  # grows while it is walked
        found += [pid for pid, parent in parents.items() if parent == each and is_running(pid)]
    return {pid: Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ") for pid in found[1:]}


class Tradewinds:
    """One start of `tradewinds up` on a data folder, by default with one web process and one worker.

    `program` is the command line used for `tradewinds`, `cwd` the folder in which it starts.
    """

    def __init__(
        self,
        data_dir: Path,
        port: int | None = None,
        *,
        program: Sequence[str] = PROGRAM,
        cwd: Path | None = None,
        **variables: str,
    ) -> None:
        self.settings = Settings(data_dir=data_dir, port=port or free_port(), redis_url=variables.get("REDIS_URL", ""))
        defaults = {
            "WEB_CONCURRENCY": "1",
            "BOT_WORKERS": "1",
            "WEBHOOK_WORKERS": "0",
            "REDIS_URL": "",
            "QUEUE_URL": "",
            "HOST": "",
        }
        chosen = {"DATA_DIR": str(data_dir), "PORT": str(self.settings.port)}
        self.process = subprocess.Popen(
            [*program, "up"],
            cwd=cwd,
            env={**os.environ, **defaults, **chosen, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_ready(self) -> str:
        """Return the line that it is ready."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"not ready: {self.process.communicate()[1]}")
        return line

    def wait_end(self, timeout: float = 20.0) -> tuple[int, str, str]:
        """Wait for its end; return exit code, the rest of stdout, and stderr without `told`, the lines about its start."""
        out, err = self.process.communicate(timeout=timeout)
        lines = err.splitlines(keepends=True)
        self.told = [line for line in lines if line.startswith(("Data folder: ", "Starting "))]
        return self.process.returncode, out, "".join(line for line in lines if line not in self.told)

    def stop(self) -> tuple[int, str, str]:
        self.process.send_signal(signal.SIGTERM)
        return self.wait_end()

    def close(self) -> None:
        """Kill it if it still runs, and release its pipes and what a killed one leaves in memory."""
        self.process.kill()
        self.process.wait()
        # Its processes, which are killed with it, may still write there.
        shutil.rmtree(self.settings.run_dir, ignore_errors=True)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def below(self) -> dict[int, str]:
        """Every process that it has started, directly or not, with its command line."""
        return below(self.process.pid)

    def pid_of(self, program: str) -> int | None:
        """The process of `redis`, `web` or `worker` that the manager started; None while there is none."""
        # If setproctitle is installed, RQ changes the title of its worker.
        words = {"redis": ("-server",), "web": ("gunicorn",), "worker": ("cli.main worker", "rq:worker")}[program]
        children = (pid for pid, command in self.below().items() if any(word in command for word in words))
        return next((pid for pid in children if _stat(pid)[1] == self.process.pid), None)

    def get(self, path: str, timeout: float = 5) -> int:
        """The status of a GET, or 0 if nobody answers within so many seconds."""
        connection = http.client.HTTPConnection(self.settings.host, self.settings.port, timeout=timeout)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except OSError:
            return 0
        finally:
            connection.close()

    def redis(self) -> Redis:
        return Redis.from_url(self.settings.games_redis)


def part(running: Tradewinds, name: str) -> Any:
    """What `/readyz` reports about a part, whether the process is ready or not."""
    answer = requests.get(f"http://{running.settings.address}/readyz", timeout=10).json()
    parts = answer["parts"] if "parts" in answer else answer["params"]["parts"]
    return next(part for part in parts if part["name"] == name)


@contextmanager
def tradewinds(data_dir: Path, program: Sequence[str] = PROGRAM, **variables: str) -> Iterator[Tradewinds]:
    """A `tradewinds up` that is ready; in the end it must stop cleanly."""
    running = Tradewinds(data_dir, program=program, **variables)
    try:
        running.wait_ready()
        yield running
        assert running.stop()[0] == 0
    finally:
        running.close()
