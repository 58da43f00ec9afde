"""A view as a state that the rules can be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.game import Hidden
from domain.kit.memo import memo_by_identity
from domain.kit.state_from_view import same_named

from ..state import Jordan, Result, Seat, State
from ..values import Cards, SeaCard, Treasure, Who
from . import SEAS, SEATS, CardView, JordanView, MaracaiboView, SeatView, Zone

UNKNOWN = "?"
"""Stands for a card that is not visible: no card has this name."""


def shown(zone: Zone) -> Cards:
    """The cards of the zone, each `UNKNOWN` if they are hidden."""
    return (UNKNOWN,) * zone.count if isinstance(zone, Hidden) else zone


def state_from_view(view: MaracaiboView) -> State:
    """The rules give correct answers to questions about visible things."""
    sea = _sea(view.sea)
    return same_named(
        State,
        view,
        seats=tuple([_seat(own) for own in view.seats]),
        turn=view.current_turn,
        turns=view.turn,
        jordan=None if view.jordan is None else _jordan(view.jordan),
        sea=sea.cards,
        tier_two=_tier_two(view),
        value_tiles=sea.value_tiles,
        residences=sea.residences,
        quest_deck=shown(view.quest_deck),
        quest_market=tuple(quest or "" for quest in view.quest_market),
        result=Result(view.winners, view.tie_break, view.scores) if view.scores else None,
    )


class Sea(NamedTuple):
    """What the state has of the sea's cards."""

    cards: Mapping[str, SeaCard]
    value_tiles: Mapping[str, Treasure]
    residences: Mapping[str, tuple[Who, ...]]


@memo_by_identity(SEAS)
def _sea(sea: Mapping[str, CardView]) -> Sea:
    named = [(card.id, card) for card in sea.values() if isinstance(card.id, str)]
    return Sea(
        {space: _card(card) for space, card in sea.items()},
        {name: card.value_tile for name, card in named if card.value_tile is not None},
        {name: card.tokens for name, card in named if card.back == "tier_1_residence"},
    )


def _card(card: CardView) -> SeaCard:
    return SeaCard(UNKNOWN if isinstance(card.id, Hidden) else card.id or "", card.back, card.face_up, card.doubloons)


def _tier_two(view: MaracaiboView) -> tuple[SeaCard, ...]:
    """The top card as it is seen, the others face down."""
    if view.tier_two_top is None:
        return ()
    return (_card(view.tier_two_top), *(SeaCard(card, "tier_2", False) for card in shown(view.tier_two)[1:]))


@memo_by_identity(SEATS)
def _seat(own: SeatView) -> Seat:
    return same_named(Seat, own, quests=shown(own.quests), dealt=shown(own.dealt))


def _jordan(jordan: JordanView) -> Jordan:
    return same_named(Jordan, jordan, quests=shown(jordan.quests), deck=shown(jordan.deck))
