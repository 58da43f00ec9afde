"""State changes by the events of actions and effects."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.updates import nothing, with_seat, with_turn

from .. import events as e
from ..content import STORAGE
from ..state import State, jordan_of, turn_of
from ..values import DIE_COLOURS, Die, Pool, Throw
from .updates import Change, more, with_markers, with_who


def _dice_rolled(state: State, event: e.DiceRolled) -> State:
    dice = tuple(Die(event.seat, event.dice[colour], colour) for colour in DIE_COLOURS if colour in event.dice)
    return replace(state, thrown=Throw("raid", dice))


def _die_chosen(state: State, event: e.DieChosen) -> State:
    return with_turn(state, pools=(*turn_of(state).pools, Pool(event.pool, event.power, event.treasure_type)))


def _fixed_raid_started(state: State, event: e.FixedRaidStarted) -> State:
    return with_turn(state, pools=(*turn_of(state).pools, Pool(event.pool, event.power, None)))


def _raid_action_used(state: State, event: e.RaidActionUsed) -> State:
    turn = turn_of(state)
    pools = tuple(replace(pool, power=event.power_left) if pool.number == event.pool else pool for pool in turn.pools)
    return with_turn(state, pools=pools, used=(*turn.used, event.key))


def _treasure_gained(state: State, event: e.TreasureGained) -> State:
    return state if event.from_ == "supply" else with_markers(state, event.treasure, -1)


def _treasure_stored(state: State, event: e.TreasureStored) -> State:
    own = state.seats[event.seat]
    if event.place in STORAGE:
        return with_seat(state, event.seat, covered={**own.covered, event.place: event.treasure})
    return with_seat(state, event.seat, stored=more(own.stored, event.treasure))


def _treasure_buried(state: State, event: e.TreasureBuried) -> State:
    own = state.seats[event.seat]
    covered = {**own.covered, event.space: event.treasure}
    if event.from_ in STORAGE:
        del covered[event.from_]
        return with_seat(state, event.seat, covered=covered)
    return with_seat(state, event.seat, covered=covered, stored=more(own.stored, event.treasure, -1))


def _explorer_moved(state: State, event: e.ExplorerMoved) -> State:
    rivers = jordan_of(state).rivers if event.who == "jordan" else state.seats[event.who].rivers
    crossed = tuple(sorted({*rivers, *event.rivers_crossed}))
    return with_who(state, event.who, explorer=event.to, rivers=crossed)


def _explorer_retired(state: State, event: e.ExplorerRetired) -> State:
    return with_seat(state, event.seat, explorer=event.to, retired=True)


CHANGES: Mapping[type[e.Event], Change] = {
    e.ActionTaken: nothing,
    e.LocationActionsFinished: nothing,
    e.GulfOptionTaken: nothing,
    e.EffectsOpened: nothing,
    e.EffectStarted: nothing,
    e.EffectSkipped: nothing,
    e.EffectsFinished: nothing,
    e.DiceRolled: _dice_rolled,
    e.DieChosen: _die_chosen,
    e.FixedRaidStarted: _fixed_raid_started,
    e.RaidActionUsed: _raid_action_used,
    e.RaidStopped: nothing,
    e.RaidResumed: nothing,
    e.TreasureTypeChosen: nothing,
    e.TreasureGained: _treasure_gained,
    e.TreasureStored: _treasure_stored,
    e.BuryMarkerChosen: nothing,
    e.TreasureBuried: _treasure_buried,
    e.ExplorerMoved: _explorer_moved,
    e.MovementForfeited: nothing,
    e.ExplorerRetired: _explorer_retired,
}
