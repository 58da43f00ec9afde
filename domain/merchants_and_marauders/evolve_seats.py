"""What the events about one captain change: moving, raids, port business, glory, death."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from . import events as e
from .content import CAPTAINS, PORTS, ZONES
from .evolving import Change, discarded, drawn, minus, nothing, taken, with_frame, with_seat, with_ship, with_turn, without
from .frames import Raid, RumorCheck, Scouting
from .parts import Deck
from .state import Seat, Ship, State, full, full_values, nearest, raid_of, ship_of


def _cards(field: Any) -> tuple[str, ...]:
    assert type(field) is tuple
    return field


def _amount(field: Any) -> int:
    assert type(field) is int
    return field


def _card(field: Any) -> str:
    assert type(field) is str
    return field


def _paid(state: State, seat: int, gold: int, **changes: Any) -> State:
    return with_seat(state, seat, gold=state.seats[seat].gold - gold, **changes)


# Moving and scouting


def _action_spent(state: State, event: e.ActionSpent) -> State:
    turn = state.turn
    assert turn is not None
    moves = turn.moves + (event.action == "move")
    return with_turn(state, actions=event.left, acted=True, moves=moves, wind_used=turn.wind_used or event.by_wind)


def _ship_moved(state: State, event: e.ShipMoved) -> State:
    return with_seat(state, event.seat, zone=event.to_zone)


def _port_entered(state: State, event: e.PortEntered) -> State:
    return with_seat(state, event.seat, in_port=True, by_event=event.means == "event")


def _port_left(state: State, event: e.PortLeft) -> State:
    return with_seat(state, event.seat, in_port=False, by_event=False)


def _check_rolled(state: State, event: e.CheckRolled) -> State:
    match event.reason:
        case "scouting":
            return with_frame(state, Scouting, dice=event.dice)
        case "rumor":
            return with_frame(state, RumorCheck, dice=event.dice)
        case "raid":
            return with_frame(state, Raid, dice=event.dice, successes=event.dice.count(0))
    return state


def _dice_rerolled(state: State, event: e.DiceRerolled) -> State:
    match event.means.partition(":")[0]:
        case "scouting":
            return with_frame(state, Scouting, dice=event.dice)
        case "rumor":
            return with_frame(state, RumorCheck, dice=event.dice)
    return state


def _scouted(state: State, event: e.Scouted) -> State:
    turn = state.turn
    if turn is None or event.side != turn.seat:
        return state
    return with_turn(state, scouted=(*turn.scouted, event.target), found=turn.found or event.found)


def _scouting_made_sure(state: State, event: e.ScoutingMadeSure) -> State:
    return with_frame(state, Scouting, sure=True)


def _merchant_revealed(state: State, event: e.MerchantRevealed) -> State:
    merchants = {zone: nation for zone, nation in state.merchants.items() if zone != event.zone}
    return replace(state, merchants=merchants, merchant_track=(*state.merchant_track, event.nation))


def _ability_used(state: State, event: e.AbilityUsed) -> State:
    turn = state.turn
    return state if turn is None else with_turn(state, used=(*turn.used, event.ability))


# Merchant raids


def _raid_card_drawn(state: State, event: e.RaidCardDrawn) -> State:
    raid = nearest(state, Raid)
    state = replace(state, cargo=drawn(state.cargo, event.cards))
    blank = raid.blank + event.cards if event.blank else raid.blank
    used = 1 if event.used else 0
    return with_frame(state, Raid, table=raid.table + event.cards, blank=blank, successes=raid.successes - used)


def _raid_card_discarded(state: State, event: e.RaidCardDiscarded) -> State:
    raid = nearest(state, Raid)
    state = replace(state, cargo=discarded(state.cargo, (event.card,)))
    used = 1 if event.used else 0
    return with_frame(state, Raid, table=without(raid.table, event.card), successes=raid.successes - used)


def _raid_card_exchanged(state: State, event: e.RaidCardExchanged) -> State:
    raid = nearest(state, Raid)
    new = () if event.new is None else (event.new,)
    state = replace(state, cargo=discarded(drawn(state.cargo, new), (event.card,)))
    return with_frame(
        state,
        Raid,
        table=without(raid.table, event.card) + new,
        successes=raid.successes - (0 if event.free else 1),
        exchanged=raid.exchanged or event.free,
    )


def _raid_stopped(state: State, event: e.RaidStopped) -> State:
    return with_frame(state, Raid, successes=0, exchanged=True)


def _raid_helped(state: State, event: e.RaidHelped) -> State:
    raid = nearest(state, Raid)
    match event.what:
        case "plunder":
            return with_frame(state, Raid, plunder=raid.plunder + event.n)
        case "escape":
            return with_frame(state, Raid, ignored=raid.ignored + event.n)
    return with_frame(state, Raid, extra=raid.extra + event.n)


def _raid_ended(state: State, event: e.RaidEnded) -> State:
    raid = nearest(state, Raid)
    gone = minus(raid.table, event.left)
    state = replace(state, cargo=discarded(state.cargo, gone))
    state = with_seat(state, event.seat, offer=event.left, offer_open=True)
    return with_frame(state, Raid, table=())


# Port business


def _port_action_started(state: State, event: e.PortActionStarted) -> State:
    return with_turn(state, port_action_used=True)


def _port_action_ended(state: State, event: e.PortActionEnded) -> State:
    lasting = tuple(each for each in state.lasting if (each.seat, each.until) != (event.seat, "port_action"))
    return replace(state, lasting=lasting)


def _goods_sold(state: State, event: e.GoodsSold) -> State:
    own = state.seats[event.seat]
    sold = 0 if event.by_rumor else len(event.cards)
    if state.turn is not None:
        state = with_turn(state, sold=state.turn.sold + sold)
    state = with_seat(state, event.seat, cargo=minus(own.cargo, event.cards), lot=(), gold=own.gold + event.gold)
    return replace(state, cargo=discarded(state.cargo, event.cards))


def _card_set_aside(state: State, event: e.CardSetAside) -> State:
    own = state.seats[event.seat]
    card = _card(event.card)
    if card in own.offer:
        return with_seat(state, event.seat, offer=without(own.offer, card), lot=(*own.lot, card))
    return with_seat(state, event.seat, lot=(*own.lot, card))


def _offer_drawn(state: State, event: e.OfferDrawn) -> State:
    own = state.seats[event.seat]
    cards = _cards(event.cards)
    deck = discarded(taken(state.cargo, cards + event.discarded), event.discarded)
    offers = (event.in_port, own.offers[1]) if event.in_port else own.offers
    state = with_seat(state, event.seat, offer=own.offer + cards, offer_open=event.open, offers=offers)
    return replace(state, cargo=deck)


def _offer_redrawn(state: State, event: e.OfferRedrawn) -> State:
    own = state.seats[event.seat]
    state = _paid(state, event.seat, 1, offer=())
    return replace(state, cargo=discarded(state.cargo, own.offer))


def _goods_bought(state: State, event: e.GoodsBought) -> State:
    own = state.seats[event.seat]
    state = _paid(state, event.seat, _amount(event.price), cargo=own.cargo + _cards(event.cards), lot=(), offer=())
    return replace(state, cargo=discarded(state.cargo, event.discarded))


def _cargo_taken(state: State, event: e.CargoTaken) -> State:
    own = state.seats[event.seat]
    state = with_seat(state, event.seat, cargo=own.cargo + _cards(event.cards), lot=(), offer=(), offer_open=False)
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
    return _paid(state, event.seat, event.price, ship=ship, returning=old.modifications)


def _damage_repaired(state: State, event: e.DamageRepaired) -> State:
    now = ship_of(state, event.seat).now
    repaired = replace(now, **{event.location: getattr(now, event.location) + event.points})
    return _paid(with_ship(state, event.seat, now=repaired), event.seat, event.price)


def _weapon_bought(state: State, event: e.WeaponBought) -> State:
    return _paid(state, event.seat, event.price, weapons=(*state.seats[event.seat].weapons, event.weapon))


def _weapon_gained(state: State, event: e.WeaponGained) -> State:
    return with_seat(state, event.seat, weapons=(*state.seats[event.seat].weapons, event.weapon))


def _weapon_sold(state: State, event: e.WeaponSold) -> State:
    return _paid(state, event.seat, -event.price, weapons=without(state.seats[event.seat].weapons, event.weapon))


def _weapon_spent(state: State, event: e.WeaponSpent) -> State:
    raid = raid_of(state)
    if event.use == "raid" and raid is not None:
        state = with_frame(state, Raid, successes=raid.successes + 1)
    return with_seat(state, event.seat, weapons=without(state.seats[event.seat].weapons, event.weapon))


def _fitted(state: State, seat: int, token: str) -> State:
    """Cargo and Cannons rise in current value too, Crew does not (MM-322, MM-326, MM-327)."""
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
    return _paid(_fitted(_taken_from_port(state, event.port), event.seat, event.modification), event.seat, event.price)


def _modification_gained(state: State, event: e.ModificationGained) -> State:
    return _fitted(_taken_from_port(state, event.port), event.seat, event.modification)


def _modification_moved(state: State, event: e.ModificationMoved) -> State:
    returning = without(state.seats[event.seat].returning, event.modification)
    return _paid(_fitted(state, event.seat, event.modification), event.seat, event.price, returning=returning)


def _modification_returned(state: State, event: e.ModificationReturned) -> State:
    token = _card(event.modification)
    state = with_seat(state, event.seat, returning=without(state.seats[event.seat].returning, token))
    return replace(state, modifications={**state.modifications, event.port: token})


def _modification_flipped(state: State, event: e.ModificationFlipped) -> State:
    flipped = ship_of(state, event.seat).flipped
    changed = without(flipped, event.modification) if event.up else (*flipped, event.modification)
    return with_ship(state, event.seat, flipped=changed)


def _crew_recruited(state: State, event: e.CrewRecruited) -> State:
    now = ship_of(state, event.seat).now
    return _paid(with_ship(state, event.seat, now=replace(now, crew=now.crew + event.points)), event.seat, event.price)


def _rumor_drawn(state: State, event: e.RumorDrawn) -> State:
    card = _card(event.card)
    state = replace(state, rumor=drawn(state.rumor, (card,)))
    return with_seat(state, event.seat, rumors=(*state.seats[event.seat].rumors, card))


def _rumor_returned(state: State, event: e.RumorReturned) -> State:
    own = state.seats[event.seat]
    card = _card(event.card)
    played = None if event.was_open else own.open_rumor
    state = with_seat(state, event.seat, rumors=without(own.rumors, card), open_rumor=played)
    return replace(state, rumor=replace(state.rumor, cards=_cards(event.deck)))


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
    amount = _amount(event.amount)
    return _paid(state, event.seat, amount + event.fee, stash=state.seats[event.seat].stash + amount)


def _gold_withdrawn(state: State, event: e.GoldWithdrawn) -> State:
    amount = _amount(event.amount)
    return _paid(state, event.seat, -amount, stash=state.seats[event.seat].stash - amount)


def _gold_changed(state: State, event: e.GoldChanged) -> State:
    return _paid(state, event.seat, -_amount(event.amount))


# Bounties, glory, specialists


def _bounty_changed(state: State, event: e.BountyChanged) -> State:
    bounties = {nation: count for nation, count in state.seats[event.seat].bounties.items() if nation != event.nation}
    if event.total:
        bounties[event.nation] = event.total
    return with_seat(state, event.seat, bounties=bounties)


def _pardon_bought(state: State, event: e.PardonBought) -> State:
    return replace(_paid(state, event.seat, event.price), pardons=(*state.pardons, event.seat))


def _reward_claimed(state: State, event: e.RewardClaimed) -> State:
    return _paid(state, event.seat, -event.gold)


def _glory_gained(state: State, event: e.GloryGained) -> State:
    return with_seat(state, event.seat, points=event.points)


def _big_ship_honoured(state: State, event: e.BigShipHonoured) -> State:
    return with_seat(state, event.seat, big_ship=True)


def _glory_drawn(state: State, event: e.GloryDrawn) -> State:
    card = _card(event.card)
    state = replace(state, glory=drawn(state.glory, (card,)))
    return with_seat(state, event.seat, glory=(*state.seats[event.seat].glory, card))


def _glory_left_hand(state: State, event: e.GloryDiscarded | e.GloryPlayed) -> State:
    own = state.seats[event.seat]
    announced = None if own.announced == event.card else own.announced
    state = with_seat(state, event.seat, glory=without(own.glory, event.card), announced=announced)
    return replace(state, glory=discarded(state.glory, (event.card,)))


def _glory_announced(state: State, event: e.GloryAnnounced) -> State:
    return with_seat(state, event.seat, announced=_card(event.card))


def _glory_withdrawn(state: State, event: e.GloryWithdrawn) -> State:
    return with_seat(state, event.seat, announced=None)


def _standing_pass_set(state: State, event: e.StandingPassSet) -> State:
    seat = _amount(event.seat)
    passes = tuple(timing for timing in state.seats[seat].standing_passes if timing != event.timing)
    return with_seat(state, seat, standing_passes=(*passes, event.timing) if event.on else passes)


def _specialist_hired(state: State, event: e.SpecialistHired) -> State:
    own = state.seats[event.seat]
    hand = without(own.glory, event.card) if event.from_hand else own.glory
    if not event.from_hand:
        state = replace(state, glory=drawn(state.glory, (event.card,)))
    return _paid(state, event.seat, event.price, glory=hand, specialists=(*own.specialists, event.card))


def _specialist_discarded(state: State, event: e.SpecialistDiscarded) -> State:
    own = state.seats[event.seat]
    state = with_seat(state, event.seat, specialists=without(own.specialists, event.card))
    return replace(state, glory=discarded(state.glory, (event.card,)))


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
        standing_passes=own.standing_passes,
        returning=own.ship.modifications if own.ship is not None else own.returning,
    )
    seats = state.seats
    return replace(
        state,
        seats=(*seats[: event.seat], left, *seats[event.seat + 1 :]),
        cargo=discarded(state.cargo, own.cargo + own.offer + minus(own.lot, own.cargo)),
        glory=discarded(state.glory, own.glory + own.specialists),
        rumor=discarded(state.rumor, own.rumors),
        mission=mission,
    )


def _captain_drawn(state: State, event: e.CaptainDrawn) -> State:
    deck = event.deck if type(event.deck) is tuple else without(state.captains, event.captain)
    home = CAPTAINS[event.captain].home_port
    state = with_seat(state, event.seat, captain=event.captain, zone=PORTS[home].zone, in_port=True)
    return replace(state, captains=deck)


def _captain_set_up(state: State, event: e.CaptainSetUp) -> State:
    assert ZONES[state.seats[event.seat].zone].port == event.port
    turn = state.turn
    return state if turn is None else with_turn(state, began_in_port=True)


def _gold_moved_from_stash(state: State, event: e.GoldMovedFromStash) -> State:
    return with_seat(state, event.seat, stash=state.seats[event.seat].stash - _amount(event.amount))


SEAT_CHANGES: Mapping[type[e.Event], Change] = {
    e.ActionSpent: _action_spent,
    e.ShipMoved: _ship_moved,
    e.PortEntered: _port_entered,
    e.PortLeft: _port_left,
    e.CheckRolled: _check_rolled,
    e.DiceRerolled: _dice_rerolled,
    e.Scouted: _scouted,
    e.ScoutingMadeSure: _scouting_made_sure,
    e.MerchantRevealed: _merchant_revealed,
    e.AbilityUsed: _ability_used,
    e.RaidStarted: nothing,
    e.RaidCardDrawn: _raid_card_drawn,
    e.RaidCardDiscarded: _raid_card_discarded,
    e.RaidCardExchanged: _raid_card_exchanged,
    e.RaidStopped: _raid_stopped,
    e.RaidHelped: _raid_helped,
    e.RaidEnded: _raid_ended,
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
    e.GoldChanged: _gold_changed,
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
    e.StandingPassSet: _standing_pass_set,
    e.SpecialistHired: _specialist_hired,
    e.SpecialistDiscarded: _specialist_discarded,
    e.CaptainDied: _captain_lost,
    e.CaptainRetired: _captain_lost,
    e.BelongingsLost: _belongings_lost,
    e.CaptainDrawn: _captain_drawn,
    e.CaptainSetUp: _captain_set_up,
    e.GoldMovedFromStash: _gold_moved_from_stash,
}
