"""No single request within the limits of size takes the service's time: headers, bodies, patterns, queries."""

from __future__ import annotations

import ast
import gzip
import json
import re
import time
from collections.abc import Callable
from re import _parser as parser  # type: ignore[attr-defined]  # No other parser reads what `re` reads.
from typing import Any

import pytest

from service.http import JSON_BYTES
from service.parsing import MOST_VALUES, has_too_many
from tests.docs.generated import ROOT
from tests.service.client import Api, Game, example_commands
from tests.service.requests_of import with_body
from tests.support.games import GAMES

SECONDS = 2.0
"""Hundreds of times what such a request takes, also on a busy machine."""
LONGEST = 8_000
"""Bytes of a header that gunicorn lets through."""
ODD = {
    "spaces": " " * LONGEST,
    "commas": "," * LONGEST,
    "quotes": '"' * LONGEST,
    "open quote": 'x="' + "\\" * LONGEST,
    "semicolons": "a/b" + ";" * LONGEST,
    "parameters": "a/b" + ';q="' * (LONGEST // 4),
    "media types": "a/b;q=0.1," * (LONGEST // 10),
    "tags": '"1",' * (LONGEST // 4),
    "weak tags": "W/" * (LONGEST // 2),
    "equals": "=" * LONGEST,
    "digits": "9" * LONGEST,
    "nearly spaces": "a" + " " * LONGEST + "!",
}
HEADERS = (
    "Accept", "Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Last-Event-ID", "Origin",
    "X-Forwarded-For", "X-Request-Id", "Cookie", "Range", "Accept-Encoding",
)  # fmt: skip


@pytest.mark.threat("T-47")
@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_no_header_takes_long_to_read(game: Game, value: str) -> None:
    for header in HEADERS:
        began = time.perf_counter()
        for path in ("", "/events", "/actions"):
            game.call("GET", path, headers={header: value})
        game.call("POST", "/actions", headers={header: value}, data=b"{}")
        assert time.perf_counter() - began < SECONDS, header


def patterns() -> list[tuple[str, str | bytes]]:
    """Every regular expression of the service that is written out, with its place."""
    found: list[tuple[str, str | bytes]] = []
    for folder in ("cli", "domain", "events", "service", "telemetry", "workers"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                    name = ast.unparse(node.func)
                    if name.startswith("re.") or name.endswith("Regexp"):
                        first = node.args[0]
                        if isinstance(first, ast.Constant) and isinstance(first.value, str | bytes):
                            found.append((f"{file.relative_to(ROOT)}:{node.lineno}", first.value))
    return found


def endless(pattern: Any, inside: bool = False) -> bool:
    """Whether a repetition without a bound stands directly within another: the way to exponential time."""
    for operation, argument in pattern:
        inner: list[tuple[Any, bool]] = []
        if operation in (parser.MAX_REPEAT, parser.MIN_REPEAT):
            _, most, repeated = argument
            unbounded = most is parser.MAXREPEAT
            if inside and unbounded and len(pattern) == 1:
                return True
            inner = [(repeated, unbounded)]
        elif operation is parser.SUBPATTERN:
            inner = [(argument[3], inside)]
        elif operation is parser.BRANCH:
            inner = [(each, inside) for each in argument[1]]
        if any(endless(each, within) for each, within in inner):
            return True
    return False


@pytest.mark.threat("T-47")
def test_no_pattern_can_take_exponential_time() -> None:
    assert endless(parser.parse("(a+)+"))
    assert endless(parser.parse("(?:b|a*)*"))
    assert not endless(parser.parse(r"(?:\.\w+|\[[0-9]+\])+"))
    found = patterns()
    assert len(found) > 10
    assert any(isinstance(pattern, bytes) for _, pattern in found)
    assert [place for place, pattern in found if endless(parser.parse(pattern))] == []


@pytest.mark.threat("T-47")
@pytest.mark.parametrize("ruleset", GAMES)
def test_no_action_takes_long_to_refuse(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, *["human"] * max(2, GAMES[ruleset].rules.seats(GAMES[ruleset].types.options())[0]))
    by = game.state()["to_act"][0]
    many = ["x"] * (JSON_BYTES // 6)
    huge = " - at `$" * (JSON_BYTES // 10)
    kinds = {each["type"]: each for each in example_commands(ruleset, ["x"], 2)}
    for kind, example in kinds.items():
        for field in example:
            for odd in (huge, many, 10**18):
                if field == "type" and odd is not huge:
                    continue
                body = json.dumps({**example, "type": kind, field: odd}).encode()
                began = time.perf_counter()
                answer = game.call("POST", "/actions/try", by, data=body, content_type="application/json")
                assert time.perf_counter() - began < SECONDS, (kind, field)
                assert answer.status_code in (200, 422)
                assert len(answer.data) < len(body) + 10_000, "it answers more than was sent"


def full(head: bytes, tail: bytes, each: Callable[[int], bytes]) -> bytes:
    """As much as a body of JSON may have."""
    parts = [each(number) for number in range(JSON_BYTES // (len(each(10**4)) + 1) - 30)]
    return head + b",".join(parts) + tail


FULL = {
    "lists for options": full(b'{"options": [', b"]}", lambda _: b"[]"),
    "options": full(b'{"options": {', b"}}", lambda number: b'"%d": 1' % number),
    "fields": full(b"{", b"}", lambda number: b'"%d": 1' % number),
    "fields of a seat": full(b'{"seats": [{', b"}]}", lambda number: b'"%d": []' % number),
    "lists in lists": full(b'{"seats": [[', b"]]}", lambda _: b"{}"),
}


@pytest.mark.threat("T-28")
@pytest.mark.parametrize("data", FULL.values(), ids=FULL)
def test_bodies_full_of_values_are_refused_before_each_is_looked_at(game: Game, data: bytes) -> None:
    assert len(data) > JSON_BYTES / 2
    for method, path, request, _ in with_body(game):
        if "/actions" in path:
            continue  # Those are read by their types, which takes the first fault.
        problem = game.api.refused(method, path, 422, "invalid_body", data=data, content_type="application/json", **request)
        assert f" {MOST_VALUES} values" in problem["detail"]
    assert not has_too_many([0] * (MOST_VALUES - 1))
    assert not has_too_many([{"x": [number]} for number in range(MOST_VALUES // 3)])
    assert has_too_many([{"x": [number]} for number in range(MOST_VALUES // 3 + 1)])


@pytest.mark.threat("T-28")
def test_a_packed_body_is_not_unpacked(game: Game) -> None:
    bomb = gzip.compress(b'{"name": "' + b"x" * 50_000_000 + b'"}')
    for coding in ("gzip", "deflate", "br", "gzip, gzip"):
        began = time.perf_counter()
        headers = {"Content-Encoding": coding}
        game.refused("POST", "/seats/1/claim", 400, "not_json", data=bomb, content_type="application/json", headers=headers)
        assert time.perf_counter() - began < SECONDS


def test_pages_of_history_and_lists_are_bounded(game: Game) -> None:
    for path in ("/events?limit=1001", "/events?limit=0", "/events?wait=61"):
        game.refused("GET", path, 400, "invalid_query")
    game.api.refused("GET", "/v1/games?limit=101", 400, "invalid_query")


@pytest.mark.threat("T-47")
@pytest.mark.parametrize("ruleset", GAMES)
def test_far_versions_differ_quickly(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, *["human"] * max(2, GAMES[ruleset].rules.seats(GAMES[ruleset].types.options())[0]))
    game.play(60)
    began = time.perf_counter()
    game.get(f"/diff?from=1&to={game.version}")
    game.get(f"/diff?from={game.version}&to=1")
    assert time.perf_counter() - began < SECONDS


@pytest.mark.parametrize("digits", ["٣", "²", "১"])
def test_only_the_ten_digits_are_digits(game: Game, digits: str) -> None:
    assert re.fullmatch(r"\d|²", digits)
    for path in (f"/v1/games/{digits}g{'a' * 20}", f"{game.path}/seats/{digits}/claim"):
        assert game.api.call("POST" if "claim" in path else "GET", path, json={}).status_code == 404
    game.refused("GET", f"?version={digits}", 400, "invalid_query")
