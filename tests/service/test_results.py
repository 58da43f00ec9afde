"""Results of the games of an API key: who played, how it ended, and nobody's name."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.client import Api, Game
from tests.service.conftest import Clock
from tests.service.test_api_keys import ADMIN, CARD_GAME, made, new_key, plan

ANNE = "Anne Bonny"


@pytest.fixture
def admin(make_api: Callable[..., Api]) -> Api:
    return make_api(admin_key=ADMIN)


@pytest.fixture
def key(admin: Api) -> str:
    return new_key(admin)


def resigned(api: Api, key: str, clock: Clock, loser: int = 1, **more: Any) -> Game:
    """A game of ann and bob that one of them has given up."""
    clock.advance(seconds=60)
    seats = [{"kind": "human", "player": "ann", "name": ANNE}, {"kind": "human", "player": "bob"}]
    game = Game(api, api.post("/v1/games", {"ruleset": CARD_GAME, "seats": seats, **more}, token=key).json)
    clock.advance(seconds=30)
    api.post(f"{game.path}/resign", None, token=game.tokens[loser], headers={"If-Match": '"1"'})
    return game


def results(api: Api, key: str, **query: Any) -> list[dict[str, Any]]:
    """All pages of the results, in small pieces."""
    found: list[dict[str, Any]] = []
    path, sent = "/v1/results", {"query_string": {"limit": 2, **query}}
    while True:
        page = api.get(path, token=key, **sent)
        found += map(json.loads, page.text.splitlines())
        if "Link" not in page.headers:
            return found
        path, sent = page.headers["Link"].partition(">")[0].removeprefix("<"), {}


def test_a_result_says_how_a_game_ended(admin: Api, key: str, clock: Clock) -> None:
    game = resigned(admin, key, clock, external_id="round 1", metadata={"season": "2026"})
    (found,) = results(admin, key)
    state = game.state()
    assert {name: found[name] for name in ("game", "external_id", "ruleset", "status", "version", "metadata")} == {
        "game": game.id, "external_id": "round 1", "ruleset": CARD_GAME, "status": "finished", "version": 2,
        "metadata": {"season": "2026"},
    }  # fmt: skip
    assert (found["ended"], found["reason"], found["deleted"]) == ("resigned", "resigned", False)
    assert (found["created_at"], found["ended_at"]) == (state["created_at"], state["acted_at"])
    assert [(seat["player"], seat["rank"], seat["winner"], seat["resigned"]) for seat in found["seats"]] == [
        ("ann", 1, True, False),
        ("bob", 2, False, True),
    ]
    assert sum(seat["seconds"] for seat in found["seats"]) == 30
    assert ANNE not in admin.get("/v1/results", token=key).text


def test_a_result_has_the_scores_of_a_game_that_was_played(admin: Api, key: str) -> None:
    game = made(admin, key, "human:ann", "human:bob", options={"round_limit": 2})
    game.play(10_000)
    (found,) = results(admin, key)
    outcome = game.state()["outcome"]
    assert [seat["score"] for seat in found["seats"]] == outcome["scores"]
    assert [seat["rank"] for seat in found["seats"]] == outcome["ranks"]
    assert [at for at, seat in enumerate(found["seats"]) if seat["winner"]] == outcome["winners"]
    assert (found["ended"], found["reason"]) == ("played", outcome["reason"])


def test_results_are_paged_and_filtered_like_the_list(admin: Api, key: str, clock: Clock) -> None:
    games = [
        resigned(admin, key, clock, external_id=f"round {number}", metadata={"season": str(2025 + number % 2)})
        for number in range(5)
    ]
    clock.advance(seconds=60)
    given_up = made(admin, key, "human:cat", "human:bob")
    given_up.abandon()
    made(admin, key, "human:ann", "human:bob")
    resigned(admin, new_key(admin, "another"), clock)
    ids = [game.id for game in reversed(games)]

    def found(**query: Any) -> list[str]:
        return [each["game"] for each in results(admin, key, **query)]

    assert found() == ids
    assert found(status="finished,abandoned") == [given_up.id, *ids]
    assert found(status="abandoned") == [given_up.id]
    assert found(external_id="round 2") == [games[2].id]
    assert found(ids=f"{games[0].id},{games[4].id}") == [games[4].id, games[0].id]
    assert found(**{"metadata[season]": "2026"}) == [games[3].id, games[1].id]
    assert (found(player="cat"), found(player="ann", ruleset="no-such-game")) == ([], [])
    since, until = (games[place].state()["acted_at"] for place in (1, 3))
    assert found(since=since, until=until) == [games[2].id, games[1].id]
    (lost,) = results(admin, key, status="abandoned")
    assert [(seat["rank"], seat["score"], seat["winner"]) for seat in lost["seats"]] == [(None, None, False)] * 2


def test_a_table_has_a_row_for_each_seat(admin: Api, key: str, clock: Clock) -> None:
    game = resigned(admin, key, clock, external_id='round "1", first')
    answer = admin.get("/v1/results", token=key, headers={"Accept": "text/csv"})
    assert answer.content_type.startswith("text/csv")
    rows = [*csv.DictReader(io.StringIO(answer.text))]
    assert [(row["game"], row["external_id"], row["player"], row["rank"], row["resigned"]) for row in rows] == [
        (game.id, 'round "1", first', "ann", "1", "false"),
        (game.id, 'round "1", first', "bob", "2", "true"),
    ]
    (lines,) = results(admin, key)
    seats = [{**lines, **seat} for seat in lines["seats"]]
    for row, seat in zip(rows, seats, strict=True):
        assert row == {name: _as_text(seat[name]) for name in row}
    admin.refused("GET", "/v1/results", 406, "not_acceptable", token=key, headers={"Accept": "text/html"})


def _as_text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_results_need_a_key(admin: Api) -> None:
    admin.refused("GET", "/v1/results", 401, "key_required")
    admin.refused("POST", "/v1/players/forget", 401, "key_required", json={"player": "ann"})


# What stays when a game is deleted


def delete(admin: Api, game: Game) -> None:
    admin.delete(f"/v1/admin/games/{game.id}", token=ADMIN)


def test_a_result_outlives_its_game_where_the_host_wants_that(admin: Api, key: str, clock: Clock) -> None:
    kept = resigned(admin, key, clock, keep_result=True, external_id="round 1", metadata={"season": "2026"})
    later, gone = resigned(admin, key, clock), resigned(admin, key, clock)
    admin.call("PATCH", f"{later.path}/note", json={"keep_result": True}, token=key, expect=200)
    before = results(admin, key)
    for game in (kept, later, gone):
        delete(admin, game)
    assert results(admin, key) == [{**each, "deleted": True} for each in before if each["game"] != gone.id]
    assert [each["game"] for each in results(admin, key, external_id="round 1")] == []
    assert [each["game"] for each in results(admin, key, ids=kept.id)] == [kept.id]
    assert admin.get("/v1/games?mine=true", token=key).json["items"] == []
    admin.refused("GET", kept.path, 410, "game_deleted", token=key)
    admin.refused("PATCH", f"{kept.path}/note", 410, "game_deleted", token=key, json={"metadata": {}})
    assert admin.delete(f"/v1/admin/games/{kept.id}", token=ADMIN).json["finished"], "a deletion can be repeated"


def test_of_a_game_that_goes_on_no_result_is_kept(admin: Api, key: str) -> None:
    game = made(admin, key, "human:ann", "human:bob", keep_result=True)
    delete(admin, game)
    assert results(admin, key, status="finished,abandoned") == []


@pytest.mark.parametrize("deleted", [False, True])
def test_forgetting_a_player_clears_the_results(admin: Api, key: str, clock: Clock, deleted: bool) -> None:
    game = resigned(admin, key, clock, keep_result=True)
    other = new_key(admin, "another")
    theirs = resigned(admin, other, clock)
    if deleted:
        delete(admin, game)
    found = admin.call("POST", "/v1/players/forget", json={"player": "ann"}, token=key, expect=200).json
    assert found["games"] == ([] if deleted else [game.id])
    (result,) = results(admin, key)
    assert [seat["player"] for seat in result["seats"]] == [None, "bob"]
    assert [seat["player"] for seat in results(admin, other)[0]["seats"]] == ["ann", "bob"]
    assert theirs.state()["seats"][0]["name"] == ANNE
    assert results(admin, key, player="ann") == []
    if not deleted:
        assert game.state()["seats"][0]["name"] == "Seat 1"


def test_a_player_who_is_forgotten_while_pages_are_read_is_in_no_later_page(admin: Api, key: str, clock: Clock) -> None:
    for _ in range(3):
        resigned(admin, key, clock)
    first = admin.get("/v1/results?limit=2", token=key)
    admin.call("POST", "/v1/players/forget", json={"player": "ann"}, token=key, expect=200)
    following = first.headers["Link"].partition(">")[0].removeprefix("<")
    second = admin.get(following, token=key)
    assert (first.text.count('"ann"'), second.text.count('"ann"')) == (2, 0)
    assert len(second.text.splitlines()) == 1


def test_creations_that_keep_results_are_compared_too(admin: Api, key: str) -> None:
    body = plan("human:ann", "human:bob", external_id="round 1")
    game = admin.post("/v1/games", body, token=key).json["game"]["id"]
    problem = admin.refused("POST", "/v1/games", 409, "external_id_taken", json={**body, "keep_result": True}, token=key)
    assert problem["params"] == {"game": game}
