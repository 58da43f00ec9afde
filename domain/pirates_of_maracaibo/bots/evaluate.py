"""The value of each legal command in victory points, by simple rules of thumb; 0 means doing nothing more here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kit.stack import nearest

from .. import commands as c
from ..content import LOCATIONS, RAID_ACTIONS, effects_of
from ..decisions.buying import IGNORE_DOUBLOONS
from ..decisions.gulf import GULF_EXPLORE, GULF_RAID, MARACAIBO_VP, RETURNED_RUBY_VP
from ..effects.exploring import routes
from ..effects.feasibility import quest_at, stored_at
from ..effects.raiding import die_power
from ..frames import Explore, LocationActions, RaidRolled, RaidSpending, ResolveEffects, Sail
from ..sea import acquire_price, construct_price, distances, ship_range
from ..state import column_of, pool_of, turn_of
from ..values import GULF, MARACAIBO, TREASURE_OF, TREASURES, DieColour
from ..view import MaracaiboView
from .heuristics import STEP, UPGRADE, Worth, worth_of

COLUMN = 2.0
"""Cost of each column sailed, in VP: a slower ship has more turns."""
ENDS_THE_ROUND = -3.0
"""Reaching Maracaibo keeps the others from further turns, but the seat itself too."""
FACE_DOWN = 3.0
RUBY = 2.0


def evaluate(view: MaracaiboView, seat: int, command: c.Command) -> float:
    """The expected gain for the seat, in VP."""
    return float(VALUES[type(command)](worth_of(view, seat), command))


# Sailing


def _space(worth: Worth, space: str) -> float:
    """The value of a stop on this space."""
    state = worth.state
    if space == MARACAIBO:
        return MARACAIBO_VP + UPGRADE + ENDS_THE_ROUND
    if space == GULF:
        options = (worth.of_effect(GULF_RAID), worth.of_effect(GULF_EXPLORE), worth.best_residence())
        return UPGRADE + max(options) + RETURNED_RUBY_VP * worth.own.rubies
    card = state.sea[space]
    if not card.face_up:
        return FACE_DOWN + worth.money * card.doubloons
    if card.id in LOCATIONS:
        tile = next((tile for tile, location in worth.own.tiles.items() if location == card.id), None)
        ruby = RUBY if state.options.rubies and LOCATIONS[card.id].ruby_supply else 0.0
        own = worth.of_tile(tile) if tile is not None else 0.0
        return UPGRADE + ruby + own + worth.of_effects(LOCATIONS[card.id].actions)
    ignored = worth.money * IGNORE_DOUBLOONS
    return max(ignored, _here(worth, space))


def _here(worth: Worth, space: str) -> float:
    """Buying or building on a space, if there is money for it."""
    state, card = worth.state, worth.state.sea[space].id
    if not card:
        return 0.0
    if card in state.residences:
        affordable = construct_price(state, worth.seat, card) <= worth.own.doubloons
        return worth.built(space) if affordable else 0.0
    return worth.bought(space) if acquire_price(state, worth.seat, space) <= worth.own.doubloons else 0.0


def _sail_to(worth: Worth, command: c.SailTo) -> float:
    start = column_of(worth.state, worth.own.ship)
    return _space(worth, command.space) - COLUMN * (column_of(worth.state, command.space) - start)


def _sail_step(worth: Worth, command: c.SailStep) -> float:
    """The value of the best space where the move could still end."""
    state, start = worth.state, turn_of(worth.state).start_column
    left = ship_range(state, worth.seat) - nearest(state, Sail).moved - 1
    ends = distances(state.options.layout, command.space).items()
    open_ = [space for space, steps in ends if steps <= left and column_of(state, space) > start]
    return max(_space(worth, space) - COLUMN * (column_of(state, space) - start) for space in open_)


def _stop(worth: Worth, command: c.StopSailing) -> float:
    start = turn_of(worth.state).start_column
    here = worth.own.ship
    return _space(worth, here) - COLUMN * (column_of(worth.state, here) - start) + 0.01


# Locations and effects


def _take_action(worth: Worth, command: c.TakeAction) -> float:
    effect = LOCATIONS[nearest(worth.state, LocationActions).location].actions[command.action]
    return worth.of_effect(effect) if command.side is None else worth.of_effects(effect.sides[command.side])


def _take_effect(worth: Worth, command: c.TakeEffect) -> float:
    return worth.of_effect(effects_of(nearest(worth.state, ResolveEffects).source)[command.index])


def _choose_side(worth: Worth, command: c.ChooseSide) -> float:
    effect = effects_of(nearest(worth.state, ResolveEffects).source)[command.index]
    return worth.of_effects(effect.sides[command.side])


def _resume(worth: Worth, command: c.ResumeRaid) -> float:
    return worth.of_raid(pool_of(worth.state, command.pool).power)


# Raids


def _die(worth: Worth, colour: str) -> float:
    frame = nearest(worth.state, RaidRolled)
    die: DieColour = next(each for each in frame.dice if each == colour)
    return worth.of_raid(die_power(worth.own, frame, die)) + 0.1 * worth.of_treasure(TREASURE_OF[die])


def _reroll(worth: Worth, command: c.Reroll) -> float:
    """Compares the best die rolled with an average roll."""
    frame = nearest(worth.state, RaidRolled)
    expected = 4.3 if len(frame.dice) > 1 else 3.5
    best = max(_die(worth, colour) for colour in frame.dice)
    return worth.of_raid(worth.power(expected, frame.bonus)) + 0.2 if max(frame.dice.values()) < expected else best - 1.0


def _raid_action(worth: Worth, command: c.UseRaidAction) -> float:
    """Only actions of the best affordable set are worth anything; the most expensive comes first."""
    pool = pool_of(worth.state, nearest(worth.state, RaidSpending).pool)
    chosen = worth.best_raid(pool.power)[1]
    if command.key not in chosen:
        return -1.0
    return 0.1 + worth.of_raid_action(command.key) + 0.01 * RAID_ACTIONS[command.key].cost


# Exploring, burying


def _move(worth: Worth, command: c.MoveExplorer) -> float:
    route = routes(worth.state, worth.seat, nearest(worth.state, Explore).movement)[command.space]
    new = [river for river in route.rivers if river not in worth.own.rivers]
    return worth.of_track_space(command.space, route.steps, len(new))


def _forfeit(worth: Worth, command: c.UseForfeit) -> float:
    """Worth it when the reward is more than a step brings; it must come before the Explorer moves."""
    gain = worth.of_source(f"forfeit:{command.source}") - STEP - 0.5
    return 100.0 + gain if gain > 0 else -1.0


def _bury_marker(worth: Worth, command: c.ChooseBuryMarker) -> float:
    treasure = stored_at(worth.own, command.place)
    assert treasure is not None
    freed = 0.3 if ":" not in command.place else 0.0
    return worth.best_bury(treasure) + freed


VALUES: Mapping[type[c.Command], Callable[[Worth, Any], float]] = {
    c.ReturnQuest: lambda worth, command: -worth.of_quest(command.quest),
    c.SailTo: _sail_to,
    c.SailStep: _sail_step,
    c.StopSailing: _stop,
    c.ChoosePaidOpponent: lambda worth, command: -worth.state.seats[command.seat].vp,
    c.GainRuby: lambda worth, command: RUBY,
    c.Decline: lambda worth, command: 0.0,
    c.IgnoreCard: lambda worth, command: worth.money * IGNORE_DOUBLOONS,
    c.AcquireImprovement: lambda worth, command: worth.bought(worth.own.ship),
    c.ConstructResidence: lambda worth, command: worth.built(worth.own.ship),
    c.UseTileHere: lambda worth, command: 1.0,
    c.PlaceUpgrade: lambda worth, command: 0.1 + worth.of_slot(command.slot),
    c.TakeAction: _take_action,
    c.ResumeRaid: _resume,
    c.FinishActions: lambda worth, command: 0.0,
    c.GulfRaid: lambda worth, command: worth.of_effect(GULF_RAID),
    c.GulfExplore: lambda worth, command: worth.of_effect(GULF_EXPLORE),
    c.GulfResidence: lambda worth, command: worth.built(command.space),
    c.SellRuby: lambda worth, command: worth.of_source(f"ruby:{command.market_space}"),
    c.ReturnRuby: lambda worth, command: RETURNED_RUBY_VP,
    c.FinishRubies: lambda worth, command: 0.0,
    c.TakeEffect: _take_effect,
    c.ChooseSide: _choose_side,
    c.FinishEffects: lambda worth, command: 0.0,
    c.Reroll: _reroll,
    c.ChooseDie: lambda worth, command: _die(worth, command.colour),
    c.UseRaidAction: _raid_action,
    c.StopRaid: lambda worth, command: 0.0,
    c.ChooseTreasure: lambda worth, command: max(worth.of_treasure(t) for t in TREASURES if t == command.treasure),
    c.StoreTreasure: lambda worth, command: 0.0 if ":" in command.place else worth.of_source(f"storage:{command.place}"),
    c.UseForfeit: _forfeit,
    c.MoveExplorer: _move,
    c.RetireResidence: lambda worth, command: worth.built(command.space, half=True),
    c.ChooseBuryMarker: _bury_marker,
    c.ChooseBurySpace: lambda worth, command: worth.of_bury_space(command.space),
    c.RefreshMarket: lambda worth, command: max(0.0, worth.unseen_quest) + 0.3,
    c.TakeQuest: lambda worth, command: worth.of_quest(quest_at(worth.state, command.source)),
    c.DiscardQuest: lambda worth, command: 3.0 - worth.of_quest(command.quest),
    c.AcquireFrom: lambda worth, command: worth.bought(command.space, getattr(worth.state.stack[-1], "surcharge", 0)),
    c.ConstructAt: lambda worth, command: worth.built(command.space),
    c.ChooseTile: lambda worth, command: 1.0 + worth.of_tile(command.tile),
    c.PlaceTileAt: lambda worth, command: _space(worth, command.space),
    c.UseTile: lambda worth, command: worth.of_tile(command.tile),
    c.TakeFigurehead: lambda worth, command: worth.of_figurehead(command.figurehead),
    c.PlaceMarkersOn: lambda worth, command: max(worth.of_marker(t) for t in TREASURES if t == command.island),
    c.EndTurn: lambda worth, command: 0.0,
}
