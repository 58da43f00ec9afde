"""The picture of a position. Everybody sees the same: coins lie face down, even those of the viewer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.drawing import Fact, Picture, Piece

from ..state import ActiveTake, OtherTake, Repel
from ..view import MerchantsView, SeatView


def picture(view: MerchantsView, seat: int | None) -> Picture:
    return Picture(pieces=tuple(_pieces(view)), facts=_facts(view))


def _pieces(view: MerchantsView) -> Iterator[Piece]:
    for card in view.harbour:
        yield _card(card, "harbour")
    if view.revealed_slot is not None:
        yield _card(view.revealed_slot, "revealed", busts=isinstance(view.decision, Repel) and view.decision.keeping_busts)
    for card in view.requests:
        yield _card(card, "requests")
    if view.draw_deck_size:
        yield _down("draw_deck", view.draw_deck_size)
    for card in view.discard_pile:
        yield _card(card, "discard_pile")
    for own in view.seats:
        panel = f"seat/{own.seat}"
        yield from _markers(view, own.seat)
        for card in own.persons:
            yield _card(card, f"{panel}/persons")
        for card in own.completed_requests:
            yield _card(card, f"{panel}/requests")
        if own.coin_count:
            yield _down(f"{panel}/coins", own.coin_count)


@cache
def _card(instance: str, area: str, *, busts: bool = False) -> Piece:
    return Piece(id=instance, inside=area, face=instance.rpartition(":")[0], marks=("busts",) if busts else ())


@cache
def _down(area: str, count: int) -> Piece:
    """Cards that lie face down in a pile."""
    return Piece(id=f"{area}/top", inside=area, down=True, count=count)


def _markers(view: MerchantsView, seat: int) -> Iterator[Piece]:
    """What shows whose turn it is, who began, and who won."""
    area = f"seat/{seat}/markers"
    if seat == view.starting_seat:
        yield Piece(id="marker/start", inside=area, name="Begins each round", icon="flag")
    if view.result is not None:
        if seat in view.result.winners:
            yield Piece(id=f"marker/winner/{seat}", inside=area, name="Winner", icon="trophy")
        return
    if seat == view.active_seat:
        yield Piece(id="marker/turn", inside=area, name="On turn", icon="play")
    if view.decision is not None and seat == view.decision.seat != view.active_seat:
        yield Piece(id="marker/takes", inside=area, name="May take a card", icon="hand")


def _facts(view: MerchantsView) -> dict[str, tuple[Fact, ...]]:
    return {
        "game": tuple(_progress(view)),
        "harbour": (("cards", len(view.harbour)), ("ship_types", len(view.ship_types))),
        "draw_deck": (("cards", view.draw_deck_size),),
        "discard_pile": (("cards", len(view.discard_pile)),),
        **{f"seat/{own.seat}": tuple(_standing(view, own)) for own in view.seats},
    }


def _progress(view: MerchantsView) -> Iterator[Fact]:
    yield "round", view.round
    yield "turn", view.turn
    yield "target", view.options.target_influence
    yield "round_limit", view.options.round_limit
    yield "reveals", view.reveals
    if isinstance(view.decision, ActiveTake | OtherTake):
        yield "takes_left", view.decision.takes_left
    if view.barren_turns:
        yield "barren_turns", view.barren_turns
    if view.known_coins:
        yield "known_coins", len(view.known_coins)
    if view.final_round:
        yield "final_round", "with this round"


def _standing(view: MerchantsView, own: SeatView) -> Iterator[Fact]:
    if view.result is not None:
        yield "place", next(place.rank for place in view.result.ranking if place.seat == own.seat)
    yield "influence", own.influence
    yield "coins", own.coin_count
    yield "strength", own.strength
    yield "requests", len(own.completed_requests)
    if own.discount:
        yield "discount", own.discount
    if own.extra_takes:
        yield "extra_takes", own.extra_takes
    if own.empty_harbour_coins:
        yield "empty_harbour_coins", own.empty_harbour_coins
