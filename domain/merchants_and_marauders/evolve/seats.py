"""What changes about one captain: bounties, glory cards, specialists, death."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.updates import nothing, shown_card, with_one, with_seat, with_turn, without

from .. import events as e
from ..content import CAPTAINS, PORTS, ZONES
from ..state import Seat, State
from ..values import Deck
from .updates import Change, discarded, drawn, minus, paid


def _bounty_changed(state: State, event: e.BountyChanged) -> State:
    bounties = {nation: count for nation, count in state.seats[event.seat].bounties.items() if nation != event.nation}
    if event.total:
        bounties[event.nation] = event.total
    return with_seat(state, event.seat, bounties=bounties)


def _pardon_bought(state: State, event: e.PardonBought) -> State:
    return replace(paid(state, event.seat, event.price), pardons=(*state.pardons, event.seat))


def _reward_claimed(state: State, event: e.RewardClaimed) -> State:
    return paid(state, event.seat, -event.gold)


def _glory_gained(state: State, event: e.GloryGained) -> State:
    return with_seat(state, event.seat, points=event.points)


def _big_ship_honoured(state: State, event: e.BigShipHonoured) -> State:
    return with_seat(state, event.seat, big_ship=True)


def _glory_drawn(state: State, event: e.GloryDrawn) -> State:
    card, own = shown_card(event.card), state.seats[event.seat]
    own = replace(own, glory=(*own.glory, card))
    return replace(state, seats=with_one(state.seats, event.seat, own), glory=drawn(state.glory, (card,)))


def _glory_left_hand(state: State, event: e.GloryDiscarded | e.GloryPlayed) -> State:
    own = state.seats[event.seat]
    announced = None if own.announced == event.card else own.announced
    state = with_seat(state, event.seat, glory=without(own.glory, event.card), announced=announced)
    return replace(state, glory=discarded(state.glory, (event.card,)))


def _glory_announced(state: State, event: e.GloryAnnounced) -> State:
    return with_seat(state, event.seat, announced=shown_card(event.card))


def _glory_withdrawn(state: State, event: e.GloryWithdrawn) -> State:
    return with_seat(state, event.seat, announced=None)


def _specialist_hired(state: State, event: e.SpecialistHired) -> State:
    own = state.seats[event.seat]
    hand = without(own.glory, event.card) if event.from_hand else own.glory
    if not event.from_hand:
        state = replace(state, glory=drawn(state.glory, (event.card,)))
    return paid(state, event.seat, event.price, glory=hand, specialists=(*own.specialists, event.card))


# Death and new captains


def _captain_lost(state: State, event: e.CaptainDied | e.CaptainRetired) -> State:
    lasting = tuple(each for each in state.lasting if each.seat != event.seat)
    return replace(with_seat(state, event.seat, captain=None), lasting=lasting)


def _belongings_lost(state: State, event: e.BelongingsLost) -> State:
    own = state.seats[event.seat]
    mission: Deck = state.mission
    if own.mission is not None:
        mission = discarded(mission, (own.mission,))
    left = Seat(
        points=own.points,
        stash=own.stash,
        declared=own.declared,
        returning=own.ship.modifications if own.ship is not None else own.returning,
    )
    return replace(
        state,
        seats=with_one(state.seats, event.seat, left),
        cargo=discarded(state.cargo, own.cargo + own.offer + minus(own.lot, own.cargo)),
        glory=discarded(state.glory, own.glory + own.specialists),
        rumor=discarded(state.rumor, own.rumors),
        mission=mission,
    )


def _captain_drawn(state: State, event: e.CaptainDrawn) -> State:
    deck = event.deck if type(event.deck) is tuple else without(state.captains, event.captain)
    home = CAPTAINS[event.captain].home_port
    own = replace(state.seats[event.seat], captain=event.captain, zone=PORTS[home].zone, in_port=True)
    return replace(state, seats=with_one(state.seats, event.seat, own), captains=deck)


def _captain_set_up(state: State, event: e.CaptainSetUp) -> State:
    assert ZONES[state.seats[event.seat].zone].port == event.port
    turn = state.turn
    return state if turn is None else with_turn(state, began_in_port=True)


SEAT_CHANGES: Mapping[type[e.Event], Change] = {
    e.BountyChanged: _bounty_changed,
    e.PardonBought: _pardon_bought,
    e.RewardClaimed: _reward_claimed,
    e.GloryGained: _glory_gained,
    e.BigShipHonoured: _big_ship_honoured,
    e.GloryDrawn: _glory_drawn,
    e.GloryDiscarded: _glory_left_hand,
    e.GloryPlayed: _glory_left_hand,
    e.GloryAnnounced: _glory_announced,
    e.GloryWithdrawn: _glory_withdrawn,
    e.ReactionPassed: nothing,
    e.StandingPassSet: nothing,
    e.SpecialistHired: _specialist_hired,
    e.CaptainDied: _captain_lost,
    e.CaptainRetired: _captain_lost,
    e.BelongingsLost: _belongings_lost,
    e.CaptainDrawn: _captain_drawn,
    e.CaptainSetUp: _captain_set_up,
}
