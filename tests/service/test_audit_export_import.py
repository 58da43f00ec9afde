"""Settling a dispute: audit, export, import."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from cli.arena.matches import Match, play
from events.identity import partition_of
from service.http import Services
from service.resources import history
from tests.service.client import Api, Game
from tests.service.conftest import Clock, every_ruleset, snapshot
from tests.service.contract import NDJSON
from tests.support.games import RULESET, fewest_seats
from tradewinds.installed import code_of, installed


def take_in(api: Api, data: bytes | str, **request: Any) -> Any:
    return api.call("POST", "/v1/games/import", data=data, content_type=NDJSON, **request)


@every_ruleset
def test_of_a_running_game_chain_and_fold_are_checked(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(5)
    audit = game.get("/audit").json
    assert audit["ok"]
    assert audit["checks"] == {"chain": "ok", "fold": "ok", "decisions": "skipped", "draws": "skipped"}
    assert (audit["version"], audit["head"], audit["first_bad"]) == (6, game.state()["head"], None)


@every_ruleset
def test_of_a_finished_game_everything_is_checked(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    audit = game.get("/audit").json
    assert audit["ok"]
    assert audit["checks"] == dict.fromkeys(("chain", "fold", "decisions", "draws"), "ok")
    assert not audit["truncated"]


@every_ruleset
def test_what_was_changed_in_the_store_is_found(finished: Callable[[str], Game], redis: Redis, ruleset: str) -> None:
    game = finished(ruleset)
    stream = f"{{{partition_of(game.id)}}}:g:{game.id}".encode()
    entries: Any = redis.xrange(stream)
    target = len(entries) // 2
    redis.delete(stream)
    for number, (entry, fields) in enumerate(entries):
        if number == target:
            fields = {name: value.replace(b"2026-01-02T", b"2020-01-02T") for name, value in fields.items()}
        redis.xadd(stream, fields, id=entry)
    audit = game.get("/audit").json
    assert not audit["ok"]
    assert audit["first_bad"] == target + 1
    assert audit["checks"]["chain"] == "failed"
    redis.xdel(stream, f"{target}-0")
    audit = game.get("/audit").json
    assert (audit["ok"], audit["first_bad"]) == (False, target)
    assert audit["checks"]["chain"] == "failed"


# Export


@every_ruleset
def test_an_export_of_a_finished_game_is_the_same_for_all_and_has_no_token(
    finished: Callable[[str], Game], ruleset: str
) -> None:
    game = finished(ruleset)
    exported = game.get("/export")
    assert f'filename="{game.id}.ndjson"' in exported.headers["Content-Disposition"]
    for by in game.callers():
        assert game.get("/export", by).data == exported.data
    lines = [json.loads(line) for line in exported.text.splitlines()]
    assert [line["version"] for line in lines] == [*range(1, game.version + 1)]
    assert lines[-1]["events"][-1] == {"type": "secret_published", "secret": game.state()["fairness"]["secret"]}
    assert not any(token in exported.text for token in game.tokens.values())


@every_ruleset
def test_an_export_of_a_running_game_is_the_callers_history_and_cannot_be_imported(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    game.play(8)
    for by in game.callers():
        exported = game.get("/export", by)
        assert [json.loads(line) for line in exported.text.splitlines()] == game.lines(by=by)
        assert ruleset == "tic-tac-toe" or '"hidden"' in exported.text
        take_in(api, exported.data, expect=409, code="export_incomplete")


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits are read two at a time."""
    monkeypatch.setattr(history, "PIECE", 2)


@pytest.mark.usefixtures("paged")
@pytest.mark.parametrize("over", [False, True])
def test_an_export_lacks_nothing_or_is_refused(api: Api, redis: Redis, over: bool) -> None:
    """Where commits are missing in its middle nothing is sent that could be taken for the whole."""
    game = api.create(RULESET)
    game.play(7)
    if over:
        game.abandon()
    whole = game.get("/export")
    version = game.version
    assert whole.headers["Content-Length"] == str(len(whole.data))
    assert [json.loads(line)["version"] for line in whole.text.splitlines()] == [*range(1, version + 1)]
    redis.xdel(f"{{{partition_of(game.id)}}}:g:{game.id}", "5-0")
    for path, accept in (("/export", "*/*"), ("/events", NDJSON)):
        game.refused("GET", path, 500, "log_damaged", headers={"Accept": accept})
    assert len(game.lines(after=5)) == version - 5


def test_a_client_has_time_for_each_piece_of_an_export(
    finished: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "CHUNK_BYTES", 1_000)
    game = finished(RULESET)
    with game.api.http.get(f"{game.path}/export", buffered=False) as response:
        pieces = [*response.iter_encoded()]
    assert len(pieces) > 20
    assert max(map(len, pieces)) <= 1_000
    assert response.headers["Content-Length"] == str(sum(map(len, pieces)))


