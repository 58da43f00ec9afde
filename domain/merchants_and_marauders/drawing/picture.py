"""A position as its viewer sees it, from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter

from domain.drawing import Picture, Piece

from ..view import MaraudersView
from . import fights, sea, seats

PLACE = attrgetter("place")


def picture(view: MaraudersView, seat: int | None) -> Picture:
    frames, drawn = fights.frames_of(view), seats.drawn(view)
    facts = sea.facts(view)
    facts.update(fights.facts(view, frames))
    for own in drawn:
        facts.update(own.facts)
    if seat is not None:
        facts.update(sea.closed(view, seat))
    return Picture(pieces=tuple(chain.from_iterable(_pieces(view, frames, drawn))), facts=facts)


def _pieces(view: MaraudersView, frames: fights.Frames, drawn: Sequence[seats.Drawn]) -> Iterator[Iterable[Piece]]:
    ships = [own.ship for own in drawn if own.ship is not None]
    yield from sea.pieces(view, ships, [own.marker for own in sorted(drawn, key=PLACE)])
    yield fights.pieces(view, frames)
    for number, own in enumerate(drawn):
        yield own.belongings
        if view.lasting:
            yield seats.lasting(view, number)
