"""Answers about looks back: what the decisions of a seat cost."""

from __future__ import annotations

from typing import Any

import msgspec

from events.games.look_backs import LookStatus
from policies.advice import Measure


class ComparedOffer(msgspec.Struct, frozen=True):
    """An action that was legal at an earlier position."""

    id: str
    """The id of the offer."""
    label: str
    """The action in at most 40 characters."""
    text: str
    """The action as a sentence for people."""
    preview: dict[str, Any]
    """The costs and gains of the action, as far as the seat could know."""


class CostlyDecision(msgspec.Struct, frozen=True):
    """A decision that was not the best one."""

    version: int
    """The version of the position before it."""
    turn: int
    """The turn in which it was made."""
    cost: float
    """By how much the other action was better, in the `measure` of the answer."""
    given: ComparedOffer
    """What was done."""
    better: ComparedOffer
    """What would have been better."""


class LookBackAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the decisions of the caller's seat cost: the value of the best offer less that of the chosen one, from what the
    seat saw before it chose. What chance did afterwards does not count."""

    seat: int
    """The caller's seat."""
    status: LookStatus
    """`unasked` until somebody asks; then whether the job is queued, running or finished. One that failed goes on when it is
    asked for again."""
    measure: Measure
    """As of an advice: `victory`, a share of the victory from 0 to 1, or `value`, the game's own estimate; `none` if the
    bots of the game value nothing, so that nobody can look back."""
    decisions: int
    """How many decisions the seat made; 0 before the job has begun. At most the last 1,000 are looked at."""
    done: int
    """How many of them the job has looked at."""
    costly: tuple[CostlyDecision, ...]
    """The decisions that cost most, at most three, the costliest first; none before the job has finished, and if each was
    about as good as the best one."""
