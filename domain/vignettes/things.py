"""What vignettes are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from domain.drawing import Box
from domain.icons import Icon

WIDTH, HEIGHT = 372, 196
"""Of a vignette, in pixels."""
GAP = 12
CARD_WIDTH, CARD_HEIGHT, DIE = 98, 156, 48
Ring: TypeAlias = Literal["", "may", "bad", "good", "past"]
"""What a thing stands out by: what may be done, what went wrong or well, and what moved."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A piece: a card, or a die, or a token; one that is face down by its back."""

    id: str
    """Of a piece of the picture, or of a face of the board: a card as it is printed."""
    ring: Ring = ""
    key: str = ""
    """What stands in a corner, such as the key of an offer."""
    facts: tuple[str, ...] | None = None
    """The figures that are drawn, by their words; None: the first two."""
    text: bool = True
    """Whether what is written on it is drawn."""
    icon: Icon | None = None
    """What takes the place of its icon, such as that of what it brings."""
    art: str = ""
    """The silhouette that takes the place of its icon; left out: one that has its name."""
    width: float = CARD_WIDTH
    """In pixels; a die is smaller at most."""
    tilt: float = 0
    """In degrees, to the right."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure with the icon of its word."""

    word: str
    """A key of the board's words."""
    value: str = ""
    look: Literal["ink", "good", "bad", "brass"] = "ink"


@dataclass(frozen=True)
class Say:
    """Words between two things, or an arrow where there are none."""

    text: str = ""


@dataclass(frozen=True)
class Seal:
    """A few letters in a circle of red, which joins the things beside it."""

    text: str


@dataclass(frozen=True)
class Flag:
    """The flag of a seat."""

    seat: int


@dataclass(frozen=True)
class Row:
    """Things beside each other; where the gap is negative, each lies over the one before."""

    things: tuple[Thing, ...]
    gap: float = GAP


@dataclass(frozen=True)
class Stack:
    """Things below each other."""

    things: tuple[Thing, ...]
    gap: float = 10


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a map, with what lies there."""

    area: str
    """The map."""
    box: Box
    """What is shown of it, in its own units."""
    width: float = WIDTH
    """In pixels; the height follows."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """What stands in the corners of spots, by their ids."""
    route: tuple[str, ...] = ()
    """The spots that arrows lead along."""
    ships: Mapping[str, str] = field(default_factory=dict)
    """The silhouettes of pieces, by their ids."""
    covered: bool = False
    """Whether the first piece of a spot is a card that covers it."""
    without: tuple[str, ...] = ()
    """How the ids of pieces and spots begin that are left out."""


Thing: TypeAlias = Shown | Figure | Say | Seal | Flag | Row | Stack | Part
