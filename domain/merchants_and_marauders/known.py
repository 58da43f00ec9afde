"""What a view tells, as a state that the rules can be asked about."""

from __future__ import annotations

from domain.game import Hidden

from .parts import Cards, Deck
from .state import Result, Seat, State
from .view import MaraudersView, SeatView, Zone


def shown(zone: Zone) -> Cards:
    """What is seen of the zone."""
    return () if isinstance(zone, Hidden) else zone


def known(view: MaraudersView) -> State:
    """Hidden cards are left out and hidden amounts 0; of all that depends on what is open the rules give right answers."""
    return State(
        options=view.options,
        seats=tuple(_seat(own) for own in view.seats),
        stack=view.stack,
        order=view.order,
        round=view.round,
        turn=view.turn,
        turns=view.turns,
        event=view.event,
        drawn=view.drawn,
        pardons=view.pardons,
        lasting=view.lasting,
        wars=view.wars,
        npcs=view.npcs,
        announced_npcs=view.announced_npcs,
        demand=view.demand,
        demand_pool=shown(view.demand_pool),
        modifications=view.modifications,
        face_up=tuple(view.modifications),
        merchants=dict.fromkeys(view.merchant_zones, ""),
        merchant_track=shown(view.merchant_track),
        missions=view.missions,
        captains=shown(view.captains),
        event_deck=shown(view.event_deck),
        event_discard=view.event_discard,
        glory=Deck(shown(view.glory.cards), view.glory.discard),
        cargo=Deck(shown(view.cargo.cards), view.cargo.discard),
        rumor=Deck(shown(view.rumor.cards), view.rumor.discard),
        mission=Deck(shown(view.mission.cards), view.mission.discard),
        game_over_after_round=view.game_over_after_round,
        result=None if view.end_reason is None else Result(view.end_reason, view.ranking),
    )


def _seat(own: SeatView) -> Seat:
    return Seat(
        points=own.points,
        stash=own.stash if isinstance(own.stash, int) else 0,
        declared=own.declared,
        captain=next(iter(shown(own.captain)), None),
        zone=own.zone,
        in_port=own.in_port,
        by_event=own.by_event,
        ship=own.ship,
        gold=own.gold if isinstance(own.gold, int) else 0,
        cargo=shown(own.cargo),
        glory=shown(own.glory),
        rumors=shown(own.rumors),
        open_rumor=own.open_rumor,
        mission=own.mission,
        mission_step=own.mission_step,
        mission_done=own.mission_done,
        freight=own.freight,
        specialists=own.specialists,
        weapons=own.weapons,
        bounties=own.bounties,
        big_ship=own.big_ship,
        offers=own.offers,
        offer=shown(own.offer),
        offer_open=own.offer_open,
        lot=shown(own.lot),
        announced=next(iter(shown(own.announced)), None),
        returning=shown(own.returning),
    )
