"""Who plays: claims, bots, taking back, giving away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from redis import Redis

from tests.service.client import Api, Game
from tests.service.conftest import Clock, every_ruleset, snapshot
from tests.support.games import RULESET, fewest_seats

KEY = "key-of-at-least-32-random-letters"
GREEDY = {"kind": "bot", "level": "greedy"}


@every_ruleset
def test_the_last_claim_starts_the_game(api: Api, ruleset: str) -> None:
    count = fewest_seats(ruleset)
    game = api.create(ruleset, *["open"] * count)
    for seat in range(count):
        assert game.state()["status"] == "lobby"
        answer = game.claim(seat, name=f"Player {seat}")
        assert answer["seat"] == seat
        assert answer["game"]["seats"][seat] == {"kind": "human", "name": f"Player {seat}", "level": None, "player": None}
        assert answer["game"]["version"] == seat + 2
    assert answer["game"]["status"] == "running"
    assert answer["game"]["view"] is not None
    acting = answer["game"]["to_act"][0]
    assert game.legal(acting)["actions"]


def test_a_claim_needs_no_name(api: Api) -> None:
    game = api.create(RULESET, "human", "open")
    assert game.claim(1)["game"]["seats"][1]["name"] == "Seat 2", "people count from 1"


def test_a_taken_seat_cannot_be_claimed(api: Api) -> None:
    game = api.create(RULESET, "human", "open", "greedy")
    for seat in (0, 2):
        problem = game.refused("POST", f"/seats/{seat}/claim", 409, "seat_not_open", json={})
        assert problem["params"] == {"open_seats": [1]}
    game.claim(1)
    assert game.refused("POST", "/seats/1/claim", 409, "seat_not_open", json={})["params"] == {"open_seats": []}


def test_a_seat_that_the_game_does_not_have_is_unknown(api: Api) -> None:
    game = api.create(RULESET, "human", "open")
    for seat in (2, 9, 10**6):
        problem = game.refused("POST", f"/seats/{seat}/claim", 404, "unknown_seat", json={})
        assert problem["params"] == {"seats": 2}
        game.refused("PUT", f"/seats/{seat}", 404, "unknown_seat", "host", json=GREEDY)


def test_claims_after_the_end_are_refused(api: Api) -> None:
    game = api.create(RULESET, "human", "open")
    game.abandon()
    game.refused("POST", "/seats/1/claim", 409, "game_over", json={})


# Client seeds


@every_ruleset
def test_client_seeds_are_shown_only_when_the_game_starts(api: Api, ruleset: str) -> None:
    count = max(2, fewest_seats(ruleset))
    game = api.create(ruleset, *["open"] * count)
    seeds = [f"seed-nobody-guesses-{seat}" for seat in range(count)]
    for seat in range(count - 1):
        game.claim(seat, client_seed=seeds[seat])
        for caller in game.callers():
            for path in ("", "/events", "/turns", "/export", "/audit", "?version=2", "/jobs"):
                assert "seed-nobody" not in game.get(path, caller).text
    assert game.state()["fairness"]["client_seeds"] == []
    game.claim(count - 1, client_seed=seeds[-1])
    assert game.state()["fairness"]["client_seeds"] == seeds
    assert game.state(version=count)["fairness"]["client_seeds"] == []


def test_what_a_seed_was_is_hidden_with_its_length_in_bytes(api: Api) -> None:
    game = api.create(RULESET, "human", "open", "open")
    game.claim(1, client_seed="zwölf")
    commit = game.get("/events?after=1").json["items"][0]
    assert commit["command"]["client_seed"] == {"hidden": True, "count": 6}
    assert commit["events"][0]["client_seed"] == {"hidden": True, "count": 6}


def test_seeds_change_the_draws_and_bots_have_a_fixed_seed(api: Api) -> None:
    game = api.create(RULESET, "human", "open", "random")
    game.claim(1, client_seed="x")
    assert game.state()["fairness"]["client_seeds"] == ["", "x", "bot-2"]


@pytest.mark.parametrize("seed", ["x" * 65, "ö" * 33, "a\nb", "\x00"])
def test_a_seed_has_at_most_64_plain_bytes(api: Api, seed: str) -> None:
    game = api.create(RULESET, "human", "open")
    problem = game.refused("POST", "/seats/1/claim", 422, "invalid_body", json={"client_seed": seed})
    assert problem["errors"][0]["pointer"] == "/client_seed"
    game.claim(1, client_seed="ö" * 32)


# Claiming again with one key


def test_a_repeated_claim_answers_the_same_seat_with_a_fresh_token(api: Api, clock: Clock) -> None:
    game = api.create(RULESET, "human", "open", "open")
    body, headers = {"name": "Bo"}, {"Idempotency-Key": KEY}
    first = game.call("POST", "/seats/1/claim", json=body, headers=headers, expect=201)
    clock.advance(minutes=9)
    second = game.call("POST", "/seats/1/claim", json=body, headers=headers, expect=201)
    assert second.headers["Idempotency-Replayed"] == "true"
    assert second.json["game"] == first.json["game"]
    assert second.json["token"] != first.json["token"]
    game.refused("GET", "", 401, "unauthorized", token=first.json["token"])
    game.get(token=second.json["token"])
    game.refused("POST", "/seats/1/claim", 422, "key_reused", json={"name": "Cy"}, headers=headers)
    game.refused("POST", "/seats/2/claim", 422, "key_reused", json=body, headers=headers)


def test_the_key_of_a_claim_counts_for_ten_minutes(api: Api, clock: Clock) -> None:
    game = api.create(RULESET, "human", "open", "open")
    headers = {"Idempotency-Key": KEY}
    token = game.call("POST", "/seats/1/claim", json={}, headers=headers, expect=201).json["token"]
    clock.advance(minutes=10, seconds=1)
    game.refused("POST", "/seats/1/claim", 409, "seat_not_open", json={}, headers=headers)
    game.get(token=token)


def test_a_claim_key_must_be_long(api: Api) -> None:
    game = api.create(RULESET, "human", "open")
    game.refused("POST", "/seats/1/claim", 400, "invalid_header", json={}, headers={"Idempotency-Key": "short"})


# Bots


@pytest.mark.parametrize("by", ["host", 1])
def test_host_and_seat_hand_the_seat_to_a_bot_and_the_seat_takes_it_back(api: Api, by: str | int) -> None:
    game = api.create(RULESET, "human", "human:Bo")
    old = game.tokens[1]
    handed = game.put_seat(1, by, **GREEDY)
    assert handed["token"] is None
    assert handed["game"]["seats"][1] == {"kind": "bot", "name": "Bo", "level": "greedy", "player": None}
    assert game.legal(1)["actions"] == []
    back = game.put_seat(1, 1, kind="human")
    assert back["token"] not in (None, old)
    assert back["game"]["seats"][1] == {"kind": "human", "name": "Bo", "level": None, "player": None}
    game.refused("GET", "", 401, "unauthorized", token=old)
    game.refused("PUT", "/seats/1", 401, "unauthorized", json={"kind": "human"}, token=old)
    game.get(by=1)


def test_taking_a_seat_back_can_be_repeated_with_the_token_that_it_replaced(api: Api, clock: Clock) -> None:
    game = api.create(RULESET, "human", "human:Bo")
    old = game.tokens[1]
    game.put_seat(1, 1, **GREEDY)
    asked = {"json": {"kind": "human"}, "headers": {"Idempotency-Key": KEY}, "token": old}
    first = game.call("PUT", "/seats/1", **asked)
    clock.advance(minutes=9)
    second = game.call("PUT", "/seats/1", **asked)
    assert second.headers["Idempotency-Replayed"] == "true"
    assert second.json["game"] == first.json["game"]
    assert second.json["token"] not in (old, first.json["token"])
    game.refused("GET", "", 401, "unauthorized", token=first.json["token"])
    game.get(token=second.json["token"])
    game.refused("PUT", "/seats/1", 401, "unauthorized", **{**asked, "headers": {"Idempotency-Key": KEY[::-1]}})
    game.refused(
        "PUT", "/seats/1", 401, "unauthorized", **{**asked, "token": second.json["token"][::-1].replace("_wt", "x")}
    )
    clock.advance(minutes=2)
    game.refused("PUT", "/seats/1", 409, "seat_not_open", **asked)


def test_giving_a_seat_away_can_be_repeated(api: Api) -> None:
    game = api.create(RULESET, "human", "human:Bo", trusted_host=True)
    asked = {"json": {"kind": "human", "name": "Cy"}, "headers": {"Idempotency-Key": KEY}}
    first = game.call("PUT", "/seats/1", "host", **asked)
    second = game.call("PUT", "/seats/1", "host", **asked)
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json["token"] != first.json["token"]
    game.get(token=second.json["token"])


def test_the_seat_of_a_bot_cannot_act_but_look(api: Api) -> None:
    game = api.create(RULESET)
    seat = game.state()["to_act"][0]
    action = game.legal(seat)["actions"][0]["action"]
    game.put_seat(seat, seat, **GREEDY)
    game.refused("POST", "/actions", 409, "seat_played_by_bot", seat, json=action, headers={"Idempotency-Key": "a"})
    assert game.try_out(seat, action).json["refusal"]["code"] == "seat_played_by_bot"
    game.put_seat(seat, seat, kind="human")
    game.act(seat, action)


def test_a_seat_is_not_handed_over_twice_nor_taken_back_without_need(api: Api) -> None:
    game = api.create(RULESET)
    game.refused("PUT", "/seats/0", 409, "seat_not_played_by_bot", 0, json={"kind": "human"})
    game.put_seat(0, 0, **GREEDY)
    game.refused("PUT", "/seats/0", 409, "seat_played_by_bot", 0, json=GREEDY)
    assert game.put_seat(0, "host", kind="bot", level="random")["game"]["seats"][0]["level"] == "random"


def test_a_seat_handed_over_keeps_its_name(api: Api) -> None:
    game = api.create(RULESET, "human", "human:Bo")
    problem = game.refused("PUT", "/seats/1", 422, "invalid_body", 1, json={**GREEDY, "name": "Robby"})
    assert problem["errors"][0]["pointer"] == "/name"


def test_a_seat_taken_back_keeps_its_name_and_says_so(api: Api) -> None:
    game = api.create(RULESET, "human", "human:Bo")
    old = game.tokens[1]
    game.put_seat(1, 1, **GREEDY)
    named = {"json": {"kind": "human", "name": "Cy"}}
    problem = game.refused("PUT", "/seats/1", 422, "invalid_body", 1, **named)
    assert problem["errors"][0]["pointer"] == "/name"
    game.refused("PUT", "/seats/1", 401, "unauthorized", **named)
    game.refused("PUT", "/seats/1", 403, "token_lacks_right", 0, **named)
    assert game.state()["seats"][1] == {"kind": "bot", "name": "Bo", "level": "greedy", "player": None}
    keyed = {"Idempotency-Key": KEY}
    game.call("PUT", "/seats/1", 1, json={"kind": "human", "name": "Bo"}, headers=keyed, expect=200)
    game.call("PUT", "/seats/1", token=old, headers=keyed, **named, expect=401, code="unauthorized")


def test_a_change_meant_for_another_version_is_refused(api: Api) -> None:
    game = api.create(RULESET)
    stale, current = {"If-Match": '"2"'}, {"If-Match": '"1"'}
    game.refused("PUT", "/seats/0", 412, "stale_version", 0, json=GREEDY, headers=stale)
    game.refused("DELETE", "", 412, "stale_version", "host", headers=stale)
    assert game.version == 1
    game.call("PUT", "/seats/0", 0, json=GREEDY, headers=current, expect=200)
    game.refused("DELETE", "", 412, "stale_version", "host", headers=current)


def test_a_bot_on_the_last_open_seat_starts_the_game(api: Api) -> None:
    game = api.create(RULESET, "human", "open")
    assert game.put_seat(1, "host", **GREEDY)["game"]["status"] == "running"


def test_no_one_else_hands_a_seat_over_or_takes_it(api: Api) -> None:
    game = api.create(RULESET, "human", "human", "random")
    for body in (GREEDY, {"kind": "human"}):
        game.refused("PUT", "/seats/1", 401, "unauthorized", json=body)
        game.refused("PUT", "/seats/1", 403, "token_lacks_right", 0, json=body)
        game.refused("PUT", "/seats/2", 403, "token_lacks_right", 0, json=body)


# The host


@pytest.mark.threat("T-05")
def test_a_playing_host_gets_into_no_other_seat(api: Api) -> None:
    """Whatever the host tries: no token of another seat comes out, and what he sees is a spectator's."""
    game = api.create(RULESET, "human:Host", "human:Bo", "random", "open")
    game.claim(3)
    tries = [{"kind": "human"}, {"kind": "human", "name": "Host"}]
    for seat in (1, 2, 3):
        for by in ("host", 0):
            for body in tries:
                assert "token" not in game.call("PUT", f"/seats/{seat}", by, json=body).json
        game.call("POST", f"/seats/{seat}/claim", "host", json={}, expect=409)
        assert game.call("PUT", f"/seats/{seat}", "host", json={"kind": "bot", "level": "expert"}).json["token"] is None
        # Also not by the detour of a bot.
        for by in ("host", 0):
            for body in tries:
                assert "token" not in game.call("PUT", f"/seats/{seat}", by, json=body).json
        game.call("POST", f"/seats/{seat}/claim", "host", json={}, expect=409)
    for path in ("", "/events", "/turns", "/diff?from=1&to=2", "/export"):
        assert game.get(path, "host").data == game.get(path).data
    game.refused("GET", "/actions", 403, "token_lacks_right", "host")
    game.get(by=1)


