"""Data to draw a game from: a board, which a game has once, and a picture of each position.

A renderer that knows these types can draw every game. A picture is made from the redacted view alone, so it can show nothing
that its viewer may not see. The board defines every name that pictures and offers use: areas, faces, words, colours, groups.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from domain.icons import Icon

Options = TypeVar("Options", bound=msgspec.Struct)
View = TypeVar("View", bound=msgspec.Struct)
Command = TypeVar("Command", bound=msgspec.Struct)
Event = TypeVar("Event", bound=msgspec.Struct)

Box: TypeAlias = tuple[float, float, float, float]
"""x, y of the upper left corner, width and height, in units of a map that is 100 wide."""
Fact: TypeAlias = tuple[str, int | str | None]
"""The key of a word, and a figure or text; null where it is hidden."""


class Area(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"inside": "in"}):
    """A place that holds pieces or other areas."""

    id: str
    """Unique on the board."""
    kind: Literal["map", "spot", "row", "pile", "panel"]
    """`map`: a box with spots and links. `spot`: a place on a map. `row`: pieces in order, which may wrap. `pile`: shows how
    many pieces it has, and the one on top. `panel`: holds areas and facts; each seat has one."""
    name: str
    """The name that people read, at most 40 characters."""
    inside: str | None = None
    """The area around this one; null at the top."""
    box: Box | None = None
    """Of a map: the part of the plane that it shows, 100 units wide."""
    at: Box | None = None
    """Of a spot: its place on the map."""
    shape: Literal["box", "circle", "bar"] = "box"
    """Of a spot: what fills its place. `circle`: round, or oval. `bar`: a thin place between others, which is faint while
    nothing lies in it and nothing may be done with it."""
    outline: tuple[tuple[float, float], ...] = ()
    """Of a spot that is a polygon: the x and y of its corners on the map, within `at`, in order around it."""
    label: bool = True
    """Of a spot: whether its name is written in it. Without a label it needs no room for words, and the pieces in it fill
    it; its name is still read out, and shown where somebody points at it."""
    links: tuple[tuple[str, str], ...] = ()
    """Of a map: pairs of spots that a line connects."""
    seat: int | None = None
    """The seat that owns it."""
    main: bool = False
    """Whether the area is drawn largest, because the game takes place in it."""
    home: bool = False
    """Whether new pieces come from here, and pieces that vanish go here."""
    private: bool = False
    """Whether only the seat that owns the area sees the faces of the pieces in it."""
    colour: str | None = None
    """A key of the board's colours."""
    icon: Icon | None = None
    """Its icon."""
    image: str | None = None
    """A key of the board's images, shown in place of its icon."""
    facts: tuple[Fact, ...] = ()
    """Its figures that stay the same, such as what a spot gives, the most telling first."""
    text: str = ""
    """The rules of the place, in a few sentences."""


class Face(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The front of a card or token."""

    kind: str
    """A class of faces that look alike, such as `ship` or `mission`."""
    name: str
    """Its name, at most 40 characters."""
    icon: Icon | None = None
    """Its icon."""
    image: str | None = None
    """A key of the board's images, shown in place of its icon."""
    colour: str | None = None
    """A key of the board's colours."""
    facts: tuple[Fact, ...] = ()
    """Its figures, the most telling first."""
    text: str = ""
    """The rules on it, in a few sentences."""
    source: str = ""
    """Whether its figures are sourced or reconstructed."""


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """The name of a fact, a mark or a good for people."""

    name: str
    """The name that people read, at most 40 characters."""
    icon: Icon | None = None
    """Its icon."""
    seat: bool = False
    """Whether its figures are numbers of seats, which people read as the names of their players."""


class Colour(msgspec.Struct, frozen=True):
    """One colour in two values, as `#rrggbb`."""

    light: str
    """The value on a light ground."""
    dark: str
    """The value on a dark ground."""


class Group(msgspec.Struct, frozen=True):
    """A heading for offers."""

    id: str
    """The key that offers use."""
    name: str
    """The heading that people read."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What stays the same while a game is played. It follows from the ruleset's version, the options and the seats."""

    areas: tuple[Area, ...]
    """The places, each after the area around it."""
    faces: Mapping[str, Face]
    """The faces by the ids that views use; of several copies of a card, by the id without the copy."""
    words: Mapping[str, Word]
    """The names of facts and marks, by their keys."""
    colours: Mapping[str, Colour]
    """The colours by the keys that areas, faces and pieces use."""
    groups: tuple[Group, ...]
    """The headings of offers, in the order in which they are shown."""
    images: Mapping[str, str] = {}
    """The addresses of the game's own pictures, by their names. The service writes them: each file `images/NAME.svg` in the
    folder of the game's module is one."""
    seats: tuple[str, ...] = ()
    """The colours of the seats, as keys of the board's colours, seat by seat. Left out: those of the frontend."""


class PieceShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"inside": "in"}):
    """What pictures and beats (`domain.scenes`) say of a piece."""

    id: str | None = None
    inside: str | None = None
    face: str | None = None
    """A key of the board's faces. Null for pieces with a name of their own, and for those face down."""
    name: str = ""
    """The name that people read, where the piece has no face."""
    icon: Icon | None = None
    """Its icon, where it has no face."""
    image: str | None = None
    """A key of the board's images, where it has no face or another image than its face."""
    colour: str | None = None
    """A key of the board's colours, where it has no face or another colour than its face."""
    seat: int | None = None
    """The seat that owns it."""
    count: int = 1
    """How many like pieces it stands for."""
    down: bool = False
    """Whether it lies face down."""
    facts: tuple[Fact, ...] = ()
    """Its figures now."""
    marks: tuple[str, ...] = ()
    """The states that it is in now, as keys of the board's words."""


