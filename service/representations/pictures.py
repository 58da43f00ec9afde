"""Answers to draw a game from: its board, and the picture of a position."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from domain.drawing import AnyDrawing, Board, Picture
from domain.game import AnyGame
from events.games.game_log import GameLog
from events.games.log_errors import view_errors
from events.log.codec import Codec
from service.http import encode, services
from service.problems import refuse
from service.showcases import NOTHING_SHIPPED
from service.static_text import StaticText

BOARDS = 128
"""The most boards that a process keeps; each takes up to 110 KB."""


class PictureAnswer(Picture, frozen=True, kw_only=True):
    """A position as its viewer sees it, for drawing. Its areas, faces, words and colours are those of the game's board."""

    version: int
    """The version that is shown."""
    turn: int
    """The turn that the game is in at this version, from 1; 0 during set-up."""


def drawing_of(game: AnyGame) -> AnyDrawing:
    """How a game is drawn. Raises a 404 for games without a drawing."""
    if game.drawing is None:
        raise refuse("no_pictures", f"{game.title} has no board and no pictures; show its `view` and its offers.")
    return game.drawing


def board_of(game_log: GameLog) -> StaticText:
    """The game's board, with the present names of its players. Raises a 404 for games without a drawing, LogDamaged."""
    drawing_of(game_log.game)
    with view_errors(game_log.id):
        return _encoded(game_log.codec, encode(game_log.options), game_log.names_of(game_log.session))


def board_for_drawing(game_log: GameLog) -> Board:
    """The same as a value."""
    with view_errors(game_log.id):
        return _board(game_log.codec, encode(game_log.options), game_log.names_of(game_log.session))


@lru_cache(BOARDS)
def _encoded(codec: Codec, options: bytes, names: tuple[str, ...]) -> StaticText:
    return StaticText(encode(_board(codec, options, names)), "application/json")


@lru_cache(BOARDS // 4)
def _board(codec: Codec, options: bytes, names: tuple[str, ...]) -> Board:
    game = codec.game
    resolved = msgspec.json.decode(options, type=game.types.options)
    shown = services().showcases.get(game.name, NOTHING_SHIPPED)
    return replace(drawing_of(game).board(resolved, names), images=shown.addresses(game.name))
