"""Row 2: accepted actions a second in 32 games at once, over boardgame.io's own server."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from bench import peers
from bench.measure import Finding, Plan, Target, compared, repeat
from bench.row1_actions import CONNECTIONS, WARM_UP, Service
from bench.serving import free_port, redis_server, web_server

HERE = Path(__file__).parent
MOST = 6_000
"""Requests a second that we do not reach: so many are made ready."""
OURS = "Tradewinds"
STORAGES = {
    "file": ("boardgame.io 0.50.2, FlatFile", Target(1.0, 2.0)),
    "memory": ("boardgame.io 0.50.2, in memory", Target(0.6, 1.0)),
    "delta": ("boardgame.io 0.50.2, in memory, deltaState", Target(1.2, 1.5)),
}
"""How the other side keeps its matches: its name, and what is aimed at over it."""
PATIENCE = 20.0
"""Seconds a server may take to start."""

Play = Callable[[float], float]


def measure(plan: Plan) -> list[Finding]:
    """A line for each storage; none without Node."""
    if not peers.has_node():
        return []
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        ours = Service(url, stack.enter_context(web_server(url)))
        sides: dict[str, Play] = {OURS: lambda seconds: _rate(ours, seconds)}
        for storage, (name, _) in STORAGES.items():
            sides[name] = stack.enter_context(_boardgame(storage))
        rounds = repeat(lambda: _round(sides, plan.seconds), plan.rounds)
        ours.prove()
    what = f"Accepted actions, {CONNECTIONS} games at once"
    return [
        compared(rounds, OURS, name, row=2, what=what, unit="actions/s", target=target) for name, target in STORAGES.values()
    ]


def _round(sides: Mapping[str, Play], seconds: float) -> dict[str, float]:
    return {name: play(seconds) for name, play in sides.items()}


def _rate(ours: Service, seconds: float) -> float:
    ours.make_ready(int((seconds + WARM_UP) * MOST))
    return ours.load.run(seconds, WARM_UP).rate


@contextmanager
def _boardgame(storage: str) -> Iterator[Play]:
    """Its server and its clients, each in a process of its own; both rest between the rounds."""
    port = str(free_port())
    with TemporaryDirectory(prefix="tradewinds-bench-") as folder, ExitStack() as stack:
        server = stack.enter_context(_node("boardgame_server.js", storage, port, folder))
        _, said = _pipes(server)
        _await_ready(said)
        clients = stack.enter_context(_node("boardgame_clients.js", port, storage, str(CONNECTIONS)))
        questions, answers = _pipes(clients)

        def play(seconds: float) -> float:
            print(seconds, file=questions, flush=True)
            played = json.loads(answers.readline())
            return float(played["moves"] / played["seconds"])

        play(1.0)
        yield play


def _await_ready(said: IO[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while (line := said.readline().strip()) != "ready":
        if not line or time.monotonic() > deadline:
            raise RuntimeError("boardgame.io's server did not start")


@contextmanager
def _node(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    # What it says on stderr are refusals of moves, which the clients try again.
    with subprocess.Popen(
        ["node", str(HERE / script), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout
