"""Resigning over HTTP: who may, what it leads to, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import Api, Game
from tests.service.test_api_keys import new_key
from tests.support.games import RULESET


def give_up(game: Game, seat: Any, **headers: str) -> Any:
    return game.call("POST", "/resign", seat, headers=headers or {"If-Match": f'"{game.version}"'}, expect=201)


def refused(game: Game, by: Any, status: int, code: str) -> None:
    game.refused("POST", "/resign", status, code, by, headers={"If-Match": f'"{game.version}"'})


@pytest.fixture
def two(api: Api) -> Game:
    return api.create(RULESET, "human:Ann", "human:Bo")


@pytest.fixture
def three(api: Api) -> Game:
    return api.create(RULESET, "human:Ann", "human:Bo", "human:Cy", substitute="greedy")


def test_a_player_resigns_once_however_often_the_request_comes(two: Game) -> None:
    first = give_up(two, 0, **{"Idempotency-Key": "gone"})
    assert [each["type"] for each in first.json["events"]] == ["seat_resigned", "game_decided", "secret_published"]
    assert "Ann resigned." in first.json["text"]
    again = give_up(two, 0, **{"Idempotency-Key": "gone"})
    assert (again.headers["Idempotency-Replayed"], again.json["version"]) == ("true", first.json["version"])
    state = two.state()
    assert (state["status"], state["ended"], state["lost"], state["to_act"]) == ("finished", "resigned", [0], [])
    outcome = state["outcome"]
    assert (outcome["winners"], outcome["scores"], outcome["ranks"], outcome["reason"]) == ([1], [], [2, 1], "resigned")
    assert (outcome["resigned"], outcome["timed_out"], outcome["replaced"]) == ([0], [], [])
    assert len(outcome["seconds"]) == 2
    assert two.get("/audit").json["ok"]
    two.call("GET", "/actions", 0, expect=200)
    two.call("POST", "/rematch", 1, expect=201)


def test_with_three_the_game_goes_on_with_a_bot_of_the_chosen_level(three: Game) -> None:
    done = give_up(three, 1).json
    assert [each["type"] for each in done["events"]] == ["seat_resigned", "seat_handed_to_bot"]
    state = three.state()
    assert (state["status"], state["lost"], state["substitute"]) == ("running", [1], "greedy")
    assert (state["seats"][1]["kind"], state["seats"][1]["level"]) == ("bot", "greedy")
    three.refused("PUT", "/seats/1", 409, "seat_lost", 1, json={"kind": "human"})
    refused(three, 1, 409, "seat_lost")


def test_refusals(api: Api, two: Game) -> None:
    two.refused("POST", "/resign", 428, "precondition_required", 0)
    two.refused("POST", "/resign", 412, "stale_version", 0, headers={"If-Match": '"99"'})
    refused(two, None, 401, "unauthorized")
    refused(two, "host", 403, "token_lacks_right")
    lobby = api.create(RULESET, "human:Ann", "open")
    refused(lobby, 0, 409, "game_not_started")
    give_up(two, 1)
    refused(two, 0, 409, "game_over")
    wrong = {"ruleset": RULESET, "seats": [{"kind": "human"}] * 2, "substitute": "grandmaster"}
    api.refused("POST", "/v1/games", 422, "level_not_offered", json=wrong)
    del wrong["substitute"]
    lose = {**wrong, "clock": {"seconds": 9, "on_timeout": "lose", "level": "greedy"}}
    assert api.refused("POST", "/v1/games", 422, "invalid_body", json=lose)["errors"][0]["pointer"] == "/clock/level"


def test_a_key_resigns_for_a_seat_in_its_custody_and_is_told_the_header_without(api: Api) -> None:
    api_key = new_key(api)
    seats = [{"kind": "human", "player": "p:ann"}, {"kind": "human", "player": "p:bo"}]
    made = api.post("/v1/games", {"ruleset": RULESET, "seats": seats, "custody": True}, token=api_key, expect=201).json
    path, headers = f"/v1/games/{made['game']['id']}/resign", {"If-Match": '"1"'}
    told = api.refused("POST", path, 403, "token_lacks_right", token=api_key, headers=headers)
    assert "Tradewinds-Seat" in told["detail"]
    headers["Tradewinds-Seat"] = "1"
    done = api.post(path, token=api_key, headers=headers, expect=201).json
    assert done["game"]["outcome"]["winners"] == [0]
    (line,) = api.get("/v1/games?mine=true", token=api_key).json["items"]
    assert (line["ended"], line["outcome"]) == ("resigned", {**done["game"]["outcome"], "because": ""}), "lists name nobody"
