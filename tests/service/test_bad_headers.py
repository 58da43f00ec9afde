"""Whatever token or header is sent, the answer is a problem with a stable code and a helpful sentence."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis

from tests.service.client import Api, Game, example_commands
from tests.service.conftest import snapshot
from tests.service.contract import Contract
from tests.service.requests_of import RULESET, filled, operations, takes_tokens, with_body

TOKENS = {
    "unknown": "Bearer tw_" + "x" * 32,
    "empty": "Bearer ",
    "none": "Bearer",
    "other scheme": "Basic dXNlcjpwYXNz",
    "no scheme": "tw_" + "x" * 32,
    "two": "Bearer a b",
    "long": "Bearer " + "x" * 5000,
    "not ASCII": "Bearer é",
    "NUL": "Bearer \\0",
    "hash": "Bearer " + "0" * 64,
    "nothing": "",
}


def needs(path: str) -> dict[str, Any]:
    return {"query_string": {"from": 1, "to": 1}} if path.endswith("/diff") else {}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("header", TOKENS.values(), ids=TOKENS)
def test_tokens_that_are_none_are_refused_everywhere(game: Game, contract: Contract, header: str) -> None:
    with_token(game, contract, header)


def with_token(game: Game, contract: Contract, header: str) -> None:
    """Assert that no operation of the game that takes a token takes this one."""
    bodies = {(method, path): body for method, path, _, body in with_body(game)}
    asked = 0
    for method, path, spec in operations(contract):
        if "{game}" not in path or not takes_tokens(spec):
            continue
        address = filled(path, game.id)
        body = bodies.get((method, address))
        request = needs(path) if body is None else {"json": body}
        headers = {"Authorization": header, "If-Match": '"4"'}
        answer = game.api.call(method, address, headers=headers, expect=401, code="unauthorized", **request)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        asked += 1
    assert asked >= 11


@pytest.mark.threat("T-04")
def test_tokens_of_other_games_and_tokens_of_the_past_are_refused(
    api: Api, game: Game, contract: Contract, redis: Redis
) -> None:
    other, past = api.create(RULESET), game.tokens[0]
    game.put_seat(0, 0, kind="bot", level="random")
    game.put_seat(0, 0, kind="human")
    before = snapshot(redis)
    for token in (*other.tokens.values(), past):
        with_token(game, contract, f"Bearer {token}")
    assert snapshot(redis) == before


@pytest.mark.threat("T-18")
@pytest.mark.usefixtures("unchanged")
def test_a_token_in_the_address_counts_for_nothing(game: Game) -> None:
    for name in ("token", "access_token", "authorization"):
        game.refused("GET", f"?{name}={game.tokens[0]}", 400, "invalid_query")
        game.refused("GET", f"/actions?{name}={game.tokens[0]}", 400, "invalid_query")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("key", ["", "x" * 201, "a b", "é", "\t", "ключ".encode().decode("latin-1")])
def test_keys_are_visible_ascii(game: Game, key: str) -> None:
    action = example_commands(RULESET, ["x"])[0]
    game.refused("POST", "/actions", 400, "invalid_header", 0, json=action, headers={"Idempotency-Key": key})


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Accept", "x" * 3000),
        ("Accept", ";;;,,,q=q"),
        ("Accept", "application/json;q=banana"),
        ("If-None-Match", 'W/"'),
        ("If-None-Match", "\xff"),
        ("Content-Type", "\xff/\xff"),
        ("Content-Type", "application/json; charset=klingon"),
        ("Host", "a b"),
        ("Host", "\xff"),
        ("Origin", "\xff"),
        ("X-Request-Id", "\xff" * 100),
        ("Range", "bytes=0-1"),
        ("Content-Length", "x"),
        ("Content-Encoding", "gzip"),
        ("X-Forwarded-For", "\xff"),
        ("Cookie", "\xff=;;;=="),
        ("Access-Control-Request-Method", "\xff"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_odd_headers_break_nothing(game: Game, header: str, value: str) -> None:
    for path in ("", "/events", "/export", "/turns"):
        answer = game.call("GET", path, headers={header: value})
        assert answer.status_code in (200, 400, 406)
    game.call("OPTIONS", "", headers={header: value})
