"""Clocks over HTTP: what is refused at creation, what a game says of its clock, and who may stop it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import Api
from tests.support.games import RULESET

CENTURY = 100 * 365 * 86_400
SEATS = [{"kind": "human"}, {"kind": "human"}]


@pytest.mark.parametrize(
    ("wrong", "pointer", "right"),
    [
        ({"seconds": 0}, "/clock/seconds", "31622400"),
        ({"seconds": -5}, "/clock/seconds", "31622400"),
        ({"seconds": CENTURY}, "/clock/seconds", "31622400"),
        ({"seconds": "60"}, "/clock/seconds", "whole number"),
        ({"seconds": 0.5}, "/clock/seconds", "whole number"),
        ({"seconds": True}, "/clock/seconds", "whole number"),
        ({"seconds": None}, "/clock/seconds", "null"),
        ({"on_timeout": "explode"}, "/clock/on_timeout", "stand_in, bot, lose, abandon"),
        ({"level": "Ω"}, "/clock/level", "`bot_levels`"),
        ({"patience": 0}, "/clock/patience", "100"),
        ({"patience": 101}, "/clock/patience", "100"),
        ({"on_timeout": "bot"}, "/clock/patience", "Only `stand_in`"),
        ({"increment": -5}, "/clock/increment", "seconds, on_timeout, level, patience"),
        ({"colour": "red"}, "/clock/colour", "seconds, on_timeout, level, patience"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_what_would_be_right(
    api: Api, wrong: dict[str, Any], pointer: str, right: str
) -> None:
    clock = {"seconds": 60, "on_timeout": "stand_in", "level": "greedy", "patience": 3, **wrong}
    body = {"ruleset": RULESET, "seats": SEATS, "clock": clock}
    (error,) = api.refused("POST", "/v1/games", 422, "invalid_body", json=body)["errors"]
    assert error["pointer"] == pointer
    assert right in error["detail"]


@pytest.mark.parametrize("clock", [60, "60", [60], None, True])
def test_a_clock_that_is_no_object_is_refused(api: Api, clock: Any) -> None:
    body = {"ruleset": RULESET, "seats": SEATS, "clock": clock}
    (error,) = api.refused("POST", "/v1/games", 422, "invalid_body", json=body)["errors"]
    assert error["pointer"] == "/clock"


def test_a_level_is_refused_where_no_bot_plays_on(api: Api) -> None:
    clock = {"seconds": 60, "on_timeout": "abandon", "level": "greedy"}
    body = {"ruleset": RULESET, "seats": SEATS, "clock": clock}
    (error,) = api.refused("POST", "/v1/games", 422, "invalid_body", json=body)["errors"]
    assert (error["pointer"], error["detail"]) == ("/clock/level", "No bot plays on where the game ends.")


def test_nobody_but_the_host_changes_a_running_clock_and_nobody_its_seconds(api: Api) -> None:
    game, other = (api.create(RULESET, clock={"seconds": 60}) for _ in range(2))
    before = game.state()["clock"]
    game.refused("PUT", "/clock", 401, "unauthorized", json={"running": False})
    game.refused("PUT", "/clock", 401, "unauthorized", token=other.tokens["host"], json={"running": False})
    problem = game.refused("PUT", "/clock", 403, "token_lacks_right", 1, json={"running": False})
    assert "Only the host" in str(problem["detail"])
    for body, pointer in (({"running": False, "seconds": 5}, "/seconds"), ({"running": "no"}, "/running"), ({}, "/running")):
        (error,) = game.refused("PUT", "/clock", 422, "invalid_body", "host", json=body)["errors"]
        assert error["pointer"] == pointer
    game.refused("PUT", "/clock", 409, "clock_running", "host", json={"running": True})
    assert game.state()["clock"] == before
    game.abandon()
    game.refused("PUT", "/clock", 409, "game_over", "host", json={"running": False})


def test_a_level_that_the_game_does_not_offer_is_refused(api: Api) -> None:
    clock = {"seconds": 60, "on_timeout": "bot", "level": "grandmaster"}
    body = {"ruleset": RULESET, "seats": SEATS, "clock": clock}
    problem = api.refused("POST", "/v1/games", 422, "level_not_offered", json=body)
    assert "greedy" in problem["detail"]


def test_the_host_stops_a_clock_and_lets_it_run_again(api: Api) -> None:
    game = api.create(RULESET, clock={"seconds": 3_600, "on_timeout": "abandon"})
    running = game.state()
    assert running["clock"] == {"seconds": 3_600, "on_timeout": "abandon", "level": None, "patience": None, "running": True}
    assert [each["seat"] for each in running["deadlines"]] == running["to_act"]
    assert running["deadlines"][0]["deadline"] > running["acted_at"]
    game.refused("PUT", "/clock", 403, "token_lacks_right", 0, json={"running": False})
    stopped: Any = game.call("PUT", "/clock", "host", json={"running": False}, expect=200).json
    assert (stopped["clock"]["running"], stopped["deadlines"]) == (False, [])
    game.refused("PUT", "/clock", 409, "clock_stopped", "host", json={"running": False})
    game.play(1)  # Everybody may act meanwhile.
    again: Any = game.call("PUT", "/clock", "host", json={"running": True}, expect=200).json
    assert [each["seat"] for each in again["deadlines"]] == again["to_act"]


def test_a_game_without_a_clock_gets_none_later(api: Api) -> None:
    game = api.create(RULESET)
    assert (game.state()["clock"], game.state()["deadlines"]) == (None, [])
    game.refused("PUT", "/clock", 409, "no_clock", "host", json={"running": True})