def test_the_host_gives_no_seat_away_unless_trusted(api: Api) -> None:
    game = api.create(RULESET)
    game.refused("PUT", "/seats/1", 403, "host_not_trusted", "host", json={"kind": "human", "name": "Eve"})
    assert game.state()["seats"][1]["name"] == "Seat 2"


def test_a_trusted_host_gives_a_seat_to_somebody_else(api: Api) -> None:
    game = api.create(RULESET, "human", "human:Bo", "random", "open", trusted_host=True)
    for caller in game.callers():
        assert game.state(caller)["trusted_host"] is True
    old = game.tokens[1]
    game.refused("PUT", "/seats/3", 409, "seat_is_open", "host", json={"kind": "human"})
    given = game.put_seat(1, "host", kind="human", name="Cy")
    assert given["game"]["seats"][1] == {"kind": "human", "name": "Cy", "level": None, "player": None}
    game.refused("GET", "", 401, "unauthorized", token=old)
    game.get(by=1)
    bot = game.put_seat(2, "host", kind="human", name="Di")
    assert bot["game"]["seats"][2] == {"kind": "human", "name": "Di", "level": None, "player": None}
    game.refused("PUT", "/seats/1", 403, "token_lacks_right", 2, json={"kind": "human", "name": "Eve"})


