"""Offers: actions by the id that stands for them, and what a person would look for and cannot do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.service.client import Api, Game, Json
from tests.service.conftest import every_ruleset
from tests.support.games import GAMES, RULESET

DRAWN = [name for name, game in GAMES.items() if game.drawing is not None]
every_drawn_game = pytest.mark.parametrize("ruleset", DRAWN)


def asked(api: Api, ruleset: str, steps: int = 0) -> tuple[Game, int, int]:
    """A game, a seat that is to act in it, and its version."""
    game = api.create(ruleset)
    state = game.play(steps)
    return game, state["to_act"][0], state["version"]


def at(version: int, key: str | None = None) -> dict[str, str]:
    return {"If-Match": f'"{version}"'} | ({} if key is None else {"Idempotency-Key": key})


@every_ruleset
def test_offers_of_one_list_have_ids_and_labels_of_their_own(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    drawing = GAMES[ruleset].drawing
    for _ in range(4):
        state = game.play(1)
        if not state["to_act"]:
            break
        offers = game.legal(state["to_act"][0])["actions"]
        assert len({offer["id"] for offer in offers}) == len({offer["label"] for offer in offers}) == len(offers)
        assert all(len(offer["id"]) <= 100 and 0 < len(offer["label"]) <= 40 for offer in offers)
        for offer in offers:
            assert (offer["group"] is None) == (drawing is None)
            assert (offer["targets"] == []) == (drawing is None)


@every_ruleset
def test_an_offer_is_taken_by_its_id_and_the_history_has_its_action(api: Api, ruleset: str) -> None:
    game, seat, version = asked(api, ruleset, 2)
    offer = game.legal(seat)["actions"][-1]
    assert game.try_out(seat, {"offer": offer["id"]}).json["legal"]
    answer = game.act(seat, {"offer": offer["id"]}, headers=at(version))
    assert answer.json["version"] == version + 1
    (commit,) = game.get(f"/events?after={version}&limit=1", seat).json["items"]
    assert commit["command"] == offer["action"]


def test_an_id_and_its_action_are_one_and_the_same_to_an_idempotency_key(api: Api, game: Game) -> None:
    state = game.state()
    (seat,), version = state["to_act"], state["version"]
    offer = game.legal(seat)["actions"][0]
    first = game.act(seat, {"offer": offer["id"]}, headers=at(version, "once"))
    again = game.act(seat, offer["action"], headers=at(version, "once"))
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json == first.json
    assert game.version == version + 1


@pytest.mark.usefixtures("unchanged")
def test_an_id_needs_the_version_that_it_was_offered_at(game: Game) -> None:
    (seat,) = game.state()["to_act"]
    body = {"offer": game.legal(seat)["actions"][0]["id"]}
    for headers in ({}, {"Idempotency-Key": "once"}):
        problem = game.refused("POST", "/actions", 428, "precondition_required", seat, json=body, headers=headers)
        assert "If-Match" in problem["detail"]
    game.refused("POST", "/actions", 412, "stale_version", seat, json=body, headers=at(game.version - 1))


@every_drawn_game
def test_an_id_that_is_not_legal_now_is_refused_as_its_action_is(api: Api, ruleset: str) -> None:
    game, seat, version = asked(api, ruleset, 1)
    other = next(each for each in game.tokens if each not in (seat, "host"))
    offer = game.legal(seat)["actions"][0]
    bodies = {"offer": offer["id"]}, offer["action"]
    one, same = (game.call("POST", "/actions", other, json=body, headers=at(version), expect=409).json for body in bodies)
    assert one == same
    assert one["detail"]
    trial, same = (game.try_out(other, body).json for body in bodies)
    assert trial == same
    assert trial["refusal"]["detail"] == one["detail"]


BAD: list[Callable[[str], Json]] = [
    lambda offer: {"offer": ""},
    lambda offer: {"offer": "no_such_action"},
    lambda offer: {"offer": f"{offer}|more|and|more"},
    lambda offer: {"offer": f"{offer}" + "|x" * 200},
]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("query", ["", "/try"])
def test_an_id_that_stands_for_nothing_is_refused_with_what_would_be_right(game: Game, bad: Any, query: str) -> None:
    state = game.state()
    (seat,) = state["to_act"]
    body = bad(game.legal(seat)["actions"][0]["id"])
    problem = game.refused("POST", f"/actions{query}", 422, "invalid_offer", seat, json=body, headers=at(state["version"]))
    assert "GET …/actions" in problem["detail"]


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("body", [{"offer": 3}, {"offer": "end_turn", "more": 1}, {"offer": None}])
def test_a_body_that_only_looks_like_an_offer_is_an_action_without_a_type(game: Game, body: Json) -> None:
    state = game.state()
    game.refused("POST", "/actions", 422, "unknown_command", state["to_act"][0], json=body, headers=at(state["version"]))


def test_what_is_unavailable_is_refused_for_the_reason_that_is_given(api: Api) -> None:
    assert sum(_compared(api.create(ruleset)) for ruleset in DRAWN), "nothing was unavailable in any game"


def _compared(game: Game) -> int:
    """How many unavailable actions of a few positions were tried out."""
    seen = 0
    for _ in range(3):
        state = game.play(3)
        if not state["to_act"]:
            break
        (seat, *_) = state["to_act"]
        listed = game.get("/actions?unavailable=true", seat).json
        plain = game.legal(seat)
        assert plain == {**listed, "unavailable": None}
        assert len(listed["unavailable"]) <= 60
        missed = [each["missed"] for each in listed["unavailable"]]
        assert missed == sorted(missed, reverse=True), "what is missed comes first"
        assert sum(missed) <= 3
        legal = {offer["action"]["type"] for offer in listed["actions"]}
        for each in listed["unavailable"]:
            assert not (each["missed"] and each["action"]["type"] in legal)
            assert each["action"] not in [offer["action"] for offer in listed["actions"]]
            assert each["targets"]
            trial = game.try_out(seat, each["action"]).json
            assert trial == {"legal": False, "version": state["version"], "refusal": each["refusal"]}
        seen += len(listed["unavailable"])
        for other in set(game.tokens) - {"host", *state["to_act"]}:
            assert game.get("/actions?unavailable=true", other).json["unavailable"] == []
    return seen


def test_a_game_without_a_drawing_has_nothing_to_look_for(api: Api) -> None:
    for ruleset in set(GAMES) - set(DRAWN):
        game, seat, _ = asked(api, ruleset)
        assert game.get("/actions?unavailable=true", seat).json["unavailable"] == []


def test_who_may_see_offers_is_as_before(api: Api) -> None:
    game = api.create(RULESET)
    game.refused("GET", "/actions?unavailable=true", 401, "unauthorized")
    game.refused("GET", "/actions?unavailable=true", 403, "token_lacks_right", "host")
    game.refused("GET", "/actions?unavailable=yes", 400, "invalid_query", 0)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_game_brings_its_offers_along(api: Api, ruleset: str) -> None:
    """Those of the caller's seat, at the same version; others get none."""
    game = api.create(ruleset)
    state = game.play(4)
    (asked, *_) = state["to_act"]
    for seat in (0, 1):
        shown = game.get("", seat, query_string={"include": "picture,offers"}).json
        assert shown["offers"] == game.legal(seat)["actions"]
        assert bool(shown["offers"]) == (seat in state["to_act"])
        assert shown["picture"]
    for by, query in ((None, {}), ("host", {}), (asked, {"version": 2})):
        assert game.get("", by, query_string={"include": "offers", **query}).json["offers"] is None
    assert game.get("", asked).json["offers"] is None

    # An action brings the next ones, unless somebody has acted since.
    action, headers = game.legal(asked)["actions"][0]["action"], {"Idempotency-Key": "once"}
    once = {"json": action, "headers": headers, "query_string": {"include": "offers,scene"}}
    done = game.call("POST", "/actions", asked, **once).json
    assert done["game"]["offers"] == game.legal(asked)["actions"]
    assert done["scene"]
    game.play(1)
    assert game.call("POST", "/actions", asked, **once).json["game"]["offers"] is None
