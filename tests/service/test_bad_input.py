"""Whatever body or action is sent, the answer is a problem with a stable code and a helpful sentence; nothing changes."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events.webhooks.keys import cipher_of
from service.http import JSON_BYTES
from service.problems import all_codes
from tests.service.client import Api, Game
from tests.service.conftest import snapshot
from tests.service.contract import NDJSON, PROBLEM, Sent
from tests.service.requests_of import RULESET, SEATS, with_body
from tests.service.server import SECONDS, serving
from tests.service.test_api_keys import new_key
from tests.support import over_http
from tests.support.games import GAMES

NOT_JSON = {
    "empty": b"",
    "cut": b'{"ruleset": ',
    "word": b"nope",
    "not UTF-8": b'{"name": "\xff"}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
    "mark": b"\xef\xbb\xbf{}",
    "NaN": b'{"version": NaN}',
    "Infinity": b'{"version": -Infinity}',
    "deep lists": b"[" * JSON_BYTES,
    "deep objects": b'{"name":' * (JSON_BYTES // 8),
    "deep in a field": b'{"options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "half a surrogate": b'{"name": "\\ud800"}',
    "half a surrogate as a name": b'{"\\udfff": 1}',
    "5000 digits": b'{"version": ' + b"9" * 5000 + b"}",
    "two": b"{}{}",
    "comma": b'{"name": "x",}',
    "quotes": b"{'name': 'x'}",
    "NUL": b"\x00",
}


@pytest.mark.threat("T-28")
@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("data", NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_not_json_is_told_so(game: Game, data: bytes) -> None:
    for method, path, request, _ in with_body(game):
        problem = game.api.call(method, path, data=data, content_type="application/json", **request)
        # Where a field is read by its type, one that is not there or is of another type is found first.
        assert (problem.status_code, problem.json["code"]) in {
            (400, "not_json"),
            (422, "invalid_field"),
            (422, "unknown_command"),
        }
        if not path.endswith(("/actions", "/actions/try")):
            assert problem.json["code"] == "not_json", path


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("body", [[], [{}], 1, 1.5, "x", True, None, "null"], ids=repr)
def test_what_is_no_object_is_told_so(game: Game, body: Any) -> None:
    for method, path, request, _ in with_body(game):
        code = "invalid_field" if "/actions" in path else "invalid_body"
        problem = game.api.refused(
            method, path, 422, code, data=json.dumps(body), content_type="application/json", **request
        )
        assert "object" in problem["detail"]


@pytest.mark.usefixtures("unchanged")
def test_fields_that_are_not_known_are_refused_by_name(game: Game) -> None:
    for method, path, request, body in with_body(game):
        code = "invalid_field" if "/actions" in path else "invalid_body"
        problem = game.api.refused(method, path, 422, code, json={**body, "colour": "red"}, **request)
        assert "colour" in problem["detail"]
        if code == "invalid_body":
            (error,) = problem["errors"]
            assert (error["pointer"], error["code"]) == ("/colour", "unknown")
            assert error["detail"].startswith("Unknown field; there are: ")
            assert body.keys() <= {*error["detail"].removesuffix(".").partition(": ")[2].split(", ")}


WRONG = (None, True, 1, -1, 1.5, 10**30, 1e300, "", "x", "x" * 10_000, "\x00", "\ud83d\ude00", [], [[]], {}, {"x": 1})


@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: repr(value)[:12])
def test_no_value_of_a_field_breaks_anything(game: Game, redis: Redis, wrong: Any) -> None:
    before = snapshot(redis)
    for method, path, request, body in with_body(game):
        for field in sorted({*body, "name", "client_seed", "options", "visibility", "trusted_host", "level"}):
            if "If-Match" in request.get("headers", {}):
                request = {**request, "headers": {"Idempotency-Key": field}}
            answer = game.api.call(method, path, json={**body, field: wrong}, **request)
            if answer.status_code < 300:  # Some of these are right somewhere.
                before = snapshot(redis)
                continue
            assert answer.status_code in (401, 404, 409, 422), (path, field, answer.text)
            assert answer.json["code"] in all_codes(GAMES.values())
    assert snapshot(redis) == before


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "options",
    [
        {"no_such_option": 1},
        {"round_limit": 10**30},
        {"round_limit": 1.5},
        {"round_limit": True},
        {"round_limit": "9"},
        {"round_limit": None},
        {"starting_seat": -1},
        {"starting_seat": "first"},
        {"deck": "x" * 5000},
        {"deck": "\x00"},
        {"deck": ["merchants-110"]},
        {"players": {}},
        {"": 1},
    ],
    ids=repr,
)
def test_options_that_the_game_does_not_have_are_refused(game: Game, options: dict[str, Any]) -> None:
    body = {"ruleset": RULESET, "seats": SEATS, "options": options}
    problem = game.api.call("POST", "/v1/games", json=body, expect=422, headers={"Idempotency-Key": "k" * 40}).json
    assert problem["code"] in ("invalid_option", "player_count_not_allowed")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("seats", "pointer"),
    [
        ([], "/seats"),
        ([{"kind": "human"}] * 9, "/seats"),
        ([{"kind": "human"}] * 300, "/seats"),
        ([{"kind": "ghost"}] * 2, "/seats/0/kind"),
        ([{"kind": "human"}, {}], "/seats/1/kind"),
        ([{"kind": "human"}, {"kind": "bot"}], "/seats/1/level"),
        ([{"kind": "human"}, {"kind": "bot", "level": "The best"}], "/seats/1/level"),
        ([{"kind": "human", "level": "greedy"}, {"kind": "human"}], "/seats/0/level"),
        ([{"kind": "human"}, 7], "/seats/1"),
        ([{"kind": "human", "token": "mine"}, {"kind": "open"}], "/seats/0/token"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_seats_that_make_no_sense_are_refused_with_their_place(game: Game, seats: Any, pointer: str) -> None:
    problem = game.api.refused("POST", "/v1/games", 422, "invalid_body", json={"ruleset": RULESET, "seats": seats})
    assert pointer in [each["pointer"] for each in problem["errors"]]
    assert len(problem["errors"]) <= 20
    assert problem["detail"].startswith(problem["errors"][0]["pointer"])


NAMES = {
    "NUL": "a\x00b",
    "line": "a\nb",
    "escape": "\x1b[31m",
    "separator": "\u2028",
    "override": "\u202eevE",
    "isolate": "a\u2066b",
    "mark": "a\u200f",
    "no width": "An\u200bne",
    "BOM": "\ufeffAnne",
    "soft hyphen": "An\xadne",
    "filler": "\u3164",
    "half filler": "An\uffa0ne",
    "jamo filler": "\u115f",
    "grapheme joiner": "An\u034fne",
    "selector alone": "\ufe0f",
    "two selectors": "\u2764\ufe0f\ufe0f",
    "selector after a blank": "Anne \ufe0f",
    "tag": "Anne\U000e0041",
    "beam": "\U0001d173",
    "no character": "Anne\uffff",
    "joiner alone": "\u200d",
    "joiner first": "\u200cAnne",
    "joiners": "An\u200d\u200dne",
    "blanks": " \u3000\u2009",
    "blank Braille": "\u2800\u2800",
    "mark alone": "\u0301",
    "long": "x" * 65,
    "empty": "",
}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_hold_nothing_that_cannot_be_shown(game: Game, name: str) -> None:
    api = game.api
    seats = [{"kind": "human", "name": name}, {"kind": "human"}]
    api.refused("POST", "/v1/games", 422, "invalid_body", json={"ruleset": RULESET, "seats": seats})
    game.refused("POST", "/seats/1/claim", 422, "invalid_body", json={"name": name})
    game.refused("PUT", "/seats/1", 422, "invalid_body", "host", json={"kind": "human", "name": name})


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("name", ["Seat 4", "seat 4", "SEAT4", "\uff33eat\u00a0\uff14 ", "Seat\u200d 4", "Seat 4\ufe0f"])
def test_no_player_is_called_as_another_seat_is_by_default(game: Game, name: str) -> None:
    api = game.api
    seats = [{"kind": "human"}, {"kind": "human", "name": name}]
    api.refused("POST", "/v1/games", 422, "invalid_field", json={"ruleset": RULESET, "seats": seats})
    game.refused("POST", "/seats/1/claim", 422, "invalid_field", json={"name": name})
    game.refused("PUT", "/seats/1", 422, "invalid_field", "host", json={"kind": "human", "name": name})


@pytest.mark.parametrize(
    "names",
    [
        ('Ænne "Bonny" O\'Malley', "海賊王", "🏴‍☠️", "</script>"),
        ("👩🏽‍🚀🇨🇺", "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "می\u200cروم"),
        ("한글", "❤️‍🔥", "മോഹന്\u200d", "Seat of Power"),
        ("क्\u200dष", "葛\U000e0100", "1️⃣", "\u0645\u200c \u0646"),
        ("Seat 1", "SEAT 2", "Seat\uff13", "Seat 12345"),
    ],
)
def test_names_and_seeds_of_all_languages_come_back_whole(api: Api, names: tuple[str, ...]) -> None:
    game = api.create(RULESET, *(f"human:{name}" for name in names))
    assert [each["name"] for each in game.state()["seats"]] == [*names]


# Sizes


@pytest.mark.threat("T-28")
def test_bodies_that_are_too_large_are_refused(make_api: Callable[..., Api], redis: Redis) -> None:
    api = make_api(max_body_bytes=JSON_BYTES // 2)
    game = api.create(RULESET)
    game.play(3)
    before = snapshot(redis)
    filled = b'{"name": "%b"}' % (b"x" * (JSON_BYTES - 12))
    for method, path, request, _ in with_body(game):
        sent = {"content_type": "application/json", **request}
        assert api.call(method, path, data=filled, **sent).status_code == 422
        refused = api.refused(method, path, 413, "too_large", data=filled + b" ", **sent)
        assert refused["detail"] == f"A body of JSON may have at most {JSON_BYTES} bytes."
    refused = api.refused("POST", "/v1/games/import", 413, "too_large", data=filled, content_type=NDJSON)
    assert refused["detail"] == f"A file to import may have at most {JSON_BYTES // 2} bytes."
    assert snapshot(redis) == before


def test_bodies_in_chunks_are_read_and_measured(api: Api, redis: Redis) -> None:
    body = json.dumps({"ruleset": RULESET, "seats": SEATS}).encode()

    def send(port: int, chunks: list[bytes]) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        headers = {"Content-Type": "application/json"}
        # The server need not read on once it is too much.
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.request("POST", "/v1/games", iter(chunks), headers, encode_chunked=True)
        response = connection.getresponse()
        answer = response.status, json.loads(response.read())
        connection.close()
        return answer

    with serving(api.app) as port:
        assert send(port, [body[:10], body[10:]])[0] == 201
        before = snapshot(redis)
        status, problem = send(port, [b" " * (JSON_BYTES // 2)] * 3)
        assert (status, problem["code"]) == (413, "too_large")
        assert f" {JSON_BYTES} bytes" in problem["detail"]
        assert snapshot(redis) == before


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "raw",
    [
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n-5\r\n{}\r\n0\r\n\r\n",
        b"Content-Length: 2\r\n\r\n{",
        b"Content-Length: 0\r\n\r\n",
    ],
    ids=["no number", "negative", "cut", "empty"],
)
def test_bodies_that_break_off_or_are_badly_framed_are_refused(game: Game, raw: bytes) -> None:
    head = f"POST {game.path}/branches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
    with serving(game.api.app) as port, socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        connection.sendall(head + raw)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while received := connection.recv(65536):
            answer += received
    over_http.check(Sent("POST", f"{game.path}/branches", {}), answer)
    if answer:  # To a client that broke off there may be none.
        assert answer.split()[1].startswith(b"4"), answer
        assert PROBLEM.encode() in answer


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "media_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/ld+json", "json", ";"],
)
def test_other_media_types_are_refused(game: Game, media_type: str) -> None:
    for method, path, request, body in with_body(game):
        data = json.dumps(body).encode()
        game.api.refused(method, path, 415, "unsupported_media_type", data=data, content_type=media_type, **request)


# Acting


@pytest.mark.usefixtures("unchanged")
def test_actions_that_are_none_are_told_what_is_wrong(game: Game) -> None:
    for body, code, word in (
        ({}, "unknown_command", "type"),
        ({"type": "fly"}, "unknown_command", "fly"),
        ({"type": ""}, "unknown_command", "type"),
        ({"type": None}, "invalid_field", "type"),
        ({"type": 7}, "invalid_field", "type"),
        ({"type": ["a"]}, "invalid_field", "type"),
        ({"type": "abandon_game"}, "unknown_command", "abandon_game"),
        ({"type": "renew_tokens", "seats": [0], "host": True}, "unknown_command", "renew_tokens"),
        ({"type": "claim_seat", "seat": 0}, "unknown_command", "claim_seat"),
    ):
        for query in ("", "/try"):
            problem = game.refused("POST", f"/actions{query}", 422, code, 0, json=body, headers={"If-Match": '"4"'})
            assert word in problem["detail"]


MARAUDERS = "merchants-and-marauders"
FAULTS: tuple[tuple[str, Any, str, str], ...] = (
    (RULESET, {"type": "complete_expedition", "request": "x", "discards": ["a", 7]}, "/discards/1", "Expected `str`"),
    (RULESET, {"type": "complete_expedition", "discards": []}, "/request", "missing"),
    (RULESET, {"type": "reveal_card", "a/b": 1}, "/a~1b", "unknown field"),
    (RULESET, {"type": "loot_ship", "card": "x"}, "/card", "names nothing in this game."),
    (RULESET, {"type": "fly"}, "/type", "fly"),
    (RULESET, {}, "/type", "missing"),
    (RULESET, [], "", "Expected `object`"),
    (MARAUDERS, {"type": "enter_port", "means": "foot"}, "/means", "'event' or 'gold' or 'influence' or 'open' or 'papers'"),
    (MARAUDERS, {"type": "withdraw_gold", "amount": 7}, "/amount", "1 or 5 or 10 or 'all'"),
    (MARAUDERS, {"type": "scout_captain", "seat": 9}, "/seat", "there are: 0, 1"),
    (MARAUDERS, {"type": "raid_as", "nation": "danish"}, "/nation", "there are: dutch, english, french, spanish"),
)


@pytest.mark.parametrize(("ruleset", "action", "pointer", "help_"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_fault_is_told_with_its_place_and_what_would_be_right(
    api: Api, ruleset: str, action: Any, pointer: str, help_: str
) -> None:
    game = api.create(ruleset)
    seat = game.state()["to_act"][0]
    problem = game.call("POST", "/actions", seat, json=action, expect=422, headers={"If-Match": '"1"'}).json
    assert help_ in problem["detail"]
    assert "$" not in problem["detail"], "the library's own way to name a place"
    assert problem["errors"] == [{"pointer": pointer, "code": "invalid", "detail": problem["detail"]}]
    assert game.call("POST", "/actions/try", seat, json=action, expect=422).json == problem


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("ruleset", "options", "place", "help_"),
    [
        (RULESET, {"round_limit": "many"}, "round_limit", "Expected `int`"),
        (RULESET, {"round_limit": 0}, "round_limit", "from 1 to 1000"),
        (RULESET, {"starting_seat": "last"}, "starting_seat", "a whole number or 'random'"),
        (RULESET, {"deck": "x"}, "deck", "merchants-110, port-royal-120"),
        (RULESET, {"decks": "x"}, "decks", "deck, players, starting_seat"),
        (MARAUDERS, {"windows": "none"}, "windows", "'holders_only' or 'uniform'"),
    ],
    ids=str,
)
def test_a_fault_of_an_option_is_told_so_too(game: Game, ruleset: str, options: Any, place: str, help_: str) -> None:
    body = {"ruleset": ruleset, "seats": SEATS, "options": options}
    problem = game.api.post("/v1/games", body, expect=422).json
    assert help_ in problem["detail"]
    assert problem["errors"] == [{"pointer": f"/options/{place}", "code": "invalid", "detail": problem["detail"]}]


@pytest.mark.usefixtures("unchanged")
def test_nobody_acts_for_another_seat(game: Game) -> None:
    acting = game.state()["to_act"][0]
    action = game.legal(acting)["actions"][0]["action"]
    game.refused("POST", "/actions", 409, "not_your_turn", 1 - acting, json=action, headers={"If-Match": '"4"'})
    named = {**action, "seat": acting}
    game.refused("POST", "/actions", 422, "invalid_field", 1 - acting, json=named, headers={"If-Match": '"4"'})


SEASON = {"ruleset": RULESET, "seats": [{"kind": "human"}] * 2}
TOLD: tuple[tuple[str, str, dict[str, Any], tuple[str, ...]], ...] = (
    # method, path, request, what the sentence says
    ("PUT", "{game}/actions", {}, ("takes GET, HEAD, OPTIONS, POST, but not PUT",)),
    ("GET", "/v1/gamez", {}, ("/docs",)),
    ("GET", "/v1/games/hello", {}, ("no id of a game", "unchanged")),
    ("GET", "/v1/games?limit=ten", {}, ("whole number in digits",)),
    ("POST", "/v1/games", {"json": {**SEASON, "clock": {"seconds": "60"}}}, ("/clock/seconds", "without quotes")),
    ("GET", "/v1/games?mine=true&updated_since=yesterday", {"by": "key"}, ("updated_since", "2026-01-31T18:30:00Z")),
    ("GET", "/v1/games?mine=true&updated_since=1760000000", {"by": "key"}, ("RFC 3339",)),
    ("GET", "/v1/results?since=2026-01-01T00:00:00", {"by": "key"}, ("RFC 3339", "Z")),
    ("GET", "/v1/games?after=2", {}, ("after", "`next` of a page")),
    ("GET", "/v1/feed?after=nonsense", {"by": "key"}, ("after", "`next` of a page")),
    ("GET", "/v1/games?mine=true&ids=x", {"by": "key"}, ("ids", "an id of a game")),
    ("POST", "/v1/games", {"json": {**SEASON, "seats": [{"kind": "human"}]}}, ("1 player is not allowed", "2 to 4")),
    ("POST", "/v1/games", {"json": {**SEASON, "metadata": {"round": 5}}, "by": "key"}, ("/metadata/round: ",)),
    ("POST", "/v1/games", {"json": {**SEASON, "metadata": {"r" * 41: "5"}}, "by": "key"}, (f"/metadata/{'r' * 41}: ",)),
    (
        "POST", "/v1/games", {"data": b'{"ruleset": "a", "ruleset": "b"}', "content_type": "application/json"},
        ("'ruleset' comes twice",),
    ),
    ("POST", "/v1/games", {"json": {**SEASON, "metadata": {"round": 5}}, "by": "key"}, ("Must be a string, in quotes",)),
    ("GET", "/v1/games?mine=true&metadata=round:5", {"by": "key"}, ("metadata[name]=value",)),
    ("POST", "{game}/actions/try", {"json": {"id": "reveal_card"}, "by": 0}, ("the `action` of an offer",)),
    ("GET", "{game}", {"headers": {"Tradewinds-Seat": "1"}, "by": 0}, ("goes with an API key",)),
    ("GET", "{game}/actions", {}, ("none was sent",)),
    ("GET", "{game}", {"headers": {"Authorization": "Basic eDp5"}}, ("scheme Bearer, not 'Basic'",)),
    ("GET", "{game}", {"headers": {"Authorization": "Bearer tw_x"}}, ("not valid in this game, or not any more",)),
    ("GET", "{game}/actions", {"by": "key"}, ("An API key was sent", "to no API key, or to another one")),
    ("POST", "{game}/rematch", {"by": "key"}, ("An API key was sent", "to no API key, or to another one")),
    ("GET", "{game}/note", {"by": "key"}, ("to another one", "the key with which it was created")),
    ("POST", "/v1/games", {"json": {**SEASON, "custody": "yes"}, "by": "key"}, ("/custody: ", "true or false")),
    ("GET", "/v1/games?mine=maybe", {"by": "key"}, ("mine: ", "true or false")),
    ("POST", "/v1/keys", {"json": {"name": "x"}, "by": "key"}, ("not the operator's key",)),
    ("POST", "/v1/keys", {"json": {"name": "x"}}, ("none was sent", "ADMIN_KEY")),
    ("POST", "{game}/actions/try", {"json": {"type": "reveal_card", "x": 1}, "by": 0}, ("there are: none beside `type`",)),
    (
        "POST", "/v1/webhooks", {"json": {"url": "http://127.0.0.1/x", "events": ["turn"]}, "by": "key"},
        ("WEBHOOKS_PRIVATE=on",),
    ),
)  # fmt: skip
"""Requests that were once told less than what helps."""


@pytest.mark.parametrize(("method", "path", "request_", "words"), TOLD, ids=lambda value: str(value)[:30])
def test_a_refusal_says_what_would_be_right(
    make_api: Callable[..., Api], tmp_path: Path, method: str, path: str, request_: dict[str, Any], words: tuple[str, ...]
) -> None:
    admin = make_api(admin_key="the-operator-of-the-requests-in-the-tests", webhooks_key_file=str(tmp_path / "key"))
    cipher_of(admin.app.extensions["tradewinds"].settings.webhooks_key, made=True)
    game, key = admin.create(RULESET), new_key(admin, "club")
    by = request_.get("by")
    token = {"token": key if by == "key" else game.tokens[by]} if by is not None else {}
    sent = {name: value for name, value in request_.items() if name != "by"}
    answer = admin.call(method, path.format(game=game.path), **sent, **token)
    assert 400 <= answer.status_code < 500, answer.text
    for word in words:
        assert word in answer.json["detail"]


IN_CUSTODY = (
    ("GET", "/actions", {}), ("POST", "/actions", {"json": {"type": "reveal_card"}}),
    ("POST", "/actions/try", {"json": {"type": "reveal_card"}}), ("POST", "/takeback", {}),
    ("POST", "/takeback/accept", {}), ("POST", "/takeback/decline", {}), ("POST", "/resign", {}),
)  # fmt: skip


@pytest.mark.parametrize(("method", "path", "request_"), IN_CUSTODY, ids=lambda value: str(value)[:20])
def test_a_key_is_told_how_it_names_the_seat_for_which_it_acts(
    api: Api, method: str, path: str, request_: dict[str, Any]
) -> None:
    key = new_key(api, "club")
    seats = [{"kind": "human", "player": "ann"}, {"kind": "human", "player": "bob"}]
    body = {"ruleset": RULESET, "seats": seats, "custody": True, "takeback": "consent"}
    game = api.post("/v1/games", body, token=key).json["game"]["id"]
    headers = {"If-Match": '"1"'}
    answer = api.call(method, f"/v1/games/{game}{path}", token=key, headers=headers, **request_, expect=403)
    assert answer.json["code"] == "token_lacks_right"
    assert answer.json["detail"].endswith("by the header `Tradewinds-Seat`, from 0; in its custody are: 0, 1.")
