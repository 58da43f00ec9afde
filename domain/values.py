"""The values and errors that all games and their kit share."""

from __future__ import annotations

from collections.abc import Set
from typing import Annotated, Literal, Protocol, TypeAlias

import msgspec

SeatCount: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=8)]
"""How many seats a game is set up for. Bounded by its type: a log may be made up, and a fold makes as many seats."""

SeatNumber: TypeAlias = int
"""The seat that this is about, by its number from 0."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Rejected(Exception):
    """A well-formed command that is not possible in this position.

    `code` is stable and listed by the game, `message` is a sentence for people, `params` are JSON values.
    All three depend only on what the refused seat can see.
    """

    def __init__(self, code: str, message: str, **params: Json) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.params = params


class Malformed(Rejected):
    """A command or option refused by its form alone, whatever the position."""


class Hidden(msgspec.Struct, frozen=True):
    """Replaces hidden things."""

    count: int
    """How many things are hidden."""
    hidden: Literal[True] = True
    """Always true; marks the value as hidden."""


class Secret(msgspec.Struct, frozen=True):
    """Replaces a hidden value that is not a list, such as an amount."""

    hidden: Literal[True] = True
    """Always true; marks the value as hidden."""


class ScorePart(msgspec.Struct, frozen=True):
    """The points that one kind of thing brought each seat."""

    id: str
    """The same in every game of the ruleset."""
    name: str
    """Its name for people."""
    scores: tuple[int, ...]
    """The points by the numbers of the seats."""


class Criterion(msgspec.Struct, frozen=True):
    """One of the things that decide who wins a game, each looked at while several are equal by those before."""

    name: str
    """What is best by it, in a few words for people: `most coins`."""
    figures: tuple[int, ...]
    """For each seat, and after them each opponent without a seat, in the order of the outcome; the greatest is the best."""
    condition: bool = False
    """Whether it is a condition, whose figures are 1 for who meets it and 0 for all others, who are out then."""

    def best(self, left: Set[int]) -> set[int]:
        """Those who are best by it, of these places in `figures`, which are one at least."""
        wanted = 1 if self.condition else max([self.figures[at] for at in left])
        return {at for at in left if self.figures[at] == wanted}


class Rung(msgspec.Struct, frozen=True):
    """What one criterion has decided at the end of a game."""

    name: str
    """What is best by it, in a few words for people."""
    condition: bool
    """Whether it is a condition, whose figures are 1 for who meets it and 0 for who does not."""
    figures: tuple[int | None, ...]
    """For each seat, and after them each opponent without a seat, in the order of the outcome. Null for who was out of it
    before, and for all once it was decided."""
    decided: bool
    """Whether after it no more than one was left of several."""


class Figure(msgspec.Struct, frozen=True):
    """What each seat did in a game, counted over all of it."""

    id: str
    """The same in every game of the ruleset."""
    name: str
    """Its name for people."""
    counts: tuple[int, ...]
    """How much, by the numbers of the seats."""
    part: str | None
    """The part of the scores that it explains, by its id: together with the others of this part it adds up to it. Null: it
    is no part of the scores."""


class Opponent(msgspec.Struct, frozen=True):
    """An opponent without a seat that the rules play, at the end of a game."""

    name: str
    """Its name for people."""
    score: int
    """All its points."""
    parts: tuple[int, ...] = ()
    """Its points by the parts of the scores, in their order; they add up to its score."""
    won: bool = False
    """Whether it has beaten all seats."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. Several `winners` share the victory; without winners nobody won, as in a draw."""

    winners: tuple[int, ...]
    """The numbers of the seats."""
    scores: tuple[int, ...]
    """The scores by the numbers of the seats; empty if the game ended before they were counted, since players gave up."""
    reason: str
    """Why it ended, by a code of the game."""
    parts: tuple[ScorePart, ...] = ()
    """The parts of the scores: those of each seat add up to its score. Empty if a score has no parts."""
    ranks: tuple[int, ...] = ()
    """The ranks by the numbers of the seats, from 1; seats share a rank if nothing tells them apart. A game may leave them
    out: they follow from winners and scores."""
    because: str = ""
    """Why it ended, in a sentence or a few; empty if the game has none. A game's own answer says it with the names of its
    seats; lists, feeds and results name nobody."""
    opponents: tuple[Opponent, ...] = ()
    """The opponents without a seat."""


class Rng(Protocol):
    """The only source of chance in the domain."""

    def below(self, limit: int) -> int:
        """A uniformly distributed integer n with 0 <= n < limit."""
        ...
