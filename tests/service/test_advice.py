"""Advice: what a bot would do in the place of a player, in games that were created with it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.levels import LADDER
from tests.service.client import Api, Game
from tests.service.conftest import every_ruleset
from tests.support.games import GAMES, RULESET, fewest_seats


def advised(api: Api, ruleset: str = RULESET) -> Game:
    return api.create(ruleset, *["human"] * max(2, fewest_seats(ruleset)), advice=True)


def asked(game: Game) -> int:
    seat: int = game.state()["to_act"][0]
    return seat


def advice(game: Game, level: str) -> tuple[list[str], Any]:
    """The ids of the offers to the seat that is asked, and the advice."""
    answer = game.get(f"/actions?advise={level}", asked(game)).json
    return [each["id"] for each in answer["actions"]], answer["advice"]


@every_ruleset
def test_every_level_of_the_ladder_ranks_all_offers(api: Api, ruleset: str) -> None:
    game = advised(api, ruleset)
    for level in GAMES[ruleset].bots.levels:
        offers, found = advice(game, level)
        assert sorted(each["offer"] for each in found["ranking"]) == sorted(offers)
        assert found["measure"] in {"victory", "value", "none"}


def test_greedy_says_what_it_values_and_takes_the_best(api: Api) -> None:
    game = advised(api)
    _, found = advice(game, "greedy")
    values = [each["expects"] for each in found["ranking"]]
    assert (found["level"], found["measure"]) == ("greedy", "value")
    assert values == sorted(values, reverse=True)


def test_random_expects_nothing(api: Api) -> None:
    offers, found = advice(advised(api), "random")
    assert found == {"level": "random", "measure": "none", "ranking": [{"offer": each, "expects": None} for each in offers]}


def test_advice_is_an_option_that_everybody_sees(api: Api) -> None:
    assert advised(api).state()["advice"] is True
    plain = api.create(RULESET, "human", "human")
    assert plain.state()["advice"] is False
    assert plain.get("/actions", asked(plain)).json["advice"] is None
    plain.refused("GET", "/actions?advise=greedy", 403, "no_advice", asked(plain))


def test_a_rematch_gives_advice_where_its_game_did(api: Api) -> None:
    game = advised(api)
    game.abandon()
    again = Game(api, game.call("POST", "/rematch", 0, expect=201).json)
    assert again.state()["advice"] is True


def test_only_levels_of_the_ladder_advise(api: Api) -> None:
    game = advised(api)
    assert api.get(f"/v1/rulesets/{RULESET}").json["advising_levels"] == list(GAMES[RULESET].bots.levels)
    for level in ("stand_in", "ismcts", "cunning"):
        game.refused("GET", f"/actions?advise={level}", 422, "level_not_offered", asked(game))
    game.refused("GET", "/actions?advise=NOT+A+NAME", 400, "invalid_query", asked(game))


def test_who_is_not_asked_gets_none(api: Api) -> None:
    game = advised(api)
    answer = game.get("/actions?advise=greedy", 1 - asked(game)).json
    assert (answer["actions"], answer["advice"]) == ([], None)


@pytest.mark.parametrize(("level", "calls"), [("expert", 10), ("greedy", 1)])
def test_advice_counts_as_a_bot_of_its_level(api: Api, monkeypatch: pytest.MonkeyPatch, level: str, calls: int) -> None:
    assert level in LADDER
    game, spent = advised(api), []
    monkeypatch.setattr("service.limits.RateLimits.spend", lambda limits, calls=1: spent.append(calls))
    advice(game, level)
    assert spent == [calls]
