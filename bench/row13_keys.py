"""Row 13: what API keys, clocks and webhooks cost those who use them, and those who do not."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep

from redis import Redis

from bench.measure import Finding, Plan, Target, compared, repeat
from bench.row6_bots import TURNS_A_SECOND, Player, worker
from bench.serving import HOST, free_port, redis_server, web_server
from events.bot_queue import QUEUE
from events.encryption import make_key
from events.redis_store.client import connect
from events.store.event_store import EventStore

BEFORE = "BEFORE"
"""The variable that names a checkout from before there were keys."""
HERE = Path(__file__).parent.parent
PLAIN, KEYED = "without key and clock", "with key and clock"
BESIDE, ALONE = "beside receivers", "without webhooks"
AT = "2026-01-02T03:04:05.000Z"
SLOW_SECONDS = 1.0
EACH = 3
"""Receivers of each kind: slow, silent and dead."""


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row; those over the release before keys only where BEFORE names it."""
    return [*_actions(plan), *_bots(plan)]


def _actions(plan: Plan) -> list[Finding]:
    before = os.environ.get(BEFORE)
    over = PLAIN if before is None else f"before keys ({Path(before).name})"
    numbers = count()
    with ExitStack() as stack:
        sides = {
            PLAIN: stack.enter_context(_side(HERE, sys.executable)),
            KEYED: stack.enter_context(_side(HERE, sys.executable, keyed=True)),
        }
        if before is not None:
            checkout = Path(before).resolve()
            sides[over] = stack.enter_context(_side(checkout, str(checkout / ".venv" / "bin" / "python")))

        def one_round() -> dict[str, float]:
            # Every other round in the opposite order, so that a machine that becomes slower favours nobody.
            order = [*sides] if next(numbers) % 2 else [*sides][::-1]
            return {name: sides[name].cost(plan.seconds) for name in order}

        rounds = repeat(one_round, plan.rounds)
    unit = "µs of web processes and Redis"
    lines = [compared(rounds, KEYED, over, row=13, what=f"An action {KEYED}", unit=unit, target=Target(1.10, higher=False))]
    if before is not None:
        plain = Target(1.02, higher=False)
        lines.insert(0, compared(rounds, PLAIN, over, row=13, what=f"An action {PLAIN}", unit=unit, target=plain))
    return lines


class Side:
    """A process of row13_side.py."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._told, self._says = process.stdin, process.stdout
        if self._says.readline().strip() != "ready":
            raise RuntimeError("a side of row 13 did not start")

    def cost(self, seconds: float) -> float:
        print(seconds, file=self._told, flush=True)
        return float(self._says.readline())


@contextmanager
def _side(checkout: Path, python: str, **options: bool) -> Iterator[Side]:
    text = (HERE / "bench" / "row13_side.py").read_text()
    command = [python, "-c", text, json.dumps(options)]
    with subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Side(process)
        assert process.stdin is not None
        process.stdin.close()
        if process.wait() != 0:
            raise RuntimeError(f"a side of row 13 in {checkout} failed")


def _bots(plan: Plan) -> list[Finding]:
    """Bots' turns in games whose key has receivers that are slow, silent or dead, over those of a key without any."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tradewinds-bench-")))
        make_key(folder / "key")
        hooks = {"WEBHOOKS_PRIVATE": "on", "WEBHOOKS_KEY_FILE": str(folder / "key")}
        url = stack.enter_context(redis_server())
        server = stack.enter_context(web_server(url, settings=hooks))
        client = stack.enter_context(Redis.from_url(url))
        stack.enter_context(worker(url, client, QUEUE, "-m", "cli.main", "worker"))
        stack.enter_context(_webhooks(url, hooks))
        keys = {name: EventStore(connect(url)).api_keys.create(name, AT)[1] for name in (ALONE, BESIDE)}
        players = {name: Player(url, server, client, key) for name, key in keys.items()}
        for receiver in _receivers(stack):
            players[BESIDE].hook(receiver)

        def one_round() -> dict[str, float]:
            waits: dict[str, list[float]] = {name: [] for name in players}
            for _ in range(int(plan.seconds * TURNS_A_SECOND)):
                for name, player in players.items():
                    waits[name].append(player.until_bots_have_played().first)
            return {name: median(each) for name, each in waits.items()}

        rounds = repeat(one_round, plan.rounds)
        called = sum(hook["failures"] for hook in players[BESIDE].hooks())
    what = f"From an answered action to the bot's commit, with {3 * EACH} receivers that are slow, silent or dead"
    noted = f"{called} calls in a row had failed at the end"
    target = Target(1.05, higher=False)
    return [compared(rounds, BESIDE, ALONE, row=13, what=what, unit="ms", target=target, noted=noted)]


@contextmanager
def _webhooks(url: str, settings: dict[str, str]) -> Iterator[None]:
    environ = {**os.environ, **settings, "REDIS_URL": url, "LOG_LEVEL": "ERROR"}
    process = subprocess.Popen([sys.executable, "-m", "cli.main", "webhooks"], env=environ)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _receivers(stack: ExitStack) -> Iterator[str]:
    """Addresses of receivers that answer late, never answer, and are not there."""
    for _ in range(EACH):
        slow = ThreadingHTTPServer((HOST, 0), _Slow)
        stack.callback(slow.shutdown)
        threading.Thread(target=slow.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{slow.server_address[1]}/"
        silent = stack.enter_context(socket.create_server((HOST, 0)))
        yield f"http://{HOST}:{silent.getsockname()[1]}/"
        yield f"http://{HOST}:{free_port()}/"


class _Slow(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        sleep(SLOW_SECONDS)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass
