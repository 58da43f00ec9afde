"""The parts of a score in words."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game import ScorePart
from domain.kit.words import capital

from ..state import Score

PARTS = {
    "rivers": "rivers",
    "doubloons": "doubloons",
    "improvements": "Improvements",
    "lines": "lines of Improvements",
    "residences": "Residences",
    "treasures": "Treasures",
    "buried": "buried Treasures",
    "quests": "Quests",
    "many_quests": "six Quests",
    "rubies": "Rubies",
}
"""Names of the parts of the final scoring."""


def score_parts(scores: Sequence[Score]) -> tuple[ScorePart, ...]:
    """What the scores are made of: the points scored during the game, then the parts of the final scoring."""
    final = [{part.what: part.vp for part in score.parts} for score in scores]
    ids = [part for part in PARTS if any(part in parts for parts in final)]
    before = tuple(score.total - sum(parts.values()) for score, parts in zip(scores, final, strict=True))
    return (
        ScorePart("before_end", "Before the end", before),
        *(ScorePart(part, capital(PARTS[part]), tuple(parts.get(part, 0) for parts in final)) for part in ids),
    )
