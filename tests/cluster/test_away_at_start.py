"""A service that is started before its Redis Cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import redis

from events.errors import StoreUnavailable
from events.redis_store import cluster as redis_cluster
from events.redis_store.client import connect_games
from events.redis_store.cluster import LazyCluster
from events.settings import Settings
from events.store.event_store import EventStore
from harness.redis_cluster import Cluster
from service.app import create_app
from tests.service.client import Api
from tests.service.contract import Contract
from tests.support.games import RULESET


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster that was not started yet."""
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.stop()


def test_the_service_answers_503_until_the_cluster_is_there(away: Cluster, redis_url: str) -> None:
    app = create_app(Settings(redis_url=away.url, queue_url=redis_url, partitions=16, rate_limit="off"))
    api, game = Api(app, Contract(app)), "/v1/games/3gaaaaaaaaaaaaaaaaaaaa"
    body = {"ruleset": RULESET, "seats": [{"kind": "open"}, {"kind": "open"}]}
    api.get("/livez")
    assert "tradewinds_redis_up 0.0" in api.get("/metrics").text
    for method, path in (
        ("GET", "/readyz"),
        ("GET", "/v1/games"),
        ("POST", "/v1/games"),
        ("GET", game),
        ("GET", f"{game}/events"),
    ):
        sent: dict[str, Any] = {"json": body} if method == "POST" else {}
        answer = api.call(method, path, expect=503, code="store_unavailable", **sent)
        assert int(answer.headers["Retry-After"]) > 0
    away.start()
    deadline = time.monotonic() + 20
    while api.call("GET", "/readyz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    created = api.call("POST", "/v1/games", json=body, expect=201).get_json()
    api.get(f"/v1/games/{created['game']['id']}")
    services = app.extensions["tradewinds"]
    services.hub.close()
    services.queue.connection.close()
    services.store.redis.client.close()


def test_it_is_looked_for_once_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float] = []

    def nowhere(url: str, connections: int) -> redis.RedisCluster:
        looked.append(time.monotonic())
        raise redis.ConnectionError("nobody there")

    monkeypatch.setattr(redis_cluster, "connect_cluster", nowhere)
    monkeypatch.setattr(redis_cluster, "FIND_SECONDS", 600.0)
    client = connect_games("redis+cluster://127.0.0.1:1")
    assert isinstance(client, LazyCluster)
    store = EventStore(client)

    def refused(_: int) -> None:
        with pytest.raises(StoreUnavailable, match="nobody there"):
            store.redis.ping()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(refused, range(40)))
    assert len(looked) == 1
    monkeypatch.setattr(redis_cluster, "FIND_SECONDS", 0.0)
    refused(0)
    assert len(looked) == 2


def test_a_url_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="every node needs a host"):
        connect_games("redis+cluster://one,,two")
