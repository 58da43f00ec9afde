"""Spots of a map without labels, as SVG: their shapes, filled by what lies in them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from domain.drawing import Area, Board, Box, Piece
from domain.icons import shapes
from domain.svg import Theme


class Spaces:
    """Draws spots that have no label."""

    def __init__(self, board: Board, theme: Theme) -> None:
        self._board, self._theme = board, theme

    def space(self, spot: Area, pieces: Sequence[Piece], place: Box) -> str:
        """A spot with what lies in it, as SVG; `place` is where it is in the drawing, in pixels."""
        assert spot.at is not None
        (left, top, wide, high), (x, y, width, height) = spot.at, place
        corners = [(x + (right - left) * width / wide, y + (down - top) * height / high) for right, down in spot.outline]
        empty = spot.shape == "bar" and not pieces
        inner = "" if empty else _shape(spot, corners, place, 'class="space"')
        if spot.colour is not None and not empty:
            colour = self._colour(spot.colour, None)
            inner += _shape(spot, corners, place, f'fill="{colour}" fill-opacity=".4" stroke="{colour}"')
        each = width / max(1, len(pieces))
        for number, piece in enumerate(pieces):
            inner += self._piece(spot, corners, piece, (x + number * each, y, each, height))
        return f"<g>{inner}<title>{escape(', '.join([spot.name, *map(self._name, pieces)]))}</title></g>"

    def _piece(self, spot: Area, corners: Sequence[tuple[float, float]], piece: Piece, place: Box) -> str:
        face = None if piece.face is None else self._board.faces[piece.face]
        icon = piece.icon or (face.icon if face else None)
        colour = self._colour(piece.colour or (face.colour if face else None), piece.seat)
        if icon is None:
            return _shape(spot, corners, place, f'fill="{colour}"')
        x, y, width, height = place
        side = 0.8 * min(width, height)
        middle = f"translate({x + (width - side) / 2:.1f} {y + (height - side) / 2:.1f}) scale({side / 24:.3f})"
        return f'<g class="token" color="{colour}" transform="{middle}">{shapes()[icon]}</g>'

    def _name(self, piece: Piece) -> str:
        return piece.name or ("face down" if piece.face is None else self._board.faces[piece.face].name)

    def _colour(self, name: str | None, seat: int | None) -> str:
        if name is None and seat is not None and seat < len(self._board.seats):
            name = self._board.seats[seat]
        return "currentColor" if name is None else getattr(self._board.colours[name], self._theme)


def _shape(spot: Area, corners: Sequence[tuple[float, float]], place: Box, look: str) -> str:
    x, y, width, height = place
    if corners:
        return f'<polygon points="{" ".join(f"{right:.1f},{down:.1f}" for right, down in corners)}" {look}/>'
    if spot.shape == "circle":
        middle = f'cx="{x + width / 2:.1f}" cy="{y + height / 2:.1f}"'
        return f'<ellipse {middle} rx="{width / 2:.1f}" ry="{height / 2:.1f}" {look}/>'
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2" {look}/>'
