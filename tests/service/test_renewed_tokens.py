"""Tokens that seats bring: a lost answer loses no seat, and the token before ends with the first use of the new one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.support.games import RULESET

NEW, OTHER = (f"tw_{letter * 48}" for letter in "no")


def bring(game: Game, seat: int, by: object, token: str = NEW, expect: int = 204) -> None:
    game.call("PUT", f"/seats/{seat}/token", by, json={"token": token}, expect=expect)


def renewed(game: Game, seat: int, token: str = NEW) -> str:
    """Bring a token for the seat, which its requests are sent with from now on; returns the one before."""
    bring(game, seat, seat, token)
    old, game.tokens[seat] = game.tokens[seat], token
    return old


@pytest.fixture
def game(api: Api) -> Game:
    return api.create(RULESET, "human", "human")


@pytest.mark.threat("T-06")
def test_the_token_before_counts_until_the_new_one_is_used(api: Api, game: Game) -> None:
    before = game.version
    old = renewed(game, 0)
    for _ in range(2):
        assert api.get(f"{game.path}/actions", token=old).json["seat"] == 0
    assert game.version == before, "bringing a token changes nothing that others see"
    assert game.get("/actions", by=0).json["seat"] == 0
    api.refused("GET", f"{game.path}/actions", 401, "unauthorized", token=old)
    assert game.version == before + 1
    assert game.get("/events", query_string={"after": before}).json["items"][0]["events"] == [
        {"type": "tokens_renewed", "seats": {"0": 2}, "host_generation": None}
    ]


@every_ruleset
def test_the_first_use_may_be_an_action_on_the_position_that_was_shown_before(api: Api, ruleset: str) -> None:
    game = api.create(ruleset)
    seat = game.state()["to_act"][0]
    legal = game.legal(seat)
    old = renewed(game, seat)
    version = legal["version"]
    answer = game.act(seat, legal["actions"][0]["action"], headers={"If-Match": f'"{version}"'})
    assert answer.json["version"] == version + 2
    api.refused("GET", f"{game.path}/actions", 401, "unauthorized", token=old)


def test_an_action_on_a_position_that_is_past_stays_refused(game: Game) -> None:
    seat = game.state()["to_act"][0]
    legal = game.legal(seat)
    game.put_seat(1 - seat, 1 - seat, kind="bot", level="random")
    renewed(game, seat)
    headers = {"If-Match": f'"{legal["version"]}"'}
    game.refused("POST", "/actions", 412, "stale_version", seat, json=legal["actions"][0]["action"], headers=headers)


def test_whoever_never_got_the_answer_sends_the_request_again(game: Game) -> None:
    for _ in range(3):
        bring(game, 0, 0)
    game.tokens[0] = NEW
    bring(game, 0, 0)  # With the new token itself, after the first use.
    assert game.legal(0) is not None


def test_whoever_gave_up_brings_another_token(api: Api, game: Game) -> None:
    bring(game, 0, 0, OTHER)
    renewed(game, 0)
    api.refused("GET", game.path, 401, "unauthorized", token=OTHER)
    assert game.get("/actions", by=0).status_code == 200


@pytest.mark.threat("T-06")
def test_a_token_that_was_brought_and_not_used_ends_with_the_one_before(api: Api, game: Game) -> None:
    bring(game, 0, 0)
    for body in ({"kind": "bot", "level": "random"}, {"kind": "human"}):
        game.put_seat(0, 0, **body)
    api.refused("GET", game.path, 401, "unauthorized", token=NEW)
    assert game.get("/actions", by=0).status_code == 200


@pytest.mark.threat("T-07")
@pytest.mark.parametrize("by", [1, "host"])
def test_nobody_else_brings_a_token_for_a_seat(game: Game, by: object) -> None:
    game.refused("PUT", "/seats/0/token", 403, "token_lacks_right", by, json={"token": NEW})
    game.refused("PUT", "/seats/0/token", 401, "unauthorized", json={"token": NEW})
    game.refused("PUT", "/seats/7/token", 404, "unknown_seat", by, json={"token": NEW})


@pytest.mark.threat("T-07")
@pytest.mark.parametrize("token", ["", "tw_short", "no" * 30, f"tw_{'x' * 101}", f"tw_{'x' * 40} ", f"tw_{'é' * 40}"])
def test_a_token_is_long_and_fit_for_a_header(game: Game, token: str) -> None:
    game.refused("PUT", "/seats/0/token", 422, "invalid_body", 0, json={"token": token})


@pytest.mark.threat("T-07")
@pytest.mark.parametrize("whose", [1, "host"])
def test_a_token_speaks_for_one_seat_only(game: Game, whose: object) -> None:
    game.refused("PUT", "/seats/0/token", 422, "invalid_field", 0, json={"token": game.tokens[whose]})


def test_after_the_end_tokens_stay_as_they_are(api: Api, game: Game) -> None:
    bring(game, 0, 0)
    game.abandon()
    game.refused("PUT", "/seats/1/token", 409, "game_over", 1, json={"token": OTHER})
    before = game.version
    for token in (game.tokens[0], NEW):
        api.get(game.path, token=token)
    assert game.version == before


def test_a_seat_that_a_bot_plays_is_renewed_and_taken_back(game: Game) -> None:
    game.put_seat(0, 0, kind="bot", level="random")
    renewed(game, 0)
    assert game.put_seat(0, 0, kind="human")["seat"] == 0


@pytest.mark.threat("T-06")
def test_another_process_ends_the_old_token_too(make_api: Callable[..., Api]) -> None:
    here, there = make_api(), make_api()
    game = here.create(RULESET, "human", "human")
    there.get(game.path, token=game.tokens[0])
    old = renewed(game, 0)
    there.get(game.path, token=NEW)
    here.refused("GET", game.path, 401, "unauthorized", token=old)
    seat = game.state()["to_act"][0]
    body = game.legal(0)["actions"][0]["action"] if seat == 0 else {"type": "pass"}
    here.refused("POST", f"{game.path}/actions", 401, "unauthorized", token=old, json=body)


def test_the_log_of_a_game_with_renewed_tokens_is_sound_and_names_no_token(api: Api, game: Game) -> None:
    for seat, token in enumerate((NEW, OTHER)):
        renewed(game, seat, token)
        game.legal(seat)
    game.abandon()
    exported = game.get("/export").text
    assert "tw_" not in exported
    assert game.get("/audit").json["ok"]


def test_tokens_are_brought_only_so_often(make_api: Callable[..., Api]) -> None:
    game = make_api(rate_limit="1000/minute", rate_limit_seat="2/minute").create(RULESET, "human", "human")
    for token in (NEW, OTHER):
        bring(game, 0, 0, token)
    game.refused("PUT", "/seats/0/token", 429, "rate_limited", 0, json={"token": NEW})
    bring(game, 1, 1, f"tw_{'p' * 40}")
