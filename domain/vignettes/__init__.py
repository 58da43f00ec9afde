"""A few things of a position as SVG, large enough to read, such as guides show of each step.

The things stand in a row: cards, dice, parts of maps, figures, and words between them. A vignette has the colours of whoever
looks at it, light or dark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from domain.drawing import Board, Picture, Piece
from domain.svg import Block

from .cards import Cards
from .maps import Maps
from .marks import flag, moved, number, say, seal, style, var
from .things import GAP, HEIGHT, WIDTH, Figure, Flag, Part, Row, Say, Seal, Shown, Stack, Thing

__all__ = ["Figure", "Flag", "Part", "Row", "Say", "Seal", "Shown", "Stack", "Thing", "silhouettes_of", "vignette_svg"]

EDGE = 12
"""The room that is left free around a row, in pixels."""
HORIZON = 0.76
"""Where the water becomes shallow, as a part of the height."""


def vignette_svg(board: Board, picture: Picture, things: Sequence[Thing], silhouettes: Mapping[str, str]) -> str:
    """Things of a position in a row, which is scaled down if it is too wide; a part of a map that stands alone fills the
    drawing.

    `silhouettes`: by names such as `frigate`, SVG in a box of 64 by 48; `lattice`, in one of 76 by 100, is a card's back,
    which is plain without it. Raises KeyError where a thing is not there.
    """
    row = _Vignette(board, picture, silhouettes).row(things, GAP)
    alone = len(things) == 1 and isinstance(things[0], Part)
    scale = WIDTH / row.width if alone else min(1.0, (WIDTH - 2 * EDGE) / row.width, (HEIGHT - 2 * EDGE) / row.height)
    left, top = (WIDTH - row.width * scale) / 2, (HEIGHT - row.height * scale) / 2
    place = f"translate({number(left)} {number(top)}) scale({number(scale)})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<style>{style(board)}</style><rect width="{WIDTH}" height="{HEIGHT}" fill="{var("sea")}"/>'
        f'<path d="M0 {number(HEIGHT * HORIZON)}h{WIDTH}V{HEIGHT}H0z" fill="{var("shoal")}"/>\n'
        f'<g transform="{place}">{row.inner}</g></svg>\n'
    )


def silhouettes_of(sprite: str) -> dict[str, str]:
    """By their names the shapes of a sprite's symbols `s-NAME`."""
    return dict(re.findall(r'<symbol id="s-([a-z0-9-]+)" [^>]*>(.*?)</symbol>', sprite, re.DOTALL))


class _Vignette:
    def __init__(self, board: Board, picture: Picture, silhouettes: Mapping[str, str]) -> None:
        self._cards = Cards(board, silhouettes)
        self._maps = Maps(board, picture, self._cards)
        printed = {id: Piece(id=id, inside="", face=id) for id in board.faces}
        self._pieces: Mapping[str, Piece] = {**printed, **{piece.id: piece for piece in picture.pieces}}

    def row(self, things: Sequence[Thing], gap: float) -> Block:
        """Each in the middle of the row; a seal lies over what is beside it."""
        blocks = [self._drawn(thing) for thing in things]
        height = max(block.height for block in blocks)
        x, inner, over = 0.0, "", ""
        for thing, block in zip(things, blocks, strict=True):
            y = (height - block.height) / 2
            if isinstance(thing, Seal):
                over += moved(block.inner, x - (gap + block.width) / 2, y)
            else:
                inner += moved(block.inner, x, y)
                x += block.width + gap
        return Block(x - gap, height, inner + over)

    def _stack(self, things: Sequence[Thing], gap: float) -> Block:
        blocks = [self._drawn(thing) for thing in things]
        width, y, inner = max(block.width for block in blocks), 0.0, ""
        for block in blocks:
            inner += moved(block.inner, (width - block.width) / 2, y)
            y += block.height + gap
        return Block(width, y - gap, inner)

    def _drawn(self, thing: Thing) -> Block:
        match thing:
            case Shown():
                return self._cards.shown(self._pieces[thing.id], thing)
            case Figure():
                return self._cards.figure(thing)
            case Say():
                return say(thing.text)
            case Seal():
                return seal(thing.text)
            case Flag():
                return flag(thing.seat, 1.5)
            case Row():
                return self.row(thing.things, thing.gap)
            case Stack():
                return self._stack(thing.things, thing.gap)
            case Part():
                return self._maps.part(thing)
