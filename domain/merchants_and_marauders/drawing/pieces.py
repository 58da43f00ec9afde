"""Pieces that look alike wherever they are, kept once made: most of a picture is the same as in the one before."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from domain.drawing import Fact, Piece
from domain.game import Hidden
from domain.icons import Icon

from .. import ids
from ..content import LOCATION_SIGNS, LOCATIONS, SHIPS
from ..frames import Cards
from ..state import Npc, Ship, full_values
from ..texts import names as n
from ..values import Locations
from ..view import Zone
from ..view.state_from_view import shown

SHIP_ICONS: Mapping[str, Icon] = {card.id: "sailboat" if card.cannons == 1 else "ship" for card in SHIPS.values()}
KEPT = 1 << 14
"""Pieces with figures of their own, of all games together."""


@lru_cache(KEPT)
def card(instance: str, area: str, *marks: str) -> Piece:
    """A card face up: of several copies the face has the id without the copy."""
    return Piece(id=instance, inside=area, face=instance.partition(":")[0], marks=marks)


@lru_cache(KEPT)
def token(piece: str, area: str, face: str, *marks: str) -> Piece:
    return Piece(id=piece, inside=area, face=face, marks=marks)


@lru_cache(KEPT)
def covered(area: str, count: int) -> Piece:
    """Cards or tokens that the viewer cannot tell from each other."""
    return Piece(id=f"{area}/down", inside=area, down=True, count=count)


def cards(zone: Cards | Hidden, area: str, *marks: str) -> list[Piece]:
    """The cards of a zone, or how many there are."""
    if isinstance(zone, Hidden):
        return [covered(area, zone.count)] if zone.count else []
    return [card(each, area, *marks) for each in zone]


@cache
def die(piece: str, area: str, face: int, *marks: str, seat: int | None = None) -> Piece:
    return Piece(id=piece, inside=area, face=f"die/{face}", marks=marks, seat=seat)


@cache
def hit(piece: str, area: str, location: str, *marks: str) -> Piece:
    return Piece(id=piece, inside=area, face=f"hit/{location}", marks=marks)


@lru_cache(KEPT)
def ship_at_sea(number: int, zone: str, kind: str, captain: Zone, *marks: str) -> Piece:
    """A captain's ship on the sea."""
    name, icon = ship_name(kind, captain), SHIP_ICONS[kind]
    return Piece(id=ids.ship(number), inside=zone, name=name, icon=icon, seat=number, marks=marks)


def ship_name(kind: str, captain: Zone) -> str:
    """`Sloop of Charles Marquis`: the players' names are on the board alone."""
    return " of ".join([n.ship(kind), *[n.captain(each) for each in shown(captain)]])


@lru_cache(KEPT)
def npc_at_sea(npc: str, ship: Npc, *marks: str) -> Piece:
    """An NPC's ship on the sea, with what its locations are worth now."""
    facts: tuple[Fact, ...] = tuple((place, int(getattr(ship.now, place))) for place in LOCATIONS)
    return Piece(
        id=ids.ship(npc),
        inside=ship.zone or "",
        name=npc_name(npc, ship.ship),
        icon="skull" if npc.startswith("pirate") else "ship",
        colour="pirate" if npc.startswith("pirate") else npc,
        facts=facts,
        marks=marks,
    )


def npc_name(npc: str, ship: str) -> str:
    """`English naval Man-o-War`, `Pirate Sloop`."""
    if npc.startswith("pirate"):
        return n.capital(n.npc(npc).removeprefix("the "))
    return f"{n.nation(npc)} naval {n.ship(ship)}"


@lru_cache(KEPT)
def locations(prefix: str, area: str, kind: str, now: Locations, modifications: Cards = ()) -> tuple[Piece, ...]:
    """The five hit locations of a ship."""
    full = full_values(kind, modifications)
    return tuple(
        _location(f"{prefix}/{place}", area, place, getattr(now, place), getattr(full, place)) for place in LOCATIONS
    )


@lru_cache(KEPT)
def _location(piece: str, area: str, place: str, now: int, full: int) -> Piece:
    marks = () if now >= full else ("destroyed",) if not now else ("damaged",)
    sign = LOCATION_SIGNS[place]
    return Piece(id=piece, inside=area, name=sign.name, icon=sign.icon, facts=(("now", now), ("full", full)), marks=marks)


def fitted(number: int, ship: Ship) -> list[Piece]:
    """The modifications of a captain's ship."""
    area = ids.of_seat(number, "modifications")
    return [
        token(ids.fitted(number, each), area, each, *(("used_up",) if each in ship.flipped else ()))
        for each in ship.modifications
    ]
