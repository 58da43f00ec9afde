"""API keys: who makes them, what they may do, and what their holders may not see."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from tests.service.client import Api, Game
from tests.service.conftest import snapshot
from tests.support.endpoints import requests
from tests.support.games import RULESET

ADMIN = "an-operators-key-of-32-characters-or-more"
CARD_GAME = "merchants-of-the-caribbean"
ONE, TWO = {"Tradewinds-Seat": "0"}, {"Tradewinds-Seat": "1"}


def new_key(api: Api, name: str = "a site") -> str:
    """A key made by the store, as `tradewinds keys create` makes it."""
    store = api.app.extensions["tradewinds"].store
    key: str = store.api_keys.create(name, "2026-01-02T03:04:05.000Z")[1]
    return key


def plan(*seats: Any, **more: Any) -> dict[str, Any]:
    """A body that creates a game; a seat is a kind, or the player of a human seat after a colon."""
    each = [dict(zip(("kind", "player"), seat.split(":"), strict=False)) for seat in seats]
    return {"ruleset": CARD_GAME, "seats": each, **more}


def made(api: Api, key: str | None, *seats: str, **more: Any) -> Game:
    return Game(api, api.post("/v1/games", plan(*seats, **more), token=key).json)


# The operator


def test_an_operator_makes_lists_and_revokes_keys(make_api: Callable[..., Api]) -> None:
    api = make_api(admin_key=ADMIN)
    answer = api.post("/v1/keys", {"name": "a league"}, token=ADMIN).json
    key, known = answer["secret"], answer["key"]
    assert key.startswith(f"twk_{known['id']}_")
    assert api.get("/v1/keys", token=ADMIN).json["items"] == [known]
    game = made(api, key, "human", "human")
    revoked = api.delete(f"/v1/keys/{known['id']}", token=ADMIN).json
    assert revoked["revoked_at"] is not None
    problem = api.refused("DELETE", game.path, 401, "invalid_key", token=key)
    assert "tradewinds keys create" in problem["detail"]
    assert game.abandon()["status"] == "abandoned"  # The host's own token is as good as before.
    assert "GET /v1/keys" in api.refused("DELETE", "/v1/keys/nosuchkey222", 404, "unknown_key", token=ADMIN)["detail"]


def secret_of(key: str) -> str:
    """The part of a key that nobody else knows. It may have underscores itself."""
    return key.split("_", maxsplit=2)[2]


@pytest.mark.threat("T-12")
def test_only_a_hash_of_a_key_is_stored(make_api: Callable[..., Api], redis: Redis) -> None:
    api = make_api(admin_key=ADMIN)
    key = api.post("/v1/keys", {"name": "a league"}, token=ADMIN).json["secret"]
    made(api, key, "human", "human")
    kept = repr(snapshot(redis))
    assert key not in kept
    assert secret_of(key) not in kept


@pytest.mark.threat("T-13")
def test_without_an_operators_key_there_is_no_such_address(api: Api) -> None:
    for method, path in (("POST", "/v1/keys"), ("GET", "/v1/keys"), ("DELETE", "/v1/keys/aaaaaaaaaaaa")):
        body = {"json": {"name": "x"}} if method == "POST" else {}
        api.refused(method, path, 404, "not_found", token=ADMIN, **body)


@pytest.mark.threat("T-13")
def test_wrong_operators_keys_are_refused_logged_and_soon_limited(
    make_api: Callable[..., Api], caplog: pytest.LogCaptureFixture
) -> None:
    api = make_api(admin_key=ADMIN)
    wrong = "another-key-of-32-characters-or-even-more"
    for _ in range(10):
        api.refused("GET", "/v1/keys", 401, "unauthorized", token=wrong)
    assert "Retry-After" in api.call("GET", "/v1/keys", token=wrong, expect=429, code="rate_limited").headers
    api.get("/v1/keys", token=ADMIN)  # Nobody can lock the operator out.
    said = [record.getMessage() for record in caplog.records]
    assert any("a wrong operator's key" in line for line in said)
    assert not any(wrong in line or ADMIN in line for line in said)


@pytest.mark.threat("T-13")
def test_pages_of_other_origins_cannot_use_the_operators_key(make_api: Callable[..., Api]) -> None:
    api = make_api(admin_key=ADMIN, cors_origins="*")
    origin = {"Origin": "https://elsewhere.example"}
    assert "Access-Control-Allow-Origin" in api.get("/v1/games", headers=origin).headers
    assert "Access-Control-Allow-Origin" not in api.get("/v1/keys", token=ADMIN, headers=origin).headers
    asked = {**origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    assert "Access-Control-Allow-Origin" not in api.http.options("/v1/keys", headers=asked).headers


# What belongs to a key


def test_new_games_can_need_a_key(make_api: Callable[..., Api], finished: Callable[[str], Game]) -> None:
    exported = finished(CARD_GAME).get("/export").text
    api = make_api(anonymous="off")
    lines = {"data": exported, "content_type": "application/x-ndjson"}
    path = finished(CARD_GAME).path
    for sent in (
        {"path": "/v1/games", "json": plan("human", "human")},
        {"path": f"{path}/branches", "json": {"version": 3}},
        {"path": "/v1/games/import", **lines},
    ):
        problem = api.refused("POST", sent.pop("path"), 401, "key_required", **sent)
        assert "twk_" in problem["detail"]
    key = new_key(api)
    api.post("/v1/games", plan("human", "human"), token=key)
    api.post(f"{path}/branches", {"version": 3}, token=key)
    api.post("/v1/games/import", token=key, **lines)


@pytest.mark.threat("T-11")
def test_a_key_does_what_the_hosts_token_does_in_its_games_alone(api: Api) -> None:
    key, other = new_key(api), new_key(api, "another")
    game = made(api, key, "human", "human")
    seat = f"{game.path}/seats/1"
    api.refused("PUT", seat, 403, "token_lacks_right", token=other, json={"kind": "bot", "level": "greedy"})
    assert api.put(seat, {"kind": "bot", "level": "greedy"}, token=key).json["game"]["seats"][1]["kind"] == "bot"
    api.refused("PUT", seat, 403, "host_not_trusted", token=key, json={"kind": "human"})
    api.refused("GET", f"{game.path}/actions", 403, "token_lacks_right", token=key)
    api.refused("DELETE", game.path, 403, "token_lacks_right", token=other)
    assert api.delete(game.path, token=key).json["status"] == "abandoned"
    anonymous = made(api, None, "human", "human")
    api.refused("DELETE", anonymous.path, 403, "token_lacks_right", token=key)


def without_notes(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what the holder of the game's key sees alone."""
    if "metadata" not in answer:
        return answer
    return {**answer, "metadata": None, "external_id": None, "seats": [{**seat, "player": None} for seat in answer["seats"]]}


