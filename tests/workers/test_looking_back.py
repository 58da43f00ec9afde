"""What a decision cost, by what bots think of it."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

from domain.game import Bots, Lookahead, Question
from policies.budget import Limit, OutOfTime
from policies.chance import Chance
from policies.looking_back import Cost, cost_of, least_cost, measure_of
from tests.support.changed import changed
from tests.workers.toy_games import Go, Place, View, toy

PLACES = {
    "start": Place(exits=("good", "even", "bad", "bet")),
    "good": Place(shares=(0.9, 0.1)),
    "even": Place(shares=(0.5, 0.5)),
    "bad": Place(shares=(0.1, 0.9)),
    "bet": Place(shares=((1.0, 0.0), (0.0, 1.0))),
}
GAME = changed(toy(PLACES, {"good": 1.0, "even": 5.0, "bad": 4.0}), bots={"lookahead": Lookahead(candidates=2)})
"""Its evaluation likes the wrong places, and its search tries two: only a look at the end tells."""
RATED = changed(GAME, bots={"levels": ("random", "greedy")})


def cost(to: str, game: object = GAME, seconds: float = 60.0) -> Cost:
    question = Question(game, View("start", None), 0, [Go(each) for each in ("good", "even", "bad", "bet")])  # type: ignore[arg-type]
    return cost_of(question, Go(to), Chance(Random(1)), Limit(perf_counter() + seconds, iterations=40))


def test_a_search_says_what_share_of_the_victory_a_decision_cost() -> None:
    assert cost("even") == (Go("even"), 0.0), "the best of what the search tried"
    assert cost("bad") == (Go("even"), pytest.approx(0.4))


def test_what_was_done_is_tried_though_it_did_not_look_promising() -> None:
    assert cost("good") == (Go("good"), 0.0)


def test_a_bet_is_worth_what_it_is_worth_on_average_whatever_came_of_it() -> None:
    assert cost("bet").cost == pytest.approx(0.0, abs=0.3)


def test_a_search_without_time_says_nothing() -> None:
    with pytest.raises(OutOfTime):
        cost("bad", seconds=-1.0)


def test_where_bots_do_not_search_the_game_itself_values_decisions() -> None:
    assert cost("even", RATED) == (Go("even"), 0.0)
    assert cost("bad", RATED) == (Go("even"), 1.0)
    assert cost("bet", RATED) == (Go("even"), 5.0)


def test_only_games_whose_bots_value_something_can_be_looked_back_on() -> None:
    indifferent = changed(RATED, bots={"evaluate": Bots.evaluate})
    assert [measure_of(each) for each in (GAME, RATED, indifferent)] == ["victory", "value", "none"]
    assert least_cost(GAME) > least_cost(RATED) == 0.0
