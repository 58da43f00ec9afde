"""The list of an API key: its games, what is to do in them, and nobody else's."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from tests.service.client import Api, Game
from tests.service.conftest import Clock, snapshot
from tests.service.test_api_keys import CARD_GAME, made, new_key, plan
from tests.service.test_takebacks import answered, give


def mine(api: Api, key: str, **query: Any) -> list[dict[str, Any]]:
    """All pages of the list, in small pieces."""
    found, query = [], {"mine": "true", "limit": 2, **query}
    while True:
        page = api.get("/v1/games", token=key, query_string=query).json
        found += page["items"]
        if page["next"] is None:
            return found
        query["after"] = page["next"]


def ids(lines: list[dict[str, Any]]) -> list[str]:
    return [line["id"] for line in lines]


@pytest.fixture
def key(api: Api) -> str:
    return new_key(api)


def test_the_game_that_changed_last_comes_first(api: Api, key: str, clock: Clock) -> None:
    games = []
    for channel in range(5):
        clock.advance(minutes=1)
        games.append(made(api, key, "human:ann", "human:bob", metadata={"channel": str(channel)}))
    made(api, new_key(api, "another"), "human", "human")
    made(api, None, "human", "human")
    clock.advance(minutes=1)
    games[1].play(1)
    order = [games[1], *games[:1:-1], games[0]]
    found = mine(api, key)
    assert ids(found) == [game.id for game in order]
    assert [line["metadata"]["channel"] for line in found] == ["1", "4", "3", "2", "0"]
    since = found[2]["acted_at"]
    assert ids(mine(api, key, updated_since=since)) == [game.id for game in order[:3]]


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_line_tells_how_the_game_stands(api: Api, key: str, clock: Clock, visibility: str) -> None:
    game = made(api, key, "human:ann", "human", "greedy" and "human:cat", visibility=visibility)
    chance = random.Random(7)
    for _ in range(30):
        state = game.state()
        (line,) = mine(api, key)
        last = game.get(f"/events?after={state['version'] - 1}").json["items"][0]
        assert {name: line[name] for name in ("id", "ruleset", "status", "version", "turn", "outcome")} == {
            name: state[name] for name in ("id", "ruleset", "status", "version", "turn", "outcome")
        }
        assert line["acted_at"] == last["at"]
        players = ["ann", None, "cat"]
        assert line["to_act"] == state["to_act"]
        assert line["pending"] == game.pending(state, dict(enumerate(players)))
        assert [seat["player"] for seat in line["seats"]] == players
        clock.advance(seconds=3)
        game.step(chance)
    game.abandon()
    (line,) = mine(api, key)
    assert (line["status"], line["to_act"], line["outcome"]) == ("abandoned", [], None)


def test_filters(api: Api, key: str, clock: Clock) -> None:
    lobby = made(api, key, "human:ann", "open")
    clock.advance(seconds=1)
    running = made(api, key, "human:ann", "human:bob", options={"starting_seat": 1})
    clock.advance(seconds=1)
    over = made(api, key, "human:bob", "human:cat")
    over.abandon()
    assert ids(mine(api, key, status="running")) == [running.id]
    assert ids(mine(api, key, status="abandoned")) == [over.id]
    assert ids(mine(api, key, player="ann")) == [running.id, lobby.id]
    assert ids(mine(api, key, to_act="bob")) == [running.id]
    assert mine(api, key, to_act="ann") == []
    assert mine(api, key, to_act="bob", status="lobby") == []
    assert ids(mine(api, key, open_seats=1)) == [lobby.id]
    assert mine(api, key, ruleset="no-such-game") == []


def test_branches_and_imports_of_a_key_are_in_its_list(api: Api, key: str, finished: Callable[[str], Game]) -> None:
    game = finished(CARD_GAME)
    lines = {"data": game.get("/export").data, "content_type": "application/x-ndjson"}
    taken_in = api.post("/v1/games/import", token=key, **lines).json
    branch = api.post(f"{game.path}/branches", {"version": 3}, token=key).json["game"]
    found = {line["id"]: line for line in mine(api, key)}
    assert set(found) == {taken_in["id"], branch["id"]}
    nameless = {**taken_in["outcome"], "because": "The last round is played."}
    assert found[taken_in["id"]]["outcome"] == nameless, "lists name nobody"


def test_the_list_of_a_key_needs_that_key(api: Api) -> None:
    assert "API key" in api.refused("GET", "/v1/games?mine=true", 401, "key_required")["detail"]
    for query in ("player=ann", "to_act=ann", "updated_since=2026-01-01T00:00:00Z"):
        assert "mine=true" in api.refused("GET", f"/v1/games?{query}", 400, "invalid_query")["detail"]
    for query in ("updated_since=yesterday", "updated_since=2026-01-01T00:00:00", "player="):
        api.refused("GET", f"/v1/games?mine=true&{query}", 400, "invalid_query", token=new_key(api))


def test_a_game_without_a_key_writes_nothing_of_one(api: Api, redis: Redis) -> None:
    game = Game(api, api.post("/v1/games", plan("human", "human")).json)
    game.play(3)
    kept = [key.decode().partition("}:")[2].partition(":")[0] for key in snapshot(redis)]
    assert not {"owned", "about", "of"} & set(kept)
    assert len(kept) == len(set(kept)) + kept.count("g") - 1


def test_a_page_of_a_large_list_takes_few_round_trips(api: Api, key: str, clock: Clock) -> None:
    game = made(api, key, "human:ann", "human:bob")
    store = api.app.extensions["tradewinds"].store
    calls = []
    each = store.redis.connections.each
    store.redis.connections.each = lambda commands: calls.append(len(commands)) or each(commands)
    try:
        assert ids(mine(api, key)) == [game.id]
    finally:
        store.redis.connections.each = each
    assert len(calls) == 2


def test_the_rest_of_the_game_since_the_own_last_action_is_told(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "human")
    chance = random.Random(3)
    while True:
        game.step(chance)
        (line,) = mine(api, key)
        (asked,) = line["pending"]
        if asked["since"] and line["version"] > asked["since"] + 1:
            break
    page = game.get(f"/events?after={asked['since']}&include=scene", asked["seat"]).json
    assert [each["version"] for each in page["items"]] == [*range(asked["since"] + 1, line["version"] + 1)]
    assert asked["seat"] not in {each["seat"] for each in page["items"]}
    assert all(each["scene"] for each in page["items"] if each["text"])


def test_nobody_is_said_to_have_to_act_where_a_bot_plays_for_him(api: Api, key: str) -> None:
    game = made(api, key, "human:ann", "human:bob", options={"starting_seat": 0})
    (line,) = mine(api, key, to_act="ann")
    assert line["asked"] == [{"seat": 0, "player": "ann"}]
    game.put_seat(0, 0, kind="bot", level="random")
    assert mine(api, key, to_act="ann") == []
    (line,) = mine(api, key, player="ann")
    assert line["pending"] == [{"seat": 0, "player": None, "bot": True, "deadline": None, "since": 2}]
    assert line["asked"] == []


def test_a_line_says_who_asks_to_go_back_and_how_many_seats_are_missing(api: Api, key: str) -> None:
    waiting = made(api, key, "human:ann", "open", "open")
    (line,) = mine(api, key)
    assert (line["missing_seats"], line["rematch_of"], line["takeback_asked"]) == (2, None, None)
    waiting.abandon()
    game = made(api, key, "human:ann", "human:bob", takeback="consent")
    first, _ = answered(game)
    give(game, first)
    (line,) = mine(api, key, status="running")
    assert line["takeback_asked"] == {"seat": first, "player": ("ann", "bob")[first]}
