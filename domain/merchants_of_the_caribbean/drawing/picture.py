"""The picture of a position. Everybody sees the same: coins lie face down, even those of the viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain

from domain.drawing import Fact, Picture, Piece
from domain.icons import Icon

from ..ids import Cards
from ..state import ActiveTake, OtherTake, Repel
from ..view import MerchantsView, SeatView

KEPT = 1 << 11
"""The most rows of cards that are kept: most pictures have those of the one before."""


def picture(view: MerchantsView, seat: int | None) -> Picture:
    return Picture(pieces=tuple(chain.from_iterable(_pieces(view))), facts=_facts(view))


def _pieces(view: MerchantsView) -> Iterator[Iterable[Piece]]:
    yield _cards(view.harbour, "harbour")
    if view.revealed_slot is not None:
        busts = isinstance(view.decision, Repel) and view.decision.keeping_busts
        yield (_card(view.revealed_slot, "revealed", busts=busts),)
    yield _cards(view.requests, "requests")
    yield _down("draw_deck", view.draw_deck_size)
    yield _cards(view.discard_pile, "discard_pile")
    for own in view.seats:
        panel = f"seat/{own.seat}"
        yield _markers(view, own.seat)
        yield _cards(own.persons, f"{panel}/persons")
        yield _cards(own.completed_requests, f"{panel}/requests")
        yield _down(f"{panel}/coins", own.coin_count)


@lru_cache(KEPT)
def _cards(instances: Cards, area: str) -> tuple[Piece, ...]:
    return tuple([_card(each, area) for each in instances])


@cache
def _card(instance: str, area: str, *, busts: bool = False) -> Piece:
    return Piece(id=instance, inside=area, face=instance.rpartition(":")[0], marks=("busts",) if busts else ())


@cache
def _down(area: str, count: int) -> tuple[Piece, ...]:
    """Cards that lie face down in a pile."""
    return (Piece(id=f"{area}/top", inside=area, down=True, count=count),) if count else ()


def _markers(view: MerchantsView, seat: int) -> Iterator[Piece]:
    """What shows whose turn it is, who began, and who won."""
    area = f"seat/{seat}/markers"
    if seat == view.starting_seat:
        yield _marker("start", area, "Begins each round", "flag")
    if view.result is not None:
        if seat in view.result.winners:
            yield _marker(f"winner/{seat}", area, "Winner", "trophy")
        return
    if seat == view.active_seat:
        yield _marker("turn", area, "On turn", "play")
    if view.decision is not None and seat == view.decision.seat != view.active_seat:
        yield _marker("takes", area, "May take a card", "hand")


@cache
def _marker(key: str, area: str, name: str, icon: Icon) -> Piece:
    return Piece(id=f"marker/{key}", inside=area, name=name, icon=icon)


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
