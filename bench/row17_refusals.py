"""Row 17: what a refused request costs with a thousand of its kind behind it, and what many of them cost everybody else."""

from __future__ import annotations

import http.client
import io
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec
from flask import Flask

from bench.machine import seconds_alone
from bench.measure import Finding, Plan, Target, compared, in_turns, repeat
from bench.row9_growth import environ_of
from bench.serving import HOST, redis_server, web_server
from domain import session
from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.games.repository import GameRepository
from events.redis_store.client import connect
from events.settings import Settings
from events.store.event_store import EventStore
from harness.games import CODECS
from service.app import create_app

RULESET = "merchants-and-marauders"
BEHIND = 1_000
"""Requests of a kind that came before the one that is measured; of takebacks, pairs of an action and its takeback."""
TOGETHER = 10
"""Requests whose cost is measured at a time."""
A_SECOND = 40
ILLEGAL = {"type": "finish_volley"}
"""Nobody fires."""
FIRST, LATER = "the first of its kind", f"with {BEHIND:,} behind it"
MOST, MOST_BESIDE = Target(1.5, higher=False), Target(3.0, higher=False)


class Kind(NamedTuple):
    """A request that is refused, with the status of the answer."""

    what: str
    method: str
    path: str
    status: int
    token: bool = True
    body: Any = None
    match: str = '"{version}"'


KINDS = (
    Kind("takeback", "POST", "/takeback", 409),
    Kind("illegal action", "POST", "/actions", 409, body=ILLEGAL),
    Kind("illegal action as a dry run", "POST", "/actions/try", 200, body=ILLEGAL),
    Kind("action at another version", "POST", "/actions", 412, body=ILLEGAL, match='"1"'),
    Kind("action with a wrong token", "POST", "/actions", 401, token=False, body=ILLEGAL),
    Kind("claim of a taken seat", "POST", "/seats/0/claim", 409, token=False, body={}),
    Kind("token for the seat of another", "PUT", "/seats/{other}/token", 403, body={"token": f"tw_{'n' * 40}"}),
    Kind("seat taken back from no bot", "PUT", "/seats/{own}", 409, body={"kind": "human"}),
    Kind("end of the game by a seat", "DELETE", "", 403),
)


class Played(NamedTuple):
    """A game at the position that all games here are at."""

    game: str
    seat: int
    token: str
    version: int


def measure(plan: Plan) -> list[Finding]:
    """Two lines for each kind: its own cost, and the time that a stranger waits beside many of them."""
    with redis_server() as url:
        store = EventStore(connect(url))
        handler = CommandHandler(GameRepository(store, CODECS), new_secret=lambda: bytes(32))
        first, later, other = (_played(handler, pairs) for pairs in (0, BEHIND, 0))
        found = [_growth(url, kind, first, later, plan) for kind in KINDS]
        with web_server(url, settings={"RATE_LIMIT": "off"}) as server:
            found += [_beside(server.port, kind, later, other, plan) for kind in KINDS]
    return found


def _played(handler: CommandHandler, pairs: int) -> Played:
    """A game in which a seat went there and back again, and what it did before cannot be taken back."""
    plans = (lifecycle.SeatPlan(kind="human"),) * 2
    made = handler.new_games.create(lifecycle.CreateGame(ruleset=RULESET, seats=plans, takeback="own"))
    game_log, chance = made.game_log, Random(1)
    while True:
        game, now = game_log.game, game_log.session
        seat = session.to_act(game, now)[0]
        body = msgspec.json.encode(chance.choice(game.rules.legal_commands(now.state, seat)))
        handler.act(game_log.id, made.tokens[f"s{seat}"], body, game_log.version)
        last = game_log.position.last
        if last is not None and last.reveals is False and last.before is not None and last.before.reveals:
            break
    for pair in range(pairs + 1):
        handler.manage(game_log.id, made.tokens[f"s{seat}"], lifecycle.AskTakeback(seat=seat))
        if pair < pairs:
            handler.act(game_log.id, made.tokens[f"s{seat}"], body, game_log.version)
    return Played(game_log.id, seat, made.tokens[f"s{seat}"], game_log.version)


def _growth(url: str, kind: Kind, first: Played, later: Played, plan: Plan) -> Finding:
    """Processor time of the service and of Redis, so that other work on the machine hardly matters."""
    app, client = create_app(Settings(redis_url=url, redis_appendfsync="everysec", rate_limit="off")), connect(url)
    redis = int(client.info("server")["process_id"])
    _cost(app, redis, kind, later, BEHIND)
    _cost(app, redis, kind, first, 1)

    def one_round() -> dict[str, float]:
        return in_turns(
            {
                FIRST: lambda seconds: _cost(app, redis, kind, first, TOGETHER),
                LATER: lambda seconds: _cost(app, redis, kind, later, TOGETHER),
            },
            plan.seconds,
        )

    return compared(
        repeat(one_round, plan.rounds), LATER, FIRST, row=17, what=f"Refused: {kind.what}, {LATER}", unit="µs", target=MOST
    )


