"""The policies that do not look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.game import AnyGame, Question, Rng
from policies.budget import Limit

OVERLOOKED = 4
"""`casual` overlooks one command in this number."""


def uniform(question: Question, rng: Rng, limit: Limit) -> Any:
    """Any legal command, all equally likely."""
    return question.legal[rng.below(len(question.legal))]


def stand_in(question: Question, rng: Rng, limit: Limit) -> Any:
    """The command that the game names as the safest."""
    return question.game.bots.stand_in(question.view, question.seat, question.legal)


def greedy(question: Question, rng: Rng, limit: Limit) -> Any:
    """The command that the game values most; among equals, any."""
    return best(*question, rng, limit)


def casual(question: Question, rng: Rng, limit: Limit) -> Any:
    """The choice of `greedy` among the commands that it notices; any of them may be overlooked."""
    noticed = [command for command in question.legal if rng.below(OVERLOOKED)]
    return greedy(question._replace(legal=noticed or question.legal), rng, limit)


def best(game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Rng, limit: Limit) -> Any:
    """The choice of `greedy`."""
    highest = float("-inf")
    equals: list[Any] = []
    for command in legal:
        limit.check()
        value = game.bots.evaluate(view, seat, command)
        if value > highest:
            highest, equals = value, [command]
        elif value == highest:
            equals.append(command)
    return equals[0] if len(equals) == 1 else equals[rng.below(len(equals))]
