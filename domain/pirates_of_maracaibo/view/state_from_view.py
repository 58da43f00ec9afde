"""A view as a state that the rules can be asked about."""

from __future__ import annotations

from domain.game import Hidden
from domain.kit.state_from_view import same_named

from ..state import Jordan, Result, Seat, State
from ..values import Cards, SeaCard
from . import CardView, JordanView, MaracaiboView, SeatView, Zone

UNKNOWN = "?"
"""Stands for a card that is not visible: no card has this name."""


def shown(zone: Zone) -> Cards:
    """The cards of the zone, each `UNKNOWN` if they are hidden."""
    return (UNKNOWN,) * zone.count if isinstance(zone, Hidden) else zone


def state_from_view(view: MaracaiboView) -> State:
    """The rules answer correctly whatever depends on visible things."""
    return same_named(
        State,
        view,
        seats=tuple(_seat(own) for own in view.seats),
        turn=view.current_turn,
        turns=view.turn,
        jordan=None if view.jordan is None else _jordan(view.jordan),
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
        quest_deck=shown(view.quest_deck),
        quest_market=tuple(quest or "" for quest in view.quest_market),
        result=Result(view.winners, view.tie_break, view.scores) if view.scores else None,
    )


def _card(card: CardView) -> SeaCard:
    return SeaCard(UNKNOWN if isinstance(card.id, Hidden) else card.id or "", card.back, card.face_up, card.doubloons)


def _tier_two(view: MaracaiboView) -> tuple[SeaCard, ...]:
    """The top card as it is seen, the others face down."""
    if view.tier_two_top is None:
        return ()
    return (_card(view.tier_two_top), *(SeaCard(card, "tier_2", False) for card in shown(view.tier_two)[1:]))


def _seat(own: SeatView) -> Seat:
    return same_named(Seat, own, quests=shown(own.quests), dealt=shown(own.dealt))


def _jordan(jordan: JordanView) -> Jordan:
    return same_named(Jordan, jordan, quests=shown(jordan.quests), deck=shown(jordan.deck))
