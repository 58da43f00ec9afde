"""Playing: the legal list, preconditions, keys, dry runs."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from redis import Redis

from tests.service.client import Api, Game, Json, example_commands
from tests.service.conftest import every_ruleset, snapshot
from tests.support.games import OURS, RULESET


def strings(value: Json) -> set[str]:
    """Every string in a JSON value."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {string for each in value.values() for string in strings(each)}
    return {string for each in value for string in strings(each)} if isinstance(value, list) else set()


def acting(api: Api, ruleset: str = RULESET, steps: int = 0) -> tuple[Game, int, dict[str, Json]]:
    """A running game, the seat that is to act, and a legal action of it."""
    game = api.create(ruleset)
    game.play(steps)
    seat = game.state()["to_act"][0]
    return game, seat, game.legal(seat)["actions"][0]["action"]


# The legal list


@every_ruleset
def test_what_is_listed_is_accepted_and_nothing_else(api: Api, ruleset: str) -> None:
    """At every position of a random game; a position is branched by a fresh game played with the same choices."""
    game, chance = api.create(ruleset), random.Random(5)
    refused = accepted = 0
    while accepted < 12 and (state := game.state())["to_act"]:
        words = sorted(word for word in strings(state["view"]) if ":" in word)[:6] or ["x"]
        for seat in range(len(state["seats"])):
            listed = game.legal(seat)
            assert (listed["version"], listed["seat"]) == (state["version"], seat)
            assert bool(listed["actions"]) == (seat in state["to_act"])
            legal = [each["action"] for each in listed["actions"]]
            for action in legal:
                assert game.try_out(seat, action).json == {"legal": True, "version": state["version"], "refusal": None}
            for action in example_commands(ruleset, words, 2):
                if action not in legal:
                    trial = game.call("POST", "/actions/try", seat, json=action)
                    assert trial.status_code == 422 or trial.json["legal"] is False
                    refused += 1
        game.step(chance)
        accepted += 1
    assert refused > (50 if ruleset in OURS else 10)
    assert game.version == accepted + 1 > 5


@every_ruleset
def test_every_listed_action_has_a_text_and_its_price(api: Api, ruleset: str) -> None:
    game, seat, _ = acting(api, ruleset, 5)
    for offer in game.legal(seat)["actions"]:
        assert offer["text"].strip()
        assert isinstance(offer["preview"], dict)


def test_the_list_is_for_seats_only(api: Api) -> None:
    game = api.create(RULESET)
    game.refused("GET", "/actions", 401, "unauthorized")
    game.refused("GET", "/actions", 403, "token_lacks_right", "host")
    lobby = api.create(RULESET, "human", "open")
    assert lobby.legal(0)["actions"] == []


