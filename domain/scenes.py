"""What happened in a commit, as its viewer sees it: a list of beats in the order in which people at a table would see them.

A renderer begins with the picture before the commit, applies beat after beat, and ends with the picture after it. So nothing
of the middle of a commit is seen but by beats. They use the ids and keys of the board and the pictures (`domain.drawing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from domain.drawing import Piece, PieceShown

Weight: TypeAlias = Literal[0, 1, 2]
"""0: passes by. 1: worth a look. 2: must be seen."""
MOST_BEATS = 60
"""How many beats a scene has at most."""
LONGEST_TITLE = 30
"""How many characters a title has at most."""
LONGEST_QUESTION = 40
"""How many characters `Roll.what` has at most."""


class BeatPiece(PieceShown, frozen=True, kw_only=True):
    """A piece as a picture shows it, or one without an id, which its viewer cannot tell from others from this beat on."""

    id: str | None = None
    """Its id in pictures; null for pieces that the viewer cannot distinguish."""
    inside: str | None = None
    """The area that holds it from this beat on; null for pieces without an id."""
    was: str | None = None
    """Its id until now, where turning it up or joining others changes its id, or it has none any more."""


Pieces: TypeAlias = tuple[str | BeatPiece, ...]
"""Ids of pieces that the viewer sees already, pieces that come into sight, and nameless ones. A nameless piece with a face
that moves, or one face down, is one of those for which a piece of a picture stands: the first one to lie there becomes that
piece, and the last one to go was it. A game names what moves; where the viewer cannot tell it from others any more, it loses
its name by itself."""


class _Beat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all beats have."""

    weight: Weight = 1
    """0: passes by. 1: worth a look. 2: must be seen."""
    text: str = ""
    """Sentences for people. The texts of all beats, joined by spaces, are the text of the commit."""


class Show(_Beat, frozen=True, tag_field="beat", tag="show", rename={"source": "from"}):
    """Pieces are open to this viewer from here on, whether they stay or not."""

    pieces: Pieces = ()
    """What is shown; whole pieces lie in the areas that they name, and one with `was` alone is gone. A game that leaves them
    out shows what lies open at `from` in the end."""
    by: str | None = None
    """The id of the area or piece of whoever shows them."""
    source: str | None = None
    """The id of the area where they lay unseen."""


class Move(_Beat, frozen=True, tag_field="beat", tag="move", rename={"source": "from"}):
    """Pieces go to an area."""

    pieces: Pieces = ()
    """What moves. Whole pieces come into sight by it. A game that leaves them out moves all that lie open at `from`; without
    `to` all of these that are gone in the end, without `from` all that come to `to`."""
    to: str | None = None
    """The id of the area; null: they leave the table."""
    source: str | None = None
    """The id of the area that they come from, where they lay unseen; null where the viewer saw them."""


class Die(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One die of a roll."""

    shows: str
    """The face on top."""
    counts: bool = False
    """Whether it counts for what was asked."""
    again: bool = False
    """Whether it was rolled again in this roll."""
    colour: str | None = None
    """A key of the board's colours, where the dice of a roll differ."""


class SideRoll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dice of one side."""

    by: str
    """The id of the area or piece of whoever rolled."""
    dice: tuple[Die, ...]
    """The dice, one by one."""
    bonus: int = 0
    """What is added to the dice that count."""
    total: int | None = None
    """What the dice and the bonus come to."""


class Roll(_Beat, frozen=True, tag_field="beat", tag="roll"):
    """Dice of one or several sides."""

    what: str
    """What was asked of the dice, in at most 40 characters."""
    rolls: tuple[SideRoll, ...]
    """Each side's dice."""
    needed: int | None = None
    """The total that is enough; null where sides are compared, or nothing was asked."""
    won: bool | None = None
    """Whether it was enough; null where nothing is decided, or sides are compared."""
    winner: str | None = None
    """The id of the side that won; null where nothing is decided."""
    open: bool = False
    """Whether a re-roll may follow, so that a later commit has the verdict."""


class Gain(_Beat, frozen=True, tag_field="beat", tag="gain"):
    """A fact of an area or a piece changed.

    Games name the place and, where an event says it, `by`; the rest comes from the pictures. Without `by` it is all that the
    other beats of the commit leave of the change.
    """

    at: str
    """The id of the area or piece."""
    fact: str
    """The key of the fact."""
    by: int | None = None
    """The change, negative for a loss; null where it is hidden."""
    now: int | None = None
    """The fact after it; null where it is hidden."""


class Moment(_Beat, frozen=True, tag_field="beat", tag="moment"):
    """What everybody at the table would comment on. Without a title it is a line of the log."""

    title: str = ""
    """At most 30 characters."""
    tone: Literal["good", "bad", "neutral"] = "neutral"
    """What it is for `seat`, not for the viewer."""
    seat: int | None = None
    """The seat that it happens to."""
    at: tuple[str, ...] = ()
    """The ids of the areas and pieces that it is about."""


class Turn(_Beat, frozen=True, tag_field="beat", tag="turn"):
    """Who acts from here on, or which round begins."""

    title: str
    """At most 30 characters."""
    by: str | None = None
    """The id of the area or piece of whoever acts; null for a round."""
    seat: int | None = None
    """The seat that acts, if it is one."""
    round: int | None = None
    """The number of the round."""


Beat: TypeAlias = Show | Move | Roll | Gain | Moment | Turn
Scene: TypeAlias = tuple[Beat, ...]


class Tale(NamedTuple):
    """What a game tells of events."""

    beats: Sequence[Beat]
    """In the order in which people would see them."""
    untold: Sequence[Any] = ()
    """The events that no beat is about."""


def text_of(beats: Sequence[Beat]) -> str:
    """The texts of beats, joined."""
    return " ".join([beat.text for beat in beats if beat.text])


def titled(words: str, shorter: str) -> str:
    """The words, if they are short enough for a title; else the shorter ones."""
    return words if len(words) <= LONGEST_TITLE else shorter


def whole(piece: Piece, was: str | None = None) -> BeatPiece:
    """A piece of a picture, as beats have it."""
    return BeatPiece(**msgspec.structs.asdict(piece), was=was)


def unseen(count: int) -> BeatPiece:
    """So many pieces that nobody can tell from others."""
    return BeatPiece(count=count, down=True)