@pytest.mark.threat("T-10")
def test_a_key_sees_what_a_spectator_sees(api: Api) -> None:
    key, other = new_key(api), new_key(api, "another")
    game = made(api, key, "human:ann", "human:bob", metadata={"channel": "42"})
    game.play(6)
    for each in (
        each for each in requests(game, "reads game", but=("getNote", "listActions", "getLookBack")) if not each.live
    ):
        answers = [api.call("GET", each.path, token=token, **each.options) for token in (None, key, other)]
        seen = [without_notes(each.json) if each.is_json else each.data for each in answers]
        assert seen[0] == seen[1] == seen[2], each
    api.refused("GET", game.path, 403, "not_in_custody", token=key, headers=ONE)
    api.refused("GET", game.path, 403, "token_lacks_right", token=other, headers=ONE)


@pytest.mark.threat("T-11")
def test_keys_that_are_none_are_refused_with_what_would_be_right(api: Api) -> None:
    game = api.create(RULESET)
    elsewhere = "twk_aaaaaaaaaaaa_" + "x" * 32
    for key in (elsewhere, "twk_", "twk_x", new_key(api) + "x", new_key(api)[:-1]):
        problem = api.refused("GET", game.path, 401, "invalid_key", token=key)
        assert "operator" in problem["detail"]
        api.refused("POST", "/v1/games", 401, "invalid_key", token=key, json=plan("human", "human"))
    api.refused("GET", game.path, 400, "invalid_header", token=new_key(api), headers={"Tradewinds-Seat": "one"})


