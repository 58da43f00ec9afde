"""Every query answers on an archived game as it did before, byte for byte, whoever asks."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from events.archive.archive import Archive
from events.store.event_store import EventStore
from service.http import Services
from service.problems import CODES
from tests.service.client import Api, Game
from tests.service.conftest import Clock, most_rulesets
from tests.service.contract import EVENT_STREAM, NDJSON
from tests.service.test_api_keys import new_key
from tests.support.endpoints import places, places_at, requests
from tests.support.games import GAMES, RULESET

OWN = {"Date", "X-Request-Id"}
"""Headers that differ from request to request."""


@pytest.fixture
def archiving(make_api: Callable[..., Api], tmp_path: Path) -> Callable[[], Api]:
    """Makes services with an archive, each a process of its own that remembers nothing."""
    (tmp_path / "archive").mkdir(exist_ok=True)
    return lambda: make_api(archive_dir=str(tmp_path / "archive"))


def store_of(api: Api) -> EventStore:
    services: Services = api.app.extensions["tradewinds"]
    store = services.handler.store
    assert isinstance(store, EventStore)
    return store


def moved(api: Api, game: Game, redis: Redis) -> None:
    store_of(api).mover.check_archive()
    assert store_of(api).mover.move(game.id) > 0
    assert [*redis.scan_iter(f"*:g:{game.id}*")] == []


def through(api: Api, game: Game) -> Game:
    """The same game, asked of another service."""
    other = copy.copy(game)
    other.api = api
    return other


def seen(response: TestResponse) -> tuple[int, dict[str, str], bytes]:
    return response.status_code, {name: each for name, each in response.headers.items() if name not in OWN}, response.data


GOES_ON = ("branchGame", "rematchGame", "renewToken", "askLookBack")
"""What is accepted also after a game's end, and makes something new."""


