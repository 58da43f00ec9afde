"""gzip: what is worth it, and what must not be."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from service import compression
from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.service.contract import EVENT_STREAM, NDJSON
from tests.support.games import GAMES, RULESET

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.parametrize(
    "path", ["/v1/rulesets", f"/v1/rulesets/{RULESET}", "/openapi.yaml", "/openapi.json", "/openapi-core.json"]
)
@pytest.mark.parametrize("token", [None, "tw_" + "x" * 32])
def test_what_is_the_same_for_everybody_is_compressed_and_has_a_strong_tag(api: Api, path: str, token: str | None) -> None:
    plain, packed = api.get(path, token=token), api.get(path, token=token, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    tags = plain.headers["ETag"], packed.headers["ETag"]
    assert re.fullmatch(r'"[0-9a-f]{32}"', tags[0])
    assert tags[1] == f'{tags[0][:-1]}.gzip"'
    for tag in tags:
        for headers in ({}, GZIP):
            again = api.get(path, headers={**headers, "If-None-Match": tag}, expect=304)
            assert (again.data, again.headers["ETag"]) == (b"", tag)
            assert again.headers["Cache-Control"] == plain.headers["Cache-Control"]
    api.get(path, headers={"If-None-Match": '"0"'})


@every_ruleset
def test_the_content_of_a_ruleset_may_be_kept_for_an_hour_by_the_caller_alone(api: Api, ruleset: str) -> None:
    answer = api.get(f"/v1/rulesets/{ruleset}", headers=GZIP)
    assert answer.headers["Cache-Control"] == "private, max-age=3600"
    assert len(answer.data) < 25_000
    tags = {api.get(f"/v1/rulesets/{each}").headers["ETag"] for each in GAMES}
    assert len(tags) == len(GAMES)


HISTORIES: list[tuple[str, dict[str, str]]] = [
    ("/events?limit=1000", {}), ("/events", {"Accept": NDJSON}), ("/export", {}),
    ("/events?open=true&limit=1000", {}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "headers"), HISTORIES)
def test_long_answers_to_spectators_are_compressed(
    finished: Callable[[str], Game], path: str, headers: dict[str, str]
) -> None:
    game = finished(RULESET)
    plain, packed = game.get(path, headers=headers), game.get(path, headers={**headers, **GZIP})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 3
    assert packed.headers["ETag"] == f'{plain.headers["ETag"][:-1]}.gzip"'
    head = game.call("HEAD", path, headers={**headers, **GZIP}, expect=200)
    assert (head.headers["ETag"], head.headers["Content-Length"]) == (packed.headers["ETag"], str(len(packed.data)))


@pytest.mark.parametrize("given", ["", "identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0, identity"])
def test_whoever_does_not_take_gzip_gets_none(finished: Callable[[str], Game], given: str) -> None:
    game = finished(RULESET)
    for path in (f"{game.path}/turns", f"/v1/rulesets/{RULESET}", "/docs/try/swagger-ui.css"):
        assert "Content-Encoding" not in game.api.get(path, headers={"Accept-Encoding": given}).headers


@pytest.mark.threat("T-43")
def test_nothing_is_compressed_that_holds_a_token_or_what_one_seat_alone_may_see(
    finished: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever chooses words in an answer could find out by its length what else it holds, though it is encrypted."""
    monkeypatch.setattr(compression, "WORTH_IT", 1)
    over = finished(RULESET)
    for by in (0, 1, "host"):
        for path, headers in (("", {}), ("/actions", {}), *HISTORIES):
            answer = over.get(path, by, headers={**headers, **GZIP}, expect=None)
            assert "Content-Encoding" not in answer.headers, path
    api, seats = over.api, [{"kind": "human", "name": "x" * 32}, {"kind": "open"}]
    created = api.post("/v1/games", {"ruleset": RULESET, "seats": seats}, headers=GZIP)
    game = Game(api, json.loads(created.data))
    claimed = api.post(f"{game.path}/seats/1/claim", {}, headers=GZIP)
    handed = game.call("PUT", "/seats/0", "host", json={"kind": "bot", "level": "random"}, headers=GZIP, expect=200)
    branch = game.call("POST", "/branches", json={"version": 2}, headers=GZIP, expect=201)
    for answer in (created, claimed, handed, branch):
        assert b"token" in answer.data
        assert "Content-Encoding" not in answer.headers
    assert game.get(headers=GZIP).headers["Content-Encoding"] == "gzip", "the threshold is what kept small ones as they are"


def test_a_stream_is_not_compressed(finished: Callable[[str], Game]) -> None:
    answer = finished(RULESET).get("/events", headers={"Accept": EVENT_STREAM, **GZIP})
    assert "Content-Encoding" not in answer.headers
    assert answer.data.startswith(b"retry")


def test_a_game_is_too_small_for_it(api: Api) -> None:
    for ruleset in GAMES:
        assert "Content-Encoding" not in api.create(ruleset).get(headers=GZIP).headers


def test_the_scripts_of_the_docs_are_compressed_and_asked_for_once(api: Api) -> None:
    path = "/docs/try/swagger-ui-bundle.js"
    plain = api.get(path)
    for _ in range(2):
        packed: Any = api.get(path, headers=GZIP)
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2
        api.get(path, headers={**GZIP, "If-None-Match": packed.headers["ETag"]}, expect=304)
    assert packed.headers["ETag"].startswith("W/")
    assert api.get(path, headers={"Range": "bytes=0-9", **GZIP}, expect=206).data == plain.data[:10]