def test_a_repeated_creation_is_the_keys_own(api: Api) -> None:
    key, other = new_key(api), new_key(api, "another")
    once = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}
    body = plan("human:ann", "human:bob", metadata={"channel": "42"})
    first = api.post("/v1/games", body, token=key, headers=once).json["game"]["id"]
    assert api.post("/v1/games", body, token=key, headers=once).json["game"]["id"] == first
    assert api.post("/v1/games", body, token=other, headers=once).json["game"]["id"] != first


# Custody


@pytest.mark.threat("T-10")
def test_a_key_acts_and_sees_for_seats_in_its_custody_only(api: Api) -> None:
    key, other = new_key(api), new_key(api, "another")
    game = made(api, key, "human:ann", "human", custody=True, options={"starting_seat": 0})
    assert (game.state()["custody"], game.state()["in_custody"]) == (True, [0])
    as_ann = {**ONE, "If-Match": f'"{game.version}"'}
    assert without_notes(api.get(game.path, token=key, headers=ONE).json) == game.state(by=0)
    offers = api.get(f"{game.path}/actions", token=key, headers=ONE).json
    assert offers == game.legal(0)
    done = api.post(f"{game.path}/actions", offers["actions"][0]["action"], token=key, headers=as_ann).json
    assert done["version"] == game.version
    last = game.get(f"/events?after={done['version'] - 1}").json["items"][0]
    assert (last["seat"], last["actor"]) == (0, "player")
    act = {"type": "end_turn"}
    for token, headers, code in ((key, TWO, "not_in_custody"), (other, ONE, "token_lacks_right")):
        api.refused("GET", game.path, 403, code, token=token, headers=headers)
        api.refused("GET", f"{game.path}/actions", 403, code, token=token, headers=headers)
        api.refused("POST", f"{game.path}/actions", 403, code, token=token, headers={**headers, "If-Match": '"1"'}, json=act)
        api.refused("GET", f"{game.path}/events", 403, code, token=token, headers=headers)
    game.refused("GET", "", 403, "token_lacks_right", 1, headers=ONE)  # A token speaks for its own seat alone.
    assert game.get(headers=ONE).json == game.state()


@pytest.mark.threat("T-10")
def test_whoever_claims_without_the_key_stays_out_of_custody(api: Api) -> None:
    key, other = new_key(api), new_key(api, "another")
    game = made(api, key, "open", "open", "open", custody=True)
    api.refused("POST", f"{game.path}/seats/1/claim", 401, "key_required", json={"player": "bob"})
    api.refused("POST", f"{game.path}/seats/1/claim", 403, "token_lacks_right", json={"player": "bob"}, token=other)
    game.claim(0, name="Ann")
    api.post(f"{game.path}/seats/1/claim", {"player": "bob"}, token=key)
    api.post(f"{game.path}/seats/2/claim", {}, token=key)
    # A player noted later changes nothing of that.
    api.call("PATCH", f"{game.path}/note", json={"players": {"0": "ann", "2": "cat"}}, token=key, expect=200)
    assert game.state()["in_custody"] == [1]
    for seat in (0, 2):
        headers = {"Tradewinds-Seat": str(seat)}
        problem = api.refused("GET", game.path, 403, "not_in_custody", token=key, headers=headers)
        assert "1" in problem["detail"]


def test_a_seat_that_is_opened_again_leaves_custody(api: Api) -> None:
    key = new_key(api)
    game = made(api, key, "human", "open", custody=True)
    api.post(f"{game.path}/seats/0/claim", {}, token=key, expect=409)
    api.put(f"{game.path}/seats/0", {"kind": "open"}, token=key)
    api.post(f"{game.path}/seats/1/claim", {"player": "bob"}, token=key)
    assert game.state()["status"] == "lobby"
    assert game.state()["in_custody"] == [1]
    api.put(f"{game.path}/seats/1", {"kind": "open"}, token=key)
    game.claim(1, name="Cy")
    assert game.state()["in_custody"] == []
    api.refused("GET", game.path, 403, "not_in_custody", token=key, headers=TWO)


def test_a_rematch_belongs_to_the_key_of_the_game_before(api: Api) -> None:
    key = new_key(api)
    game = made(api, key, "human", "human", custody=True)
    api.delete(game.path, token=key)
    again = Game(api, game.call("POST", "/rematch", 0, expect=201).json)
    assert again.state()["custody"]
    assert again.state()["in_custody"] == []
    api.delete(again.path, token=key)


