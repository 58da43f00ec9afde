"""What a decision cost: the value of the best command less that of the one that was given.

Both are valued as bots value them, from what the seat saw before it decided, so luck is no mistake. Games with the level
`expert` are searched: what cannot be seen is dealt at random, and the cost is a share of the victory. Other games rate
commands by their own evaluation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.game import AnyGame, Question, Rng
from domain.kit import indifference
from policies.advice import Measure
from policies.budget import Limit, OutOfTime
from policies.turn_search import Search

WORLDS = 16
"""In so many deals the best command of a search and the one that was given are compared. The deals in which the search found
it the best do not count: it may have been lucky there."""
NOISE = 0.01
"""A share of the victory that no search tells from nothing."""


class Cost(NamedTuple):
    """The best command, which may be the one that was given, and by how much it is better."""

    better: Any
    cost: float
    """In the measure of the game."""


def measure_of(game: AnyGame) -> Measure:
    """In what the decisions of a game are measured; `none`: its bots value nothing."""
    if "expert" in game.bots.levels:
        return "victory"
    return "none" if game.bots.evaluate is indifference.evaluate else "value"


def least_cost(game: AnyGame) -> float:
    """What costs no more than this has cost nothing."""
    return NOISE if measure_of(game) == "victory" else 0.0


def cost_of(question: Question, given: Any, rng: Rng, limit: Limit) -> Cost:
    """What it cost to give this command, one of the legal ones. Raises OutOfTime if the limit comes before there is an
    answer."""
    if measure_of(question.game) == "victory":
        best = Search(question, rng, limit.part(2), also=given).answer()
        return Cost(best, 0.0 if best == given else compared(question, best, given, rng, limit))
    evaluate = question.game.bots.evaluate
    values = [float(evaluate(question.view, question.seat, command)) for command in question.legal]
    most, own = max(values), values[question.legal.index(given)]
    return Cost(given if own == most else question.legal[values.index(most)], most - own)


def compared(question: Question, better: Any, given: Any, rng: Rng, limit: Limit, worlds: int = WORLDS) -> float:
    """What it cost to give a command in place of another one, in a game with the level `expert`; below 0 if it was better.
    Both are played in the same deals. Raises OutOfTime."""
    search = Search(question._replace(legal=[better, given]), rng, limit)
    gains: list[float] = []
    while len(gains) < worlds:
        try:
            one, other = search.world([better, given])
        except OutOfTime:
            if not gains:
                raise
            break
        gains.append(one - other)
    return sum(gains) / len(gains)
