"""Health, metrics, the contract and its reader."""

from __future__ import annotations

import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import jsonschema_rs
import pytest
import yaml
from flask import Flask
from openapi_spec_validator import validate

from events.errors import StoreUnavailable
from events.settings import Settings
from harness.redis_server import RedisServer
from service.app import create_app
from service.openapi.document import document
from service.problems import all_codes
from service.representations.built import prefix_of
from service.resources import documents, ops
from tests.service.client import Api
from tests.service.contract import Contract, in_place
from tests.service.test_api_keys import new_key
from tests.support.endpoints import requests
from tests.support.games import GAMES, RULESET
from tests.support.tradewinds import wait_until
from tradewinds.installed import installed

T = TypeVar("T")
OUTSIDE = re.compile(r"""(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}""", re.IGNORECASE)


@pytest.fixture
def own_redis() -> Iterator[RedisServer]:
    """A Redis that a test may kill."""
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="module")
def served(shared_app: Flask, contract: Contract) -> dict[str, Any]:
    """The contract as the service hands it out."""
    text = Api(shared_app, contract).get("/openapi.yaml").text
    loaded: dict[str, Any] = yaml.load(text, yaml.CSafeLoader)
    return loaded


def test_the_contract_is_the_same_as_json(api: Api, served: dict[str, Any]) -> None:
    answer = api.get("/openapi.json")
    assert answer.mimetype == "application/json"
    assert answer.json == served


def test_alive_and_ready(api: Api) -> None:
    assert api.get("/livez").json == {"status": "ok"}
    ready = api.get("/readyz").json
    assert ready["status"] == "ok"
    assert [part["name"] for part in ready["parts"]] == ["store", "archive", "sleep", "computations", "feed", "games"]
    assert all(part["ok"] and part["problem"] is None for part in ready["parts"])


def test_without_redis_it_lives_but_accepts_nothing(make_api: Callable[..., Api], own_redis: RedisServer) -> None:
    api = make_api(own_redis.url)
    key = new_key(api)
    game = api.create(RULESET, token=key)
    game.tokens["key"] = key
    seat = game.state()["to_act"][0]
    action = game.legal(seat)["actions"][0]["action"]
    # An export whose stream has begun is cut off: its last line is missing.
    known = [*requests(game, "reads game", "changes game", "reads many", but=("exportGames",))]
    own_redis.kill()
    api.get("/livez")
    headers = {"If-Match": '"1"', "Idempotency-Key": "a"}
    for method, path, request in (
        ("GET", "/readyz", {}),
        ("POST", "/v1/games", {"json": {"ruleset": RULESET, "seats": [{"kind": "human"}] * 2}}),
        ("POST", game.path + "/actions", {"json": action, "token": game.tokens[seat], "headers": headers}),
    ):
        problem = api.refused(method, path, 503, "store_unavailable", **request)
        assert "nothing was accepted" in problem["detail"], path
    for each in known:
        each.send(game, expect=503, code="store_unavailable")
    assert "tradewinds_redis_up 0.0" in api.get("/metrics").text
    own_redis.start()
    assert game.version == 1
    assert wait_until(lambda: api.call("GET", "/readyz").status_code == 200, 10)
    assert game.act(seat, action, headers=headers).json["version"] == 2


