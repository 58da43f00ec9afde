"""The ranking of a level begins with what its bot would do."""

from __future__ import annotations

from random import Random

import pytest

from domain.game import Lookahead
from policies.advice import advise
from tests.support.changed import changed
from tests.workers.toy_games import Go, Place, View, toy

PLACES = {"start": Place(exits=("a", "b", "c", "d"))} | {
    to: Place(shares=(n / 10, 1 - n / 10)) for n, to in enumerate("abcd")
}
"""The further down the alphabet, the greater the share of the victory."""
GAME = toy(PLACES, {"a": 4.0, "b": 3.0, "c": 2.0})
LEGAL = [Go(to) for to in "dcba"]


def ranked(level: str, budget: float = 60.0, candidates: int = 3) -> tuple[str, str, dict[str, float | None]]:
    game = changed(GAME, bots={"lookahead": Lookahead(candidates=candidates, playouts=40)})
    found = advise(level, game, View("start", None), 0, LEGAL, Random(1), budget)
    return found.level, found.measure, {each.command.to: each.expects for each in found.ranking}


def test_a_search_ranks_what_it_tried_by_the_victory_and_the_rest_after_it() -> None:
    level, measure, ranking = ranked("expert")
    assert (level, measure) == ("expert", "victory")
    assert list(ranking) == ["c", "b", "a", "d"] or list(ranking) == ["c", "a", "b", "d"]
    assert ranking == pytest.approx({"a": 0.0, "b": 0.1, "c": 0.2, "d": None})


@pytest.mark.parametrize("level", ["greedy", "casual"])
def test_the_others_rank_by_the_value_of_the_game(level: str) -> None:
    assert ranked(level)[1:] == ("value", {"a": 4.0, "b": 3.0, "c": 2.0, "d": 0.0})
    assert list(ranked(level)[2]) == ["a", "b", "c", "d"]


def test_a_search_without_time_leaves_it_to_greedy() -> None:
    assert ranked("expert", budget=1e-9) == ranked("greedy")
