"""Whatever is sent, the answer is a problem with a stable code and a helpful sentence: never a 500, never a change."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from redis import Redis

from domain.registry import GAMES
from service.openapi import all_codes
from tests.service.client import Api, Game, example_commands
from tests.service.conftest import snapshot
from tests.service.contract import NDJSON, PROBLEM, Contract
from tests.service.server import SECONDS, serving

RULESET = next(iter(GAMES))
UNKNOWN = "0g" + "a" * 20
SEATS = [{"kind": "human"}, {"kind": "human"}]


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


def operations(contract: Contract) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path template and description of all operations."""
    return [
        (method.upper(), path, {**spec, "parameters": spec.get("parameters", []) + methods.get("parameters", [])})
        for path, methods in contract.document["paths"].items()
        for method, spec in methods.items()
        if method != "parameters"
    ]


def filled(path: str, game: str, seat: str = "1") -> str:
    return path.format(game=game, seat=seat, ruleset=RULESET)


def with_body(game: Game) -> list[tuple[str, str, dict[str, Any], Any]]:
    """Every request that takes JSON: method, path, what else it needs, a body that would do."""
    acting = {"token": game.tokens[0], "headers": {"If-Match": '"4"'}}
    action = example_commands(RULESET, ["x"])[0]
    return [
        ("POST", "/v1/games", {}, {"ruleset": RULESET, "seats": SEATS}),
        ("POST", f"{game.path}/seats/1/claim", {}, {"name": "Bo"}),
        ("PUT", f"{game.path}/seats/1", {"token": game.tokens["host"]}, {"kind": "bot", "level": "random"}),
        ("POST", f"{game.path}/actions", acting, action),
        ("POST", f"{game.path}/actions?dry_run=true", acting, action),
        ("POST", f"{game.path}/branches", {}, {"version": 1}),
    ]


# Bodies

NOT_JSON = {
    "empty": b"",
    "cut": b'{"ruleset": ',
    "word": b"nope",
    "not UTF-8": b'{"name": "\xff"}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
    "mark": b"\xef\xbb\xbf{}",
    "NaN": b'{"version": NaN}',
    "Infinity": b'{"version": -Infinity}',
    "deep lists": b"[" * 200_000,
    "deep objects": b'{"name":' * 200_000,
    "deep in a field": b'{"options": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "half a surrogate": b'{"name": "\\ud800"}',
    "half a surrogate as a name": b'{"\\udfff": 1}',
    "5000 digits": b'{"version": ' + b"9" * 5000 + b"}",
    "two": b"{}{}",
    "comma": b'{"name": "x",}',
    "quotes": b"{'name': 'x'}",
    "NUL": b"\x00",
}


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
        if not path.endswith(("/actions", "dry_run=true")):
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
            assert problem["errors"] == [{"pointer": "/colour", "code": "invalid", "detail": "Unknown field."}]


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
            assert answer.status_code in (409, 422), (path, field, answer.text)
            assert answer.json["code"] in all_codes()
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
    assert problem["code"] in ("invalid_option", "unknown_deck", "player_count_not_allowed")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("seats", "pointer"),
    [
        ([], "/seats"),
        ([{"kind": "human"}] * 9, "/seats"),
        ([{"kind": "human"}] * 100_000, "/seats"),
        ([{"kind": "ghost"}] * 2, "/seats/0/kind"),
        ([{"kind": "human"}, {}], "/seats/1/kind"),
        ([{"kind": "human"}, {"kind": "bot"}], "/seats/1/level"),
        ([{"kind": "human"}, {"kind": "bot", "level": "best"}], "/seats/1/level"),
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


NAMES = {"NUL": "a\x00b", "line": "a\nb", "escape": "\x1b[31m", "separator": "\u2028", "long": "x" * 65, "empty": ""}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_hold_no_control_characters(game: Game, name: str) -> None:
    api = game.api
    seats = [{"kind": "human", "name": name}, {"kind": "human"}]
    api.refused("POST", "/v1/games", 422, "invalid_body", json={"ruleset": RULESET, "seats": seats})
    game.refused("POST", "/seats/1/claim", 422, "invalid_body", json={"name": name})
    game.refused("PUT", "/seats/1", 422, "invalid_body", "host", json={"kind": "human", "name": name})


def test_names_and_seeds_of_all_languages_come_back_whole(api: Api) -> None:
    names = ('Ænne "Bonny" O\'Malley', "海賊王", "🏴‍☠️", "</script>")
    game = api.create(RULESET, *(f"human:{name}" for name in names))
    assert [each["name"] for each in game.state()["seats"]] == [*names]


# Sizes


def test_bodies_that_are_too_large_are_refused(make_api: Callable[..., Api], redis: Redis) -> None:
    api = make_api(max_body_bytes=1024)
    game = api.create(RULESET)
    game.play(3)
    before = snapshot(redis)
    large = b'{"name": "' + b"x" * 2000 + b'"}'
    for method, path, request, _ in with_body(game):
        api.refused(method, path, 413, "too_large", data=large, content_type="application/json", **request)
    api.refused("POST", "/v1/games/import", 413, "too_large", data=large, content_type=NDJSON)
    assert snapshot(redis) == before


def test_bodies_in_chunks_are_read_and_measured(make_api: Callable[..., Api], redis: Redis) -> None:
    api = make_api(max_body_bytes=1024)
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
        status, problem = send(port, [b" " * 500] * 3)
        assert (status, problem["code"]) == (413, "too_large")
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


# Addresses

IDS = {
    "unknown": UNKNOWN,
    "other partition": "7g" + "a" * 20,
    "huge partition": "9999g" + "a" * 20,
    "short": "0g",
    "long": "0g" + "a" * 500,
    "capitals": "0g" + "A" * 20,
    "pattern": "*",
    "tag": "{0}:g:" + "a" * 20,
    "secrets": UNKNOWN + ":s",
    "NUL": "0g%00",
    "not UTF-8": "%ff%fe",
    "slash": "0g%2Fevents",
    "up": "%2e%2e",
    "emoji": "🏴",
    "line": "0g" + "a" * 19 + "%0a",
    "line at the end": UNKNOWN + "%0a",
    "space": "%20",
}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("given", IDS.values(), ids=IDS)
def test_ids_that_name_no_game_are_a_404_everywhere(game: Game, contract: Contract, given: str) -> None:
    bodies = {path.replace(game.path, "/v1/games/{game}"): body for _, path, _, body in with_body(game)}
    # An encoded slash is one: the address of a page of the game "0g", which may take another method.
    statuses = (404, 405) if "%2F" in given else (404,)
    for method, path, _ in operations(contract):
        if "{game}" not in path:
            continue
        request = {"json": bodies[path.replace("{seat}", "1")]} if method in ("POST", "PUT") else {}
        query = "?from=1&to=1" if path.endswith("/diff") else ""
        answer = game.api.call(
            method, filled(path, given) + query, token=game.tokens[0], headers={"If-Match": '"1"'}, **request
        )
        assert answer.status_code in statuses
        assert answer.json["code"] in ("unknown_game", "not_found", "method_not_allowed")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "seat", ["-1", "x", "1.0", "", "9" * 30, "9" * 4000, "%00", "1%2Fx", "0x1", "٣"], ids=lambda value: value[:8]
)
def test_seats_that_name_no_seat_are_a_404(game: Game, seat: str) -> None:
    for method, path, body in (("POST", "/claim", {}), ("PUT", "", {"kind": "bot", "level": "random"})):
        answer = game.call(method, f"/seats/{seat}{path}", "host", json=body)
        assert answer.status_code == 404, answer.text


