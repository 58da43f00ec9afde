"""A view as a state that the rules can be asked about."""

from __future__ import annotations

from domain.game import Hidden
from domain.kit.state_from_view import same_named

from ..frames import Round
from ..state import Result, Seat, State
from ..values import Cards, Deck
from . import DeckView, MaraudersView, SeatView, Zone


def shown(zone: Zone) -> Cards:
    """The cards of the zone that are visible."""
    return () if isinstance(zone, Hidden) else zone


def state_from_view(view: MaraudersView) -> State:
    """Hidden cards are left out and hidden amounts are 0, so the rules give correct answers to questions about open
    things."""
    return same_named(
        State,
        view,
        seats=tuple(_seat(own) for own in view.seats),
        turn=view.current_turn,
        turns=view.turn if _begun(view) else 0,
        demand_pool=shown(view.demand_pool),
        face_up=tuple(view.modifications),
        merchants=dict.fromkeys(view.merchant_zones, ""),
        merchant_track=shown(view.merchant_track),
        captains=shown(view.captains),
        event_deck=shown(view.event_deck),
        glory=_deck(view.glory),
        cargo=_deck(view.cargo),
        rumor=_deck(view.rumor),
        mission=_deck(view.mission),
        result=None if view.end_reason is None else Result(view.end_reason, view.ranking),
    )


def _begun(view: MaraudersView) -> bool:
    """Whether a captain turn has begun; setting up belongs to the first in views."""
    return view.turn > 1 or any(isinstance(frame, Round) and frame.turns > 0 for frame in view.stack)


def _deck(deck: DeckView) -> Deck:
    return Deck(shown(deck.cards), deck.discard)


def _seat(own: SeatView) -> Seat:
    return same_named(
        Seat,
        own,
        stash=own.stash if isinstance(own.stash, int) else 0,
        captain=next(iter(shown(own.captain)), None),
        zone=own.zone or "",
        offers=tuple(port or "" for port in own.offers),
        gold=own.gold if isinstance(own.gold, int) else 0,
        cargo=shown(own.cargo),
        glory=shown(own.glory),
        rumors=shown(own.rumors),
        offer=shown(own.offer),
        lot=shown(own.lot),
        announced=next(iter(shown(own.announced)), None),
        returning=shown(own.returning),
    )
