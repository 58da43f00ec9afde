"""The board as text: everything in the picture stands in it."""

from __future__ import annotations

import re
from random import Random

import pytest

from domain.board_text import WIDTH, board_text
from domain.drawing import Area, Board, Face, Picture, Piece, Word
from domain.game import AnyGame
from tests.support.games import GAMES
from tradewinds import Play


def picture_of(play: Play, seat: int | None) -> tuple[Board, Picture]:
    assert play.game.drawing is not None
    return play.game.drawing.board(play.options, play.names), play.game.drawing.picture(play.view(seat), seat)


DRAWN = {name: game for name, game in GAMES.items() if game.drawing is not None}


@pytest.mark.parametrize("game", DRAWN.values(), ids=DRAWN)
def test_every_fact_and_piece_of_the_picture_stands_in_the_text(game: AnyGame) -> None:
    choice, play = Random(3), Play.new(game, seed=3)
    while play.outcome is None:
        seat = play.to_act[0]
        for viewer in (seat, None):
            check(*picture_of(play, viewer))
        for _ in range(7):
            if play.outcome is None:
                seat = play.to_act[0]
                play = play.after(choice.choice(play.legal(seat)), seat)
    check(*picture_of(play, None))


def check(board: Board, picture: Picture) -> None:
    lines = board_text(board, picture)
    assert all(len(line) <= WIDTH or " " not in line.strip() for line in lines.splitlines())
    text = re.sub(r"\s+", " ", lines)
    areas = {area.id: area for area in board.areas}
    for area, facts in picture.facts.items():
        assert areas[area].name in text
        for key, value in facts:
            assert f"{board.words[key].name} {'hidden' if value is None else value}".strip() in text
    for piece in picture.pieces:
        face = None if piece.face is None else board.faces[piece.face]
        assert (piece.name or (face.name if face else "face down")) in text
        assert areas[piece.inside].name in text
        for key, value in piece.facts:
            assert f"{board.words[key].name} {'hidden' if value is None else value}".strip() in text
        for mark in piece.marks:
            assert board.words[mark].name in text


BOARD = Board(
    areas=(
        Area(id="sea", kind="map", name="The sea", main=True),
        Area(id="nassau", kind="spot", name="Nassau", inside="sea"),
        Area(id="deck", kind="pile", name="Deck"),
        Area(id="seat/0", kind="panel", name="Anne", seat=0),
        Area(id="hand", kind="row", name="Hand", inside="seat/0", seat=0),
    ),
    faces={"rum": Face(kind="good", name="Rum", facts=(("price", 3),))},
    words={"price": Word("Price"), "gold": Word("Gold"), "at_sea": Word("At sea")},
    colours={},
    groups=(),
)


def test_areas_stand_with_their_figures_and_pieces_and_empty_ones_are_left_out() -> None:
    picture = Picture(
        pieces=(
            Piece(id="ship/0", inside="nassau", name="Sloop", seat=0, marks=("at_sea",)),
            Piece(id="a", inside="hand", face="rum"),
            Piece(id="b", inside="hand", face="rum"),
            Piece(id="c", inside="hand", down=True, count=2),
        ),
        facts={"seat/0": (("gold", None),)},
    )
    assert board_text(BOARD, picture).splitlines() == [
        "The sea:",
        "  Nassau: Sloop (of Anne, At sea)",
        "Anne (Gold hidden):",
        "  Hand: 2 \u00d7 Rum (Price 3); 2 \u00d7 face down",
    ]
