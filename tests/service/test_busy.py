"""A process whose connections to Redis are all in use says so, and blames nobody."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from redis import Redis

from events.redis_store import connections
from events.redis_store.connections import POOLED_CONNECTIONS, ConnectionPool
from service.http import Services
from tests.service.client import Api
from tests.service.conftest import snapshot
from tests.service.requests_of import RULESET, SEATS


def told_of_redis(api: Api) -> list[str]:
    return re.findall(r"^tradewinds_redis_\S+ \S+$", api.get("/metrics").text, re.MULTILINE)


@pytest.mark.threat("T-40")
def test_redis_pys_own_pool_in_use_is_no_redis_that_is_away(
    make_api: Callable[..., Api], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = make_api(redis_url)
    game = api.create(RULESET)
    services: Services = api.app.extensions["tradewinds"]
    for pool in (services.store.redis.client.connection_pool, services.queue.connection.connection_pool):
        monkeypatch.setattr(pool, "timeout", 0.01)
        taken = [pool.get_connection() for _ in range(pool.max_connections)]
        keyed = {"json": {"ruleset": RULESET, "seats": SEATS}, "headers": {"Idempotency-Key": "k" * 32}}
        busy = [("POST", "/v1/games", keyed)] if pool is services.store.redis.client.connection_pool else []
        busy = busy or [("GET", f"{game.path}/jobs", {})]
        told = told_of_redis(api)
        for method, path, request in busy:
            answer = api.call(method, path, expect=503, code="busy", **request)
            assert int(answer.headers["Retry-After"]) > 0
        assert told_of_redis(api) == told, "no fault of Redis is counted"
        for connection in taken:
            pool.release(connection)
        for method, path, request in busy:
            assert api.call(method, path, **request).status_code < 300


@pytest.mark.threat("T-40")
def test_busy_connections_are_no_store_that_is_away(
    make_api: Callable[..., Api], redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = make_api(redis_url)
    game = api.create(RULESET)
    action = game.legal(game.state()["to_act"][0])["actions"][0]["action"]
    told = told_of_redis(api)
    assert "tradewinds_redis_up 1.0" in told
    before = snapshot(redis)
    services: Services = api.app.extensions["tradewinds"]
    held = services.store.redis.connections
    assert isinstance(held, ConnectionPool)
    monkeypatch.setattr(connections, "WAIT_SECONDS", 0.01)
    for _ in range(POOLED_CONNECTIONS):
        held._leaves.get_nowait()
    acting = {"token": game.tokens[0], "json": action, "headers": {"Idempotency-Key": "k"}}
    for method, path, request in (
        ("GET", "/readyz", {}),
        ("GET", "/v1/games", {}),
        ("GET", game.path, {}),
        ("POST", f"{game.path}/actions", acting),
        ("POST", "/v1/games", {"json": {"ruleset": RULESET, "seats": SEATS}}),
    ):
        answer = api.call(method, path, expect=503, code="busy", **request)
        assert int(answer.headers["Retry-After"]) > 0
        assert "nothing was accepted" in answer.json["detail"]
    assert snapshot(redis) == before
    assert told_of_redis(api) == [line for line in told if "redis_up" not in line], "what cannot be told is not told"
    assert 'tradewinds_requests_total{code="busy",operation="games.get_game",status="503"}' in api.get("/metrics").text
    held._leaves.put(None)
    assert game.state()["version"] == 1
