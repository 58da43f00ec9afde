"""The service on a real Redis, with a clock that stands still, and a client that checks every answer."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from redis import Redis, RedisCluster

from events.bot_queue import BotQueue
from events.redis_store.cluster import connect_cluster
from events.redis_store.cluster_url import is_cluster
from events.settings import Settings
from service.app import create_app
from service.server_sent import render
from service.streaming import Hub
from tests.service.client import Api, Game
from tests.service.contract import Contract
from tests.support import over_http
from tests.support.games import CODECS, GAMES, OURS, RULESET
from tests.support.play import handler_on
from tests.support.samples import long_only
from tests.support.tradewinds import Tradewinds, tradewinds
from tradewinds.installed import installed
from workers import jobs

Snapshot = dict[bytes, Any]

every_ruleset = pytest.mark.parametrize("ruleset", [*GAMES])
most_rulesets = pytest.mark.parametrize(
    "ruleset", [long_only(name) if name == "merchants-and-marauders" else name for name in GAMES]
)
"""For tests that compare every answer: those of Merchants & Marauders take longest."""
each_long_game = pytest.mark.parametrize("ruleset", [*OURS])
"""Games that hide something and take more than a dozen commands."""


SOONER: dict[str, dict[str, Any]] = {"merchants-of-the-caribbean": {"round_limit": 12}}
"""Options with which a game ends soon enough for tests that need its end, though it has most of what a game has."""


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def contract() -> Contract:
    """The contract, which is the same whatever the settings are."""
    return over_http.contract()


@pytest.fixture(scope="session")
def shared_places(request: pytest.FixtureRequest, redis_server: str) -> dict[str, Any]:
    """Where games and jobs are kept: on one Redis or, with --cluster, on a Redis Cluster and one for jobs."""
    if not request.config.getoption("cluster"):
        return {"redis_url": redis_server}
    return {"redis_url": request.getfixturevalue("shared_cluster").url, "queue_url": redis_server, "partitions": 16}


@pytest.fixture
def places(shared_places: dict[str, Any], request: pytest.FixtureRequest, redis_url: str) -> dict[str, Any]:
    """`shared_places`, emptied for this test."""
    if is_cluster(shared_places["redis_url"]):
        request.getfixturevalue("cluster")
    return shared_places


@pytest.fixture
def make_api(places: dict[str, Any], clock: Clock, contract: Contract) -> Iterator[Callable[..., Api]]:
    """Makes services on the Redis of the test, or on one of their own: `make_api(max_body_bytes=…)`."""
    made: list[Flask] = []

    def make(url: str | None = None, **settings: Any) -> Api:
        kept = places if url is None else {"redis_url": url}
        app = create_app(Settings(**{**kept, "rate_limit": "off", **settings}), clock=clock)
        made.append(app)
        return Api(app, contract)

    yield make
    for app in made:
        close(app)


def close(app: Flask) -> None:
    """Give back the connections of a service."""
    services = app.extensions["tradewinds"]
    services.hub.close()
    for client in (services.handler.store.redis.client, services.queue.connection):
        client.close()
        if isinstance(client, RedisCluster):
            client.disconnect_connection_pools()
        else:
            client.connection_pool.disconnect()


@pytest.fixture(scope="session")
def shared_app(shared_places: dict[str, Any]) -> Iterator[Flask]:
    """The service of most tests: to make one takes longer than many a test."""
    app = create_app(Settings(**shared_places, rate_limit="off"))
    yield app
    close(app)


@pytest.fixture
def api(shared_app: Flask, places: dict[str, Any], clock: Clock, contract: Contract) -> Iterator[Api]:
    """A service that remembers nothing of the tests before."""
    services = shared_app.extensions["tradewinds"]
    store, announce = services.handler.store, services.handler.appender.on_bot_turn
    handler = handler_on(
        store, CODECS, clock=clock, on_bot_turn=announce, observer=services.watch, packages=installed().noted
    )
    hub = Hub(store, handler.repository, render)
    shared_app.extensions["tradewinds"] = dataclasses.replace(
        services,
        codecs=CODECS,
        games=handler.repository,
        handler=handler,
        new_games=handler.new_games,
        renewals=handler.renewals,
        now=clock,
        hub=hub,
    )
    yield Api(shared_app, contract)
    hub.close()


@pytest.fixture
def work(api: Api, clock: Clock) -> Callable[[], None]:
    """Does all jobs that wait in the queue, as a worker process does, in this one."""
    services = api.app.extensions["tradewinds"]
    queue: BotQueue = services.queue

    def run() -> None:
        handler = handler_on(services.handler.store, CODECS, clock=clock)
        jobs.use(jobs.BotServices(handler, services.handler.store, queue, budget=0.02, clock=clock))
        while waiting := [(each, job) for each in queue.queues for job in each.jobs]:
            each, job = waiting[0]
            each.remove(job)
            job.perform()

    return run


@pytest.fixture
def redis(places: dict[str, Any]) -> Iterator[Redis | RedisCluster]:
    """A client that looks at what is kept of the games."""
    url = places["redis_url"]
    with connect_cluster(url, 4) if is_cluster(url) else Redis.from_url(url) as client:
        yield client


def snapshot(redis: Redis) -> Snapshot:
    """Everything in Redis."""
    kinds: dict[bytes, Callable[[bytes], Any]] = {
        b"string": redis.get,
        b"hash": redis.hgetall,
        b"stream": redis.xrange,
        b"zset": lambda key: redis.zrange(key, 0, -1, withscores=True),
        b"set": redis.smembers,
        b"list": lambda key: redis.lrange(key, 0, -1),
    }
    return {key: kinds[redis.type(key)](key) for key in sorted(redis.scan_iter())}  # type: ignore[index,arg-type,type-var]


@pytest.fixture(scope="session")
def played() -> dict[str, tuple[dict[str, Any], dict[bytes, bytes]]]:
    """One finished game of each ruleset, as it lies in Redis; filled by `finished`."""
    return {}


@pytest.fixture
def finished(api: Api, redis: Redis, played: dict[str, tuple[dict[str, Any], dict[bytes, bytes]]]) -> Callable[[str], Game]:
    """A game played to its end over HTTP. It is played once in a test run and then put back as it was, beside what the test
    has made before, such as API keys."""

    def find(ruleset: str) -> Game:
        if ruleset not in played:
            there = set(redis.scan_iter())
            game = api.create(ruleset, options=SOONER.get(ruleset, {}))
            game.play(10_000)
            tokens = {"host_token": game.tokens["host"], "game": {"id": game.id, "ruleset": ruleset}}
            tokens["seats"] = [{"seat": seat, "token": game.tokens[seat]} for seat in game.tokens if seat != "host"]
            played[ruleset] = (tokens, {key: redis.dump(key) for key in redis.scan_iter() if key not in there})
            return game
        created, keys = played[ruleset]
        for key, value in keys.items():
            redis.restore(key, 0, value, replace=True)
        return Game(api, created)

    return find


@pytest.fixture
def game(api: Api) -> Game:
    """A running game some way on."""
    made = api.create(RULESET)
    made.play(3)
    return made


@pytest.fixture
def unchanged(redis: Redis, game: Game) -> Iterator[None]:
    """Fails if anything in Redis is other than before the test."""
    before = snapshot(redis)
    yield
    assert snapshot(redis) == before


@pytest.fixture(scope="session")
def running(shared_places: dict[str, Any]) -> Iterator[Tradewinds]:
    """The whole service as `tradewinds up` runs it, without bots: gunicorn on a port, an embedded Redis or a cluster."""
    elsewhere = is_cluster(shared_places["redis_url"])
    places = {name.upper(): str(value) for name, value in shared_places.items() if elsewhere}
    settings = {"BOT_WORKERS": "0", "RATE_LIMIT": "off", "MAX_BODY_BYTES": "100000", **places}
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder, tradewinds(Path(folder), **settings) as service:
        yield service


@pytest.fixture(scope="session")
def address(running: Tradewinds) -> str:
    return f"http://{running.settings.address}"