# Tokens


@pytest.mark.threat("T-04")
@every_ruleset
def test_a_rotated_token_is_dead_in_every_process(make_api: Callable[..., Api], ruleset: str) -> None:
    one, other = make_api(), make_api()
    game = one.create(ruleset)
    elsewhere = Game(other, {"game": game.state(), "host_token": game.tokens["host"], "seats": []})
    elsewhere.tokens.update(game.tokens)
    elsewhere.get(by=0)
    game.put_seat(0, 0, **GREEDY)
    game.put_seat(0, 0, kind="human")
    for path in ("", "/actions", "/events"):
        elsewhere.refused("GET", path, 401, "unauthorized", 0)
    elsewhere.refused("DELETE", "", 401, "unauthorized", 0)
    elsewhere.get(token=game.tokens[0])


def test_tokens_are_nowhere_in_redis_or_in_what_leaves(api: Api, redis: Redis) -> None:
    game = api.create(RULESET, "human", "open", "random")
    game.claim(1)
    game.put_seat(0, 0, **GREEDY)
    game.put_seat(0, 0, kind="human")
    game.play(3)
    game.abandon()
    stored = repr(snapshot(redis))
    shown = "".join(game.get(path).text for path in ("", "/events", "/export", "/turns", "/audit", "/jobs"))
    for token in game.tokens.values():
        assert token not in stored
        assert token not in shown
    assert "host" in stored