NOWHERE = [
    "/",
    "/v1",
    "/v1/",
    "/v2/games",
    "//v1/games",
    "/v1//games",
    "/v1/games/../games",
    "/.env",
    "/%00",
    "/%ff",
    "/docs/../../etc/passwd",
    "/docs/%2e%2e/service",
    "/V1/games",
    "/v1/games;x=1",
    "/v1/games%3Flimit=1",
]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("path", NOWHERE, ids=lambda path: path[:24])
def test_addresses_that_are_none_are_a_404(game: Game, path: str) -> None:
    answer = game.api.call("GET", path)
    assert (answer.status_code, answer.json["code"]) in {(404, "not_found"), (404, "unknown_game")}


@pytest.mark.usefixtures("unchanged")
def test_methods_that_an_address_does_not_take_are_a_405_that_names_the_others(game: Game, contract: Contract) -> None:
    taken: dict[str, set[str]] = {}
    for method, path, _ in operations(contract):
        taken.setdefault(path, set()).add(method)
    for path, methods in taken.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} - methods:
            answer = game.api.call(method, filled(path, game.id), expect=405, code="method_not_allowed")
            allowed = {each.strip() for each in answer.headers["Allow"].split(",")}
            assert methods <= allowed
        options = game.api.call("OPTIONS", filled(path, game.id), expect=200)
        assert methods <= {each.strip() for each in options.headers["Allow"].split(",")}
        assert options.data == b""


@pytest.mark.usefixtures("unchanged")
def test_head_answers_as_get_without_a_body(game: Game, contract: Contract) -> None:
    for method, path, _ in operations(contract):
        if method != "GET":
            continue
        query = "?from=1&to=2" if path.endswith("/diff") else ""
        asked = {"token": game.tokens[0]} if "{game}" in path else {}
        get = game.api.get(filled(path, game.id) + query, **asked)
        head = game.api.call("HEAD", filled(path, game.id) + query, expect=200, **asked)
        assert head.data == b""
        assert head.headers.get("ETag") == get.headers.get("ETag")
        assert head.mimetype == get.mimetype


