"""What a view tells, as a state that the rules can be asked about."""

from __future__ import annotations

from domain.game import Hidden

from .parts import Cards, SeaCard
from .state import Jordan, Result, Seat, State
from .view import CardView, JordanView, MaracaiboView, SeatView, Zone

UNKNOWN = "?"
"""Stands for a card that is not seen: no card has this name."""


def shown(zone: Zone) -> Cards:
    """As many cards as there are, without their names where they are not seen."""
    return (UNKNOWN,) * zone.count if isinstance(zone, Hidden) else zone


def known(view: MaracaiboView) -> State:
    """Of all that depends on what is seen the rules give right answers."""
    jordan = view.jordan
    return State(
        options=view.options,
        seats=tuple(_seat(own) for own in view.seats),
        jordan=None if jordan is None else _jordan(jordan),
        stack=view.stack,
        first_seat=view.first_seat,
        closing_seat=view.closing_seat,
        round=view.round,
        ended_by=view.ended_by,
        turn=view.turn,
        turns=view.turns,
        sea={space: _card(card) for space, card in view.sea.items()},
        tier_two=_tier_two(view),
        value_tiles={
            card.id: card.value_tile
            for card in view.sea.values()
            if isinstance(card.id, str) and card.value_tile is not None
        },
        residences={
            card.id: card.tokens
            for card in view.sea.values()
            if isinstance(card.id, str) and card.back == "tier_1_residence"
        },
        islands=view.islands,
        quest_deck=shown(view.quest_deck),
        quest_market=view.quest_market,
        figurehead_market=view.figurehead_market,
        tile_sides=view.tile_sides,
        ruby_market=view.ruby_market,
        result=Result(view.winners, view.tie_break, view.scores) if view.scores else None,
    )


def _card(card: CardView) -> SeaCard:
    return SeaCard(UNKNOWN if isinstance(card.id, Hidden) else card.id, card.back, card.face_up, card.doubloons)


def _tier_two(view: MaracaiboView) -> tuple[SeaCard, ...]:
    """The top as it is seen, the others face down."""
    if view.tier_two_top is None:
        return ()
    return (_card(view.tier_two_top), *(SeaCard(card, "tier_2", False) for card in shown(view.tier_two)[1:]))


def _seat(own: SeatView) -> Seat:
    return Seat(
        vp=own.vp,
        doubloons=own.doubloons,
        ship=own.ship,
        improvements=own.improvements,
        upgrades=own.upgrades,
        figurehead=own.figurehead,
        explorer=own.explorer,
        rivers=own.rivers,
        stored=own.stored,
        covered=own.covered,
        tiles=own.tiles,
        quests=shown(own.quests),
        dealt=shown(own.dealt),
        rubies=own.rubies,
        retired=own.retired,
    )


def _jordan(jordan: JordanView) -> Jordan:
    return Jordan(
        vp=jordan.vp,
        ship=jordan.ship,
        explorer=jordan.explorer,
        rivers=jordan.rivers,
        position=jordan.position,
        upgrades=jordan.upgrades,
        improvements=jordan.improvements,
        figurehead=jordan.figurehead,
        treasures=jordan.treasures,
        quests=shown(jordan.quests),
        rubies=jordan.rubies,
        deck=shown(jordan.deck),
        shown=jordan.shown,
        seen=jordan.seen,
    )
