"""Random requests: never a 500, always an answer that the contract has, and a refusal never changes anything."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis
from werkzeug.test import TestResponse

from service.problems import all_codes
from tests.service.client import Api, Game, Json, example_commands
from tests.service.conftest import Snapshot, snapshot
from tests.service.contract import EVENT_STREAM, NDJSON
from tests.service.test_api_keys import new_key
from tests.support.endpoints import ENDPOINTS, operations, requests
from tests.support.games import GAMES, RULESET

CODES = all_codes(GAMES.values())

fuzzed = settings(
    max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=[*HealthCheck]
)  # fmt: skip

texts = st.text(st.characters(codec="utf-8"), max_size=80)
numbers = st.integers() | st.integers(-2, 10) | st.integers(2**62, 2**70) | st.floats(allow_nan=False, allow_infinity=False)
jsons = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


class Target:
    """A running game to shoot at; after every refusal it must be as it was."""

    def __init__(self, api: Api, redis: Redis) -> None:
        self.api, self.redis = api, redis
        key = new_key(api)
        self.game: Game = api.create(RULESET, token=key, trusted_host=True)
        self.game.tokens["key"] = key
        self.game.play(3)
        self.before: Snapshot = snapshot(redis)

    def shoot(self, method: str, path: str, **request: Any) -> TestResponse:
        answer = self.api.call(method, path, **request)
        after = snapshot(self.redis)
        if answer.status_code >= 400:
            assert after == self.before, f"{method} {path} -> {answer.status_code}, and yet something changed"
            assert method == "HEAD" or answer.get_json(force=True)["code"] in CODES
        elif method in ("GET", "HEAD", "OPTIONS"):
            assert after == self.before, f"{method} {path} changed something"
        self.before = after
        return answer


@pytest.fixture
def target(api: Api, redis: Redis) -> Target:
    return Target(api, redis)


def envelopes(game: Game) -> list[tuple[str, str, Any, Json]]:
    """What takes JSON: method, path, who sends it, a body that would do. Actions come in every shape."""
    known = [
        each for each in requests(game, "reads many", "changes game", "changes", but=("act",)) if "json" in each.options
    ]
    return [
        *((each.method, each.path, each.by, each.options["json"]) for each in known),
        *(("POST", f"{game.path}/actions", 0, each) for each in example_commands(RULESET, ["x", "y"], 1)),
    ]


@given(data=st.data())
@fuzzed
def test_any_json_as_a_body(target: Target, data: st.DataObject) -> None:
    method, path, by, body = data.draw(st.sampled_from(envelopes(target.game)))
    fields = st.dictionaries(st.sampled_from([*body]) | texts, jsons, max_size=3)
    sent = data.draw(jsons | fields.map(lambda other: {**body, **other}))
    token = None if by is None else target.game.tokens[by]
    headers = {"Idempotency-Key": data.draw(st.uuids()).hex} if path.endswith("/actions") else {}
    answer = target.shoot(method, path, json=sent, token=token, headers=headers)
    if path.endswith("/seats/0") and answer.status_code == 200:
        target.game.tokens[0] = answer.json["token"] or target.game.tokens[0]


@given(which=st.integers(0, 20), text=st.binary(max_size=60), cut=st.integers(0, 60))
@fuzzed
def test_any_bytes_as_a_body(target: Target, which: int, text: bytes, cut: int) -> None:
    method, path, by, body = envelopes(target.game)[which % len(envelopes(target.game))]
    plain = json.dumps(body).encode()
    sent = plain[:cut] + text + plain[cut + len(text) // 2 :]
    token = None if by is None else target.game.tokens[by]
    answer = target.shoot(method, path, data=sent, content_type="application/json", token=token, headers={"If-Match": '"4"'})
    if path.endswith("/seats/0") and answer.status_code == 200:
        target.game.tokens[0] = answer.json["token"] or target.game.tokens[0]


latin = st.text(st.characters(codec="latin-1", exclude_characters="\r\n\0"), max_size=60)
PAGES = ("", "/events", "/actions")
HEADERS = (
    "Authorization", "If-Match", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "Accept", "X-Request-Id", "Origin",
    "Content-Type", "Accept-Language", "Cookie", "Range",
)  # fmt: skip


@given(
    headers=st.dictionaries(st.sampled_from(HEADERS), latin, max_size=4), path=st.sampled_from(["", "/events", "/actions"])
)
@fuzzed
def test_any_headers(target: Target, headers: dict[str, str], path: str) -> None:
    if EVENT_STREAM not in headers.get("Accept", ""):
        target.shoot("GET", target.game.path + path, headers=headers)
    target.shoot("OPTIONS", target.game.path + path, headers=headers)
    body = b'{"type": "x"}'
    sent = {"Content-Type": "application/json", **headers}
    target.shoot("POST", f"{target.game.path}/actions", data=body, headers=sent)
    target.shoot("DELETE", target.game.path, headers=headers)


segments = texts.map(lambda text: quote(text, safe=""))
NAMES = sorted({name for each in ENDPOINTS.values() for ask in each.asks for name, _ in parse_qsl(ask.query)})
queries = st.lists(st.tuples(st.sampled_from(NAMES) | segments, segments | st.integers().map(str)), max_size=3)
GAME = "/v1/games/{game}"
SUFFIXES = sorted({path.removeprefix(GAME).format(seat=1) for _, path, _ in operations().values() if path.startswith(GAME)})


@given(
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]),
    parts=st.lists(segments, max_size=4),
    suffix=st.sampled_from(SUFFIXES),
    known=st.booleans(),
    query=queries,
)
@fuzzed
def test_any_address(
    target: Target, method: str, parts: list[str], suffix: str, known: bool, query: list[tuple[str, str]]
) -> None:
    path = target.game.path + suffix if known else "/" + "/".join(["v1", "games", *parts]) + suffix
    address = path + "?" + "&".join(f"{name}={value}" for name, value in query)
    answer = target.shoot(method, address, token=target.game.tokens[0] if known else None)
    assert answer.mimetype != "text/html" or answer.data == b""


@pytest.fixture
def export(finished: Callable[[str], Game], redis: Redis) -> tuple[Api, Redis, bytes]:
    game = finished(RULESET)
    return game.api, redis, game.get("/export").data


@given(place=st.floats(0, 1), text=st.binary(min_size=1, max_size=8), left_out=st.integers(0, 8))
@fuzzed
def test_any_change_of_an_export(export: tuple[Api, Redis, bytes], place: float, text: bytes, left_out: int) -> None:
    api, redis, exported = export
    at = int(place * (len(exported) - 1))
    changed = exported[:at] + text + exported[at + left_out :]
    before = snapshot(redis)
    answer = api.call("POST", "/v1/games/import", data=changed, content_type=NDJSON)
    if answer.status_code == 201:  # White space, or another spelling of the same.
        assert read(changed) == read(exported)
        return
    assert answer.status_code in (409, 422), answer.text
    assert snapshot(redis) == before


def read(text: bytes) -> list[Json]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]