@pytest.mark.threat("T-10")
def test_without_custody_a_player_gives_the_key_nothing(api: Api) -> None:
    key = new_key(api)
    game = made(api, key, "human:ann", "open")
    api.post(f"{game.path}/seats/1/claim", {"player": "bob"}, token=key)
    assert (game.state()["custody"], game.state()["in_custody"]) == (False, [])
    for headers in (ONE, TWO):
        api.refused("GET", game.path, 403, "not_in_custody", token=key, headers=headers)


@pytest.mark.threat("T-10")
def test_a_key_without_custody_cannot_branch_its_way_into_a_hand(api: Api) -> None:
    key = new_key(api)
    game = made(api, key, "human:ann", "human:bob", custody=True)
    branch = Game(api, api.post(f"{game.path}/branches", {"version": game.version}, token=key).json)
    assert (branch.state()["custody"], branch.state()["in_custody"]) == (False, [])
    api.refused("GET", branch.path, 403, "not_in_custody", token=key, headers=ONE)


# Notes


@pytest.mark.threat("T-15")
def test_metadata_and_players_are_the_owners_alone(api: Api, redis: Redis) -> None:
    key, other = new_key(api), new_key(api, "another")
    game = made(api, key, "human:secret-ann", "human", metadata={"channel": "secret-channel"})
    game.play(3)
    note = {
        "metadata": {"channel": "secret-channel"},
        "players": {"0": "secret-ann"},
        "external_id": None,
        "keep_result": False,
    }
    assert api.get(f"{game.path}/note", token=key).json == note
    for caller in (None, other, *game.tokens.values()):
        api.call("GET", f"{game.path}/note", token=caller, expect=403 if caller == other else 401)
    game.abandon()
    for caller in (None, other, *game.tokens.values()):
        for path in ("", "?open=true", "/events", "/export", "/turns"):
            assert b"secret-" not in api.get(game.path + path, token=caller).data
    assert b"secret-" not in api.get("/v1/games").data
    assert b"secret-ann" not in b"".join(fields[b"c"] for _, fields in redis.xrange(f"{{{game.id[0]}}}:g:{game.id}"))


def test_notes_change_in_part_and_after_the_end(api: Api) -> None:
    key = new_key(api)
    game = made(api, key, "human:ann", "human:bob", metadata={"channel": "42"})
    game.abandon()
    change = {"players": {"0": None, "1": "Zoë / 🏴‍☠️"}, "metadata": {"told": "", "1": "a number"}}
    changed = api.call("PATCH", f"{game.path}/note", json=change, token=key, expect=200).json
    assert changed["metadata"] == {"channel": "42", "told": "", "1": "a number"}
    assert changed["players"] == {"1": "Zoë / 🏴‍☠️"}
    emptied = {"metadata": {"channel": None, "nothing": None, "told": None, "1": None}, "players": {"1": None}}
    changed = api.call("PATCH", f"{game.path}/note", json=emptied, token=key, expect=200).json
    assert (changed["metadata"], changed["players"]) == ({}, {})
    api.refused("PATCH", f"{game.path}/note", 404, "unknown_seat", json={"players": {"2": "x"}}, token=key)


@pytest.mark.parametrize(
    ("more", "pointer", "right"),
    [
        ({"metadata": {f"n{number}": "" for number in range(17)}}, "/metadata", "16"),
        ({"metadata": {"n": "x" * 201}}, "/metadata/n", "200"),
        ({"metadata": {"x" * 41: ""}}, f"/metadata/{'x' * 41}", "40"),
        ({"metadata": {"n": 1}}, "/metadata/n", "string"),
        ({"metadata": {"n": "a\nb"}}, "/metadata/n", "control"),
        ({"seats": [{"kind": "human", "player": "x" * 101}, {"kind": "human"}]}, "/seats/0/player", "100"),
        ({"seats": [{"kind": "open", "player": "x"}, {"kind": "human"}]}, "/seats/0/player", "reserve"),
        ({"external_id": ""}, "/external_id", "1"),
        ({"external_id": "x" * 101}, "/external_id", "100"),
        ({"custody": "yes"}, "/custody", "true or false"),
    ],
)
def test_notes_that_are_too_long_are_refused_with_what_would_be_right(
    api: Api, more: dict[str, Any], pointer: str, right: str
) -> None:
    body = {**plan("human", "human"), **more}
    problem = api.refused("POST", "/v1/games", 422, "invalid_body", token=new_key(api), json=body)
    (error,) = problem["errors"]
    assert error["pointer"] == pointer
    assert right in error["detail"].lower()


