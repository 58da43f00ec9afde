"""Seats that are reserved for whoever is invited, and seats that the host opens again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import Api, Game
from tests.service.conftest import Clock, every_ruleset
from tests.service.test_api_keys import new_key
from tests.support.games import RULESET

KEY = "key-of-at-least-32-random-letters"


@pytest.fixture
def game(api: Api) -> Game:
    """A lobby: a person, a reserved seat and an open one."""
    return api.create(RULESET, "human:Anne", "reserved:Bo", "open")


@pytest.mark.threat("T-17")
def test_a_reserved_seat_is_claimed_with_its_invitation_only(api: Api, game: Game) -> None:
    assert game.state()["seats"][1] == {"kind": "reserved", "name": "Bo", "level": None, "player": None}
    others = api.create(RULESET, "reserved", "reserved")
    wrong = [{}, {"invitation": "twi_made-up"}, {"invitation": game.tokens[0]}, {"invitation": game.tokens["host"]}]
    for body in [*wrong, {"invitation": others.invitations[1]}]:
        game.refused("POST", "/seats/1/claim", 403, "seat_reserved", json=body)
    assert game.version == 1
    game.claim(1, name="Bo", invitation=game.invitations[1])
    assert game.state()["seats"][1] == {"kind": "human", "name": "Bo", "level": None, "player": None}
    game.refused("POST", "/seats/1/claim", 409, "seat_not_open", json={"invitation": game.invitations[1]})
    game.claim(2)
    assert game.state()["status"] == "running"


@pytest.mark.threat("T-17")
def test_an_invitation_is_for_one_seat(api: Api) -> None:
    game = api.create(RULESET, "human", "reserved", "reserved")
    game.refused("POST", "/seats/2/claim", 403, "seat_reserved", json={"invitation": game.invitations[1]})
    game.refused("POST", "/seats/0/claim", 403, "seat_reserved", json={"invitation": game.invitations[1]})


def test_an_invitation_opens_nothing_else(game: Game) -> None:
    for path in ("", "/actions", "/export"):
        game.refused("GET", path, 401, "unauthorized", token=game.invitations[1])


def test_a_claim_with_an_invitation_can_be_repeated(game: Game) -> None:
    asked = {"json": {"invitation": game.invitations[1]}, "headers": {"Idempotency-Key": KEY}, "expect": 201}
    first = game.call("POST", "/seats/1/claim", **asked).json
    second = game.call("POST", "/seats/1/claim", **asked).json
    assert second["game"] == first["game"]
    game.refused("GET", "", 401, "unauthorized", token=first["token"])
    game.get(token=second["token"])


@pytest.mark.parametrize("owned", [False, True])
def test_a_repeated_creation_brings_new_invitations_to_seats_that_nobody_has_taken(api: Api, *, owned: bool) -> None:
    key = new_key(api, "a club") if owned else None
    seats = [{"kind": "human"}, {"kind": "reserved"}, {"kind": "reserved"}, {"kind": "reserved"}]
    body = {"ruleset": RULESET, "seats": seats, **({"external_id": "round 1"} if owned else {})}

    def create() -> Game:
        return Game(api, api.post("/v1/games", body, token=key, headers={"Idempotency-Key": KEY}).json)

    first = create()
    first.claim(1, invitation=first.invitations[1])
    moved = first.put_seat(2, "host", kind="reserved")["invitation"]
    again = create()
    assert again.id == first.id
    assert set(first.invitations) == {1, 2, 3}
    assert set(again.invitations) == {3}, "seat 1 is taken, and the host has invited somebody else to seat 2"
    lost = first.invitations[3]
    first.refused("POST", "/seats/3/claim", 403, "seat_reserved", json={"invitation": lost})
    again.claim(3, invitation=again.invitations[3])
    again.claim(2, invitation=moved)
    assert again.state()["status"] == "running"
    assert create().invitations == {}


def test_a_repeated_reservation_brings_a_new_invitation_while_it_stands(game: Game) -> None:
    def reserve() -> Any:
        body = {"json": {"kind": "reserved"}, "headers": {"Idempotency-Key": KEY}}
        return game.call("PUT", "/seats/1", "host", **body, expect=200).json["invitation"]

    first, again = reserve(), reserve()
    game.refused("POST", "/seats/1/claim", 403, "seat_reserved", json={"invitation": first})
    game.refused("POST", "/seats/1/claim", 403, "seat_reserved", json={"invitation": game.invitations[1]})
    other = game.put_seat(1, "host", kind="reserved")["invitation"]
    assert reserve() is None, "the host has invited somebody else"
    game.refused("POST", "/seats/1/claim", 403, "seat_reserved", json={"invitation": again})
    game.claim(1, invitation=other)
    assert reserve() is None


def test_a_reservation_is_not_renewed_later_than_ten_minutes(game: Game, clock: Clock) -> None:
    body = {"json": {"kind": "reserved"}, "headers": {"Idempotency-Key": KEY}}
    first = game.call("PUT", "/seats/1", "host", **body, expect=200).json["invitation"]
    clock.advance(seconds=601)
    assert game.call("PUT", "/seats/1", "host", **body, expect=200).json["invitation"] is None
    game.claim(1, invitation=first)


def test_a_claim_is_not_repeated_into_a_seat_that_was_opened_again(game: Game) -> None:
    asked = {"json": {}, "headers": {"Idempotency-Key": KEY}}
    game.call("POST", "/seats/2/claim", **asked, expect=201)
    game.put_seat(2, "host", kind="open")
    game.claim(2, name="Cy")
    game.refused("POST", "/seats/2/claim", 409, "seat_not_open", **asked)
    game.get(by=2)


@every_ruleset
def test_what_was_given_by_invitation_passes_the_audit(api: Api, ruleset: str) -> None:
    game = api.create(ruleset, "reserved")
    for seat, invitation in game.invitations.items():
        game.claim(seat, invitation=invitation)
    assert game.state()["status"] == "running"
    game.abandon()
    checks = game.get("/audit").json
    assert checks["ok"], checks
    assert {commit["actor"] for commit in game.lines("/events", after=1)[:-1]} == {"invited"}


def test_the_host_opens_a_seat_again_and_whoever_had_it_is_out(game: Game) -> None:
    game.claim(2, name="Cy", client_seed="chance")
    old = game.tokens[2]
    opened = game.put_seat(2, "host", kind="open")
    assert (opened["token"], opened["invitation"]) == (None, None)
    assert opened["game"]["seats"][2] == {"kind": "open", "name": "Seat 3", "level": None, "player": None}
    game.refused("GET", "", 401, "unauthorized", token=old)
    game.claim(2, name="Di")
    game.claim(1, invitation=game.invitations[1])
    assert game.state()["fairness"]["client_seeds"] == ["", "", ""], "nothing of the first player's chance stays"


@pytest.mark.threat("T-17")
def test_the_host_invites_somebody_else(game: Game) -> None:
    first = game.invitations[1]
    answer = game.put_seat(1, "host", kind="reserved")
    assert answer["token"] is None
    game.refused("POST", "/seats/1/claim", 403, "seat_reserved", json={"invitation": first})
    game.claim(1, invitation=answer["invitation"])
    opened = game.put_seat(1, "host", kind="open")
    assert opened["invitation"] is None
    game.claim(1)


@pytest.mark.parametrize("kind", ["open", "reserved"])
def test_only_the_host_opens_seats_and_only_before_the_game(game: Game, kind: str) -> None:
    game.refused("PUT", "/seats/0", 403, "token_lacks_right", 0, json={"kind": kind})
    game.refused("PUT", "/seats/0", 401, "unauthorized", json={"kind": kind})
    game.claim(1, invitation=game.invitations[1])
    game.claim(2)
    game.refused("PUT", "/seats/2", 409, "game_started", "host", json={"kind": kind})


def test_an_open_seat_is_not_opened_again(game: Game) -> None:
    game.refused("PUT", "/seats/2", 409, "seat_is_open", "host", json={"kind": "open"})


def test_a_seat_that_is_opened_brings_no_name_or_level(game: Game) -> None:
    game.refused("PUT", "/seats/1", 422, "invalid_body", "host", json={"kind": "open", "name": "Bo"})
    game.refused("PUT", "/seats/1", 422, "invalid_body", "host", json={"kind": "reserved", "level": "greedy"})


def test_a_reserved_seat_can_be_handed_to_a_bot_and_is_not_listed_as_open(api: Api, clock: Clock) -> None:
    game = api.create(RULESET, "human", "reserved", "open")
    (line,) = [each for each in api.get("/v1/games?status=lobby").json["items"] if each["id"] == game.id]
    assert line["open_seats"] == 1
    game.put_seat(1, "host", kind="bot", level="greedy")
    game.claim(2)
    assert game.state()["status"] == "running"
