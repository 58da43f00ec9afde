"""The choice that a level would make, and its estimates of the other commands."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.game import AnyGame, Question
from domain.levels import Level
from policies.budget import Limit, OutOfTime
from policies.chance import Chance
from policies.turn_search import Search

Measure: TypeAlias = Literal["victory", "value", "none"]


class Ranked(NamedTuple):
    """A command, and what it promises."""

    command: Any
    expects: float | None


class Advice(NamedTuple):
    """All legal commands, in the order in which a level would choose them."""

    level: Level
    """The level that ranked them: the one that was asked, or a weaker one for which the time was enough."""
    measure: Measure
    ranking: Sequence[Ranked]


def advise(level: Level, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, budget: float) -> Advice:
    """The advice of a level of the game's ladder within `budget` seconds of wall-clock time.

    `casual` gives the advice of `greedy`: what it overlooks is random.
    """
    if level == "random":
        return Advice(level, "none", [Ranked(command, None) for command in legal])
    question, limit = Question(game, view, seat, legal), Limit(perf_counter() + budget)
    if level == "expert":
        try:
            return Advice(level, "victory", _searched(question, rng, limit.share()))
        except OutOfTime:
            level = "greedy"
    return Advice(level, "value", _valued(question))


def _searched(question: Question, rng: Random, limit: Limit) -> Sequence[Ranked]:
    """The candidates of a search by their shares of the victory; then the commands that it did not try, the most promising
    first. Raises OutOfTime."""
    search = Search(question, Chance(rng), limit)
    search.answer()
    ranked = [Ranked(each.command, each.mean) for each in (*search.candidates, *reversed(search.dropped))]
    untried = [command for command in question.legal if all(command != each.command for each in ranked)]
    return ranked + [Ranked(each.command, None) for each in _valued(question._replace(legal=untried))]


def _valued(question: Question) -> Sequence[Ranked]:
    evaluate = question.game.bots.evaluate
    values = [float(evaluate(question.view, question.seat, command)) for command in question.legal]
    order = sorted(range(len(values)), key=lambda number: -values[number])
    return [Ranked(question.legal[number], values[number]) for number in order]