@every_ruleset
def test_the_list_is_empty_after_the_end(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    assert game.legal(0)["actions"] == []


# Acting


@every_ruleset
def test_an_accepted_action_answers_with_all_that_it_did(api: Api, ruleset: str) -> None:
    game, seat, action = acting(api, ruleset)
    response = game.act(seat, action, headers={"If-Match": '"1"'})
    answer = response.json
    assert response.headers["ETag"] == game.get(by=seat).headers["ETag"] == f'"2.s{seat}"'
    assert "Idempotency-Replayed" not in response.headers
    assert answer["version"] == answer["game"]["version"] == 2
    assert answer["head"] == answer["game"]["head"]
    assert answer["game"] == game.state(seat)
    commit = game.get("/events?after=1", seat).json["items"][0]
    assert (commit["events"], commit["text"]) == (answer["events"], answer["text"])
    assert commit["command"] == action
    assert (commit["seat"], commit["actor"], commit["head"]) == (seat, "player", answer["head"])


def test_without_precondition_and_key_an_action_is_refused(api: Api) -> None:
    game, seat, action = acting(api)
    problem = game.refused("POST", "/actions", 428, "precondition_required", seat, json=action)
    assert "If-Match" in problem["detail"]
    assert "Idempotency-Key" in problem["detail"]
    game.refused("POST", "/actions", 401, "unauthorized", json=action)
    game.refused("POST", "/actions", 401, "unauthorized", token="tw_" + "x" * 32, json=action)


@every_ruleset
def test_a_stale_precondition_names_the_current_version(api: Api, ruleset: str) -> None:
    game, seat, action = acting(api, ruleset, 3)
    for stale in (1, 3, 5, 10**15):
        for query in ("", "/try"):
            headers = {"If-Match": f'"{stale}"'}
            response = game.call("POST", f"/actions{query}", seat, json=action, headers=headers, expect=412)
            assert response.json["code"] == "stale_version"
            assert response.json["current_version"] == 4
            assert response.headers["ETag"] == '"4"'
    assert game.version == 4


@every_ruleset
def test_a_repeat_gets_the_first_answer_even_when_the_game_has_moved_on(api: Api, ruleset: str) -> None:
    game, seat, action = acting(api, ruleset)
    first = game.act(seat, action, headers={"Idempotency-Key": "once"}).json
    assert game.act(seat, action, headers={"Idempotency-Key": "once"}).json == first
    game.play(4)
    for headers in ({"Idempotency-Key": "once"}, {"Idempotency-Key": "once", "If-Match": '"1"'}):
        again = game.act(seat, action, headers=headers)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.json == first
    assert game.version == 6


def test_a_key_alone_decides_on_the_newest_position(api: Api) -> None:
    game, seat, action = acting(api)
    game.put_seat(1 - seat, "host", kind="bot", level="random")
    assert game.act(seat, action, headers={"Idempotency-Key": "a"}).json["version"] == 3


def test_a_key_that_was_refused_can_be_used_again(api: Api) -> None:
    game, seat, action = acting(api)
    headers = {"Idempotency-Key": "a", "If-Match": '"7"'}
    game.refused("POST", "/actions", 412, "stale_version", seat, json=action, headers=headers)
    response = game.act(seat, action, headers={"Idempotency-Key": "a", "If-Match": '"1"'})
    assert "Idempotency-Replayed" not in response.headers


def test_the_same_key_with_another_action_is_refused(api: Api) -> None:
    game, seat, action = acting(api)
    game.act(seat, action, headers={"Idempotency-Key": "a"})
    other = next(each for each in example_commands(RULESET, ["x"]) if each["type"] != action["type"])
    game.refused("POST", "/actions", 422, "key_reused", seat, json=other, headers={"Idempotency-Key": "a"})


def test_spelling_does_not_make_another_action(api: Api) -> None:
    game, seat, action = acting(api)
    headers = {"Idempotency-Key": "a", "Content-Type": "application/json; charset=utf-8"}
    game.call("POST", "/actions", seat, json=action, headers=headers, expect=201)
    body = " {" + ",".join(f'\n"{key}" :\t"{value}"' for key, value in reversed(action.items())) + "} "
    again = game.call("POST", "/actions", seat, data=body, headers=headers, expect=201)
    assert again.headers["Idempotency-Replayed"] == "true"


@every_ruleset
def test_keys_count_for_one_caller_and_one_game(api: Api, ruleset: str) -> None:
    games = [api.create(ruleset) for _ in range(2)]
    for game in games:
        chance, seen = random.Random(3), set()
        for _ in range(60):
            state = game.state()
            seat = state["to_act"][0]
            if seat in seen:
                game.step(chance)
                continue
            action = game.legal(seat)["actions"][0]["action"]
            assert "Idempotency-Replayed" not in game.act(seat, action, headers={"Idempotency-Key": "shared"}).headers
            seen.add(seat)
            if len(seen) == len(state["seats"]):
                break
        assert len(seen) == len(state["seats"])


@pytest.mark.parametrize(
    "tag",
    [
        "1", '"01"', '"0"', '"-1"', '"a"', "*", '"1", "2"', "", '""', f'"{10**16}"', 'w/"1"', '"1."', '"1.S0"', '"1s0"',
        '"s0"', '".s0"', '"1.s0', '"1.s0"x', '"1.s0", "2.s0"', f'"1.{"x" * 41}"',
    ],
)  # fmt: skip
def test_a_precondition_must_name_one_version(api: Api, tag: str) -> None:
    game, seat, action = acting(api)
    game.refused("POST", "/actions", 400, "invalid_header", seat, json=action, headers={"If-Match": tag})


@pytest.mark.parametrize("tag", ['"1"', '"1.s0"', '"1.s1"', '"1.gzip"', '"1.s0.lines"', 'W/"1"', 'W/"1.s1"'])
def test_of_any_tag_of_the_game_the_version_counts(api: Api, tag: str) -> None:
    """Whoever answered, to whom and in which form; a proxy that compresses makes it weak."""
    game, seat, action = acting(api)
    game.call("POST", "/actions", seat, json=action, headers={"If-Match": tag.replace("1", "2", 1)}, expect=412)
    game.act(seat, action, headers={"If-Match": tag})


def test_only_the_seat_that_is_asked_can_act(api: Api) -> None:
    game, seat, action = acting(api)
    headers = {"If-Match": '"1"'}
    problem = game.refused("POST", "/actions", 409, "not_your_turn", 1 - seat, json=action, headers=headers)
    assert problem["detail"]
    game.refused("POST", "/actions", 401, "unauthorized", json=action, headers=headers)
    game.refused("POST", "/actions", 403, "token_lacks_right", "host", json=action, headers=headers)
    assert game.version == 1


# Dry runs


@every_ruleset
def test_a_dry_run_stores_and_draws_nothing(api: Api, redis: Redis, ruleset: str) -> None:
    game, seat, _ = acting(api, ruleset, 4)
    before = snapshot(redis)
    listed = game.legal(seat)["actions"]
    codes = set()
    for action in [each["action"] for each in listed] + example_commands(ruleset, ["x", "y"], 4):
        for headers in ({}, {"If-Match": '"5"'}, {"Idempotency-Key": "dry"}):
            trial = game.call("POST", "/actions/try", seat, json=action, headers=headers)
            codes.add("legal" if trial.status_code == 200 and trial.json["legal"] else trial.text)
    assert {"legal"} < codes, "some were legal, and some were refused"
    assert snapshot(redis) == before
    # Nothing was drawn either: what comes next is what comes next in a game without the dry runs.
    action = listed[0]["action"]
    first = game.act(seat, action, headers={"Idempotency-Key": "dry"})
    assert "Idempotency-Replayed" not in first.headers


@every_ruleset
def test_a_dry_run_refuses_as_the_action_itself_is_refused(api: Api, ruleset: str) -> None:
    game, acting_seat, _ = acting(api, ruleset, 6)
    state = game.state()
    words = sorted(word for word in strings(state["view"]) if ":" in word)[:5]
    seen = set()
    for seat in range(len(state["seats"])):
        legal = [each["action"] for each in game.legal(seat)["actions"]]
        for action in example_commands(ruleset, words, 3):
            if action in legal:
                continue
            trial = game.call("POST", "/actions/try", seat, json=action)
            real = game.call("POST", "/actions", seat, json=action, headers={"If-Match": f'"{state["version"]}"'})
            assert real.status_code in (409, 422)
            if real.status_code == 422:
                assert trial.get_json(force=True) == real.get_json(force=True)
                continue
            problem, refusal = real.get_json(force=True), trial.json["refusal"]
            assert refusal == {
                "code": problem["code"], "detail": problem["detail"], "params": problem.get("params", {}),
                "rules": problem.get("rules", []),
            }  # fmt: skip
            seen.add(problem["code"])
    assert seen & {"not_your_turn"}
    assert len(seen) >= 2
    # What is no action at all is told before a stale version, both ways.
    for query in ("", "/try"):
        stale = {"If-Match": '"1"'}
        game.refused("POST", f"/actions{query}", 422, "unknown_command", 0, json={"type": "x"}, headers=stale)
    assert acting_seat in state["to_act"]


def test_a_dry_run_needs_the_token_of_a_seat(api: Api) -> None:
    game, _, action = acting(api)
    game.refused("POST", "/actions/try", 401, "unauthorized", json=action)
    game.refused("POST", "/actions/try", 403, "token_lacks_right", "host", json=action)
