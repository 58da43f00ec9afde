"""Rematches: the same players play a game that is over again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.service.test_api_keys import new_key
from tests.support.games import RULESET


def rematch_of(game: Game, by: int | str) -> Game:
    return Game(game.api, game.call("POST", "/rematch", by, expect=201).json)


@pytest.fixture
def over(api: Api) -> Game:
    """A game of Anne, Bo and a bot that is over."""
    game = api.create(RULESET, "human:Anne", "human:Bo", "greedy:Cy", visibility="unlisted", trusted_host=True)
    game.abandon()
    return game


def test_a_rematch_has_the_same_players_in_an_order_turned_by_one(over: Game) -> None:
    again = rematch_of(over, 0)
    state = again.state()
    assert state["rematch_of"] == over.id
    assert over.state()["rematch_of"] is None
    assert [(seat["kind"], seat["name"]) for seat in state["seats"]] == [
        ("reserved", "Bo"),
        ("bot", "Cy"),
        ("reserved", "Anne"),
    ]
    assert (state["visibility"], state["trusted_host"], state["status"]) == ("unlisted", True, "lobby")
    assert state["options"] == over.state()["options"]


def test_who_has_no_name_is_called_by_the_new_seat_or_as_the_bot_it_is(api: Api) -> None:
    game = api.create(RULESET, "human", "human:Bo", "greedy")
    game.abandon()
    assert [seat["name"] for seat in rematch_of(game, 0).state()["seats"]] == ["Bo", "Greedy bot", "Seat 3"]


@pytest.mark.threat("T-17")
def test_players_claim_their_seats_with_their_tokens(over: Game) -> None:
    again = rematch_of(over, 0)
    again.refused("POST", "/seats/0/claim", 403, "seat_reserved", json={"invitation": over.tokens[0]})
    again.refused("POST", "/seats/0/claim", 403, "seat_reserved", json={})
    again.claim(0, name="Bo", invitation=over.tokens[1])
    again.claim(2, name="Anne", invitation=over.tokens[0])
    assert again.state()["status"] == "running"
    assert again.tokens[0] != over.tokens[1]
    over.get(by=1)
    again.refused("GET", "", 401, "unauthorized", token=over.tokens[1])


def test_there_is_one_rematch_whoever_asks(over: Game) -> None:
    first, other, first_again = rematch_of(over, 0), rematch_of(over, 1), rematch_of(over, 0)
    assert first.id == other.id == first_again.id
    assert other.tokens["host"] is None, "who asked first is the host"
    assert first_again.tokens["host"] not in (None, first.tokens["host"]), "the first answer may have been lost"
    first.refused("DELETE", "", 401, "unauthorized", "host")
    first_again.abandon()


def test_everybody_can_find_the_rematch_once_there_is_one(over: Game) -> None:
    assert over.get("/rematch").json == {"game": None}
    again = rematch_of(over, 1)
    for by in (None, 0, 1, "host"):
        assert over.get("/rematch", by=by).json == {"game": again.id}
    assert again.get("/rematch").json == {"game": None}


def test_many_who_ask_at_once_get_the_same_game(over: Game) -> None:
    clients = [Game(Api(over.api.app, over.api.contract), over.created) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        games = [*threads.map(lambda pair: rematch_of(pair[1], pair[0] % 2), enumerate(clients))]
    assert len({game.id for game in games}) == 1


@every_ruleset
def test_a_rematch_passes_the_audit_and_has_a_rematch_too(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    people = [seat for seat in game.tokens if seat != "host"]
    game.abandon()
    again = rematch_of(game, people[-1])
    for seat in people:
        again.claim((seat - 1) % len(people), invitation=game.tokens[seat])
    again.play(5)
    again.abandon()
    checks = again.get("/audit").json
    assert checks["ok"], checks
    third = rematch_of(again, 0)
    assert third.state()["rematch_of"] == again.id


def test_only_seats_and_the_host_ask_and_only_after_the_end(api: Api, over: Game) -> None:
    running = api.create(RULESET)
    for by in (0, "host"):
        running.refused("POST", "/rematch", 409, "game_not_over", by)
    over.refused("POST", "/rematch", 401, "unauthorized")
    over.refused("POST", "/rematch", 401, "unauthorized", token="tw_nobody")
    assert rematch_of(over, "host").tokens["host"] is not None


def test_where_the_host_alone_asks_no_player_does(api: Api) -> None:
    game = api.create(RULESET, "human:Anne", "human:Bo", rematch_by="host")
    assert (game.state()["rematch_by"], game.state()["rematch_host"]) == ("host", "asker")
    game.abandon()
    assert "rematch_by" in game.refused("POST", "/rematch", 403, "token_lacks_right", 0)["detail"]
    again = rematch_of(game, "host")
    assert again.state()["rematch_by"] == "host"
    joined = rematch_of(game, 0)
    assert (joined.id, joined.tokens["host"]) == (again.id, None), "a player finds the rematch that there is"
    again.abandon()


def test_the_host_of_the_game_before_can_stay_the_host(api: Api) -> None:
    game = api.create(RULESET, "human:Anne", "human:Bo", rematch_host="same")
    game.abandon()
    again = rematch_of(game, 0)
    assert again.tokens["host"] is None
    assert rematch_of(game, 0).tokens["host"] is None, "a repeat gives nobody a token"
    again.tokens["host"] = game.tokens["host"]
    again.claim(0, invitation=game.tokens[1])
    again.abandon()
    assert again.get("/audit").json["ok"]
    third = rematch_of(again, 0)
    third.tokens["host"] = game.tokens["host"]
    third.abandon()


@pytest.mark.parametrize("rematch_host", [None, "same", "asker"])
def test_a_key_stays_the_host_and_may_have_another_beside_it(api: Api, rematch_host: str | None) -> None:
    key = new_key(api)
    seats = [{"kind": "human", "player": "p:anne"}, {"kind": "human", "player": "p:bo"}]
    chosen = {} if rematch_host is None else {"rematch_host": rematch_host}
    game = Game(api, api.post("/v1/games", {"ruleset": RULESET, "seats": seats, "custody": True, **chosen}, token=key).json)
    game.abandon()
    made = api.post(f"{game.path}/rematch", None, token=game.tokens[0]).json
    assert (made["host_token"] is not None) == (rematch_host == "asker")
    assert made["seats"] == made["invitations"] == []
    again = Game(api, made)
    if rematch_host == "asker":
        repeated = api.post(f"{game.path}/rematch", None, token=game.tokens[0]).json
        again.tokens["host"] = repeated["host_token"]
        again.abandon()
    else:
        api.delete(again.path, token=key)


def test_a_key_asks_for_a_rematch_without_naming_a_seat(api: Api) -> None:
    key = new_key(api)
    seats = [{"kind": "human", "player": "p:anne"}, {"kind": "human", "player": "p:bo"}]
    body = {"ruleset": RULESET, "seats": seats, "custody": True, "rematch_by": "host"}
    game = Game(api, api.post("/v1/games", body, token=key).json)
    game.abandon()
    game.refused("POST", "/rematch", 403, "token_lacks_right", 0)
    made = api.post(f"{game.path}/rematch", None, token=key).json["game"]
    assert (made["status"], made["in_custody"]) == ("running", [0, 1])
    api.refused("POST", f"{game.path}/rematch", 401, "unauthorized", token=new_key(api, "another"))


def test_a_player_who_left_the_seat_to_a_bot_may_come_back(api: Api) -> None:
    game = api.create(RULESET, "human:Anne", "human:Bo")
    game.put_seat(1, 1, kind="bot", level="greedy")
    game.abandon()
    again = rematch_of(game, 0)
    assert [seat["kind"] for seat in again.state()["seats"]] == ["reserved", "reserved"]
    again.claim(0, invitation=game.tokens[1])


NEW = "tw_" + "n" * 48


@pytest.fixture
def brought(api: Api) -> Game:
    """A game of Anne and Bo that ended after Bo had brought the token NEW, and before Bo used it."""
    game = api.create(RULESET, "human:Anne", "human:Bo")
    game.call("PUT", "/seats/1/token", 1, json={"token": NEW}, expect=204)
    game.abandon()
    return game


@pytest.mark.parametrize("first", [0, 1], ids=["the old", "the new"])
def test_a_token_and_the_one_brought_for_it_both_claim_the_seat(brought: Game, first: int) -> None:
    both = [brought.tokens[1], NEW]
    again = rematch_of(brought, 0)
    again.refused("POST", "/seats/1/claim", 403, "seat_reserved", json={"invitation": both[first]})
    again.claim(0, invitation=both[first])
    again.refused("POST", "/seats/0/claim", 409, "seat_not_open", json={"invitation": both[1 - first]})


@pytest.mark.threat("T-06")
def test_a_rematch_that_is_asked_for_with_the_new_token_ends_the_old_one(brought: Game) -> None:
    old, brought.tokens[1] = brought.tokens[1], NEW
    again = rematch_of(brought, 1)
    again.refused("POST", "/seats/0/claim", 403, "seat_reserved", json={"invitation": old})
    again.claim(0, invitation=NEW)
    again.claim(1, invitation=brought.tokens[0])


def test_a_new_invitation_ends_both_tokens(brought: Game) -> None:
    again = rematch_of(brought, 0)
    invitation = again.put_seat(0, "host", kind="reserved")["invitation"]
    for token in (brought.tokens[1], NEW):
        again.refused("POST", "/seats/0/claim", 403, "seat_reserved", json={"invitation": token})
    again.claim(0, invitation=invitation)


@pytest.mark.parametrize("by_key", [True, False], ids=["the key asks", "a player asks"])
def test_a_rematch_in_custody_begins_at_once_and_stays_the_keys(api: Api, by_key: bool) -> None:
    key = new_key(api)
    seats = [{"kind": "human", "player": "p:anne", "name": "Anne"}, {"kind": "human", "player": "p:bo", "name": "Bo"}]
    body = {"ruleset": RULESET, "seats": seats, "custody": True, "metadata": {"channel": "42"}}
    game = Game(api, api.post("/v1/games", body, token=key, expect=201).json)
    api.call("DELETE", game.path, token=key, expect=200)
    sent = {"token": key, "headers": {"Tradewinds-Seat": "1"}} if by_key else {"token": game.tokens[1]}
    made = api.post(f"{game.path}/rematch", **sent, expect=201).json
    assert (made["host_token"], made["seats"], made["invitations"]) == (None, [], [])
    state = made["game"]
    assert (state["status"], state["in_custody"]) == ("running", [0, 1])
    assert [(seat["kind"], seat["name"]) for seat in state["seats"]] == [("human", "Bo"), ("human", "Anne")]
    note = api.get(f"/v1/games/{state['id']}/note", token=key).json
    assert (note["metadata"], note["players"]) == ({"channel": "42"}, {"0": "p:bo", "1": "p:anne"})
    headers = {"Tradewinds-Seat": str(state["to_act"][0]), "If-Match": '"1"'}
    offer = api.get(f"/v1/games/{state['id']}/actions", token=key, headers=headers).json["actions"][0]["action"]
    api.post(f"/v1/games/{state['id']}/actions", offer, token=key, headers=headers, expect=201)
    again = api.post(f"{game.path}/rematch", **sent, expect=201)
    assert (again.json["game"]["version"], again.json["host_token"]) == (2, None)
    assert again.headers["ETag"].startswith('"2')


def test_a_repeat_answers_with_the_rematch_as_it_is_now(over: Game) -> None:
    again = rematch_of(over, 0)
    again.claim(0, name="Bo", invitation=over.tokens[1])
    again.claim(2, name="Anne", invitation=over.tokens[0])
    answer = over.call("POST", "/rematch", 1, expect=201).json
    assert (answer["game"]["status"], answer["game"]["version"]) == ("running", again.version)
