"""Levels of bots that packages of their own offer, besides those of the ladder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.levels import Level

if TYPE_CHECKING:  # A game's record refers to the policies that play it.
    from domain.game import AnyGame, Rng


class Question(NamedTuple):
    """A decision: which of these legal commands should the seat with this view give?"""

    game: AnyGame
    """The rules, and what the game knows for bots: `game.bots.evaluate` rates a command, `game.bots.determinize` makes a
    state behind the view."""
    view: Any
    """What the seat sees."""
    seat: int
    legal: Sequence[Any]
    """At least two commands, in the order of the game."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """A level of bots. A package offers it by an entry point of the group `tradewinds.policies`."""

    level: Level
    """Its name in requests and logs: lower-case letters, digits and `_`, not one of Tradewinds' own levels."""
    choose: Callable[[Question, Rng, float | None], Any]
    """One of the legal commands. All chance should come from the given generator. The number is the seconds until the
    answer counts as late; None: there is no clock, and the same question and generator should lead to the same answer."""
    below: Level = "greedy"
    """The level of the ladder that plays where this one raises, answers late, or names a command that is not legal."""
    rulesets: frozenset[str] | None = None
    """The games that it plays, by name. None: all that are installed."""
