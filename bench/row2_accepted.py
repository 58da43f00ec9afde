"""Row 2: accepted actions a second in 32 games at once, over boardgame.io's own server."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from tempfile import TemporaryDirectory

from bench import peers
from bench.measure import Finding, Plan, Target, compared, repeat
from bench.row1_actions import CONNECTIONS, WARM_UP, Service
from bench.serving import free_port, redis_server, web_server

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
    ours.make_ready(seconds + WARM_UP)
    return ours.load.run(seconds, WARM_UP).rate


@contextmanager
def _boardgame(storage: str) -> Iterator[Play]:
    """Its server and its clients, each in a process of its own; both rest between the rounds."""
    port = str(free_port())
    # What they say on stderr are refusals of moves, which the clients try again.
    start = partial(peers.node, stderr=subprocess.DEVNULL)
    with TemporaryDirectory(prefix="tradewinds-bench-") as folder, ExitStack() as stack:
        _await_ready(stack.enter_context(start("boardgame_server.js", storage, port, folder)))
        clients = stack.enter_context(start("boardgame_clients.js", port, storage, str(CONNECTIONS)))
        clients.rate(1.0)
        yield clients.rate


def _await_ready(server: peers.Peer) -> None:
    deadline = time.monotonic() + PATIENCE
    while (line := server.says.readline().strip()) != "ready":
        if not line or time.monotonic() > deadline:
            raise RuntimeError("boardgame.io's server did not start")
