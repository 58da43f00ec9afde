"""What the events of port business change."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.stack import nearest
from domain.kit.updates import nothing, seated, shown_card, shown_cards, with_one, with_seat, with_turn, without

from .. import events as e
from ..frames import Raid
from ..state import Ship, State, full, full_values, ship_of, turn_of
from .updates import Change, discarded, drawn, minus, paid, shown_amount, taken, with_frame, with_ship


def _port_action_started(state: State, event: e.PortActionStarted) -> State:
    return with_turn(state, port_action_used=True)


def _port_action_ended(state: State, event: e.PortActionEnded) -> State:
    if not state.lasting:
        return state
    lasting = tuple(each for each in state.lasting if (each.seat, each.until) != (event.seat, "port_action"))
    return replace(state, lasting=lasting)


def _goods_sold(state: State, event: e.GoodsSold) -> State:
    own = state.seats[event.seat]
    sold = 0 if event.by_rumor else len(event.cards)
    state = with_turn(state, sold=turn_of(state).sold + sold)
    state = with_seat(state, event.seat, cargo=minus(own.cargo, event.cards), lot=(), gold=own.gold + event.gold)
    return replace(state, cargo=discarded(state.cargo, event.cards))


def _card_set_aside(state: State, event: e.CardSetAside) -> State:
    own = state.seats[event.seat]
    card = shown_card(event.card)
    offer = without(own.offer, card) if card in own.offer else own.offer
    return seated(state, event.seat, replace(own, offer=offer, lot=(*own.lot, card)))


def _offer_drawn(state: State, event: e.OfferDrawn) -> State:
    own = state.seats[event.seat]
    cards = shown_cards(event.cards)
    deck = discarded(taken(state.cargo, cards + event.discarded), event.discarded)
    offers = (event.in_port, own.offers[1]) if event.counts else own.offers
    own = replace(own, offer=own.offer + cards, offer_open=event.open, offers=offers)
    return replace(state, seats=with_one(state.seats, event.seat, own), cargo=deck)


def _offer_redrawn(state: State, event: e.OfferRedrawn) -> State:
    own = state.seats[event.seat]
    state = paid(state, event.seat, event.price, offer=())
    return replace(state, cargo=discarded(state.cargo, own.offer))


def _goods_bought(state: State, event: e.GoodsBought) -> State:
    own = state.seats[event.seat]
    offers = (event.in_port, own.offers[1]) if event.in_port else own.offers
    cargo = own.cargo + shown_cards(event.cards)
    state = paid(state, event.seat, shown_amount(event.price), cargo=cargo, lot=(), offer=(), offers=offers)
    return replace(state, cargo=discarded(state.cargo, event.discarded))


def _cargo_taken(state: State, event: e.CargoTaken) -> State:
    own = state.seats[event.seat]
    state = with_seat(state, event.seat, cargo=own.cargo + shown_cards(event.cards), lot=(), offer=(), offer_open=False)
    return replace(state, cargo=discarded(state.cargo, event.left))


def _cargo_discarded(state: State, event: e.CargoDiscarded) -> State:
    own = state.seats[event.seat]
    state = with_seat(
        state,
        event.seat,
        cargo=minus(own.cargo, event.cards),
        offer=minus(own.offer, event.cards),
        lot=minus(own.lot, event.cards),
    )
    return replace(state, cargo=discarded(state.cargo, event.cards))


def _ship_bought(state: State, event: e.ShipBought) -> State:
    old = ship_of(state, event.seat)
    ship = Ship(event.ship, replace(full_values(event.ship), crew=event.crew))
    return paid(state, event.seat, event.price, ship=ship, returning=old.modifications)


def _damage_repaired(state: State, event: e.DamageRepaired) -> State:
    now = ship_of(state, event.seat).now
    repaired = replace(now, **{event.location: getattr(now, event.location) + event.points})
    return paid(with_ship(state, event.seat, now=repaired), event.seat, event.price)


def _weapon_bought(state: State, event: e.WeaponBought) -> State:
    return paid(state, event.seat, event.price, weapons=(*state.seats[event.seat].weapons, event.weapon))


def _weapon_gained(state: State, event: e.WeaponGained) -> State:
    return with_seat(state, event.seat, weapons=(*state.seats[event.seat].weapons, event.weapon))


def _weapon_sold(state: State, event: e.WeaponSold) -> State:
    return paid(state, event.seat, -event.price, weapons=without(state.seats[event.seat].weapons, event.weapon))


def _weapon_spent(state: State, event: e.WeaponSpent) -> State:
    if event.use == "raid":
        state = with_frame(state, Raid, successes=nearest(state, Raid).successes + 1)
    return with_seat(state, event.seat, weapons=without(state.seats[event.seat].weapons, event.weapon))


def _fitted(state: State, seat: int, token: str) -> State:
    """The current values of Cargo (MM-322) and Cannons (MM-327) rise too, that of Crew does not (MM-326)."""
    old = ship_of(state, seat)
    new = replace(old, modifications=(*old.modifications, token))
    before, after = full(old), full(new)
    now = replace(
        old.now,
        cargo=old.now.cargo + after.cargo - before.cargo,
        cannons=old.now.cannons + after.cannons - before.cannons,
    )
    return with_seat(state, seat, ship=replace(new, now=now))


def _taken_from_port(state: State, port: str) -> State:
    modifications = {place: token for place, token in state.modifications.items() if place != port}
    return replace(state, modifications=modifications, face_up=tuple(place for place in state.face_up if place != port))


def _modification_bought(state: State, event: e.ModificationBought) -> State:
    return paid(_fitted(_taken_from_port(state, event.port), event.seat, event.modification), event.seat, event.price)


def _modification_gained(state: State, event: e.ModificationGained) -> State:
    return _fitted(_taken_from_port(state, event.port), event.seat, event.modification)


def _modification_moved(state: State, event: e.ModificationMoved) -> State:
    returning = without(state.seats[event.seat].returning, event.modification)
    return paid(_fitted(state, event.seat, event.modification), event.seat, event.price, returning=returning)


def _modification_returned(state: State, event: e.ModificationReturned) -> State:
    token = shown_card(event.modification)
    state = with_seat(state, event.seat, returning=without(state.seats[event.seat].returning, token))
    return replace(state, modifications={**state.modifications, event.port: token})


def _modification_flipped(state: State, event: e.ModificationFlipped) -> State:
    flipped = ship_of(state, event.seat).flipped
    changed = without(flipped, event.modification) if event.up else (*flipped, event.modification)
    return with_ship(state, event.seat, flipped=changed)


def _crew_recruited(state: State, event: e.CrewRecruited) -> State:
    now = ship_of(state, event.seat).now
    return paid(with_ship(state, event.seat, now=replace(now, crew=now.crew + event.points)), event.seat, event.price)


def _rumor_drawn(state: State, event: e.RumorDrawn) -> State:
    card = shown_card(event.card)
    state = replace(state, rumor=drawn(state.rumor, (card,)))
    return with_seat(state, event.seat, rumors=(*state.seats[event.seat].rumors, card))


def _rumor_returned(state: State, event: e.RumorReturned) -> State:
    own = state.seats[event.seat]
    card = shown_card(event.card)
    played = None if event.was_open else own.open_rumor
    state = with_seat(state, event.seat, rumors=without(own.rumors, card), open_rumor=played)
    return replace(state, rumor=replace(state.rumor, cards=shown_cards(event.deck)))


def _rumor_played(state: State, event: e.RumorPlayed) -> State:
    if event.kept:
        return with_seat(state, event.seat, open_rumor=event.card)
    state = with_seat(state, event.seat, rumors=without(state.seats[event.seat].rumors, event.card))
    return replace(state, rumor=discarded(state.rumor, (event.card,)))


def _mission_claimed(state: State, event: e.MissionClaimed) -> State:
    state = replace(state, missions=without(state.missions, event.card))
    return with_seat(state, event.seat, mission=event.card, mission_step=0, mission_done=(), freight=event.freight)


def _mission_advanced(state: State, event: e.MissionAdvanced) -> State:
    return with_seat(state, event.seat, mission_step=event.step, mission_done=event.done)


def _mission_over(state: State, event: e.MissionCompleted | e.MissionLost) -> State:
    state = with_seat(state, event.seat, mission=None, mission_step=0, mission_done=(), freight=0)
    return replace(state, mission=discarded(state.mission, (event.card,)))


def _gold_stashed(state: State, event: e.GoldStashed) -> State:
    amount = shown_amount(event.amount)
    return paid(state, event.seat, amount + event.fee, stash=state.seats[event.seat].stash + amount)


def _gold_withdrawn(state: State, event: e.GoldWithdrawn | e.GoldMovedFromStash) -> State:
    amount = shown_amount(event.amount)
    return paid(state, event.seat, -amount, stash=state.seats[event.seat].stash - amount)


def _gold_changed(state: State, event: e.GoldChanged) -> State:
    return paid(state, event.seat, -shown_amount(event.amount))


PORT_CHANGES: Mapping[type[e.Event], Change] = {
    e.PortActionStarted: _port_action_started,
    e.PortActionEnded: _port_action_ended,
    e.ActivityStarted: nothing,
    e.GoodsSold: _goods_sold,
    e.CardSetAside: _card_set_aside,
    e.OfferDrawn: _offer_drawn,
    e.OfferRedrawn: _offer_redrawn,
    e.GoodsBought: _goods_bought,
    e.CargoTaken: _cargo_taken,
    e.CargoDiscarded: _cargo_discarded,
    e.ShipBought: _ship_bought,
    e.DamageRepaired: _damage_repaired,
    e.WeaponBought: _weapon_bought,
    e.WeaponGained: _weapon_gained,
    e.WeaponSold: _weapon_sold,
    e.WeaponSpent: _weapon_spent,
    e.ModificationBought: _modification_bought,
    e.ModificationGained: _modification_gained,
    e.ModificationMoved: _modification_moved,
    e.ModificationReturned: _modification_returned,
    e.ModificationFlipped: _modification_flipped,
    e.CrewRecruited: _crew_recruited,
    e.RumorDrawn: _rumor_drawn,
    e.RumorReturned: _rumor_returned,
    e.RumorPlayed: _rumor_played,
    e.MissionClaimed: _mission_claimed,
    e.MissionAdvanced: _mission_advanced,
    e.MissionCompleted: _mission_over,
    e.MissionLost: _mission_over,
    e.GoldStashed: _gold_stashed,
    e.GoldWithdrawn: _gold_withdrawn,
    e.GoldMovedFromStash: _gold_withdrawn,
    e.GoldChanged: _gold_changed,
}
