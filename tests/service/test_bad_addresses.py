"""Whatever address, method or query is asked for, the answer is a problem with a stable code and a helpful sentence."""

from __future__ import annotations

import pytest

from tests.service.client import Game, example_commands
from tests.service.contract import NDJSON, Contract
from tests.service.requests_of import RULESET, filled, is_for_keys, operations, with_body

UNKNOWN = "0g" + "a" * 20


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


@pytest.mark.threat("T-46")
@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("given", IDS.values(), ids=IDS)
def test_ids_that_name_no_game_are_a_404_everywhere(game: Game, contract: Contract, given: str) -> None:
    bodies = {path.replace(game.path, "/v1/games/{game}"): body for _, path, _, body in with_body(game)}
    # An encoded slash is one: the address of a page of the game "0g", which may take another method.
    statuses = (404, 405) if "%2F" in given else (404,)
    for method, path, spec in operations(contract):
        if "{game}" not in path:
            continue
        request = {"json": bodies[path.replace("{seat}", "1")]} if "requestBody" in spec else {}
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


@pytest.mark.threat("T-46")
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
        assert "Content-Type" not in options.headers


@pytest.mark.usefixtures("unchanged")
def test_head_answers_as_get_without_a_body(game: Game, contract: Contract) -> None:
    for method, path, spec in operations(contract):
        if method != "GET" or is_for_keys(spec):
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
    bodies = {(method, path): {"json": body} for method, path, _, body in with_body(game)}
    for method, path, spec in operations(contract):
        address = filled(path, game.id)
        for parameter in spec["parameters"]:
            if parameter["in"] == "query" and parameter["schema"]["type"] == "integer":
                others = "&to=1" if parameter["name"] == "from" else "&from=1" if parameter["name"] == "to" else ""
                problem = game.api.refused(
                    method,
                    f"{address}?{parameter['name']}={value}{others}",
                    400,
                    "invalid_query",
                    **bodies.get((method, address), {}),
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
    assert asked == 7


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
    twice = "/actions?include=scene&include=picture"
    game.refused("POST", twice, 400, "invalid_query", 0, json=action, headers={"If-Match": '"4"'})


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("after", ["x", "1", "1-", "-1", "1-0g", "9" * 20 + "-" + UNKNOWN, "1-" + UNKNOWN + "%0a", "%00"])
def test_the_mark_of_a_page_must_be_one(game: Game, after: str) -> None:
    game.api.refused("GET", f"/v1/games?after={after}", 400, "invalid_query")
