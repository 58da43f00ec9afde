"""The question that a policy answers, and the type of policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from domain.game import AnyGame, Rng
from workers.policies.budget import Limit


class Question(NamedTuple):
    """A decision: which of these legal commands should the seat with this view give?"""

    game: AnyGame
    view: Any
    seat: int
    legal: Sequence[Any]


Policy: TypeAlias = Callable[[Question, Rng, Limit], Any]
"""Chooses one of the legal commands; raises OutOfTime if it has no answer when the limit is reached."""