@pytest.mark.threat("T-48")
def test_the_store_is_asked_whether_it_is_ready_twice_a_second_at_most(
    make_api: Callable[..., Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many ask, who are not limited: with many partitions each time takes many commands."""
    api, now, asked, away = make_api(), [0.0], list[float](), [False]

    def ping() -> None:
        asked.append(now[0])
        if away[0]:
            raise StoreUnavailable("gone")

    monkeypatch.setattr(ops, "monotonic", lambda: now[0])
    api.app.extensions["tradewinds-readiness"] = ops.Readiness(ping)
    for away[0] in (False, True, False):
        for _ in range(3):
            api.call("GET", "/readyz", expect=503 if away[0] else 200)
        now[0] += ops.READY_SECONDS
    assert asked == [0.0, ops.READY_SECONDS, 2 * ops.READY_SECONDS]


def test_metrics_count_by_operation_and_never_by_game(api: Api) -> None:
    def counted(text: str) -> dict[str, float]:
        samples = (line.rpartition(" ") for line in text.splitlines() if line.startswith("tradewinds_requests_total{"))
        return {labels: float(value) for labels, _, value in samples}

    before = counted(api.get("/metrics").text)
    game = api.create(RULESET, "random", "random")
    game.refused("DELETE", "", 401, "unauthorized")
    text = api.get("/metrics").text
    grown = {labels for labels, value in counted(text).items() if value > before.get(labels, 0)}
    assert any('operation="games.create_game"' in labels and 'status="201"' in labels for labels in grown)
    assert any('operation="games.abandon_game"' in labels and 'code="unauthorized"' in labels for labels in grown)
    assert "tradewinds_bots_waiting 1.0" in text
    assert "tradewinds_streams 0.0" in text
    assert "tradewinds_redis_up 1.0" in text
    assert "tradewinds_request_seconds_bucket" in text
    assert game.id not in text
    assert text.endswith("\n")


def test_the_contract_is_sound_and_the_one_that_is_checked_in(served: dict[str, Any]) -> None:
    """The served one has all installed games, the one that is checked in those of Tradewinds."""
    assert served["openapi"].startswith("3.1")
    validate(served)
    assert [*served["components"]["schemas"]["NewGame"]["discriminator"]["mapping"]] == [*GAMES]
    checked_in = Path(__file__).parents[2] / "openapi.yaml"
    ours = document(create_app(Settings(), packages=installed().ours))
    assert ours == yaml.load(checked_in.read_text(), yaml.CSafeLoader), "openapi.yaml is stale: run `make openapi`"
    assert set(served["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]) == set(all_codes(GAMES.values()))


@pytest.mark.threat("T-47")
def test_the_contract_is_made_once_and_beside_the_loop(make_api: Callable[..., Api]) -> None:
    """It takes seconds, in which no stream of the process would go on."""
    made: list[str] = []
    beside, one_by_one = threading.local(), threading.Lock()

    def computations(work: Callable[[], T]) -> T:
        with one_by_one:
            beside.loop = True
            return work()

    def make() -> dict[str, bytes]:
        assert beside.loop
        made.append("once")
        time.sleep(0.1)
        return {"openapi.yaml": b"openapi: 3.1.0\n", "openapi-core.json": core}

    api = make_api()
    core = api.get("/openapi-core.json").data
    contract = documents.WrittenContract(make, computations)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(contract.text, "openapi.yaml") for _ in range(4)]
        assert len({each.result(20) for each in asked}) == 1
    assert made == ["once"]


def test_the_core_of_the_contract_plays_any_game_in_few_types(api: Api, served: dict[str, Any]) -> None:
    core = api.get("/openapi-core.json").json
    validate(core)
    schemas = core["components"]["schemas"]
    assert len(schemas) < 100
    assert not [name for name in schemas if name.startswith(tuple(map(prefix_of, GAMES)))]
    calls = [each for path in core["paths"].values() for each in path.values() if isinstance(each, dict)]
    needed = {"createGame", "claimSeat", "listActions", "act", "getBoard", "getPicture", "listEvents", "followKey"}
    assert needed <= {each["operationId"] for each in calls}
    # What it has is what the whole has: paths, and schemas of which no game has its own.
    assert core["paths"].keys() < served["paths"].keys()
    assert schemas["Picture"] == served["components"]["schemas"]["Picture"]


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_game_is_as_the_core_of_the_contract_says(api: Api, ruleset: str) -> None:
    schemas = api.get("/openapi-core.json").json["components"]["schemas"]
    game = api.create(ruleset)
    state = game.play(4)
    (seat, *_) = state["to_act"]
    offers, picture = game.legal(seat), game.get("/picture").json
    history = game.get("/events?include=picture,asked,scene").json
    for name, answer in (("Game", state), ("Actions", offers), ("Picture", picture), ("Commits", history)):
        named = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
        assert not [*jsonschema_rs.Draft202012Validator(named).iter_errors(answer)], name


def test_every_operation_lists_its_refusals(served: dict[str, Any]) -> None:
    for path, methods in in_place(served["paths"], served["components"]).items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            responses = operation["responses"]
            assert {"400", "429", "503"} <= set(responses), (path, method)
            for status in (each for each in responses if each >= "400"):
                assert list(responses[status]["content"]) == ["application/problem+json"]


def test_the_docs_show_names_defaults_and_limits(api: Api) -> None:
    page = api.get("/docs/").text
    said = re.sub("<[^>]+>", "", page)
    for words in (
        "visibilitypublic or unlisted, optional, by default public",
        "limitinteger in the query, optional, 1 to 100, by default 20",
        "external_idstring, optional, 1 to 100 characters",
    ):
        assert words in said
    # A browser opens a `details` for what lies within.
    assert "<code class=quiet>createGame</code></summary><div id=createGame>" in page


def test_the_docs_need_no_outside_address(api: Api) -> None:
    said = api.get("/docs/").text
    assert not re.findall(r"""(?:src|href)=["']?(?:https?:)?//""", said)
    page = api.get("/docs/try/")
    assert page.mimetype == "text/html"
    assert not OUTSIDE.findall(page.text.replace("http://www.w3.org", ""))
    linked = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert linked
    for address in linked:
        assert address.startswith("/docs/try/")
        assert api.get(address).data
    assert '"/openapi-core.json"' in page.text
    assert '"/openapi.json"' in page.text
    # Swagger UI asks an outside validator about every document that is not local, unless it is told not to.
    assert re.search(r'"validatorUrl": (null|"none")', page.text)
    for style in (each for each in linked if each.endswith(".css")):
        assert not re.findall(r"""(?:@import|url\()\s*["']?(?:https?:)?//""", api.get(style).text)


def test_every_problem_has_its_place_in_the_docs(api: Api) -> None:
    page = api.get("/docs/problems").text
    for code in all_codes(GAMES.values()):
        assert f'id="{code}"' in page
    problem = api.refused("GET", "/v1/nothing", 404, "not_found")
    assert problem["type"] == "/docs/problems#not_found"


def test_costly_requests_are_limited_by_address(make_api: Callable[..., Api]) -> None:
    api = make_api(rate_limit="3/minute")
    for _ in range(3):
        api.create(RULESET)
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}] * 2}
    response = api.call("POST", "/v1/games", json=body, expect=429, code="rate_limited")
    assert 1 <= int(response.headers["Retry-After"]) <= 61
    assert f"{response.headers['Retry-After']} s" in response.json["detail"]
    api.get("/v1/games")
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    api.call("POST", "/v1/games", json=body, expect=201, environ_overrides=elsewhere)
