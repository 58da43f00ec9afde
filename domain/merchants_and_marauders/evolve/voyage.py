"""What the events of a voyage change: moving, scouting, merchant raids."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.stack import nearest
from domain.kit.updates import nothing, seated, with_seat, with_turn, without

from .. import events as e
from ..frames import Raid, RumorCheck, Scouting
from ..state import State, Throw
from .updates import Change, discarded, drawn, framed, minus, with_frame


def _action_spent(state: State, event: e.ActionSpent) -> State:
    turn = state.turn
    assert turn is not None
    moves = turn.moves + (event.action == "move")
    spent = replace(turn, actions=event.left, acted=True, moves=moves, wind_used=turn.wind_used or event.by_wind)
    return replace(state, turn=spent)


def _ship_moved(state: State, event: e.ShipMoved) -> State:
    return seated(state, event.seat, replace(state.seats[event.seat], zone=event.to_zone))


def _port_entered(state: State, event: e.PortEntered) -> State:
    return seated(state, event.seat, replace(state.seats[event.seat], in_port=True, by_event=event.means == "event"))


def _port_left(state: State, event: e.PortLeft) -> State:
    return seated(state, event.seat, replace(state.seats[event.seat], in_port=False, by_event=False))


def _check_rolled(state: State, event: e.CheckRolled) -> State:
    state = replace(state, thrown=Throw(event.side, event.skill, event.reason, event.dice, event.needed))
    match event.reason:
        case "scouting":
            return with_frame(state, Scouting, dice=event.dice)
        case "rumor":
            return with_frame(state, RumorCheck, dice=event.dice)
        case "raid":
            return with_frame(state, Raid, dice=event.dice, successes=event.dice.count(0))
    return state


def _dice_rerolled(state: State, event: e.DiceRerolled) -> State:
    if state.thrown is not None:  # Branches that earlier releases began in a check have no dice of it.
        state = replace(state, thrown=replace(state.thrown, dice=event.dice))
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
    return replace(state, turn=replace(turn, scouted=(*turn.scouted, event.target), found=turn.found or event.found))


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
    blank = raid.blank + event.cards if event.blank else raid.blank
    used = 1 if event.used else 0
    raid = replace(raid, table=raid.table + event.cards, blank=blank, successes=raid.successes - used)
    return framed(replace(state, cargo=drawn(state.cargo, event.cards)), raid)


def _raid_card_discarded(state: State, event: e.RaidCardDiscarded) -> State:
    raid = nearest(state, Raid)
    state = replace(state, cargo=discarded(state.cargo, (event.card,)))
    used = 1 if event.used else 0
    return with_frame(
        state,
        Raid,
        table=without(raid.table, event.card),
        blank=minus(raid.blank, (event.card,)),
        successes=raid.successes - used,
    )


def _raid_card_exchanged(state: State, event: e.RaidCardExchanged) -> State:
    raid = nearest(state, Raid)
    new = () if event.new is None else (event.new,)
    state = replace(state, cargo=discarded(drawn(state.cargo, new), (event.card,)))
    return with_frame(
        state,
        Raid,
        table=without(raid.table, event.card) + new,
        blank=minus(raid.blank, (event.card,)),
        successes=raid.successes - (0 if event.free else 1),
        exchanged=raid.exchanged or event.free,
    )


def _raid_stopped(state: State, event: e.RaidStopped) -> State:
    return with_frame(state, Raid, successes=0, exchanged=True)


def _raid_helped(state: State, event: e.RaidHelped) -> State:
    raid = nearest(state, Raid)
    if event.what == "plunder":
        return with_frame(state, Raid, plunder=raid.plunder + event.n)
    return with_frame(state, Raid, ignored=raid.ignored + event.n)


def _raid_ended(state: State, event: e.RaidEnded) -> State:
    raid = nearest(state, Raid)
    gone = minus(raid.table, event.left)
    state = replace(state, cargo=discarded(state.cargo, gone))
    state = with_seat(state, event.seat, offer=event.left, offer_open=bool(event.left))
    return with_frame(state, Raid, table=())


VOYAGE_CHANGES: Mapping[type[e.Event], Change] = {
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
}
