"""Creating, finding, reading and abandoning games."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.service.client import Api, Game, example_commands
from tests.service.conftest import Clock, every_ruleset
from tests.support.games import RULESET, fewest_seats

KEY = "k" * 32


@every_ruleset
def test_a_game_without_open_seats_starts_at_once(api: Api, ruleset: str) -> None:
    seats = [{"kind": "human", "name": f"Player {number}"} for number in range(fewest_seats(ruleset))]
    response = api.post("/v1/games", {"ruleset": ruleset, "seats": seats})
    created = response.json
    game = created["game"]
    assert response.headers["Location"] == f"/v1/games/{game['id']}"
    assert response.headers["ETag"] == f'"{game["version"]}"' == '"1"'
    assert response.headers["Cache-Control"] == "no-store"
    assert game["status"] == "running"
    assert game["view"] is not None
    assert game["to_act"]
    assert [each["name"] for each in game["seats"]] == [each["name"] for each in seats]
    assert [each["seat"] for each in created["seats"]] == [*range(len(seats))]
    tokens = [created["host_token"], *(each["token"] for each in created["seats"])]
    assert len(set(tokens)) == len(tokens)
    # A prefix, and at least 128 bits in base 64.
    assert all(re.fullmatch(r"tw_[\w-]{22,}", token) for token in tokens)
    assert api.get(response.headers["Location"]).json == game


def test_a_game_id_has_at_least_80_random_bits(api: Api) -> None:
    ids = {api.create(RULESET).id for _ in range(3)}
    assert len(ids) == 3
    assert all(re.fullmatch(r"[0-9]+g[a-z2-7]{16,}", each) for each in ids)


PROMISED = {
    "id", "ruleset", "ruleset_version", "status", "version", "turn", "options", "seats", "to_act", "view", "outcome",
    "fairness", "head",
}  # fmt: skip


@every_ruleset
def test_answers_have_the_fields_that_programs_rely_on(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    state = game.play(1)
    assert set(state) >= PROMISED
    assert set(state["fairness"]) == {"algorithm", "commitment", "client_seeds", "secret"}
    commit = game.get("/events?after=1").json["items"][0]
    assert set(commit) >= {"version", "turn", "seat", "actor", "at", "command", "events", "text", "head"}
    assert set(game.get("/audit").json) >= {"ok", "head", "checks", "first_bad"}
    assert set(game.get("/turns").json["items"][0]) >= {"turn", "seat", "first_version", "last_version", "text"}
    problem = game.refused("GET", "?version=77", 404, "unknown_version")
    assert set(problem) >= {"type", "title", "status", "detail", "code", "params"}


@every_ruleset
def test_a_game_with_open_seats_waits_in_the_lobby(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "human:Ann", *["open"] * (fewest_seats(ruleset) - 1))
    state = game.state()
    assert (state["status"], state["turn"], state["view"], state["to_act"]) == ("lobby", 0, None, [])
    assert state["seats"][0] == {"kind": "human", "name": "Ann", "level": None, "player": None}
    assert {each["kind"] for each in state["seats"][1:]} == {"open"}
    assert state["fairness"]["secret"] is None
    assert len(state["fairness"]["commitment"]) == 64
    game.refused("POST", "/actions", 409, "game_not_started", 0, json=anything(ruleset), headers={"If-Match": '"1"'})


def anything(ruleset: str) -> dict[str, str]:
    """A well-formed action."""
    return example_commands(ruleset, ["x"])[0]


@every_ruleset
def test_options_visibility_and_trust_are_shown(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, visibility="unlisted", trusted_host=True, options={}).state()
    assert game["visibility"] == "unlisted"
    assert game["trusted_host"] is True
    plain = api.create(ruleset).state()
    assert (plain["visibility"], plain["trusted_host"]) == ("public", False)
    assert plain["options"] == game["options"]


def test_a_bot_seat_shows_its_level(api: Api) -> None:
    state = api.create(RULESET, "human", "greedy:Robby").state()
    assert state["seats"][1] == {"kind": "bot", "name": "Robby", "level": "greedy", "player": None}


# Creating again with one key


def test_a_repeated_creation_answers_the_same_game_with_fresh_tokens(api: Api, clock: Clock) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "human"}, {"kind": "open"}]}
    first = api.post("/v1/games", body, headers={"Idempotency-Key": KEY})
    assert "Idempotency-Replayed" not in first.headers
    clock.advance(minutes=9)
    second = api.post("/v1/games", body, headers={"Idempotency-Key": KEY})
    assert second.headers["Idempotency-Replayed"] == "true"
    assert second.json["game"] == first.json["game"]
    before, after = Game(api, first.json), Game(api, second.json)
    for caller in ("host", 0, 1):
        before.refused("GET", "", 401, "unauthorized", caller)
        after.get(by=caller)
    third = api.post("/v1/games", body, headers={"Idempotency-Key": "K" * 32})
    assert third.json["game"]["id"] != before.id


def test_a_creation_key_with_another_body_is_refused(api: Api) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "human"}]}
    api.post("/v1/games", body, headers={"Idempotency-Key": KEY})
    other = {**body, "visibility": "unlisted"}
    api.refused("POST", "/v1/games", 422, "key_reused", json=other, headers={"Idempotency-Key": KEY})


@pytest.mark.parametrize("key", ["k" * 31, "k" * 201, "", "with a space in it, and long enough!", "ключ" * 10])
def test_a_creation_key_must_be_long_and_plain(api: Api, key: str) -> None:
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "human"}]}
    api.refused("POST", "/v1/games", 400, "invalid_header", json=body, headers={"Idempotency-Key": key})


# The list


def listed(api: Api, **query: object) -> list[str]:
    return [each["id"] for each in api.get("/v1/games", query_string=query).json["items"]]


def test_the_list_shows_public_games_newest_first(api: Api, clock: Clock) -> None:
    made = []
    for number in range(4):
        made.append(api.create(RULESET, visibility="unlisted" if number == 2 else "public").id)
        clock.advance(seconds=1)
    assert listed(api) == [made[3], made[1], made[0]]


def test_the_pages_of_the_list_join_without_gaps_or_repeats(api: Api, clock: Clock) -> None:
    created = {}
    for number in range(7):
        created[api.create(RULESET).id] = clock.now
        clock.advance(seconds=number % 2)  # Some of the same moment.
    seen, address = [], "/v1/games?limit=3&ruleset=" + RULESET
    while address:
        page = api.get(address)
        seen += [each["id"] for each in page.json["items"]]
        assert len(page.json["items"]) <= 3
        link = page.headers.get("Link")
        assert (link is None) == (page.json["next"] is None)
        address = ""
        if link is not None:
            address = re.fullmatch(r'<([^>]+)>; rel="next"', link)[1]  # type: ignore[index]
            query = parse_qs(urlsplit(address).query)
            assert query == {"limit": ["3"], "ruleset": [RULESET], "after": [page.json["next"]]}
    assert sorted(seen) == sorted(created)
    assert [created[each] for each in seen] == sorted(created.values(), reverse=True)


def test_the_list_can_be_filtered(api: Api) -> None:
    lobby = api.create(RULESET, "human", "open", "open").id
    running = api.create(RULESET)
    over = api.create(RULESET)
    over.abandon()
    assert listed(api, status="lobby") == [lobby]
    assert listed(api, status="running") == [running.id]
    assert listed(api, status="abandoned") == [over.id]
    assert listed(api, status="finished") == []
    assert listed(api, open_seats=1) == listed(api, open_seats=2) == [lobby]
    assert listed(api, open_seats=3) == []
    assert set(listed(api, open_seats=0)) == {lobby, running.id, over.id}
    assert set(listed(api, ruleset=RULESET)) == {lobby, running.id, over.id}


def test_the_list_follows_what_happens(api: Api) -> None:
    game = api.create(RULESET, "human", "open", "open")
    game.claim(1, name="Bo")
    (line,) = api.get("/v1/games").json["items"]
    assert (line["open_seats"], line["status"]) == (1, "lobby")
    assert [each["name"] for each in line["seats"]] == ["Seat 1", "Bo", "Seat 3"]
    game.put_seat(2, "host", kind="bot", level="random")
    (line,) = api.get("/v1/games").json["items"]
    assert (line["open_seats"], line["status"]) == (0, "running")
    assert line["seats"][2]["level"] == "random"
    game.abandon()
    assert listed(api, status="running") == []
    assert listed(api, status="abandoned") == [game.id]


def test_a_finished_game_is_listed_as_such(api: Api, finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    assert listed(api, status="finished") == [game.id]


# One game


def test_a_version_that_is_not_there_is_a_404_whatever_the_client_claims_to_know(api: Api) -> None:
    game = api.create(RULESET)
    for headers in ({}, {"If-None-Match": '"9"'}, {"If-None-Match": "*"}):
        problem = game.refused("GET", "?version=9", 404, "unknown_version", headers=headers)
        assert problem["params"] == {"last": 1}
        game.refused("GET", "?turn=9", 404, "unknown_version", headers=headers)


def test_version_and_turn_together_are_refused(api: Api) -> None:
    problem = api.create(RULESET).refused("GET", "?version=1&turn=0", 400, "invalid_query")
    assert "not both" in problem["detail"]


@every_ruleset
def test_a_turn_is_shown_as_it_was_after_its_last_commit(api: Api, finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    last = {each["turn"]: each["last_version"] for each in game.get("/turns").json["items"]}
    assert 0 in last
    for turn, version in [*last.items()][:: max(1, len(last) // 10)]:
        assert game.state(turn=turn) == game.state(version=version)


def test_a_turn_that_has_just_begun_is_the_game_as_it_stands(api: Api) -> None:
    game, chance = api.create(RULESET), random.Random(3)
    while game.state()["turn"] == 1:
        game.step(chance)
    now = game.state(0)
    assert [each["turn"] for each in game.get("/turns").json["items"]] == [0, 1], "nothing was done in the second one yet"
    assert game.state(0, turn=2) == now
    assert game.get("?turn=2").headers["Cache-Control"] == "private, no-cache", "it goes on"
    assert game.refused("GET", "?turn=3", 404, "unknown_version")["params"] == {"last": 2}
    game.step(chance)
    assert game.state(0, turn=1) == now
    assert game.state(0, turn=2) == game.state(0) != now


def test_nothing_hidden_is_shown_only_when_the_game_is_over(api: Api) -> None:
    game = api.create(RULESET)
    for caller in game.callers():
        for path in ("", "/events"):
            game.refused("GET", f"{path}?open=true", 409, "game_not_over", caller)
    game.abandon()
    assert '"hidden"' not in game.get("?open=true").text
    assert '"hidden"' in game.get().text


# The end


def test_the_host_abandons_a_running_game_and_a_lobby(api: Api) -> None:
    for kinds in (("human", "human"), ("human", "open")):
        game = api.create(RULESET, *kinds)
        game.refused("DELETE", "", 401, "unauthorized")
        game.refused("DELETE", "", 403, "token_lacks_right", 0)
        state = game.abandon()
        assert (state["status"], state["outcome"], state["to_act"]) == ("abandoned", None, [])
        assert state["fairness"]["secret"] is not None, "the secret is published, so that the draws can be checked"
        game.refused("DELETE", "", 409, "game_over", "host")
        assert game.get("/audit").json["ok"]


@every_ruleset
def test_a_finished_game_has_an_outcome_and_its_secret(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    state = game.state()
    assert (state["status"], state["to_act"]) == ("finished", [])
    outcome = state["outcome"]
    assert len(outcome["scores"]) == len(state["seats"])
    assert set(outcome["winners"]) <= set(range(len(state["seats"])))
    assert len(state["fairness"]["secret"]) == 64
    game.refused("POST", "/actions", 409, "game_over", 0, json=anything(ruleset), headers={"Idempotency-Key": "k"})
    game.refused("DELETE", "", 409, "game_over", "host")
    game.refused("PUT", "/seats/0", 409, "game_over", 0, json={"kind": "bot", "level": "random"})
    for caller in game.callers():
        assert game.state(caller)["status"] == "finished"