def everything(game: Game, by: Any) -> dict[str, Any]:
    """All that a viewer can ask of a game that is over, with the answers."""
    last = game.version
    got: dict[str, Any] = {}

    def ask(path: str, method: str = "GET", **request: Any) -> TestResponse:
        response = game.call(method, path, by, **request)
        got[f"{method} {path} {request}"] = seen(response)
        return response

    at = places_at(game, last, game.state()["turn"])
    for each in requests(game, "reads game", "changes game", refused=True, but=GOES_ON, at=at):
        got[str(each)] = seen(each.send(game, by))
    for tag in (last, 1):
        ask("", headers={"If-None-Match": f'"{tag}"'})
    for point, revealed in product((0, 1, last // 2, last, last + 1), ("false", "true")):
        ask(f"?version={point}&open={revealed}")
        ask(f"?turn={point}&open={revealed}")
    ask(f"/events?after={last}&wait=5")
    for event in (1, last - 1, last, last + 5):
        ask("/events", headers={"Accept": EVENT_STREAM, "Last-Event-ID": str(event)})
    action = {"type": str(GAMES[game.ruleset].types.commands[0].__struct_config__.tag)}
    ask("/actions", "POST", json=action, headers={"If-Match": f'"{last}"'})
    ask("/actions", "POST", json=action, headers={"Idempotency-Key": "new"})
    ask("/actions", "POST", json={"type": "no such"}, headers={"If-Match": '"1"'})
    ask("/actions/try", "POST", json=action)
    ask("/seats/9/claim", "POST", json={"name": "Late"})
    branched = game.call("POST", "/branches", by, json={"version": last // 2})
    got["branch"] = branched.status_code, branched.json["game"]["view"], branched.json["game"]["seats"]
    ask("/branches", "POST", json={"version": last})
    return got


@most_rulesets
def test_every_answer_is_the_same_byte_for_byte(
    finished: Callable[[str], Game], archiving: Callable[[], Api], redis: Redis, ruleset: str
) -> None:
    game = finished(ruleset)
    remembering = archiving()
    viewers = [*game.callers(), "nobody's"]
    game.tokens["nobody's"] = "tw_" + "x" * 32
    before = {by: everything(through(remembering, game), by) for by in viewers if by != "nobody's"}
    before["nobody's"] = {"": seen(game.call("GET", "", "nobody's"))}
    listed = {query: seen(remembering.get(f"/v1/games?{query}")) for query in QUERIES}
    moved(remembering, game, redis)
    for api, who in ((archiving(), [*before]), (remembering, [0])):
        after = {by: everything(through(api, game), by) for by in who if by != "nobody's"}
        for by, answers in after.items():
            assert answers.keys() == before[by].keys()
            for request, answer in answers.items():
                assert answer == before[by][request], f"{by}: {request}"
        assert seen(through(api, game).call("GET", "", "nobody's")) == before["nobody's"][""]
        assert {query: seen(api.get(f"/v1/games?{query}")) for query in QUERIES} == listed
    statuses = {answer[0] for answers in before.values() for answer in answers.values()}
    assert statuses == {200, 201, 304, 400, 401, 403, 404, 406, 409, 422}


QUERIES = ("", "status=finished", "status=running", f"ruleset={RULESET}&limit=1", "open_seats=1")


def test_what_was_accepted_is_answered_again_with_its_key(archiving: Callable[[], Api], redis: Redis) -> None:
    api = archiving()
    game = api.create(RULESET, "human", "open")
    key, claim = "k" * 32, {"name": "Bo", "client_seed": "s"}
    claimed = api.post(f"{game.path}/seats/1/claim", claim, headers={"Idempotency-Key": key}).json
    game.tokens[1] = claimed["token"]
    seat = game.state()["to_act"][0]
    action = game.legal(seat)["actions"][0]["action"]
    headers = {"Idempotency-Key": "again"}
    first = game.act(seat, action, headers=headers)
    game.abandon()
    repeats = [
        lambda at: at.act(seat, action, headers=headers),
        lambda at: at.call("POST", "/actions", seat, json={"type": "no such"}, headers=headers),
        lambda at: at.call("POST", "/seats/1/claim", None, json=claim, headers={"Idempotency-Key": key}),
        lambda at: at.call("POST", "/seats/1/claim", None, json={"name": "Cy"}, headers={"Idempotency-Key": key}),
    ]
    before = [seen(repeat(game)) for repeat in repeats]
    moved(api, game, redis)
    for each in (api, archiving()):
        assert [seen(repeat(through(each, game))) for repeat in repeats] == before
    assert [status for status, _, _ in before] == [201, 422, 201, 422]
    assert before[0][1]["Idempotency-Replayed"] == "true"
    assert before[0][2] == first.data


@pytest.mark.parametrize("kind", ["abandoned lobby", "imported", "bots"])
def test_other_games_that_are_over_stay_as_they_were(
    archiving: Callable[[], Api], finished: Callable[[str], Game], redis: Redis, clock: Clock, kind: str
) -> None:
    api = archiving()
    if kind == "imported":
        file = finished(RULESET).get("/export").data
        made = api.call("POST", "/v1/games/import", data=file, content_type=NDJSON, expect=201)
        game = Game(api, {"game": made.json, "seats": [], "host_token": "tw_" + "x" * 32})
        del game.tokens["host"]
    else:
        game = api.create(RULESET, *(("human", "open") if kind == "abandoned lobby" else ("random", "human")))
        game.abandon()
    asked = [*requests(game, "reads game")]
    before = [seen(each.send(game, by)) for by in game.callers() for each in asked]
    moved(api, game, redis)
    clock.advance(days=3)
    fresh = through(archiving(), game)
    assert [seen(each.send(fresh, by)) for by in game.callers() for each in asked] == before
    assert fresh.state()["imported"] == (kind == "imported")


def test_a_damaged_file_is_told_and_nothing_of_it_shown(archiving: Callable[[], Api], redis: Redis) -> None:
    api = archiving()
    key = new_key(api)
    game = api.create(RULESET, token=key)
    game.tokens["key"] = key
    game.play(5)
    game.abandon()
    moved(api, game, redis)
    at = places(game)
    path = Archive(store_of(api).archive.folder).path(game.id)
    assert path is not None
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)
    for each in (api, archiving()):
        for asked in requests(game, "reads game", "changes game", at=at):
            answer = asked.send(through(each, game), expect=CODES["archive_damaged"][0], code="archive_damaged")
            assert "damaged" in answer.get_json(force=True)["detail"], asked
    assert len(api.get("/v1/games").json["items"]) == 1


def failures(api: Api) -> list[float]:
    """How often the archive, and the games' Redis, was told to have failed."""
    counted = {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in api.get("/metrics").text.splitlines()}
    names = ("tradewinds_archive_failures_total", 'tradewinds_redis_errors_total{redis="games"}')
    return [float(counted.get(name, 0)) for name in names]


def test_an_archive_that_is_away_is_no_reason_to_call_a_game_unknown(archiving: Callable[[], Api], redis: Redis) -> None:
    api = archiving()
    game, running = api.create(RULESET), api.create(RULESET)
    game.abandon()
    moved(api, game, redis)
    folder = store_of(api).archive.folder
    folder.rename(folder.with_name("away"))
    before = failures(api)
    assert "archive" in api.refused("GET", game.path, 503, "store_unavailable")["detail"]
    assert [after - before for after, before in zip(failures(api), before, strict=True)] == [1, 0]
    assert running.state()["status"] == "running"
    api.get("/readyz")
    folder.with_name("away").rename(folder)
    assert game.state()["status"] == "abandoned"
    api.refused("GET", "/v1/games/0gaaaaaaaaaaaaaaaaaaaa", 404, "unknown_game")
