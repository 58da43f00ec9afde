"""What a seat has: captain, ship board, cards, bounties and gold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from domain.drawing import Fact, Piece
from domain.game import Hidden, Secret
from domain.kit.words import listed

from ..content import MISSIONS
from ..frames import Cards, SellLot
from ..state import CARGO_IN_PORT, Ship
from ..texts import names as n
from ..view import MaraudersView, SeatView, Zone
from . import ids
from .pieces import KEPT, card, cards, covered, fitted, locations, maneuverability, token

UNTIL = {"port_action": "end of the Port action", "captain_turn": "end of the captain turn", "round": "end of the round"}


def pieces(view: MaraudersView) -> list[Piece]:
    found: list[Piece] = []
    selling = {frame.seat for frame in view.stack if type(frame) is SellLot}
    for own in view.seats:
        found += _board(own)
        found += _papers(own)
        found += _cargo(own, for_sale=own.seat in selling)
        found += _hand(own)
        found += _lasting(view, own.seat)
    return found


def _board(own: SeatView) -> Iterable[Piece]:
    return _equipment(own.seat, own.captain, own.ship, own.weapons, tuple(sorted(own.bounties.items())))


@lru_cache(KEPT)
def _equipment(
    number: int, captain: Zone, ship: Ship | None, weapons: Cards, bounties: tuple[tuple[str, int], ...]
) -> tuple[Piece, ...]:
    """The captain, the ship board, special weapons and bounties."""
    found = [*cards(captain, ids.of_seat(number, "captain"))]
    if ship is not None:
        area = ids.of_seat(number, "ship")
        found.append(Piece(id=f"{area}/card", inside=area, face=ship.type))
        found += locations(area, area, ship.type, ship.now, ship.modifications)
        found += fitted(number, ship)
    area = ids.of_seat(number, "weapons")
    found += [Piece(id=ids.weapon(number, each), inside=area, face=each) for each in weapons]
    area = ids.of_seat(number, "bounties")
    for nation, count in bounties:
        found.append(Piece(id=ids.bounty(number, nation), inside=area, face=f"bounty/{nation}", count=count))
    return tuple(found)


def _papers(own: SeatView) -> list[Piece]:
    panel = f"seat/{own.seat}"
    found = cards(own.specialists, f"{panel}/specialists")
    if own.mission is not None:
        found.append(Piece(id=own.mission, inside=f"{panel}/mission", face=own.mission, facts=_progress(own, own.mission)))
    return found + _rumors(own, f"{panel}/rumors")


def _progress(own: SeatView, mission: str) -> tuple[Fact, ...]:
    steps = len(MISSIONS[mission].steps)
    facts: list[Fact] = [("step", own.mission_step + 1), ("steps", steps)] if steps > 1 else []
    if own.mission_done:
        facts.append(("done_of_step", listed([n.thing(each) for each in own.mission_done])))
    return tuple(facts)


def _rumors(own: SeatView, area: str) -> list[Piece]:
    face_up = own.open_rumor
    if face_up is None:
        return cards(own.rumors, area)
    return [card(face_up, area, "face_up"), *cards(_without(own.rumors, (face_up,)), area)]


def _cargo(own: SeatView, *, for_sale: bool) -> list[Piece]:
    """Cards chosen for a sale lie in the lot, although they are still on board."""
    panel = f"seat/{own.seat}"
    found = cards(_without(own.cargo, own.lot) if for_sale else own.cargo, f"{panel}/cargo")
    found += cards(own.offer, f"{panel}/offer")
    found += cards(own.lot, f"{panel}/lot", "for_sale" if for_sale else "chosen")
    return found


def _hand(own: SeatView) -> list[Piece]:
    """The announced card is out of the hand; cards that were shown and kept lie open in it.

    The winner over a captain sees the hand but not which card of it is announced, so that one is in both places.
    """
    panel = f"seat/{own.seat}"
    hand = f"{panel}/glory"
    found = [card(each, hand, "withdrawn") for each in own.withdrawn]
    found += cards(_without(_without(own.glory, own.withdrawn), own.announced), hand)
    found += cards(own.announced, f"{panel}/announced", "announced")
    return found + _returning(own.returning, f"{panel}/returning")


def _without(zone: Zone, gone: Zone) -> Zone:
    """The rest of a zone; where its cards are hidden, how many."""
    if isinstance(zone, Hidden):
        return Hidden(zone.count - n.size(gone))
    return tuple([each for each in zone if each not in gone]) if gone and not isinstance(gone, Hidden) else zone


def _returning(tokens: Zone, area: str) -> list[Piece]:
    if isinstance(tokens, Hidden):
        return [covered(area, tokens.count)] if tokens.count else []
    return [token(f"{area}/{each}", area, each) for each in tokens]


def _lasting(view: MaraudersView, number: int) -> Iterator[Piece]:
    """Cards that work for a while; of several copies each has a number."""
    area = ids.of_seat(number, "lasting")
    sources: list[str] = []
    for each in view.lasting:
        if each.seat == number:
            sources.append(each.source)
            left: tuple[Fact, ...] = (("left", each.left),) if each.left else ()
            facts: tuple[Fact, ...] = (("until", UNTIL[each.until]), *left)
            piece = f"{area}/{each.source}/{sources.count(each.source)}"
            yield Piece(id=piece, inside=area, face=each.source.partition(":")[2], facts=facts)


# Figures


def facts(view: MaraudersView) -> Mapping[str, tuple[Fact, ...]]:
    """The figures of panels, ship boards, holds and hands."""
    final = {row.seat: row for row in view.ranking}
    found: dict[str, tuple[Fact, ...]] = {}
    for own in view.seats:
        number = own.seat
        figures: list[Fact] = [("points", own.points), ("gold", _amount(own.gold)), ("stash", _amount(own.stash))]
        if number in view.order:
            figures.append(("order", view.order.index(number) + 1))
        figures += _rare(view, own)
        if number in final:
            figures += [("final_place", final[number].place), ("final_points", final[number].points)]
        found[f"seat/{number}"] = tuple(figures)
        if own.ship is not None:
            kind = own.ship
            found[f"seat/{number}/ship"] = (
                ("maneuverability", maneuverability(kind.type, kind.modifications, own.specialists)),
                *((("freight", own.freight),) if own.freight else ()),
            )
            room = CARGO_IN_PORT if own.in_port else max(0, kind.now.cargo - own.freight)
            found[f"seat/{number}/cargo"] = (("cards", n.size(own.cargo)), ("limit", room))
        found[f"seat/{number}/glory"] = (("cards", n.size(own.glory)),)
    return found


def _rare(view: MaraudersView, own: SeatView) -> Iterator[Fact]:
    if own.declared:
        yield "declared", own.points
    if own.big_ship:
        yield "big_ship", "earned"
    pardons = view.pardons.count(own.seat)
    if pardons:
        yield "pardons", pardons
    bought: Cards = tuple(dict.fromkeys(port for port in own.offers if port))
    if bought:
        yield "bought_in", listed([n.port(port) for port in bought])


def _amount(amount: int | Secret) -> int | None:
    return amount if isinstance(amount, int) else None