# Queries


@pytest.mark.usefixtures("unchanged")
def test_query_parameters_that_are_not_known_are_refused_everywhere(game: Game, contract: Contract) -> None:
    bodies = {(method, path.partition("?")[0]): (request, body) for method, path, request, body in with_body(game)}
    for method, path, _ in operations(contract):
        address = filled(path, game.id)
        request, body = bodies.get((method, address), ({}, None))
        sent = {**request, **({"json": body} if body is not None else {})}
        if path.endswith("import"):
            sent = {"data": b"{}", "content_type": NDJSON}
        for query in ("?colour=red", "?token=x", "?%00=1", "?%ff", "?Version=1", "?version%5B%5D=1"):
            problem = game.api.refused(method, address + query, 400, "invalid_query", **sent)
            assert problem["errors"][0]["pointer"] == "" or problem["errors"][0]["detail"]


NUMBERS = [
    "",
    *["-1", "x", "1.5", "1e3", "1_0", "+1", "%201", "0x1", "٣", "%00", "null", "true", "NaN"],
    "9" * 30,
    "9" * 3900,
]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("value", NUMBERS, ids=lambda value: ascii(value)[:12])
def test_numbers_in_queries_are_digits_within_bounds(game: Game, contract: Contract, value: str) -> None:
    asked = 0
    for method, path, spec in operations(contract):
        for parameter in spec["parameters"]:
            if parameter["in"] == "query" and parameter["schema"]["type"] == "integer":
                others = "&to=1" if parameter["name"] == "from" else "&from=1" if parameter["name"] == "to" else ""
                problem = game.api.refused(
                    method, f"{filled(path, game.id)}?{parameter['name']}={value}{others}", 400, "invalid_query"
                )
                assert problem["errors"][0]["pointer"] == parameter["name"]
                assert problem["detail"].startswith(parameter["name"])
                asked += 1
    assert asked >= 9


@pytest.mark.usefixtures("unchanged")
def test_switches_in_queries_are_true_or_false(game: Game, contract: Contract) -> None:
    asked = 0
    for method, path, spec in operations(contract):
        for parameter in spec["parameters"]:
            if parameter["in"] == "query" and parameter["schema"]["type"] == "boolean":
                for value in ("", "1", "0", "yes", "True", "TRUE", "null"):
                    game.api.refused(
                        method,
                        f"{filled(path, game.id)}?{parameter['name']}={value}",
                        400,
                        "invalid_query",
                        token=game.tokens[0],
                        json={},
                    )
                asked += 1
    assert asked == 3


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "address",
    [
        "?version=1&version=2",
        "?version=1&version=1",
        "/events?after=1&after=2",
        "/diff?from=1&to=2&to=3",
        "?open=true&open=false",
    ],
)
def test_a_parameter_given_twice_is_refused(game: Game, address: str) -> None:
    assert "only once" in game.refused("GET", address, 400, "invalid_query")["detail"]
    assert "only once" in game.api.refused("GET", "/v1/games?limit=1&limit=2", 400, "invalid_query")["detail"]
    action = example_commands(RULESET, ["x"])[0]
    twice = "/actions?dry_run=true&dry_run=false"
    game.refused("POST", twice, 400, "invalid_query", 0, json=action, headers={"If-Match": '"4"'})


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("after", ["x", "1", "1-", "-1", "1-0g", "9" * 20 + "-" + UNKNOWN, "1-" + UNKNOWN + "%0a", "%00"])
def test_the_mark_of_a_page_must_be_one(game: Game, after: str) -> None:
    game.api.refused("GET", f"/v1/games?after={after}", 400, "invalid_query")


# Tokens and headers

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
        if "{game}" not in path or not spec["security"]:
            continue
        address = filled(path, game.id)
        body = bodies.get((method, address))
        request = needs(path) if body is None else {"json": body}
        headers = {"Authorization": header, "If-Match": '"4"'}
        answer = game.api.call(method, address, headers=headers, expect=401, code="unauthorized", **request)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        asked += 1
    assert asked >= 11


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
        for query in ("", "?dry_run=true"):
            problem = game.refused("POST", f"/actions{query}", 422, code, 0, json=body, headers={"If-Match": '"4"'})
            assert word in problem["detail"]


@pytest.mark.usefixtures("unchanged")
def test_nobody_acts_for_another_seat(game: Game) -> None:
    acting = game.state()["to_act"][0]
    action = game.legal(acting)["actions"][0]["action"]
    game.refused("POST", "/actions", 409, "not_your_turn", 1 - acting, json=action, headers={"If-Match": '"4"'})
    named = {**action, "seat": acting}
    game.refused("POST", "/actions", 422, "invalid_field", 1 - acting, json=named, headers={"If-Match": '"4"'})
