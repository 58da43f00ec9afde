"""Clocks over HTTP: what is refused at creation, what a game says of its clock, and who may stop it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import Api
from tests.support.games import RULESET

CENTURY = 100 * 365 * 86_400
SEATS = [{"kind": "human"}, {"kind": "human"}]


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"seconds": 0}, "/clock/seconds"),
        ({"seconds": -5}, "/clock/seconds"),
        ({"seconds": CENTURY}, "/clock/seconds"),
        ({"seconds": "60"}, "/clock/seconds"),
        ({"on_timeout": "explode"}, "/clock/on_timeout"),
        ({"level": "Ω"}, "/clock/level"),
        ({"patience": 0}, "/clock/patience"),
        ({"colour": "red"}, "/clock/colour"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_by_its_place(api: Api, wrong: dict[str, Any], pointer: str) -> None:
    clock = {"seconds": 60, "on_timeout": "stand_in", "level": "greedy", "patience": 3, **wrong}
    body = {"ruleset": RULESET, "seats": SEATS, "clock": clock}
    problem = api.refused("POST", "/v1/games", 422, "invalid_body", json=body)
    assert [each["pointer"] for each in problem["errors"]] == [pointer]


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
