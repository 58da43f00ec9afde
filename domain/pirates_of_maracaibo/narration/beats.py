"""The beats that several events share: gains, cards that come into sight, Treasures, and dice on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from domain.game import Hidden
from domain.scenes import Beat, BeatPiece, Die, Gain, Move, Pieces, Show, SideRoll, Weight, unseen, whole

from ..content import FIGUREHEADS, IMPROVEMENTS, POSEIDON, Income
from ..drawing import pieces as p
from ..drawing.ids import panel
from ..drawing.picture import POSEIDONS_CARD
from ..values import Die as Thrown
from ..values import Treasure, Who

Beats: TypeAlias = Iterable[Beat]


def gain(who: Who, fact: str, by: int | None = None, text: str = "", weight: Weight = 1) -> Gain:
    return Gain(panel(who), fact, by, text=text, weight=weight)


def paid(seat: int, doubloons: int) -> Beats:
    """The price of something that another beat tells."""
    if doubloons:
        yield gain(seat, "doubloons", -doubloons, weight=0)


def income(seat: int, more: Income) -> Beats:
    if more.doubloons:
        yield gain(seat, "income_doubloons", more.doubloons)
    if more.vp:
        yield gain(seat, "income_vp", more.vp)


# Cards


@cache
def face_up(area: str, *cards: str) -> tuple[BeatPiece, ...]:
    """Cards that lie open in an area."""
    return tuple([whole(p.card_in(area, card)) for card in cards])


def drawn(area: str, cards: Sequence[str] | str | Hidden) -> Pieces:
    """Cards that go to an area, unless they are hidden."""
    if isinstance(cards, Hidden):
        return (unseen(cards.count),)
    return face_up(area, *([cards] if isinstance(cards, str) else cards))


def improvement_joins(who: Who, card: str, space: str, text: str) -> Beats:
    """`space`: where it lay, or `deck`."""
    held = f"{panel(who)}/improvements"
    if space == "deck":
        yield Move(face_up(held, card), held, source="tier_two", text=text)
    else:
        yield Move((card,), held, text=text)
    if who != "jordan":
        yield from income(who, IMPROVEMENTS[card].income)


def figurehead_joins(who: Who, card: str, text: str) -> Beats:
    yield Move((card,), f"{panel(who)}/figurehead", text=text)
    if who != "jordan":
        if card == POSEIDONS_CARD:
            yield Show(tuple([whole(p.poseidon(who, space, None)) for space in POSEIDON]), weight=0)
        yield from income(who, FIGUREHEADS[card].income)


# Treasures and Rubies


def gem(face: str, count: int = 1) -> tuple[BeatPiece, ...]:
    """Treasures or Rubies, which have no names of their own."""
    return (BeatPiece(face=face, count=count),)


def treasures_move(kind: Treasure, source: str, to: str, count: int = 1, text: str = "") -> Beats:
    """Treasures go to an area from their island, or from the `supply`."""
    island = f"island/{kind}"
    yield Move(gem(kind, count), to, source=None if source == "supply" else island, text=text)
    if source == "island":
        yield from markers_change(kind, -count)


def markers_change(kind: Treasure, by: int) -> Beats:
    """The markers of an island, and what each of its Treasures is worth."""
    yield Gain(f"island/{kind}", "markers", by, weight=0)
    yield Gain(f"island/{kind}", "value", weight=0)


# Dice


def die(pips: int, *, counts: bool = False, again: bool = False, colour: str | None = None) -> Die:
    return Die(shows=str(pips), counts=counts, again=again, colour=colour)


def side(by: str, *dice: Die, bonus: int = 0, total: int | None = None) -> SideRoll:
    return SideRoll(by=by, dice=dice, bonus=bonus, total=total)


def dice_lie(thrown: Sequence[Thrown]) -> Beats:
    """The dice stay on the table, and those thrown before are taken away."""
    for area in ("raid", "dice"):
        yield Move(source=area, weight=0)
    yield Show(tuple([whole(p.die(each)) for each in thrown]), weight=0)
