"""Row 6: how long after an accepted action a bot's commit can be read, over what a job that does nothing takes."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from statistics import mean, median
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from redis import Redis
from rq import Queue, SimpleWorker, Worker
from rq.serializers import JSONSerializer

from bench.games import RULESET
from bench.measure import Finding, Plan, Target, compared, repeat
from bench.playouts import Playouts
from bench.serving import HOST, WebServer, redis_server, web_server
from domain import session
from domain.game import Question
from events.bot_queue import QUEUE
from events.commands.handler import CommandHandler
from events.games.repository import GameRepository
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.games import CODECS, GAMES
from policies import choose

BOTS = 3
IDLE_QUEUE = "bench-nothing"
DONE = "bench:done"
TURNS_A_SECOND = 10
PATIENCE = 20.0
"""Seconds a worker may take to start, or to answer."""
FIRST = "a bot's first commit"
NEXT = "each further commit of bots"
NOTHING = "RQ SimpleWorker, a job that does nothing"


def measure(plan: Plan) -> list[Finding]:
    """Both lines of the row."""
    thinking = _thinking()
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        server = stack.enter_context(web_server(url))
        client = stack.enter_context(Redis.from_url(url))
        stack.enter_context(worker(url, client, QUEUE, "-m", "cli.main", "worker"))
        stack.enter_context(worker(url, client, IDLE_QUEUE, "-m", "bench.row6_bots"))
        player = Player(url, server, client)
        queue = Queue(IDLE_QUEUE, connection=client, serializer=JSONSerializer)

        def one_round() -> dict[str, float]:
            firsts, nexts, idle = [], [], []
            for _ in range(int(plan.seconds * TURNS_A_SECOND)):
                waited = player.until_bots_have_played()
                firsts.append(waited.first - thinking)
                nexts += [each - thinking for each in waited.further]
                idle.append(_nothing(queue, client))
            return {FIRST: median(firsts), NEXT: median(nexts), NOTHING: median(idle)}

        rounds = repeat(one_round, plan.rounds)
    noted = f"without the bot's thinking, {thinking * 1000:.0f} µs"
    return [
        compared(rounds, side, NOTHING, row=6, what=what, unit="ms", target=Target(most, higher=False), noted=noted)
        for side, what, most in (
            (FIRST, "From an answered action to the bot's commit", 1.4),
            (NEXT, "From one commit to the next of bots in a row", 0.5),
        )
    ]


class Wait(NamedTuple):
    """ms from an answer to the first commit of bots, and of each further one on average, if there were any."""

    first: float
    further: list[float]


class Player:
    """The one human seat among bots that choose at random; it acts at random too."""

    def __init__(self, url: str, server: WebServer, client: Redis, key: str | None = None) -> None:
        """`key`: the API key that its games belong to, if any."""
        self._key = key
        self._http = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
        self._client = client
        self._handler = CommandHandler(GameRepository(EventStore(connect(url)), CODECS))
        self._source = Random(6)
        self._begin()

    def until_bots_have_played(self) -> Wait:
        """Act until bots are to act, and wait until they have."""
        while True:
            answer = self._act()
            if answer["game"]["status"] != "running":
                self._begin()
            elif 0 not in answer["game"]["to_act"]:
                return self._wait_for_bots(answer["version"])

    def hook(self, url: str) -> None:
        """Have a receiver called whenever a player of one of its games is asked."""
        self._ask("POST", "/v1/webhooks", {"url": url, "events": ["turn", "over"]})

    def hooks(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._ask("GET", "/v1/webhooks", None)["items"]
        return found

    def _wait_for_bots(self, version: int) -> Wait:
        answered, arrived = perf_counter(), []
        while True:
            reply: Any = self._client.xread({self._stream: f"{version}-0"}, block=int(PATIENCE * 1000))
            if not reply:
                raise RuntimeError("no bot has played")
            arrived += [perf_counter()] * len(reply[0][1])
            version += len(reply[0][1])
            game_log = self._handler.repository.load(self._game)
            if 0 in session.to_act(game_log.game, game_log.session) or game_log.session.over:
                break
        if game_log.session.over:
            self._begin()
        further = [(arrived[-1] - arrived[0]) / (len(arrived) - 1) * 1000] if len(arrived) > 1 else []
        return Wait((arrived[0] - answered) * 1000, further)

    def _begin(self) -> None:
        seats = [{"kind": "human"}, *({"kind": "bot", "level": "random"} for _ in range(BOTS))]
        created = self._ask("POST", "/v1/games", {"ruleset": RULESET, "seats": seats, "options": {"starting_seat": 0}})
        self._game, self._token = created["game"]["id"], created["seats"][0]["token"]
        self._stream = f"{{0}}:g:{self._game}"

    def _act(self) -> Any:
        offered = self._get("/actions")
        action = self._source.choice(offered["actions"])["action"]
        return self._ask("POST", f"/v1/games/{self._game}/actions", action, {"If-Match": f'"{offered["version"]}"'})

    def _get(self, path: str) -> Any:
        return self._ask("GET", f"/v1/games/{self._game}{path}", None)

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        sent = {"Content-Type": "application/json", **(headers or {})}
        token = self._token if path.startswith("/v1/games/") else self._key
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        self._http.request(method, path, None if body is None else json.dumps(body), sent)
        answer = self._http.getresponse()
        content = json.loads(answer.read())
        if answer.status not in (200, 201):
            raise RuntimeError(f"unexpected answer: {content}")
        return content


def _nothing(queue: Queue, client: Redis) -> float:
    """ms from an enqueued job that only says that it was run to what it says."""
    queue.enqueue_call("bench.row6_bots.say_done", result_ttl=0)
    began = perf_counter()
    if client.blpop([DONE], timeout=PATIENCE) is None:
        raise RuntimeError("the job has not run")
    return (perf_counter() - began) * 1000


_connection: Redis | None = None


def say_done() -> None:
    """The job that does nothing."""
    assert _connection is not None
    _connection.rpush(DONE, "1")


def work() -> None:
    """What a worker of such jobs runs."""
    from bench import row6_bots  # The module that the job is found in, not this one, which is __main__.

    row6_bots._connection = connection = Redis.from_url(os.environ["REDIS_URL"])
    queue = Queue(IDLE_QUEUE, connection=connection, serializer=JSONSerializer)
    SimpleWorker([queue], connection=connection, serializer=JSONSerializer).work(logging_level="WARNING")


@contextmanager
def worker(url: str, client: Redis, queue: str, *arguments: str) -> Iterator[None]:
    process = subprocess.Popen([sys.executable, *arguments], env={**os.environ, "REDIS_URL": url, "LOG_LEVEL": "WARNING"})
    try:
        deadline = monotonic() + PATIENCE
        while not Worker.all(queue=Queue(queue, connection=client, serializer=JSONSerializer)):
            if process.poll() is not None or monotonic() > deadline:
                raise RuntimeError(f"the worker of {queue} did not start")
        yield
    finally:
        process.terminate()
        process.wait()


def _thinking() -> float:
    """What a bot's choice takes on average over random games, in ms."""
    game, source = GAMES[RULESET], Random(66)
    times = []
    for state, seat, commands in Playouts(game, BOTS + 1).positions:
        view = game.gate.view(state, seat)
        began = perf_counter()
        choose("random", Question(game, view, seat, commands), source, 1.0)
        times.append(perf_counter() - began)
    return mean(times) * 1000


if __name__ == "__main__":
    work()
