"""What `tradewinds check` says of a broken drawing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as with_fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.drawing import DRAWN, DRAWN_EVERYWHERE
from conformance.playing import Broken
from conformance.record import the_drawing_module_is_there
from domain.drawing import AnyDrawing, Area, Board, Colour, Drawing, Face, Group, Picture, Piece, Word
from domain.game import AnyGame
from tests.support.changed import Functions, changed
from tests.versions.last_stick import GAME, Event, Options, State, Take

from .test_check import checked

HEAP = Area(id="heap", kind="spot", name="Heap", inside="table", at=(0, 0, 40, 40))
GONE = Area(id="gone", kind="spot", name="Sticks taken", inside="table", at=(50, 0, 40, 40))
LEFT = Piece(id="left", inside="heap", face="stick")


def board(options: Options, names: Sequence[str]) -> Board:
    table = Area(id="table", kind="map", name="Table", box=(0, 0, 100, 50), main=True, links=(("heap", "gone"),))
    panels = (Area(id=f"seat/{seat}", kind="panel", name=name, seat=seat) for seat, name in enumerate(names))
    return Board(
        areas=(table, HEAP, GONE, *panels),
        faces={"stick": Face(kind="stick", name="Stick")},
        words={"turn": Word("Turn")},
        colours={"brown": Colour("#804000", "#c08040")},
        groups=(Group("take", "Take"),),
    )


def picture(view: State, seat: int | None) -> Picture:
    pieces = (replace(LEFT, count=view.sticks),) if view.sticks else ()
    return Picture(pieces=pieces, facts={"table": (("turn", view.turn),)})


DRAWING: Drawing[Options, Take, Event, State] = Drawing(
    board=board,
    picture=picture,
    group=lambda command: "take",
    targets=lambda view, seat, command: ["heap"],
    candidates=lambda view, seat: [Take(1), Take(2), Take(3)],
)
DRAWN_GAME = changed(GAME, own={"drawing": DRAWING})


def on_board(change: Callable[[Board], Board]) -> AnyDrawing:
    return with_fields(DRAWING, board=lambda options, names: change(board(options, names)))


def with_areas(*areas: Area) -> AnyDrawing:
    """The areas take the places of those with their ids; new ones stand at the end."""

    def change(found: Board) -> Board:
        new = {area.id: area for area in areas}
        kept = [new.pop(area.id, area) for area in found.areas]
        return replace(found, areas=(*kept, *new.values()))

    return on_board(change)


def with_piece(**fields: Any) -> AnyDrawing:
    piece = replace(LEFT, **fields)
    return with_fields(DRAWING, picture=lambda view, seat: Picture(pieces=(piece,), facts={}))


def of(drawing: AnyDrawing, **groups: Functions) -> AnyGame:
    return changed(GAME, own={"drawing": drawing}, **groups)


def with_function(**functions: Any) -> AnyGame:
    return of(with_fields(DRAWING, **functions))


def sayings(game: AnyGame) -> list[str]:
    """What each of the promises says is broken."""
    found = []
    promises = [
        *(partial(promise, game, 3, 1) for promise in DRAWN),
        *(partial(promise, game) for promise in DRAWN_EVERYWHERE),
    ]
    for promise in promises:
        try:
            promise()
        except Broken as broken:
            found.append(str(broken))
    return found


LONG = "x" * 41
BOARDS = [
    (with_areas(replace(GONE, at=(30, 30, 40, 10))), "the spots heap and gone overlap"),
    (with_areas(replace(GONE, at=(80, 0, 40, 40))), "area gone is outside of its map"),
    (with_areas(replace(HEAP, name=LONG)), "the name of area heap has not 1 to 40 characters"),
    (with_areas(replace(HEAP, icon="sticks")), "area heap has the unknown icon sticks"),
    (with_areas(replace(HEAP, colour="pink")), "area heap has the colour pink, which the board does not define"),
    (with_areas(replace(HEAP, seat=3)), "area heap belongs to a seat that is not there"),
    (
        with_areas(Area(id="hand", kind="spot", name="Hand", inside="table")),
        "area hand: spots have a place, and nothing else has",
    ),
    (
        with_areas(Area(id="hand", kind="row", name="Hand", inside="box")),
        "area hand is listed before the area that it is in",
    ),
    (on_board(lambda found: replace(found, areas=(*found.areas, GONE))), "two areas of the board have one id"),
    (on_board(lambda found: replace(found, areas=found.areas[3:])), "no area of the board is the main one"),
    (on_board(lambda found: replace(found, groups=found.groups * 2)), "two groups of the board have one id"),
    (
        on_board(lambda found: replace(found, faces={"stick": Face(kind="stick", name="Stick", facts=(("length", 3),))})),
        "face stick has the fact length, which is no word of the board",
    ),
]

FIRST, SECOND = replace(HEAP, name="Left", at=(0, 0, 20, 20)), replace(GONE, name="Right", at=(0, 20, 20, 20))
BOARDS += [
    (with_areas(replace(HEAP, outline=((0, 0), (40, 0)))), "the outline of area heap has fewer than three corners"),
    (with_areas(replace(HEAP, outline=((0, 0), (40, 0), (0, 41)))), "the outline of area heap leaves its place"),
    (
        with_areas(Area(id="hand", kind="row", name="Hand", label=False)),
        "area hand: only spots have a shape, an outline, or no label",
    ),
    (on_board(lambda found: replace(found, seats=("brown",))), "the board has colours of 1 seats, and 3 play"),
    (
        on_board(lambda found: replace(found, seats=("red",) * 3)),
        "`seats` of the board names the colours ['red'], which it does not define",
    ),
    # Two halves of a box that a slanting line parts, of which one comes over the line.
    (
        with_areas(
            replace(FIRST, at=(0, 0, 40, 40), outline=((0, 0), (40, 0), (0, 40))),
            replace(SECOND, at=(0, 0, 40, 40), outline=((40, 0), (40, 40), (0, 40), (10, 10))),
        ),
        "the spots heap and gone overlap",
    ),
    (
        with_areas(replace(FIRST, at=(0, 0, 8, 2)), replace(SECOND, at=(0, 2, 8, 8))),
        "in a window 390 pixels wide the name 'Left' of heap needs 30 pixels in height and has 14, so it lies over "
        "'Right' of gone; shorten the name, enlarge the spot, or leave its name out with `label=False`",
    ),
    (
        with_areas(replace(FIRST, name="Leftmost", at=(0, 0, 3, 20))),
        "in a window 390 pixels wide the name 'Leftmost' of heap is cut: 2 letters fit in a line, and 'Leftmost' has 8; "
        "shorten the name, enlarge the spot, or leave its name out with `label=False`",
    ),
]
SOUND = [
    with_areas(replace(FIRST, at=(0, 0, 8, 2), label=False), replace(SECOND, at=(0, 2, 8, 8))),
    with_areas(replace(FIRST, at=(0, 0, 20, 20.01)), SECOND),
    with_areas(
        replace(FIRST, at=(0, 0, 40, 40), outline=((0, 0), (40, 0), (0, 40))),
        replace(SECOND, at=(0, 0, 40, 40), outline=((40, 0), (40, 40), (0, 40))),
    ),
    with_areas(replace(FIRST, at=(0, 0, 20, 20), shape="circle"), replace(SECOND, at=(17.5, 17.5, 20, 20), shape="circle")),
]


@pytest.mark.parametrize("drawing", SOUND, ids=("a thin spot without a label", "rounding", "halves", "circles"))
def test_spots_that_lie_apart_and_can_be_read_hold(drawing: AnyDrawing) -> None:
    assert sayings(of(drawing)) == []


@pytest.mark.parametrize(("drawing", "sentence"), BOARDS, ids=[sentence for _, sentence in BOARDS])
def test_what_is_wrong_with_a_board_is_told(drawing: AnyDrawing, sentence: str) -> None:
    assert sentence in sayings(of(drawing))


PICTURES = [
    (with_piece(inside="pocket"), "piece left is in pocket, which is no area"),
    (with_piece(face="stone"), "piece left shows stone, which is no face"),
    (with_piece(face=None), "piece left has neither face nor name and is not face down"),
    (with_piece(down=True), "piece left is face down and shows its face"),
    (with_piece(count=0), "piece left stands for 0 pieces"),
    (with_piece(id="gone"), "a piece and an area have one id: ['gone']"),
    (with_piece(facts=(("length", 3),)), "piece left has the fact length, which is no word of the board"),
    (with_piece(marks=("broken",)), "piece left has the marks ('broken',), not all of which are words of the board"),
    (
        with_fields(DRAWING, picture=lambda view, seat: Picture(pieces=(LEFT, LEFT), facts={})),
        "two pieces have one id: ['left']",
    ),
    (
        with_fields(DRAWING, picture=lambda view, seat: Picture(pieces=(), facts={"pocket": ()})),
        "there are facts of pocket, which is no area",
    ),
]


@pytest.mark.parametrize(("drawing", "sentence"), PICTURES, ids=[sentence for _, sentence in PICTURES])
def test_what_is_wrong_with_a_picture_is_told(drawing: AnyDrawing, sentence: str) -> None:
    assert sentence in sayings(of(drawing))


OFFERS = [
    (with_function(group=lambda command: "give"), "Take(sticks=1) is in the group give, which is none"),
    (with_function(targets=lambda view, seat, command: []), "Take(sticks=1) has no target"),
    (
        with_function(targets=lambda view, seat, command: ["pocket"]),
        "Take(sticks=1) is about ['pocket'], which the seat cannot see",
    ),
    (
        with_function(targets=lambda view, seat, command: ["heap", "heap"]),
        "Take(sticks=1) has a target twice: ['heap', 'heap']",
    ),
    (
        of(DRAWING, words={"label": lambda view, seat, command, names: f"{command.sticks} {LONG}"}),
        f"the label '1 {LONG}' has not 1 to 40 characters",
    ),
    (
        of(DRAWING, words={"label": lambda view, seat, command, names: ("Take", "Take", "Take (1)")[command.sticks - 1]}),
        "two offers have one label: ['Take (1)', 'Take (2)', 'Take (1)']",
    ),
    (
        with_function(candidates=lambda view, seat: [Take(1), Take(1)]),
        "`drawing.candidates` gives a command twice",
    ),
    (with_function(candidates=lambda view, seat: [Take(n) for n in range(61)]), "`drawing.candidates` gives 61 commands"),
    (of(DRAWING, words={"asked": lambda view, seat, names: "Somebody takes."}), "`words.asked` does not name Player A"),
    (
        of(DRAWING, words={"asked_you": lambda view, seat, names: f"{names[seat]} takes."}),
        "`words.asked_you` does not speak to Player A",
    ),
]


@pytest.mark.parametrize(("game", "sentence"), OFFERS, ids=[sentence for _, sentence in OFFERS])
def test_what_is_wrong_with_offers_is_told(game: AnyGame, sentence: str) -> None:
    found = sayings(game)
    assert any(each.startswith(sentence) for each in found), found


def test_a_picture_that_shows_what_is_hidden_is_told() -> None:
    """The number of sticks is said to be hidden from seat 1, and its view has it all the same."""

    def dealt_anew(view: State, viewer: int | None, rng: Any) -> State:
        return replace(view, sticks=view.sticks + 1) if viewer == 1 else view

    game = of(DRAWING, gate={"view": lambda state, viewer: state}, bots={"determinize": dealt_anew})
    assert sayings(game) == ["what is hidden from seat 1 changes its picture"]


def test_a_picture_that_is_not_the_same_for_all_as_said_is_told() -> None:
    def own(view: State, seat: int | None) -> Picture:
        return picture(replace(view, turn=0) if seat == 1 else view, seat)

    game = of(with_fields(DRAWING, picture=own, same_for_all=True))
    assert "a picture is not the same for all, as `drawing` says" in sayings(game)
    assert sayings(of(with_fields(DRAWING, same_for_all=True))) == []


def test_a_picture_that_depends_on_more_than_the_view_is_told() -> None:
    """Each picture is another one, as with a mapping in another order."""
    number = itertools.count()

    def numbered(view: State, seat: int | None) -> Picture:
        return Picture(pieces=(), facts={"table": (("turn", next(number)),)})

    assert "`drawing.picture` depends on the order of a mapping" in sayings(with_function(picture=numbered))


def test_a_sound_drawing_holds() -> None:
    assert sayings(DRAWN_GAME) == []


def test_the_command_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(of(with_piece(inside="pocket")), monkeypatch)
    assert found.exit_code == 1
    assert "BROKEN   Each piece is in one area;" in found.output
    assert "         piece left is in pocket, which is no area" in found.output


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "the package painted has no table.js"),
        ({"table.js": ""}, "the package painted has no table.css"),
        (
            {"table.js": 'import { render } from "../../vendor/preact.js";', "table.css": ""},
            "table.js of the drawing module imports ['../../vendor/preact.js']",
        ),
    ],
)
def test_what_is_wrong_with_a_drawing_module_is_told(
    files: Mapping[str, str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "painted"
    package.mkdir()
    for name, content in files.items():
        (package / name).write_text(content)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(Broken, match=re.escape(sentence)):
        the_drawing_module_is_there(with_function(table="painted"))


def test_a_drawing_module_that_is_named_and_missing_is_told() -> None:
    with pytest.raises(Broken, match="the package no_such_package cannot be read"):
        the_drawing_module_is_there(with_function(table="no_such_package"))
