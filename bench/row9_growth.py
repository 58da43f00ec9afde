"""Row 9: what an action costs with ever more live games, and ever later in one game, over what it costs at first.

The cost is processor time, of the service and of Redis, so that other work on the machine hardly matters.
"""

from __future__ import annotations

import io
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from random import Random
from statistics import mean, quantiles
from time import thread_time
from typing import Any, NamedTuple

from flask import Flask

from bench.games import Recording, record
from bench.machine import seconds_alone
from bench.measure import Finding, Plan, Rounds, Target, compared, repeat
from bench.row7_memory import LONG_OPTIONS
from bench.serving import HOST, redis_server
from events.identity import partition_of
from events.redis_store.client import connect
from events.settings import Settings
from events.store.event_store import EventStore
from events.store_types import Append
from service.app import create_app

LIVE = (10, 100, 1_000, 10_000)
COMMITS = (10, 100, 1_000)
AROUND = 10
"""Commits before and after a named one that are measured with it."""
TURN = 4
"""Of these the commits that are made in a row, before another place takes its turn."""
BEGUN, LATEST = 8, 16
"""Live games are between these commits, however many there are: later in a game there is more to answer with."""
TOGETHER = 5
"""Actions, on as many games, whose cost is measured at a time."""
SLICES_A_SECOND = 20
LONG_GAMES_A_SECOND = 3
MOST = Target(1.15, higher=False)


def measure(plan: Plan) -> list[Finding]:
    """A line for each size over the first of its kind."""
    return [*_live_games(plan), *_long_games(plan)]


def _live_games(plan: Plan) -> list[Finding]:
    """Actions on games picked at random among all that live; the process has all of them in its memory."""
    source = Random(9)
    with ExitStack() as stack:
        crowds = {f"{live:,} live games": Crowd(stack.enter_context(redis_server()), live) for live in LIVE}
        return _growth(crowds, lambda: _shuffled(crowds, source), int(plan.seconds * SLICES_A_SECOND), plan)


def _shuffled(crowds: dict[str, Crowd], source: Random) -> dict[str, float]:
    """What an action costs in each of them, in any order: each leaves the processor's caches to the next."""
    return {name: crowds[name].cost() for name in source.sample([*crowds], len(crowds))}


def _long_games(plan: Plan) -> list[Finding]:
    """Actions around some commits of one game; each length of it has a Redis for itself."""
    source = Random(9)
    with ExitStack() as stack:
        services = {
            f"at commit {number:,} of a game": (number, Service(stack.enter_context(redis_server()))) for number in COMMITS
        }

        def one_game() -> dict[str, float]:
            recording = _lasting(source, COMMITS[-1] + AROUND + 1)
            actions = {}
            for name, (number, service) in services.items():
                service.put(recording.game, recording.appends[: number - AROUND + 1])
                actions[name] = _actions(recording, recording.appends[number - AROUND + 1 : number + AROUND + 1])
            costs: dict[str, list[float]] = {name: [] for name in services}
            for start in range(0, 2 * AROUND, TURN):
                for name in source.sample([*services], len(services)):
                    costs[name].append(services[name][1].cost(actions[name][start : start + TURN]))
            for _, service in services.values():
                service.remove(recording.game)
            return {name: mean(each) for name, each in costs.items()}

        return _growth(services, one_game, int(plan.seconds * LONG_GAMES_A_SECOND), plan)


def _growth(names: Iterable[str], costs: Callable[[], dict[str, float]], times: int, plan: Plan) -> list[Finding]:
    """The lines of what is measured together, `times` in each round.

    A quarter of the costs must have been lower: a disturbance of the processor's caches only ever adds to one.
    """

    def one_round() -> dict[str, float]:
        found = [costs() for _ in range(times)]
        return {name: quantiles([each[name] for each in found])[0] for name in names}

    rounds: Rounds = repeat(one_round, plan.rounds)
    first, *others = names
    return [
        compared(rounds, name, first, row=9, what=f"What an action costs, {name}", unit="µs", target=MOST) for name in others
    ]


class Action(NamedTuple):
    """What is sent for one."""

    game: str
    token: str
    version: int
    body: bytes


def _actions(recording: Recording, appends: Iterable[Append]) -> list[Action]:
    found = []
    for commit in [each.commit for each in appends]:
        assert commit.seat is not None
        found.append(Action(recording.game, recording.tokens[commit.seat], commit.version - 1, bytes(commit.command)))
    return found


class Service:
    """The whole service in this process, without a web server, on a Redis of its own."""

    def __init__(self, url: str, games: int = 100) -> None:
        self.app: Flask = create_app(
            Settings(redis_url=url, redis_appendfsync="everysec", rate_limit="off", cached_games=games)
        )
        self.client = connect(url)
        self._store = EventStore(self.client)
        self._handler = self.app.extensions["tradewinds"].handler
        self._redis = int(self.client.info("server")["process_id"])

    def cost(self, actions: list[Action]) -> float:
        """µs of processor time that each of these takes on average, here and in Redis."""
        environs = [environ_of(*each) for each in actions]
        began, before = seconds_alone(self._redis), thread_time()
        statuses = [_answered(self.app, environ) for environ in environs]
        taken = thread_time() - before + seconds_alone(self._redis) - began
        if not all(status.startswith("201") for status in statuses):
            raise AssertionError(f"the actions were answered {statuses}")
        return taken / len(actions) * 1e6

    def put(self, game: str, appends: Iterable[Append]) -> None:
        """Let these lie in Redis, and in the memory of the process."""
        for each in appends:
            if self._store.append(each) is not None:
                raise AssertionError(f"{game} is in Redis already")
        self._handler.repository.load(game)

    def remove(self, game: str) -> None:
        """Let nothing of a running game be left in Redis."""
        tag = f"{{{partition_of(game)}}}"
        self.client.delete(f"{tag}:g:{game}", f"{tag}:g:{game}:s")
        self.client.hdel(f"{tag}:lines", game)
        self.client.zrem(f"{tag}:running", game)


class Crowd:
    """So many live games, all begun; one that is too old gives its place to a new one."""

    def __init__(self, url: str, live: int) -> None:
        self._service = Service(url, games=live + 1)
        self._source = Random(live)
        self._games = [self._begun(self._source.randrange(BEGUN, LATEST)) for _ in range(live)]

    def cost(self) -> float:
        """µs of an action, the mean of some on different games."""
        places = self._source.sample(range(len(self._games)), TOGETHER)
        found = self._service.cost([self._games[place].popleft() for place in places])
        for place in places:
            if len(self._games[place]) == 1:
                self._service.remove(self._games[place][0].game)
                self._games[place] = self._begun(BEGUN)
        return found

    def _begun(self, commits: int) -> deque[Action]:
        """The actions that lead a new game to this number of commits; the last is never taken."""
        recording = record(self._source, enough=lambda version: version > LATEST)
        self._service.put(recording.game, recording.appends[:commits])
        return deque(_actions(recording, recording.appends[commits:]))


def _lasting(source: Random, commits: int) -> Recording:
    """A game that is not over before it has this number of commits."""
    while True:
        recording = record(source, options=LONG_OPTIONS, enough=lambda version: version == commits)
        if len(recording.appends) == commits:
            return recording


def environ_of(game: str, token: str, version: int, body: bytes) -> dict[str, Any]:
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
    body = app(environ, lambda status, headers, *more: said.append(status))  # type: ignore[arg-type]
    for _ in body:
        pass
    if hasattr(body, "close"):
        body.close()
    return said[0]
