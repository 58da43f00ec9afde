"""What a seat has: captain, ship board, cards, bounties and gold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.drawing import Fact, Piece
from domain.game import Hidden
from domain.kit.memo import memo_by_identity
from domain.kit.words import listed

from .. import ids
from ..content import MISSIONS
from ..frames import BuyLot, Cards, SellLot
from ..state import CARGO_IN_PORT, Ship, cargo_room
from ..state.modifiers import maneuverability_of
from ..texts import names as n
from ..trade import good_of, price_of_one, prices
from ..view import Amount, MaraudersView, SeatView, Zone
from ..view.state_from_view import shown, state_from_view
from .pieces import KEPT, card, cards, covered, fitted, locations, ship_at_sea, token

SEATS = 1 << 11
"""The most seats whose pieces and figures are kept: a command changes one or two of them."""
UNTIL = {"port_action": "end of the Port action", "captain_turn": "end of the captain turn", "round": "end of the round"}


Prices: TypeAlias = tuple[tuple[str, int], ...]
"""By good; empty where nothing is sold or bought."""


class Drawn(NamedTuple):
    """What is drawn of a seat."""

    place: int
    """Its place on the glory track."""
    marker: Piece
    """Its marker there."""
    ship: Piece | None
    """Its ship at sea."""
    belongings: tuple[Piece, ...]
    """What lies before it."""
    facts: Mapping[str, tuple[Fact, ...]]
    """The figures of its panel, ship board, hold and hand."""


def drawn(view: MaraudersView) -> list[Drawn]:
    """The seats by their numbers."""
    turn, order, final = view.current_turn, view.order, {row.seat: (row.place, row.points) for row in view.ranking}
    on_turn, scouted, used = (None, (), ()) if turn is None else (turn.seat, turn.scouted, turn.used)
    selling = {frame.seat for frame in view.stack if type(frame) is SellLot}
    traded = _prices(view)
    return [
        _drawn(
            own,
            number == on_turn,
            f"captain:{number}" in scouted,
            number == on_turn and used != (),
            number in selling,
            traded.get(number, ()),
            order.index(number) + 1 if number in order else 0,
            view.pardons.count(number),
            final.get(number),
        )
        for number, own in enumerate(view.seats)
    ]


@memo_by_identity(SEATS)
def _drawn(
    own: SeatView,
    on_turn: bool,
    scouted: bool,
    used: bool,
    selling: bool,
    prices: Prices,
    order: int,
    pardons: int,
    final: tuple[int, int] | None,
) -> Drawn:
    """`used`: whether abilities of the captain are used up for this turn."""
    return Drawn(
        place=min(own.points, ids.TRACK_END),
        marker=_marker(own.seat, own.points, own.captain),
        ship=_at_sea(own, on_turn, scouted),
        belongings=_belongings(own, used, selling, prices),
        facts=_facts(own, order, pardons, final),
    )


@lru_cache(KEPT)
def _marker(seat: int, points: int, captain: Zone) -> Piece:
    nobody = "Captain face down" if isinstance(captain, Hidden) else "No captain"
    name = n.listed([n.captain(each) for each in shown(captain)]) or nobody
    return Piece(id=ids.marker(seat), inside=ids.step(points), name=name, icon="flag", seat=seat)


def _at_sea(own: SeatView, on_turn: bool, scouted: bool) -> Piece | None:
    if own.ship is None or not own.zone:
        return None
    marks = (
        "in_port" if own.in_port else "at_sea",
        *(("on_turn",) if on_turn else ()),
        *(("pirate",) if own.bounties else ()),
        *(("scouted",) if scouted else ()),
    )
    return ship_at_sea(own.seat, own.zone, own.ship.type, own.captain, *marks)


def _belongings(own: SeatView, used: bool, selling: bool, prices: Prices) -> tuple[Piece, ...]:
    mission = None if own.mission is None else (own.mission, own.mission_step, own.mission_done)
    return (
        *cards(own.captain, ids.of_seat(own.seat, "captain"), *(("ability_used",) if used else ())),
        *_equipment(own.seat, own.ship, own.weapons, tuple(sorted(own.bounties.items()))),
        *_papers(own.seat, own.specialists, mission, own.rumors, own.open_rumor),
        *_cargo(own.seat, own.cargo, own.offer, own.lot, prices, for_sale=selling),
        *_hand(own.seat, own.glory, own.withdrawn, own.announced, own.returning),
    )


@lru_cache(KEPT)
def _equipment(number: int, ship: Ship | None, weapons: Cards, bounties: tuple[tuple[str, int], ...]) -> tuple[Piece, ...]:
    """The ship board, special weapons and bounties."""
    found: list[Piece] = []
    if ship is not None:
        area = ids.of_seat(number, "ship")
        found.append(token(f"{area}/card", area, ship.type))
        found += locations(area, area, ship.type, ship.now, ship.modifications)
        found += fitted(number, ship)
    area = ids.of_seat(number, "weapons")
    found += [token(ids.weapon(number, each), area, each) for each in weapons]
    for nation, count in bounties:
        found.append(_bounty(number, nation, count))
    return tuple(found)


@lru_cache(KEPT)
def _bounty(number: int, nation: str, count: int) -> Piece:
    area = ids.of_seat(number, "bounties")
    return Piece(id=ids.bounty(number, nation), inside=area, face=f"bounty/{nation}", count=count)


@lru_cache(KEPT)
def _papers(
    number: int, specialists: Cards, mission: tuple[str, int, Cards] | None, rumors: Zone, face_up: str | None
) -> Sequence[Piece]:
    """Specialists, the mission with its step and what of it is done, and rumors."""
    panel = f"seat/{number}"
    found = cards(specialists, f"{panel}/specialists")
    if mission is not None:
        name, step, done = mission
        found.append(Piece(id=name, inside=f"{panel}/mission", face=name, facts=_progress(name, step, done)))
    area = f"{panel}/rumors"
    if face_up is None:
        return found + cards(rumors, area)
    return [*found, card(face_up, area, "face_up"), *cards(_without(rumors, (face_up,)), area)]


def _progress(mission: str, step: int, done: Cards) -> tuple[Fact, ...]:
    steps = len(MISSIONS[mission].steps)
    facts: list[Fact] = [("step", step + 1), ("steps", steps)] if steps > 1 else []
    if done:
        facts.append(("done_of_step", listed([n.thing(each) for each in done])))
    return tuple(facts)


@lru_cache(KEPT)
def _cargo(number: int, cargo: Zone, offer: Zone, lot: Zone, prices: Prices, *, for_sale: bool) -> Sequence[Piece]:
    """Cards chosen for a sale lie in the lot, although they are still on board."""
    panel = f"seat/{number}"
    aboard = cards(_without(cargo, lot) if for_sale else cargo, f"{panel}/cargo")
    there = [*cards(offer, f"{panel}/offer"), *cards(lot, f"{panel}/lot", "for_sale" if for_sale else "chosen")]
    if not prices:
        return [*aboard, *there]
    key, of = "sells_for" if for_sale else "price", dict(prices)
    priced = [each if each.face is None else replace(each, facts=((key, of[good_of(each.face)]),)) for each in there]
    return [*aboard, *priced]


def _prices(view: MaraudersView) -> Mapping[int, Prices]:
    """By seat: what each good that it may sell or buy now brings or costs, one card of it, if the viewer sees the cards. An
    offer that lies open is seen by all."""
    found: dict[int, Prices] = {}
    for frame in view.stack:
        if isinstance(frame, SellLot):
            cargo = view.seats[frame.seat].cargo
            if not isinstance(cargo, Hidden):
                state, goods = state_from_view(view), sorted({good_of(card) for card in cargo})
                found[frame.seat] = tuple([(good, price_of_one(state, frame, good)) for good in goods])
        elif isinstance(frame, BuyLot):
            priced = frame.kind == "goods" or frame.price
            if priced and not isinstance(view.seats[frame.seat].offer, Hidden):
                found[frame.seat] = tuple(sorted(prices(state_from_view(view), frame).items()))
    return found


@lru_cache(KEPT)
def _hand(number: int, glory: Zone, withdrawn: Cards, announced: Zone, returning: Zone) -> Sequence[Piece]:
    """The announced card is out of the hand. Cards that were shown and kept are marked for those who see the hand.

    The winner over a captain sees the hand but not which card of it is announced, so that one is in both places.
    """
    panel = f"seat/{number}"
    hand = f"{panel}/glory"
    held = _without(glory, announced)
    if isinstance(held, Hidden):
        found = cards(held, hand)
    else:
        found = [card(each, hand, *(("withdrawn",) if each in withdrawn else ())) for each in held]
    found += cards(announced, f"{panel}/announced", "announced")
    return found + _returning(returning, f"{panel}/returning")


def _without(zone: Zone, gone: Zone) -> Zone:
    """The rest of a zone; where its cards are hidden, how many."""
    if isinstance(zone, Hidden):
        return Hidden(zone.count - n.size(gone))
    return tuple([each for each in zone if each not in gone]) if gone and not isinstance(gone, Hidden) else zone


def _returning(tokens: Zone, area: str) -> list[Piece]:
    if isinstance(tokens, Hidden):
        return [covered(area, tokens.count)] if tokens.count else []
    return [token(f"{area}/{each}", area, each) for each in tokens]


def lasting(view: MaraudersView, number: int) -> Iterator[Piece]:
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


def _facts(own: SeatView, order: int, pardons: int, final: tuple[int, int] | None) -> Mapping[str, tuple[Fact, ...]]:
    number = own.seat
    rare = (own.declared, own.big_ship, pardons, own.offers)
    found = {f"seat/{number}": _figures(own.points, own.gold, own.stash, order, rare, final)}
    if own.ship is not None:
        found |= _aboard(number, own.ship, own.specialists, own.freight, own.in_port, n.size(own.cargo))
    found[f"seat/{number}/glory"] = (("cards", n.size(own.glory)),)
    return found


@lru_cache(KEPT)
def _figures(
    points: int,
    gold: Amount,
    stash: Amount,
    order: int,
    rare: tuple[bool, bool, int, tuple[str | None, ...]],
    final: tuple[int, int] | None,
) -> tuple[Fact, ...]:
    """The figures of a panel. `order` is 0 while it is not drawn."""
    declared, big_ship, pardons, offers = rare
    figures: list[Fact] = [("points", points), ("gold", _amount(gold)), ("stash", _amount(stash))]
    if order:
        figures.append(("order", order))
    if declared:
        figures.append(("declared", points))
    if big_ship:
        figures.append(("big_ship", "earned"))
    if pardons:
        figures.append(("pardons", pardons))
    if bought := dict.fromkeys(port for port in offers if port):
        figures.append(("bought_in", listed([n.port(port) for port in bought])))
    if final is not None:
        place, total = final
        figures += [("final_place", place), ("final_points", total)]
    return tuple(figures)


@lru_cache(KEPT)
def _aboard(
    number: int, ship: Ship, specialists: Cards, freight: int, in_port: bool, cargo: int
) -> Mapping[str, tuple[Fact, ...]]:
    """The figures of the ship board and of the hold; `cargo` is the number of cargo cards."""
    agility: Fact = ("maneuverability", maneuverability_of(ship.type, ship.modifications, specialists))
    held: tuple[Fact, ...] = (("cards", cargo), ("hold", cargo_room(ship.now.cargo, freight, in_port=False)))
    return {
        f"seat/{number}/ship": (agility, ("freight", freight)) if freight else (agility,),
        f"seat/{number}/cargo": (*held, ("limit", CARGO_IN_PORT)) if in_port else held,
    }


def _amount(amount: Amount) -> int | None:
    return amount if isinstance(amount, int) else None
