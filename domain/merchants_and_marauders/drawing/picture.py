"""A position as its viewer sees it, from the view alone."""

from __future__ import annotations

from domain.drawing import Picture

from ..view import MaraudersView
from . import fights, sea, seats


def picture(view: MaraudersView, seat: int | None) -> Picture:
    frames = fights.frames_of(view)
    return Picture(
        pieces=(*sea.pieces(view), *fights.pieces(view, frames), *seats.pieces(view)),
        facts={**sea.facts(view), **dict(fights.facts(view, frames)), **seats.facts(view)},
    )
