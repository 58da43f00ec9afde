"""Lessons over HTTP: games with known cards, of which nothing is left."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import msgspec
import pytest
from redis import Redis

from tests.service.client import Api
from tests.support.games import GAMES

LESSONS = [(game.name, name) for game in GAMES.values() for name in game.lessons]
RULESET, NAME = LESSONS[0]


def wanted(ruleset: str, name: str, **more: Any) -> dict[str, Any]:
    seats = [{"kind": "human"}] * len(GAMES[ruleset].lessons[name].seats)
    return {"ruleset": ruleset, "lesson": name, "seats": seats, **more}


@pytest.mark.parametrize(("ruleset", "name"), LESSONS)
def test_a_lesson_begins_the_same_everywhere_and_is_played_to_its_end(api: Api, ruleset: str, name: str) -> None:
    lesson = GAMES[ruleset].lessons[name]
    listed = api.get(f"/v1/rulesets/{ruleset}").json
    assert name in [each["name"] for each in listed["lessons"]]
    script = listed["scripts"][name]
    assert script["steps"] == msgspec.json.decode(msgspec.json.encode(lesson.steps))
    made = api.call("POST", "/v1/games", json=wanted(ruleset, name)).json
    assert made["game"]["visibility"] == "unlisted"
    assert [seat["name"] for seat in made["game"]["seats"]] == [*lesson.seats]
    tokens = {each["seat"]: each["token"] for each in made["seats"]}
    for step in script["steps"]:
        own = [] if step["action"] is None else [{"seat": lesson.seat, "action": step["action"]}]
        for turn in [*own, *step["others"]]:
            path = f"/v1/games/{made['game']['id']}/actions"
            key = {"Idempotency-Key": token_hex(8)}
            done = api.call("POST", path, json=turn["action"], token=tokens[turn["seat"]], headers=key)
            assert done.status_code == 201, done.json


def test_redis_forgets_a_lesson_and_no_list_has_it(api: Api, redis: Redis) -> None:
    before = set(redis.scan_iter())
    game = api.call("POST", "/v1/games", json=wanted(RULESET, NAME)).json["game"]["id"]
    assert game not in [each["id"] for each in api.get("/v1/games").json["items"]]
    kept = {key for key in set(redis.scan_iter()) - before if game.encode() in key}
    assert len(kept) == 2
    assert all(0 < redis.ttl(key) <= 86400 for key in kept)
    redis.delete(*kept)  # As it is after a day.
    api.refused("GET", f"/v1/games/{game}", 404, "unknown_game")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"lesson": "none"}, "unknown_lesson"),
        ({"seats": [{"kind": "human"}] * 3}, "lesson_is_fixed"),
        ({"seats": [{"kind": "human"}, {"kind": "open"}]}, "lesson_is_fixed"),
        ({"options": {}}, "invalid_body"),
        ({"clock": {"seconds": 60}}, "invalid_body"),
        ({"secret": "11" * 32}, "invalid_body"),
    ],
)
def test_what_a_lesson_does_not_let_choose_is_refused(api: Api, changed: dict[str, Any], code: str) -> None:
    problem = api.call("POST", "/v1/games", json=wanted(RULESET, NAME, **changed))
    assert (problem.status_code, problem.json["code"]) == (422, code)
