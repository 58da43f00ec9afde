"""Processes that call webhooks and are killed (SIGKILL) before one of their steps: a command to Redis, or a call.

    python -m tests.faults.webhook_forks REDIS_URL KEY_FILE

reads the number of a step from each line of its input, lets a fork of itself deliver what is due until then, and prints
whether the fork was `killed` or had `done` everything before it came to that step. To fork is quicker than to begin anew.
"""

from __future__ import annotations

import os
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from events.encryption import Cipher
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.support.tradewinds import wait_until
from workers.webhooks.calling import Caller
from workers.webhooks.delivering import Deliverer


class Forks:
    """The process that forks."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def killed_before(self, step: int) -> bool:
        """Deliver until this step, from 1; whether there was such a step."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(step, file=self._process.stdin, flush=True)
        said = self._process.stdout.readline().strip()
        assert said in ("killed", "done"), said
        return said == "killed"


@contextmanager
def forks(url: str, key: Path) -> Iterator[Forks]:
    command = [sys.executable, "-m", "tests.faults.webhook_forks", url, str(key)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Forks(process)
        finally:
            process.kill()


def main() -> None:
    url, key = sys.argv[1:]
    context = ssl.create_default_context()  # Once: it reads all certificates of the system.
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            deliver(url, Path(key), int(line), context)
            os._exit(0)
        status = os.waitpid(pid, 0)[1]
        print("killed" if os.WIFSIGNALED(status) else "done" if status == 0 else f"failed: {status}", flush=True)


def deliver(url: str, key: Path, last: int, context: ssl.SSLContext) -> None:
    steps = count(1)

    def stepping(call: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any) -> Any:
            if next(steps) == last:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args)

        return step

    store = EventStore(connect(url))
    pool: Any = store.redis.connections
    pool.ask = pool.write = stepping(pool.ask)
    deliverer = Deliverer(store, Cipher.from_file(key), stepping(Caller(private=True, context=context, seconds=5.0)))
    deliverer.look()
    assert wait_until(lambda: deliverer.is_idle, 30)


if __name__ == "__main__":
    main()
