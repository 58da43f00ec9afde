"""Maps without labels, and figures that name players, as SVG and as text."""

from __future__ import annotations

import msgspec

from domain.board_svg import board_svg
from domain.board_text import board_text
from domain.drawing import Area, Board, Colour, Picture, Piece, Word

HEXAGON = ((5.0, 0.0), (10.0, 5.0), (5.0, 10.0), (0.0, 5.0))
BOARD = Board(
    areas=(
        Area(id="map", kind="map", name="Map", box=(0, 0, 100, 20), main=True),
        Area(id="tile", kind="spot", name="Tile", inside="map", at=(0, 0, 10, 10), outline=HEXAGON, label=False),
        Area(id="pit", kind="spot", name="Pit", inside="map", at=(20, 0, 10, 10), shape="circle", label=False),
        Area(id="wall", kind="spot", name="Wall", inside="map", at=(40, 0, 10, 2), shape="bar", label=False),
        Area(id="seat/0", kind="panel", name="Anne", seat=0),
        Area(id="seat/1", kind="panel", name="Bob", seat=1),
    ),
    faces={},
    words={"bet": Word("Bet on", seat=True)},
    colours={"red": Colour("#aa0000", "#ff8888"), "blue": Colour("#0000aa", "#8888ff")},
    groups=(),
    seats=("red", "blue"),
)
PICTURE = Picture(
    pieces=(
        Piece(id="stone", inside="pit", name="Stone", seat=1),
        Piece(id="flag", inside="tile", name="Flag", colour="red"),
    ),
    facts={"seat/0": (("bet", 1),), "seat/1": (("bet", None),)},
)


def test_what_lies_in_a_spot_without_a_label_fills_its_shape() -> None:
    svg = board_svg(BOARD, PICTURE)
    assert svg.count("<ellipse") == 2  # The pit and the stone in it, in the colour of its seat.
    assert '" fill="#0000aa"/>' in svg
    assert svg.count("<polygon") == 2
    assert "Wall" in svg  # For whoever points at it: an empty bar is not seen.
    assert ">Tile<" not in svg


def test_a_coloured_spot_without_a_label_is_filled_with_its_colour() -> None:
    """Whatever its shape is; a piece in it is drawn over it."""
    areas = tuple(msgspec.structs.replace(area, colour="red" if area.kind == "spot" else None) for area in BOARD.areas)
    board = msgspec.structs.replace(BOARD, areas=areas)
    for theme, red in (("light", "#aa0000"), ("dark", "#ff8888")):
        svg = board_svg(board, PICTURE, theme=theme)
        assert svg.count(f'fill="{red}" fill-opacity=".4" stroke="{red}"') == 2
        assert svg.rindex('fill-opacity=".4"') < svg.rindex("<ellipse")


def test_a_figure_that_is_a_seat_is_read_as_the_name_of_its_player() -> None:
    assert "Anne (Bet on Bob)" in board_text(BOARD, PICTURE)
    assert "Bob (Bet on hidden)" in board_text(BOARD, PICTURE)
    assert "Bet on Bob" in board_svg(BOARD, PICTURE)