@pytest.mark.usefixtures("paged")
@pytest.mark.parametrize("over", [False, True])
def test_an_export_is_not_put_together_of_two_logs(
    api: Api, redis: Redis, clock: Clock, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    """Redis may come back without its last commits between two pages, and others may go on from there."""
    game = api.create(RULESET)
    game.play(4)
    stream = f"{{{partition_of(game.id)}}}:g:{game.id}"
    kept: Any = redis.dump(stream)
    game.play(3)
    if over:
        game.abandon()
    before: Any = redis.dump(stream)
    redis.restore(stream, 0, kept, replace=True)
    clock.advance(seconds=1)
    game.play(3)
    game.abandon()
    other: Any = redis.dump(stream)
    store = services_of(api).store
    commits = store.commits

    def changing(asked: str, first: int, last: int) -> Any:
        if first > 2:
            redis.restore(stream, 0, other, replace=True)
        return commits(asked, first, last)

    monkeypatch.setattr(store, "commits", changing)
    for path, accept in (("/export", "*/*"), ("/events", NDJSON)):
        redis.restore(stream, 0, before, replace=True)
        problem = game.refused("GET", path, 503, "store_unavailable", headers={"Accept": accept})
        assert "lost commits" in problem["detail"]


def services_of(api: Api) -> Services:
    found: Services = api.app.extensions["tradewinds"]
    return found


# Import


@every_ruleset
def test_an_imported_game_is_marked_and_can_only_be_looked_at(
    finished: Callable[[str], Game], redis: Redis, ruleset: str
) -> None:
    game = finished(ruleset)
    api = game.api
    exported = game.get("/export").data
    response = take_in(api, exported, expect=201)
    taken = Game(api, {"game": response.json, "host_token": "none", "seats": []})
    assert taken.id != game.id
    assert response.headers["Location"] == taken.path
    assert response.headers["ETag"] == f'"{game.version}"'
    first, second = taken.state(), game.state()
    assert first["imported"] is True
    assert second["imported"] is False
    assert {**first, "id": "", "imported": None} == {**second, "id": "", "imported": None}
    assert taken.get("/export").data == exported
    assert taken.get("/audit").json == game.get("/audit").json
    assert taken.lines() == game.lines()
    assert taken.get("/turns").json == game.get("/turns").json
    assert taken.state(version=5, open="true")["view"] == game.state(version=5, open="true")["view"]
    before = snapshot(redis)
    for token in game.tokens.values():
        taken.refused("GET", "", 401, "unauthorized", token=token)
        taken.refused("DELETE", "", 401, "unauthorized", token=token)
    taken.refused("POST", "/seats/0/claim", 409, "game_read_only", json={})
    assert snapshot(redis) == before
    assert taken.id not in api.get("/v1/games").text


@every_ruleset
def test_the_games_of_the_arena_are_imported_and_audited(api: Api, ruleset: str) -> None:
    match = Match(ruleset, ("random",) * fewest_seats(ruleset), {}, seed=3, budget=1.0, iterations=1, recorded=True)
    played = play(match, 0)
    taken = Game(api, {"game": take_in(api, played.log, expect=201).json, "host_token": "none", "seats": []})
    assert taken.state()["outcome"]["scores"] == list(played.scores)
    assert taken.get("/audit").json["checks"] == dict.fromkeys(("chain", "fold", "decisions", "draws"), "ok")
    assert taken.get("/export").data == played.log


@every_ruleset
def test_an_imported_game_can_be_branched_with_its_real_position(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    taken = take_in(game.api, game.get("/export").data, expect=201).json["id"]
    version = game.version // 2
    made = Game(game.api, game.api.post(f"/v1/games/{taken}/branches", {"version": version}).json)
    made.play(2)
    made.abandon()
    assert made.state(version=1, open="true")["view"] == game.state(version=version, open="true")["view"]
    assert made.get("/audit").json["ok"]
    # Nothing in the branch's file shows that its first position can come about.
    take_in(game.api, made.get("/export").data, expect=409, code="branch_not_importable")


def test_white_space_and_the_order_of_keys_do_not_matter(finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    lines = [json.loads(line) for line in game.get("/export").text.splitlines()]
    spelled = "\r\n\n".join(json.dumps(dict(reversed(line.items())), indent=None) for line in lines)
    assert take_in(game.api, spelled, expect=201).json["version"] == game.version


# Forgeries


def values(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to every value in some JSON."""
    if isinstance(value, dict):
        return [found for key, each in value.items() for found in values(each, (*path, key))]
    if isinstance(value, list):
        return [found for key, each in enumerate(value) for found in values(each, (*path, key))]
    return [path]


def found(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a path."""
    for part in path:
        value = value[part]
    return value


def others(value: Any) -> list[Any]:
    """Other values, of the same kind and of another."""
    odd = ["", "x", None, 7, [], {"hidden": True, "count": 3}]
    if isinstance(value, bool):
        odd = [not value, *odd]
    elif isinstance(value, int):
        odd = [value + 1, -1, 99, 10**30, 1.5, *odd]
    elif isinstance(value, str):
        odd = [value + "x", value[:-1] + ("0" if value[-1:] != "0" else "1"), *odd]
    return [each for each in odd if each != value or type(each) is not type(value)]


@every_ruleset
def test_a_change_of_any_value_is_refused_and_its_commit_named(
    finished: Callable[[str], Game], redis: Redis, ruleset: str
) -> None:
    game, chance = finished(ruleset), random.Random(9)
    lines = game.get("/export").text.splitlines()
    before = snapshot(redis)
    places: dict[Any, tuple[int, tuple[Any, ...]]] = {}
    for number, line in enumerate(lines):
        commit = json.loads(line)
        for path in values(commit):
            # One place for every kind of value: its number in a list does not make another kind.
            kind = type(found(commit, path)), tuple(0 if isinstance(part, int) else part for part in path)
            places.setdefault(kind, (number, path))
    assert len(places) > 30
    for number, path in chance.sample(list(places.values()), min(len(places), 60)):
        odd = others(found(json.loads(lines[number]), path))
        for other in odd if path[-1] in ("secret", "commitment", "seat", "id") else chance.sample(odd, 2):
            commit = json.loads(lines[number])
            found(commit, path[:-1])[path[-1]] = other
            forged = [*lines[:number], json.dumps(commit), *lines[number + 1 :]]
            if path == ("ruleset",) and number == 0 and isinstance(other, str):
                take_in(game.api, "\n".join(forged), expect=422, code="ruleset_not_installed")
                continue
            problem = take_in(game.api, "\n".join(forged), expect=422, code="export_invalid").json
            assert problem["params"]["first_bad"] == number + 1, (path, other, problem)
    assert snapshot(redis) == before


@every_ruleset
def test_lines_left_out_doubled_or_swapped_are_refused(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    lines = game.get("/export").text.splitlines()
    middle = len(lines) // 2
    for forged, bad in (
        ([*lines[:middle], *lines[middle + 1 :]], middle + 1),
        ([*lines[:middle], lines[middle], *lines[middle:]], middle + 2),
        ([*lines[:middle], lines[middle + 1], lines[middle], *lines[middle + 2 :]], middle + 1),
        (lines[1:], 1),
        ([*lines, lines[-1]], len(lines) + 1),
        ([*lines, "{}"], len(lines) + 1),
    ):
        problem = take_in(game.api, "\n".join(forged), expect=422, code="export_invalid").json
        assert problem["params"]["first_bad"] == bad
    for kept in (1, middle, len(lines) - 1):
        take_in(game.api, "\n".join(lines[:kept]), expect=409, code="export_incomplete")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n \n",
        b"{}",
        b"[]",
        b"null",
        b"1",
        b"{",
        b"\xff\xfe",
        b'"\\ud800"',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"version":' + b"9" * 5000 + b"}",
        b'{"version":1,"at":"\xff"}',
        b"\x00",
        b"NaN",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_export_is_refused(api: Api, redis: Redis, data: bytes) -> None:
    before = snapshot(redis)
    problem = take_in(api, data, expect=422, code="export_invalid").json
    assert problem["params"] == {"first_bad": 1}
    assert snapshot(redis) == before


def test_an_export_must_say_what_it_is(finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    for media_type in ("application/json", "text/plain", ""):
        game.api.refused(
            "POST", "/v1/games/import", 415, "unsupported_media_type", data=game.get("/export").data, content_type=media_type
        )


# The package


def test_a_game_notes_its_package_which_the_audit_gives_and_no_check_asks_for(api: Api) -> None:
    origin = installed().origins[RULESET]
    noted = {"distribution": origin.distribution, "version": origin.version, "code": code_of(origin)}
    assert len(noted["code"]) == 64
    game = api.create(RULESET)
    game.play(3)
    game.abandon()
    assert json.loads(game.get("/export").data.splitlines()[0])["events"][0]["package"] == noted
    audit = game.get("/audit").json
    assert (audit["checks"]["decisions"], audit["package"]) == ("ok", noted)


def test_a_branch_and_a_rematch_note_their_package_too(finished: Callable[[str], Game], api: Api) -> None:
    game = finished(RULESET)
    again = game.call("POST", "/rematch", 0, expect=201).json["game"]["id"]
    branch = api.post(f"/v1/games/{game.id}/branches", {"version": 3}).json["game"]["id"]
    for each in (again, branch):
        audit = api.get(f"/v1/games/{each}/audit").json
        assert (audit["ok"], audit["package"]["distribution"]) == (True, "tradewinds")
