"""What beats of several chapters are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from domain.game import Hidden, Secret
from domain.scenes import Beat, BeatPiece, Gain, Move, Pieces, Weight, unseen

from .... import ids
from ....content import LOCATIONS, NPCS
from ....frames import Side
from ..story import Story

Told: TypeAlias = Iterable[Beat]
Telling: TypeAlias = Callable[[Story, Any], Told]
"""The beats of one event, without sentences."""

NOTHING: Told = ()


def open_card(card: str, area: str, *marks: str) -> BeatPiece:
    """A card face up in an area."""
    return BeatPiece(id=card, inside=area, face=card.partition(":")[0], marks=marks)


def open_cards(cards: Sequence[str], area: str) -> Pieces:
    return tuple([open_card(card, area) for card in cards])


def dealt(cards: Sequence[str] | str | Hidden, area: str) -> Pieces:
    """Cards that come to an area, as the viewer sees them."""
    if isinstance(cards, Hidden):
        return (unseen(cards.count),) if cards.count else ()
    return open_cards((cards,) if isinstance(cards, str) else cards, area)


def discarded(cards: Sequence[str], deck: str) -> Told:
    """Cards that go to the discard pile of a deck."""
    if not cards:
        return ()
    area = f"{deck}/discard"
    return (Move(open_cards(cards, area), area, weight=0),)


def gold(seat: int, by: int | Secret, weight: Weight = 1) -> Gain:
    """Gold on board."""
    return Gain(ids.seat(seat), "gold", by if isinstance(by, int) else None, weight=weight)


def paid(seat: int, price: int | Secret) -> Told:
    """A price; none if it is 0."""
    if isinstance(price, int):
        return (gold(seat, -price),) if price else ()
    return (gold(seat, price),)


def stash(seat: int, by: int | Secret) -> Gain:
    return Gain(ids.seat(seat), "stash", by if isinstance(by, int) else None)


def cargo(seat: int, by: int | None) -> Gain:
    """The number of cargo cards on board."""
    return Gain(ids.of_seat(seat, "cargo"), "cards", by, weight=0)


def hand(seat: int, by: int | None) -> Gain:
    """The number of glory cards in the hand."""
    return Gain(ids.of_seat(seat, "glory"), "cards", by, weight=0)


def location(side: Side, place: str, by: int | None = None, weight: Weight = 1) -> Gain:
    """The value of a ship's location."""
    if isinstance(side, int):
        return Gain(ids.location(side, place), "now", by, weight=weight)
    return Gain(ids.ship(side), place, by, weight=weight)


def refitted(side: Side, places: Sequence[str] = LOCATIONS) -> Told:
    """The values of a ship that came instead of another, or was changed: as the pictures have them."""
    return [location(side, place, weight=0) for place in places]


def successes(by: int | None) -> Gain:
    """The successes left in a raid."""
    return Gain("raid", "successes", by, weight=0)


def kept(area: str) -> Move:
    """What lies open in an area lies there unseen from now on."""
    return Move(to=area, source=area, weight=0)


def turned_down(seat: int) -> Move:
    """Modifications that wait to be laid out are mixed, so that nobody knows which of them lie in ports (MM-333)."""
    return kept(ids.of_seat(seat, "returning"))


def roller(side: Side) -> str:
    """Who rolled: the ship of a side, or the panel of those that a card brought."""
    return "battle/1" if is_card(side) else ids.ship(side)


def is_card(side: Side) -> bool:
    """Whether guards or a derelict of a card fight; they always defend themselves (MM-312)."""
    return isinstance(side, str) and side not in NPCS


def seat_of(side: Side) -> int | None:
    return side if isinstance(side, int) else None
