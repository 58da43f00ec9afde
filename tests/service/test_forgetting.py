"""The operator has a name forgotten, and nobody can fetch it any more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis

from tests.service.client import Api, Game
from tests.service.contract import NDJSON
from tests.service.test_api_keys import ADMIN, new_key
from tests.support.endpoints import requests
from tests.support.games import RULESET

ANNE, JACK = "Anne Bonny", "Calico Jack"
PLAYER = "discord:1001"


@pytest.fixture
def admin(make_api: Callable[..., Api]) -> Api:
    return make_api(admin_key=ADMIN)


def forget(admin: Api, game: Game, seat: int) -> Any:
    return admin.post(f"/v1/admin/games/{game.id}/seats/{seat}/forget", token=ADMIN, expect=200).json


def answers(game: Game) -> Iterator[str]:
    """Everything that anybody can fetch about a game."""
    over = game.state()["status"] == "abandoned"
    for each in requests(game, "reads game", "reads many"):
        if over or not each.live:
            for by in game.callers():
                yield each.send(game, by).text
    for each in requests(game, "operator"):
        if each.method == "GET":
            yield each.send(game).text


@pytest.fixture
def key(admin: Api) -> str:
    return new_key(admin)


@pytest.fixture
def game(admin: Api, key: str) -> Game:
    """A running game of an API key, with two names."""
    seats = [{"kind": "human", "name": ANNE, "player": PLAYER}, {"kind": "open"}]
    body = {"ruleset": RULESET, "seats": seats, "options": {"starting_seat": 0}}
    made = Game(admin, admin.post("/v1/games", body, token=key).json)
    made.claim(1, name=JACK, client_seed="seed")
    made.tokens |= {"key": key, "operator": ADMIN}
    return made


@pytest.mark.parametrize("over", [False, True])
def test_nothing_that_anybody_can_fetch_has_the_name(admin: Api, game: Game, over: bool) -> None:
    if over:
        game.abandon()
    before = "".join(answers(game))
    assert before.count(JACK) > 20
    head = game.state()["head"]
    assert forget(admin, game, 1) == {"games": [game.id], "names": 1, "finished": True, "unsealed": []}
    after = "".join(answers(game))
    assert (JACK in after, ANNE in after, "Seat 2" in after) == (False, True, True)
    state = game.state()
    assert ([seat["name"] for seat in state["seats"]], state["head"]) == ([ANNE, "Seat 2"], head)
    assert game.get("/audit").json["ok"]


def test_a_process_that_has_the_game_in_memory_forgets_with_its_next_read(
    admin: Api, make_api: Callable[..., Api], game: Game
) -> None:
    other = make_api(admin_key=ADMIN)
    other.get(game.path)
    forget(admin, game, 1)
    assert [seat["name"] for seat in other.get(game.path).json["seats"]] == [ANNE, "Seat 2"]


def test_exports_can_be_verified_and_imported_before_and_after(admin: Api, game: Game) -> None:
    game.abandon()
    for names in ([ANNE, JACK], [ANNE, "Seat 2"]):
        file = game.get("/export").data
        taken = admin.call("POST", "/v1/games/import", data=file, content_type=NDJSON, expect=201).json
        assert [seat["name"] for seat in taken["seats"]] == names
        assert admin.get(f"/v1/games/{taken['id']}/export").data == file
        forget(admin, game, 1)


def test_a_forged_name_is_refused_with_what_its_seal_would_be(admin: Api, game: Game) -> None:
    game.abandon()
    *commits, last = game.get("/export").text.splitlines()
    names = json.loads(last)["names"]
    (seal,) = [seal for seal, (_, name) in names.items() if name == JACK]
    for forged in ([names[seal][0], "Somebody"], ["00" * 16, JACK]):
        line = json.dumps({"names": {**names, seal: forged}})
        problem = admin.refused(
            "POST", "/v1/games/import", 422, "export_invalid", data="\n".join([*commits, line]), content_type=NDJSON
        )
        assert f"Commit 2: the name that comes for its seal {seal} gives sha256:" in str(problem["detail"])


def test_a_player_of_an_api_key_is_forgotten_everywhere(admin: Api, key: str, game: Game, redis: Redis) -> None:
    key_id = key.split("_")[1]
    path = f"/v1/admin/keys/{key_id}/forget"
    assert admin.post(path, {"player": "another"}, token=ADMIN, expect=200).json["games"] == []
    assert admin.post(path, {"player": PLAYER}, token=ADMIN, expect=200).json == {
        "games": [game.id], "names": 1, "finished": True, "unsealed": []
    }  # fmt: skip
    assert [seat["name"] for seat in game.state()["seats"]] == ["Seat 1", JACK]
    assert admin.get(f"{game.path}/note", token=key).json["players"] == {}
    admin.refused("POST", f"/v1/admin/keys/{'a' * 12}/forget", 404, "unknown_key", token=ADMIN, json={"player": PLAYER})
    admin.refused("POST", path, 422, "invalid_body", token=ADMIN, json={})


def test_a_seat_or_game_that_there_is_not(admin: Api, game: Game) -> None:
    admin.refused("POST", f"/v1/admin/games/{game.id}/seats/2/forget", 404, "unknown_seat", token=ADMIN)
    admin.refused("POST", f"/v1/admin/games/0g{'a' * 20}/seats/0/forget", 404, "unknown_game", token=ADMIN)