def test_notes_and_custody_need_a_key(api: Api) -> None:
    kept = {"keep_result": True}, {"external_id": "round 1"}, {"custody": True}
    for more in ({"metadata": {"a": "b"}}, *kept, {"seats": [{"kind": "human", "player": "ann"}] * 2}):
        problem = api.refused("POST", "/v1/games", 401, "key_required", json={**plan("human", "human"), **more})
        assert "`keep_result` and `custody` need an API key" in problem["detail"]


# Limits


@pytest.mark.threat("T-16")
def test_calls_with_a_key_count_for_the_key(make_api: Callable[..., Api]) -> None:
    api = make_api(
        rate_limit="2/hour", rate_limit_address="3/hour", rate_limit_token="off", rate_limit_key="6/hour", trusted_proxies=1
    )
    key, other = new_key(api), new_key(api, "another")
    body, site = plan("human", "human"), {"X-Forwarded-For": "203.0.113.7"}
    for each in (key, other):  # From one address, which alone might make two games.
        for _ in range(2):
            api.post("/v1/games", body, token=each, headers=site)
        api.refused("POST", "/v1/games", 429, "rate_limited", token=each, headers=site, json=body)
    made_up = "twk_aaaaaaaaaaaa_" + "x" * 32
    codes = [api.call("GET", "/v1/games/0gaaaaaaaaaaaaaaaaaaaa", token=made_up, headers=site).status_code for _ in range(4)]
    assert codes[-1] == 429  # Nobody gets around the limits of an address with a key that is none.


@pytest.mark.threat("T-12")
def test_no_key_is_logged_whatever_is_done_with_it(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    from telemetry.logs import without_tokens

    key = new_key(api)
    caplog.set_level("DEBUG")
    made(api, key, "human", "human")
    api.call("GET", "/v1/games/0gaaaaaaaaaaaaaaaaaaaa", token=key)
    api.call("GET", f"/v1/games/{key}", token=key)
    assert secret_of(key) not in "".join(
        without_tokens(json.dumps(record.__dict__, default=str)) for record in caplog.records
    )


@pytest.mark.parametrize("seat", [{}, ONE], ids=["spectator", "seat in custody"])
def test_a_live_stream_ends_when_its_key_is_revoked(api: Api, seat: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it shows anything that came afterwards."""
    monkeypatch.setattr("service.server_sent.KEEP_ALIVE_SECONDS", 0.05)
    key = new_key(api)
    game = made(api, key, "human:ann", "human:bob", custody=True)
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {key}", **seat}
    response = api.http.get(f"{game.path}/events", headers=headers, buffered=False)
    pieces, text = response.iter_encoded(), b""
    while b"id: 1\n" not in text:
        text += next(pieces)
    api.app.extensions["tradewinds"].store.api_keys.revoke(key.split("_")[1], "2026-01-02T03:04:06.000Z")
    game.play(1)
    text += b"".join(pieces)
    assert b"event: unauthorized\n" in text
    assert b"id: 2\n" not in text
    response.close()
    problem = api.refused("GET", f"{game.path}/events", 401, "invalid_key", token=key, headers=seat)
    assert "ask the operator for a new one" in problem["detail"]


@pytest.mark.threat("T-11")
def test_a_key_that_was_revoked_is_void_in_other_processes_within_a_second(
    make_api: Callable[..., Api],
) -> None:
    here, there = make_api(), make_api()
    key = new_key(here)
    game = made(there, key, "human", "human")
    here.app.extensions["tradewinds"].store.api_keys.revoke(key.split("_")[1], "2026-01-02T03:04:06.000Z")
    there.app.extensions["tradewinds"].store.api_keys._read.clear()  # As a second later.
    there.refused("DELETE", game.path, 401, "invalid_key", token=key)
