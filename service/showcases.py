"""What people see of a game before they know it: its cover, and how it is played in two minutes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from domain.board_svg import board_svg
from domain.game import AnyGame
from play import Play
from tradewinds.installed import COVER, HOWTO, Installed, drawing_of, images_of, pictures_of_guide, shipped
from tradewinds.packages import Package

COVERS = "/covers"
GUIDES = "/docs/how-to-play"
IMAGES = "/images"
OPENING = 8
"""The number of commands after which a game without a cover of its own is drawn."""
COVER_WIDTH = 640
"""Of a drawn cover, in pixels."""


class Showcase(NamedTuple):
    """What a package ships of one game. None: nothing that can be shown."""

    cover: str | None = None
    """SVG."""
    how_to_play: str | None = None
    """Markdown."""
    pictures: Mapping[str, str] = MappingProxyType({})
    """SVG, by the names that the Markdown has for them."""
    images: Mapping[str, str] = MappingProxyType({})
    """Of pieces, faces and areas: SVG, by the names that boards and pictures have for them."""

    def addresses(self, ruleset: str) -> Mapping[str, str]:
        """Where the images are, by their names."""
        return {name: f"{IMAGES}/{ruleset}/{name}.svg" for name in self.images}


NOTHING_SHIPPED = Showcase()


def showcases_of(packages: Installed) -> Mapping[str, Showcase]:
    """Of all installed games, by ruleset."""
    return {name: _showcase(packages.origins[name]) for name in packages.games}


@cache
def _showcase(origin: Package) -> Showcase:
    return Showcase(drawing_of(origin, COVER), shipped(origin, HOWTO), pictures_of_guide(origin), images_of(origin))


def drawn_cover(game: AnyGame) -> str:
    """An early position of a drawn game as a spectator sees it, always the same."""
    assert game.drawing is not None
    play, choice = Play.new(game, seed=1), Random(1)
    for _ in range(OPENING):
        if play.to_act:
            seat = play.to_act[0]
            play = play.after(choice.choice(play.legal(seat)), seat)
    board = game.drawing.board(play.options, play.names)
    return board_svg(board, game.drawing.picture(play.view(None), None), width=COVER_WIDTH)
