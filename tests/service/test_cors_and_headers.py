"""Headers that every answer has, and calls from pages of other origins."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.client import Api
from tests.support.games import RULESET

EXPOSED = {"ETag", "Location", "Link", "Retry-After", "Idempotency-Replayed", "X-Request-Id", "Tradewinds-Version"}
PAGE = "https://play.example"
PATHS = ("/v1/rulesets", "/v1/games", "/v1/games/nothing", "/nothing", "/livez", "/docs/problems", "/openapi.yaml")


def names(header: str) -> set[str]:
    return {name.strip() for name in header.split(",")}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("origin", [None, PAGE])
def test_answers_vary_by_caller_and_form(api: Api, path: str, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    vary = api.get(path, headers=headers, expect=None).headers.getlist("Vary")
    assert {"Authorization", "Accept"} <= names(", ".join(vary))


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_names_the_release_that_gave_it(api: Api, path: str) -> None:
    answer = api.get("/version").json
    assert answer == {
        "version": tomllib.loads(Path("pyproject.toml").read_text())["project"]["version"],
        "contracts": ["/v1"],
    }
    assert api.get(path, expect=None).headers["Tradewinds-Version"] == answer["version"]


@pytest.mark.parametrize("path", PATHS)
def test_pages_of_all_origins_may_read_the_exposed_headers(api: Api, path: str) -> None:
    headers = api.get(path, headers={"Origin": PAGE}, expect=None).headers
    assert headers["Access-Control-Allow-Origin"] in ("*", PAGE)
    assert names(headers["Access-Control-Expose-Headers"]) == EXPOSED


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_a_preflight_allows_what_the_interface_needs(api: Api, method: str) -> None:
    wanted = ["authorization", "content-type", "if-match", "if-none-match", "idempotency-key", "last-event-id"]
    game = api.create(RULESET)
    path = {"GET": "", "POST": "/actions", "PUT": "/seats/0", "DELETE": ""}[method]
    response = game.call(
        "OPTIONS",
        path,
        headers={
            "Origin": PAGE,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": ", ".join(wanted),
        },
        expect=200,
    )
    assert response.headers["Access-Control-Allow-Origin"] in ("*", PAGE)
    assert method in names(response.headers["Access-Control-Allow-Methods"])
    assert set(wanted) <= {name.lower() for name in names(response.headers["Access-Control-Allow-Headers"])}
    assert int(response.headers["Access-Control-Max-Age"]) > 0


def test_only_chosen_origins_where_some_are_chosen(make_api: Callable[..., Api]) -> None:
    api = make_api(cors_origins=f"{PAGE} https://other.example")
    for origin in (PAGE, "https://other.example"):
        response = api.get("/v1/games", headers={"Origin": origin})
        assert response.headers["Access-Control-Allow-Origin"] == origin
        assert "Origin" in names(", ".join(response.headers.getlist("Vary")))
    assert "Access-Control-Allow-Origin" not in api.get("/v1/games", headers={"Origin": "https://evil.example"}).headers


def test_a_refusal_can_be_read_from_a_page_too(api: Api) -> None:
    response = api.call("GET", "/v1/games/nothing", headers={"Origin": PAGE}, expect=404)
    assert response.headers["Access-Control-Allow-Origin"] in ("*", PAGE)


@pytest.mark.parametrize("given", ["abc123", "3f2a6c1e-8f41-4d0c-9a3d-2f9f6f0b7a10", "a.b_c-d", "x" * 64])
def test_a_plain_request_id_is_kept(api: Api, given: str) -> None:
    for path in PATHS:
        assert api.get(path, headers={"X-Request-Id": given}, expect=None).headers["X-Request-Id"] == given


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "a,b", '"', "é", "a;b=c"])
def test_any_other_request_id_is_replaced(api: Api, given: str) -> None:
    ids = {api.get("/livez", headers={"X-Request-Id": given}).headers["X-Request-Id"] for _ in range(2)}
    assert len(ids) == 2
    assert given not in ids
    assert all(len(each) >= 16 for each in ids)


def test_answers_with_tokens_are_never_stored(api: Api) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "human"}]}
    assert api.post("/v1/games", body).headers["Cache-Control"] == "no-store"
    game = api.create(RULESET)
    bot = {"kind": "bot", "level": "random"}
    for change in (bot, {"kind": "human"}):
        assert game.call("PUT", "/seats/0", 0, json=change, expect=200).headers["Cache-Control"] == "no-store"
    assert "no-cache" in api.create(RULESET).get().headers["Cache-Control"]


def test_every_answer_says_what_it_is(api: Api) -> None:
    for path in PATHS:
        assert api.get(path, expect=None).headers["X-Content-Type-Options"] == "nosniff"
