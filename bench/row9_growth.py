"""Row 9: what an action costs with ever more live games, and ever later in one game, over what it costs at first."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
from flask import Flask

from bench.games import Recording, record
from bench.measure import Finding, Plan, Rounds, Target, compared, repeat
from bench.row7_memory import LONG_OPTIONS
from bench.serving import HOST, redis_server
from domain import table
from events.redis_client import connect
from events.redis_store import RedisStore
from events.settings import Settings
from service.app import create_app

LIVE = (10, 100, 1_000, 10_000)
COMMITS = (10, 100, 1_000)
AROUND = 10
"""Commits before and after a named one that are measured with it."""
BEGUN = 12
"""Commits that a live game has at first."""
ACTIONS_A_SECOND = 100
MOST = Target(1.15, higher=False)


def measure(plan: Plan) -> list[Finding]:
    """A line for each size over the first of its kind."""
    return [*_live_games(plan), *_long_games(plan)]


def _live_games(plan: Plan) -> list[Finding]:
    """Actions on games picked at random among all that live; the process has all of them in its memory."""
    with ExitStack() as stack:
        crowds = {f"{live:,} live games": Crowd(stack.enter_context(redis_server()), live) for live in LIVE}

        def one_round() -> dict[str, float]:
            times: dict[str, list[float]] = {name: [] for name in crowds}
            for _ in range(int(plan.seconds * ACTIONS_A_SECOND)):
                for name, crowd in crowds.items():
                    times[name].append(crowd.act())
            return {name: median(each) * 1e6 for name, each in times.items()}

        return _growth(repeat(one_round, plan.rounds))


def _long_games(plan: Plan) -> list[Finding]:
    """Actions around some commits of one game, played from its beginning."""
    with redis_server() as url:
        service, source = Service(url), Random(9)

        def one_round() -> dict[str, float]:
            return {f"at commit {number:,} of a game": each for number, each in _long_game(service, source).items()}

        return _growth(repeat(one_round, plan.rounds))


def _growth(rounds: Rounds) -> list[Finding]:
    first, *others = rounds.sides
    return [
        compared(rounds, name, first, row=9, what=f"What an action costs, {name}", unit="µs", target=MOST) for name in others
    ]


class Service:
    """The whole service in this process, without a web server, on a Redis of its own."""

    def __init__(self, url: str, games: int = 100) -> None:
        self.app: Flask = create_app(
            Settings(redis_url=url, redis_appendfsync="everysec", rate_limit="off", cached_games=games)
        )
        self.store = RedisStore(connect(url))
        self.handler = self.app.extensions["tradewinds"].handler

    def act(self, game: str, tokens: tuple[str, ...], source: Random) -> float:
        """Seconds that the answer to a random action takes; 0 if the game is over."""
        ledger = self.handler.load(game)
        to_act = table.to_act(ledger.game, ledger.table)
        if not to_act:
            return 0.0
        command = source.choice(ledger.game.legal_commands(ledger.table.state, to_act[0]))
        environ = _environ(game, tokens[to_act[0]], ledger.version, msgspec.json.encode(command))
        began = perf_counter()
        status = _answered(self.app, environ)
        taken = perf_counter() - began
        if not status.startswith("201"):
            raise AssertionError(f"the action was answered {status}")
        return taken

    def put(self, recording: Recording) -> None:
        """Let a recorded game lie in Redis."""
        for each in recording.appends:
            if self.store.append(each) is not None:
                raise AssertionError("the new game is in Redis already")


class Crowd:
    """So many live games, all begun."""

    def __init__(self, url: str, live: int) -> None:
        self._service = Service(url, games=live + 1)
        self._source = Random(live)
        self._games = [self._begun() for _ in range(live)]

    def act(self) -> float:
        """Seconds for an action on one of them; one that has ended gives its place to a new one."""
        place = self._source.randrange(len(self._games))
        while not (taken := self._service.act(*self._games[place], self._source)):
            self._games[place] = self._begun()
        return taken

    def _begun(self) -> tuple[str, tuple[str, ...]]:
        recording = record(self._source, enough=lambda version: version == BEGUN)
        self._service.put(recording)
        self._service.handler.load(recording.game)
        return recording.game, recording.tokens


def _long_game(service: Service, source: Random) -> dict[int, float]:
    """Median µs of the actions around each of the commits, in a game that lasts so long."""
    while True:
        recording = record(source, options=LONG_OPTIONS, enough=lambda version: version == 1)
        service.put(recording)
        times: dict[int, list[float]] = {number: [] for number in COMMITS}
        for version in _versions():
            taken = service.act(recording.game, recording.tokens, source)
            if not taken:
                break
            for number, each in times.items():
                if abs(version - number) <= AROUND:
                    each.append(taken)
        else:
            return {number: median(each) * 1e6 for number, each in times.items()}


def _versions() -> Iterator[int]:
    return iter(range(2, COMMITS[-1] + AROUND + 1))


def _environ(game: str, token: str, version: int, body: bytes) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": f"/v1/games/{game}/actions",
        "QUERY_STRING": "",
        "SERVER_NAME": HOST,
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": HOST,
        "HTTP_HOST": HOST,
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "HTTP_IF_MATCH": f'"{version}"',
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def _answered(app: Flask, environ: dict[str, Any]) -> str:
    said: list[str] = []
    body = app(environ, lambda status, headers, *more: said.append(status))  # type: ignore[arg-type, func-returns-value]
    for _ in body:
        pass
    if hasattr(body, "close"):
        body.close()
    return said[0]