class Piece(PieceShown, frozen=True, kw_only=True):
    """A thing on the board. It keeps its id for as long as a person could follow it."""

    id: str
    """Unique in the picture, and no area of the board has it. If a viewer cannot distinguish pieces, their ids reveal
    nothing; so a piece that was shuffled among such ones comes back with another id."""
    inside: str
    """The area that holds it."""


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A position, as its viewer sees it."""

    pieces: tuple[Piece, ...]
    """The pieces area by area, within an area in its order; of a pile the last one lies on top."""
    facts: Mapping[str, tuple[Fact, ...]]
    """The figures of areas, by the areas' ids."""


def owners(board: Board) -> dict[int, str]:
    """The names of the players by their seats, as the panels of the board have them."""
    return {area.seat: area.name for area in reversed(board.areas) if area.seat is not None and area.inside is None}


Placed = TypeVar("Placed", Area, Piece)


def by_area(things: Sequence[Placed]) -> dict[str | None, list[Placed]]:
    """Areas or pieces by the area around them, in their order; None: at the top."""
    placed: dict[str | None, list[Placed]] = {}
    for thing in things:
        placed.setdefault(thing.inside, []).append(thing)
    return placed


MOST_CANDIDATES = 60
"""How many `candidates` a game gives at most."""


class Counted(NamedTuple):
    """Where pictures show how much a seat has of something."""

    at: str
    """The id of an area or piece; `{seat}` in it stands for the number of the seat."""
    fact: str | None = None
    """The fact there. None: the number of pieces in the area, or for which the piece stands."""
    foretold: bool = True
    """Whether previews foretell its changes; only scenes tell those of what no seat has, such as the markers of a place."""

    def place(self, seat: int) -> str:
        """The id of the area or piece of this seat."""
        return self.at.format(seat=seat)


def amount(picture: Picture, seat: int, counted: Counted) -> int | None:
    """How much the seat has, as the picture shows it: 0 where the area, piece or fact is not there, None where it is
    hidden."""
    place = counted.place(seat)
    if counted.fact is None:
        return sum(piece.count for piece in picture.pieces if place in (piece.inside, piece.id))
    shown = picture.facts.get(place) or next((piece.facts for piece in picture.pieces if piece.id == place), ())
    found = dict(shown).get(counted.fact, 0)
    assert not isinstance(found, str)
    return found


def _no_candidates(view: Any, seat: int) -> Sequence[Any]:
    return ()


def _no_consequence(events: Sequence[Any]) -> int | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Drawing(Generic[Options, Command, Event, View]):
    """How a game is drawn. Each function gets the redacted view or redacted events, never the state."""

    board: Callable[[Options, Sequence[str]], Board]
    """`board(options, names)`: from the resolved options and the names of the seats."""
    picture: Callable[[View, int | None], Picture]
    """`picture(view, seat)`: the position as this seat (None: a spectator) sees it."""
    group: Callable[[Command], str]
    """The group of the board that offers of this command stand in."""
    targets: Callable[[View, int, Command], Sequence[str]]
    """`targets(view, seat, command)`: ids of the pieces and areas that a command is about, the most telling first. At least
    one is in the picture or on the board of the seat."""
    counted: Mapping[str, Counted] = field(default_factory=dict)
    """What a seat has, by the fields of previews that foretell its changes, and by names of their own the facts whose
    changes scenes alone tell. Left out: previews foretell none."""
    consequences: Callable[[Sequence[Event]], int | None] = _no_consequence
    """`consequences(events)`: the place of the first event of a command with which something begins that its preview need
    not foretell, such as the income of a round; None where there is none. Until then the command changes exactly what its
    preview says, unless something is drawn or shown. Left out: a preview foretells all changes."""
    candidates: Callable[[View, int], Sequence[Command]] = _no_candidates
    """`candidates(view, seat)`: what a person would look for now, legal or not, at most 60. Those that `check` refuses are
    shown with the reason. Left out: nothing."""
    same_for_all: bool = False
    """Whether every seat and spectators see the same picture of each position, so that it is drawn once for all. Left out:
    each has its own."""
    table: str | None = None
    """The package with the game's drawing module, the files `table.js` and `table.css` for the pages of the table, such as
    `"domain.pirates_of_maracaibo.drawing.table"`. None: the pages draw it as they draw any game."""


AnyDrawing: TypeAlias = Drawing[Any, Any, Any, Any]
