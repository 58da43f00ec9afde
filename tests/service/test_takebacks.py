"""Takebacks over HTTP: what they restore, who must agree, what is refused, and how history tells of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.service.client import Api, Game
from tests.support.games import RULESET

HIDDEN = {"hidden": True, "count": 1}
KEY = {"Idempotency-Key": "one-request"}


def give(game: Game, seat: int, path: str = "/takeback", **headers: str) -> Any:
    """A seat asks for a takeback, or answers."""
    return game.call("POST", path, seat, headers=headers or match(game), expect=201)


def match(game: Game) -> dict[str, str]:
    return {"If-Match": f'"{game.version}"'}


def refused(game: Game, seat: Any, status: int, code: str, path: str = "/takeback") -> dict[str, Any]:
    return game.refused("POST", path, status, code, seat, headers=match(game))


def act(game: Game, *preferred: str) -> tuple[int, str]:
    """Whoever must act gives the first legal action of these types, otherwise any; returns the seat and the type."""
    (seat,) = game.state()["to_act"]
    offered = {each["action"]["type"]: each["action"] for each in game.legal(seat)["actions"]}
    action = next(offered[each] for each in (*preferred, *offered) if each in offered)
    game.call("POST", "/actions", seat, json=action, headers=match(game), expect=201)
    return seat, action["type"]


def stopped(game: Game) -> int:
    """Play until a seat has left off discovering, which nobody need know; returns the seat."""
    while True:
        seat, kind = act(game, "stop_discovering")
        if kind == "stop_discovering":
            return seat


def answered(game: Game) -> tuple[int, int]:
    """Play until one seat has left the harbour alone and then the other, which ends the turn; returns both."""
    played = [(-1, "")]
    while True:
        turn = game.state()["turn"]
        played.append(act(game, "finish_taking", "stop_discovering"))
        (first, one), (second, other) = played[-2:]
        if one == other == "finish_taking" and first != second and game.state()["turn"] > turn:
            return first, second


@pytest.fixture
def own(api: Api) -> Game:
    return api.create(RULESET, "human:Ann", "human:Bo", takeback="own")


@pytest.fixture
def consent(api: Api) -> Game:
    return api.create(RULESET, "human:Ann", "human:Bo", takeback="consent")


SAME = ("view", "turn", "to_act", "asked", "status", "outcome", "seats", "options")


def shown(game: Game, by: Any) -> list[Any]:
    """What somebody can fetch of the position."""
    state = game.state(by, include="asked")
    found = [{name: state[name] for name in SAME}, game.get("/board").json]
    picture = game.get("/picture", by).json
    found.append({name: value for name, value in picture.items() if name != "version"})
    if by in (0, 1):
        found.append(game.get("/actions", by, query_string={"unavailable": "true"}).json["actions"])
    return found


def test_everything_that_can_be_fetched_is_as_it_was_before(own: Game) -> None:
    act(own, "reveal_card")
    before, version = [shown(own, by) for by in own.callers()], own.version
    seat = stopped(own)
    assert own.version == version + 1
    answer = give(own, seat)
    assert answer.json["events"] == [{"type": "taken_back", "seat": seat, "to_version": version, "state": HIDDEN}]
    assert answer.json["version"] == version + 2
    assert answer.headers["ETag"].startswith(f'"{version + 2}')
    assert [shown(own, by) for by in own.callers()] == before


def test_the_other_players_are_asked_where_they_have_acted(consent: Game) -> None:
    first, second = answered(consent)
    version = consent.version
    asked = give(consent, first).json
    assert asked["game"]["takeback_asked"] == {"seat": first, "to_version": version - 2, "waiting_for": [second]}
    assert consent.state()["to_act"] == asked["game"]["to_act"], "whoever must act may also do so"
    declined = give(consent, second, "/takeback/decline").json
    assert (declined["game"]["takeback_asked"], declined["game"]["view"]) == (None, asked["game"]["view"])
    give(consent, first)
    accepted = give(consent, second, "/takeback/accept").json
    assert [event["type"] for event in accepted["events"]] == ["takeback_accepted", "taken_back"]
    assert accepted["game"]["view"] == consent.state(version=version - 2)["view"]


def test_refusals(api: Api, own: Game, consent: Game) -> None:
    never = api.create(RULESET, "human:Ann", "human:Bo")
    assert never.state()["takeback"] == "never"
    refused(never, 0, 409, "takeback_not_allowed")
    refused(own, 0, 409, "nothing_to_take_back")
    own.refused("POST", "/takeback", 401, "unauthorized", headers=match(own))
    refused(own, "host", 403, "token_lacks_right")
    own.refused("POST", "/takeback", 428, "precondition_required", 0)
    own.refused("POST", "/takeback", 412, "stale_version", 0, headers={"If-Match": '"7"'})
    own.refused("POST", "/takeback?x=1", 400, "invalid_query", 0, headers=match(own))
    refused(own, 0, 409, "no_takeback_asked", "/takeback/accept")
    seat, _ = act(own, "reveal_card")
    problem = refused(own, seat, 409, "takeback_past_reveal")
    assert problem["params"] == {"version": own.version}
    first, second = answered(consent)
    give(consent, first)
    refused(consent, first, 409, "takeback_is_yours", "/takeback/accept")
    refused(consent, second, 409, "takeback_pending")
    consent.abandon()
    refused(consent, second, 409, "game_over", "/takeback/accept")
    refused(consent, first, 409, "game_over")
    lobby = api.create(RULESET, "human:Ann", "open", takeback="own")
    refused(lobby, 0, 409, "game_not_started")
    wrong = {"ruleset": RULESET, "seats": [{"kind": "open"}] * 2, "takeback": "always"}
    api.refused("POST", "/v1/games", 422, "invalid_body", json=wrong)


def test_somebody_has_acted_since(own: Game) -> None:
    first, _ = answered(own)
    refused(own, first, 409, "others_acted_since")


def test_a_repeat_takes_back_once(own: Game) -> None:
    act(own, "reveal_card")
    seat = stopped(own)
    once, again = give(own, seat, **KEY), give(own, seat, **KEY)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.json["version"], again.json["head"]) == (once.json["version"], once.json["head"])
    assert own.version == once.json["version"]


def test_of_two_answers_at_once_one_counts(consent: Game) -> None:
    first, second = answered(consent)
    give(consent, first)
    version = consent.version
    paths = ["/takeback/accept", "/takeback/accept", "/takeback/decline", "/takeback/decline"]

    def send(number: int) -> int:
        caller = Api(consent.api.app, consent.api.contract)
        headers = {"Idempotency-Key": f"answer-{number}"}
        answer = caller.call("POST", consent.path + paths[number], token=consent.tokens[second], headers=headers)
        return answer.status_code

    with ThreadPoolExecutor(len(paths)) as pool:
        answers = list(pool.map(send, range(len(paths))))
    assert sorted(answers) == [201, 409, 409, 409]
    assert consent.version == version + 1
    assert consent.get("/audit").json["ok"]


def test_an_action_and_an_acceptance_at_once(consent: Game) -> None:
    first, second = answered(consent)
    give(consent, first)
    (acting,) = consent.state()["to_act"]
    offered = consent.legal(acting)
    action, at = offered["actions"][0]["action"], match(consent)

    def send(number: int) -> int:
        caller = Api(consent.api.app, consent.api.contract)
        token = consent.tokens[acting if number else second]
        path, body = ("/actions", {"json": action}) if number else ("/takeback/accept", {})
        return caller.call("POST", consent.path + path, token=token, headers=at, **body).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(send, range(2)))
    assert answers == [201, 412]
    assert consent.state()["takeback_asked"] is None
    assert consent.get("/audit").json["ok"]


def test_the_next_action_ends_a_request(consent: Game) -> None:
    first, second = answered(consent)
    give(consent, first)
    act(consent)
    last = consent.get("/events", query_string={"after": consent.version - 1}).json["items"][0]
    assert last["events"][0] == {"type": "takeback_expired", "seat": first}
    refused(consent, second, 409, "no_takeback_asked", "/takeback/accept")


def test_turns_that_were_taken_back_belong_to_the_one_that_goes_on(consent: Game) -> None:
    first, second = answered(consent)
    turn = consent.state()["turn"]
    give(consent, first)
    given_in = {each["version"]: each["turn"] for each in consent.get("/events").json["items"]}
    give(consent, second, "/takeback/accept")
    back = consent.state()["turn"]
    assert back < turn
    items = consent.get("/turns").json["items"]
    assert items[-1]["turn"] == back
    assert items[-1]["last_version"] == consent.version
    assert [each["first_version"] for each in items[1:]] == [each["last_version"] + 1 for each in items[:-1]]
    consent.refused("GET", f"?turn={turn}", 404, "unknown_version")
    assert consent.state(turn=back)["view"] == consent.state()["view"]
    again = {each["version"]: each["turn"] for each in consent.get("/events").json["items"]}
    assert again.items() >= given_in.items(), "a page of history never changes"
    answered(consent)
    assert "max-age" not in consent.get(f"?turn={back}").headers.get("Cache-Control", "")
    assert "max-age" in consent.get("?version=2").headers["Cache-Control"]


def test_history_tells_of_it_and_hides_the_position(consent: Game) -> None:
    first, second = answered(consent)
    version = consent.version
    give(consent, first)
    give(consent, second, "/takeback/accept")
    items = consent.get("/events", second, query_string={"after": version}).json["items"]
    names = [seat["name"] for seat in consent.state()["seats"]]
    assert [each["text"] for each in items] == [
        f"{names[first]} asks to take an action back.",
        f"{names[second]} agreed to the takeback. {names[first]} takes an action back. The game goes on from before it.",
    ]
    assert items[-1]["events"][-1]["state"] == HIDDEN
    diff = consent.get("/diff", query_string={"from": version - 2, "to": version + 2}).json
    assert diff["patch"] == []
    for running in (True, False):
        audit = consent.get("/audit").json
        assert (audit["ok"], audit["checks"]["decisions"]) == (True, "skipped" if running else "ok")
        if running:
            consent.abandon()
    opened = consent.get("/events", query_string={"after": version + 1, "open": "true"}).json["items"][0]
    assert "deck_order" in str(opened["events"][-1]["state"]) or "draw" in str(opened["events"][-1]["state"])
    exported = consent.get("/export").text
    imported = consent.api.post("/v1/games/import", data=exported, content_type="application/x-ndjson").json
    again = Game(consent.api, {"game": imported, "seats": [], "host_token": None})
    assert again.state(version=version + 2)["view"] == consent.state(version=version - 2)["view"]


def now(game: Game, by: Any, **query: Any) -> Any:
    return game.state(by, **query)["takeback_now"]


def test_a_seat_is_told_whether_it_can_take_back(own: Game, consent: Game) -> None:
    assert now(own, 0)["refusal"]["code"] == "nothing_to_take_back"
    seat, _ = act(own, "reveal_card")
    reason = now(own, seat)["refusal"]
    assert (reason["code"], reason["params"]) == ("takeback_past_reveal", {"version": own.version})
    assert reason["detail"] == refused(own, seat, 409, "takeback_past_reveal")["detail"]
    seat = stopped(own)
    assert now(own, seat) == {"to_version": own.version - 1, "must_agree": [], "until": None, "refusal": None}
    assert now(own, 1 - seat)["refusal"]["code"] != "takeback_not_allowed"
    answer = give(own, seat).json
    assert answer["game"]["takeback_now"] == now(own, seat), "an accepted command shows it too"
    first, second = answered(consent)
    assert now(consent, first) == {
        "to_version": consent.version - 2, "must_agree": [second], "until": None, "refusal": None,
    }  # fmt: skip
    give(consent, first)
    assert {now(consent, by)["refusal"]["code"] for by in (first, second)} == {"takeback_pending"}


def test_what_can_be_taken_back_is_shown_of_the_present_and_to_seats_only(api: Api, own: Game) -> None:
    never = api.create(RULESET, "human:Ann", "human:Bo")
    seat = stopped(own)
    assert now(never, 0) is None
    assert [now(own, by) for by in (None, "host")] == [None, None]
    assert now(own, seat, version=own.version) is None, "this answer may be cached, and never changes"
    assert now(own, seat, turn=own.state()["turn"]) is None
    assert now(own, seat, include="asked")["to_version"] == own.version - 1


def test_a_seat_is_told_until_when_it_can_take_back(api: Api) -> None:
    clock = {"seconds": 600, "on_timeout": "abandon"}
    game = api.create(RULESET, "human:Ann", "human:Bo", takeback="own", clock=clock)
    while True:
        deadline = {each["seat"]: each["deadline"] for each in game.state()["deadlines"]}
        seat, _ = act(game, "stop_discovering", "finish_taking")
        if seat not in game.state()["to_act"] and now(game, seat)["refusal"] is None:
            break
    assert now(game, seat)["until"] == deadline[seat]
    game.call("PUT", "/clock", "host", json={"running": False}, expect=200)
    assert (now(game, seat)["until"], now(game, seat)["refusal"]) == (None, None)


def test_the_order_of_what_is_included_does_not_matter(own: Game) -> None:
    act(own)
    one, other = "picture,asked", "asked,picture"
    for path in ("", "/events", "?version=2"):
        mark = "&" if "?" in path else "?"
        first, second = (own.get(f"{path}{mark}include={each}", 0) for each in (one, other))
        assert first.json == second.json
        assert first.headers["ETag"] == second.headers["ETag"]
    headers = {"Idempotency-Key": "k"}
    (seat,) = own.state()["to_act"]
    action = own.legal(seat)["actions"][0]["action"]
    acted = own.call("POST", f"/actions?include={other}", seat, json=action, headers=headers, expect=201).json
    assert acted == own.call("POST", f"/actions?include={one}", seat, json=action, headers=headers, expect=201).json
    assert acted["game"]["picture"]
    assert acted["game"]["asked"]
    for wrong in ("asked,asked", "picture,", "picture, asked"):
        own.refused("GET", f"?include={wrong}", 400, "invalid_query")