def _cost(app: Flask, redis: int, kind: Kind, played: Played, requests: int) -> float:
    """µs of processor time that each of these takes on average, here and in Redis."""
    environs = [_environ(kind, played) for _ in range(requests)]
    began, before = seconds_alone(redis), time.thread_time()
    statuses = {_answered(app, environ) for environ in environs}
    taken = time.thread_time() - before + seconds_alone(redis) - began
    if statuses != {kind.status}:
        raise AssertionError(f"{kind.what} was answered {statuses}")
    return taken / requests * 1e6


def _environ(kind: Kind, played: Played) -> dict[str, Any]:
    method, target, headers, body = _request(kind, played)
    path, _, query = target.partition("?")
    found = environ_of(played.game, "", played.version, body or b"")
    found.update(REQUEST_METHOD=method, PATH_INFO=path, QUERY_STRING=query)
    del found["HTTP_AUTHORIZATION"]
    found.update({f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()})
    found["wsgi.input"] = io.BytesIO(body or b"")
    return found


def _request(kind: Kind, played: Played) -> tuple[str, str, dict[str, str], bytes | None]:
    """Method, target, headers and body."""
    path = kind.path.format(own=played.seat, other=1 - played.seat)
    headers = {"If-Match": kind.match.format(version=played.version)}
    if kind.token:
        headers["Authorization"] = f"Bearer {played.token}"
    elif kind.status == http.HTTPStatus.UNAUTHORIZED:
        headers["Authorization"] = f"Bearer tw_{'x' * 40}"
    body = None if kind.body is None else json.dumps(kind.body).encode()
    if body is not None:
        headers["Content-Type"] = "application/json"
    return kind.method, f"/v1/games/{played.game}{path}", headers, body


def _answered(app: Flask, environ: dict[str, Any]) -> int:
    said: list[str] = []
    body = app(environ, lambda status, headers, *more: said.append(status))  # type: ignore[arg-type]
    for _ in body:
        pass
    if hasattr(body, "close"):
        body.close()
    return int(said[0][:3])


def _beside(port: int, kind: Kind, later: Played, other: Played, plan: Plan) -> Finding:
    """The time that reading another game takes, while nobody else asks anything and beside these requests."""

    def alone(seconds: float) -> float:
        return _reading(port, other, seconds)

    def beside(seconds: float) -> float:
        with _flood(port, kind, later):
            return _reading(port, other, seconds)

    name = f"beside {A_SECOND} a second"
    rounds = repeat(lambda: in_turns({"alone": alone, name: beside}, plan.seconds), plan.rounds)
    what = f"A stranger's GET {name}: {kind.what}, {LATER}"
    return compared(rounds, name, "alone", row=17, what=what, unit="ms", target=MOST_BESIDE)


def _reading(port: int, other: Played, seconds: float) -> float:
    """Median of the times of a GET, in ms."""
    connection, times = http.client.HTTPConnection(HOST, port, timeout=60), list[float]()
    ends = time.monotonic() + seconds
    while time.monotonic() < ends or not times:
        began = time.perf_counter()
        connection.request("GET", f"/v1/games/{other.game}")
        connection.getresponse().read()
        times.append((time.perf_counter() - began) * 1_000)
    connection.close()
    return median(times)


@contextmanager
def _flood(port: int, kind: Kind, played: Played) -> Iterator[None]:
    """Sends requests of a kind at a steady pace meanwhile; four connections, so that a slow answer does not slow it down."""
    done = threading.Event()
    senders = [threading.Thread(target=_sends(port, kind, played, done, each)) for each in range(4)]
    for sender in senders:
        sender.start()
    try:
        yield
    finally:
        done.set()
        for sender in senders:
            sender.join()


def _sends(port: int, kind: Kind, played: Played, done: threading.Event, place: int) -> Callable[[], None]:
    method, target, headers, body = _request(kind, played)

    def send() -> None:
        connection = http.client.HTTPConnection(HOST, port, timeout=60)
        done.wait(place / A_SECOND)
        while not done.is_set():
            due = time.monotonic() + 4 / A_SECOND
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != kind.status:
                raise AssertionError(f"{kind.what} was answered {answer.status}")
            done.wait(max(0.0, due - time.monotonic()))
        connection.close()

    return send
