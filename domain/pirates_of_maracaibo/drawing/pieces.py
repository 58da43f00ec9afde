"""The pieces of pictures. Most stay the same from one position to the next, so each is made once."""

from __future__ import annotations

from functools import cache

from domain.drawing import Fact, Piece

from ..texts.brief import cut
from ..values import Back, Die, Treasure, Who
from .faces import BACKS, colour_of

# The sea


@cache
def sea_card(space: str, card: str | None, back: Back, doubloons: int) -> Piece:
    """A card on its space; None for Open Water and for a card that lies face down."""
    facts: tuple[Fact, ...] = (("doubloons", doubloons),) if doubloons else ()
    if card is not None:
        return Piece(id=card, inside=space, face=card, facts=facts)
    if back == "open_water":
        return Piece(id=f"{space}/card", inside=space, face="open_water")
    return Piece(id=f"{space}/card", inside=space, name=BACKS[back], down=True, facts=facts)


@cache
def token(card: str, space: str, who: Who, *, first: bool) -> Piece:
    """Shows who built a Residence."""
    return Piece(
        id=f"{card}/{who}",
        inside=space,
        face=f"token/{who}",
        seat=None if who == "jordan" else who,
        marks=("first_builder",) if first else (),
    )


@cache
def value_tile(space: str, kind: Treasure) -> Piece:
    return Piece(id=f"{space}/value", inside=space, face=f"value/{kind}")


@cache
def ruby_supply(space: str) -> Piece:
    """The tile of a Location where Rubies are found."""
    return Piece(id=f"{space}/rubies", inside=space, face="ruby")


@cache
def markers(kind: Treasure, count: int) -> Piece:
    return Piece(id=f"island/{kind}/markers", inside=f"island/{kind}", face=kind, count=count)


@cache
def ship(who: Who, space: str, marks: tuple[str, ...]) -> Piece:
    seat = None if who == "jordan" else who
    return Piece(id=f"ship/{who}", inside=space, face=f"ship/{who}", seat=seat, marks=marks)


@cache
def explorer(who: Who, space: str, *, retired: bool) -> Piece:
    seat = None if who == "jordan" else who
    marks = ("retired",) if retired else ()
    return Piece(id=f"explorer/{who}", inside=f"track/{space}", face=f"explorer/{who}", seat=seat, marks=marks)


@cache
def card_in(area: str, card: str, marks: tuple[str, ...] = ()) -> Piece:
    """A card that keeps its id wherever it goes."""
    return Piece(id=card, inside=area, face=card, marks=marks)


@cache
def scored_quest(area: str, quest: str, vp: int) -> Piece:
    """A Quest after the final scoring."""
    return Piece(id=quest, inside=area, face=quest, facts=(("scored", vp),))


@cache
def pile(area: str, name: str, count: int) -> Piece:
    """Cards of a pile that lie face down."""
    return Piece(id=f"{area}/cards", inside=area, name=name, down=True, count=count)


@cache
def ruby(who: Who, space: str) -> Piece:
    """A Ruby on its space of the Ruby Market, and whose it was."""
    return Piece(id=f"{space}/ruby", inside=space, face=f"ruby/{who}", seat=None if who == "jordan" else who)


# The boards of a seat


@cache
def upgrade(seat: int, slot: str, *, used: bool) -> Piece:
    area = f"seat/{seat}/{slot}"
    return Piece(id=f"{area}/upgrade", inside=area, face=slot, seat=seat, marks=("used",) if used else ())


@cache
def jordan_upgrade(slot: str) -> Piece:
    return Piece(id=f"jordan/{slot}/upgrade", inside=f"jordan/{slot}", name="Upgrade", icon="check")


@cache
def treasure(area: str, kind: Treasure, count: int = 1) -> Piece:
    """Treasures on a space of a hideout."""
    return Piece(id=f"{area}/treasure", inside=area, face=kind, count=count)


@cache
def poseidon(seat: int, space: str, kind: Treasure | None) -> Piece:
    """A buried space of Poseidon, and the Treasure on it."""
    marks = () if kind is None else (f"holds_{kind}",)
    return Piece(id=f"seat/{seat}/{space}", inside=f"seat/{seat}/figurehead", face=space, seat=seat, marks=marks)


@cache
def tile(seat: int, name: str, side: str, area: str) -> Piece:
    """A Black Market tile, with its player or on a Location."""
    return Piece(id=f"seat/{seat}/{name}", inside=area, face=f"{name}:{side}", seat=seat, colour=colour_of(seat))


@cache
def rubies(area: str, count: int) -> Piece:
    return Piece(id=f"{area}/rubies", inside=area, face="ruby", count=count)


@cache
def dealt(area: str, count: int) -> Piece:
    """Quests dealt to a seat that others do not see."""
    return Piece(id=f"{area}/dealt", inside=f"{area}/quests", name="Quest", down=True, count=count, marks=("dealt",))


@cache
def jordan_marker(step: int) -> Piece:
    return Piece(id="jordan/marker", inside=f"jordan/step/{step}", name="Jordan's marker", icon="circle", colour="jordan")


@cache
def jordan_treasure(kind: Treasure, count: int) -> Piece:
    return Piece(id=f"jordan/{kind}", inside="jordan/treasures", face=kind, count=count)


# A raid


@cache
def die(thrown: Die) -> Piece:
    """Of a raid by its colour, else by the player who rolled it."""
    facts, who = (("pips", thrown.pips),), thrown.who
    if thrown.colour is not None:
        return Piece(id=f"die/{thrown.colour}", inside="raid", face=f"die/{thrown.colour}", facts=facts)
    seat = None if who == "jordan" else who
    return Piece(id=f"die/{who}", inside="dice", face="die", colour=colour_of(who), seat=seat, facts=facts)


@cache
def pool(number: int, power: int, kind: Treasure | None) -> Piece:
    name = cut(f"Raid {number} for {'any Treasure' if kind is None else kind.capitalize()}")
    return Piece(id=f"pool/{number}", inside="raid", name=name, icon="sword", colour=kind, facts=(("power", power),))


@cache
def raid_action(key: str, *, used: bool) -> Piece:
    return Piece(id=f"raid/{key}", inside="raid", face=f"raid/{key}", marks=("used",) if used else ())
