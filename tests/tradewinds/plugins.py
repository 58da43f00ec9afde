"""What a package could offer as policies."""

from __future__ import annotations

from typing import Any

from tests.support.games import RULESET
from tradewinds import Policy, Question, Rng


def chooses_last(question: Question, chance: Rng, seconds: float | None) -> Any:
    return question.legal[-1]


LAST = Policy(level="last", choose=chooses_last, rulesets=frozenset({RULESET}))
OTHER_LAST = Policy(level="last", choose=chooses_last)
ANYWHERE = Policy(level="anywhere", choose=chooses_last)
GREEDY = Policy(level="greedy", choose=chooses_last)
SHOUTING = Policy(level="Shouting", choose=chooses_last)
ENDLESS = Policy(level="endless", choose=chooses_last, below="endless")
LISTED = Policy(level="listed", choose=chooses_last, rulesets=[RULESET])  # type: ignore[arg-type]
