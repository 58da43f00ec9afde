"""Pictures of positions, for the tests of the drawing."""

from __future__ import annotations

from domain.drawing import Picture, Piece
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders.drawing import DRAWING
from domain.merchants_and_marauders.view import view

from .scenario import Table

PLAYERS = ["Anne", "Bartholomew", "Charlotte", "Dirk"]


class Drawn:
    """The picture of a position for one viewer."""

    def __init__(self, table: Table, seat: int | None = 0) -> None:
        self.picture: Picture = DRAWING.picture(view(table.state, seat), seat)
        self._pieces = {piece.id: piece for piece in self.picture.pieces}

    def __getitem__(self, piece: str) -> Piece:
        return self._pieces[piece]

    def __contains__(self, piece: str) -> bool:
        return piece in self._pieces

    def inside(self, area: str) -> list[str]:
        """The ids of the pieces in an area."""
        return [piece.id for piece in self.picture.pieces if piece.inside == area]

    def faces(self, area: str) -> list[str | None]:
        return [piece.face for piece in self.picture.pieces if piece.inside == area]

    def fact(self, area: str, key: str) -> int | str | None:
        return dict(self.picture.facts[area])[key]


def hits_left(piece: Piece) -> tuple[int | str | None, ...]:
    """What a hit location is worth now and at full."""
    return tuple(value for _, value in piece.facts)


def targets(table: Table, command: c.Command, seat: int = 0) -> tuple[str, ...]:
    return tuple(DRAWING.targets(view(table.state, seat), seat, command))
