"""Plays for an absent player, as cautiously as the rules allow."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.stand_in import first_of

from .. import commands as c
from ..view import MaracaiboView

ORDER = (
    c.Decline,
    c.FinishEffects,
    c.FinishActions,
    c.FinishRubies,
    c.StopRaid,
    c.IgnoreCard,
    c.StopSailing,
    c.EndTurn,
)


def stand_in(view: MaracaiboView, seat: int, legal: Sequence[c.Command]) -> c.Command:
    """The safest of the legal commands."""
    return first_of(ORDER, legal)
