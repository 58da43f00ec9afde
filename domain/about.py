"""What a person wants to know about a game before sitting down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from domain.kit.seats import counts_said


class About(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a few words, as a list of games shows it."""

    sentence: str
    """What one does in it, in at most 100 characters."""
    kinds: tuple[str, ...] = ()
    """At most three kinds of game that it belongs to, each in at most 24 characters, such as `press your luck`."""
    minutes: tuple[int, int]
    """How long a game between people takes, from a short one to a long one."""
    weight: Literal["easy", "medium", "demanding"]
    """How much there is to learn."""
    best_seats: tuple[int, ...] = ()
    """The numbers of seats with which it plays best; none where all are alike."""


LONGEST_SENTENCE, MOST_KINDS, LONGEST_KIND = 100, 3, 24


def problem(about: About, allowed: Sequence[int]) -> str | None:
    """Why a list of games cannot show this of a game for these numbers of seats; None if it can."""
    if not about.sentence or len(about.sentence) > LONGEST_SENTENCE:
        return f"its `about.sentence` has {len(about.sentence)} characters, not 1 to {LONGEST_SENTENCE}"
    if len(about.kinds) > MOST_KINDS or not all(1 <= len(kind) <= LONGEST_KIND for kind in about.kinds):
        return f"its `about.kinds` are not at most {MOST_KINDS} of at most {LONGEST_KIND} characters"
    if not 1 <= about.minutes[0] <= about.minutes[1]:
        return f"its `about.minutes` are {about.minutes}, not a shorter and a longer time from 1 on"
    if not set(about.best_seats) <= set(allowed):
        return f"its `about.best_seats` are {about.best_seats}; it is for {counts_said(allowed)} seats"
    return None
