"""Costs and gains of Locations, effects, raids, Treasure and boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit.foreseen import plus
from domain.kit.stack import nearest

from ... import commands as c
from ... import events as e
from ...content import (
    FIGUREHEADS,
    FORFEITS,
    LOCATIONS,
    RAID_ACTIONS,
    RUBY_MARKET,
    SLOTS,
    STORAGE,
    TRACK,
    Effect,
    effects_of,
    value_of,
)
from ...decisions.gulf import RETURNED_RUBY_VP
from ...effects.exploring import forfeit_costs, routes
from ...effects.feasibility import free_locations, tile_source
from ...effects.raiding import die_power
from ...evolve import evolve
from ...frames import (
    DiscardQuest,
    Explore,
    LocationActions,
    OwnBlackMarket,
    PlaceMarkers,
    PlaceTile,
    PlaceTileWhere,
    RaidRolled,
    RaidSpending,
    ResolveEffects,
    TakeFigurehead,
)
from ...state import State, pool_of
from ...values import Pool
from ..facts import Facts, Preview, gains, nothing
from ..perspective import Perspective


def brings(perspective: Perspective, effects: Sequence[Effect], *, optional: bool = False) -> Facts:
    return gains(perspective.state, perspective.seat, effects, optional=optional)


def action_effects(perspective: Perspective, command: c.TakeAction) -> Sequence[Effect]:
    effect = LOCATIONS[nearest(perspective.state, LocationActions).location].actions[command.action]
    return (effect,) if command.side is None else effect.sides[command.side]


def listed_effects(perspective: Perspective) -> Sequence[Effect]:
    """The list of effects that is being resolved."""
    return effects_of(nearest(perspective.state, ResolveEffects).source)


def repeated(perspective: Perspective, effect: Effect) -> Sequence[Effect]:
    """The effects of the Explorer's space, if the effect repeats them; otherwise empty (PM-143)."""
    return TRACK[perspective.own.explorer].effects if effect.op == "repeat_explorer_space" else ()


def tile_effects(perspective: Perspective, tile: str) -> Sequence[Effect]:
    return effects_of(tile_source(perspective.state, tile))


# Raids


def open_pool(perspective: Perspective) -> Pool:
    """The pool that is being spent."""
    return pool_of(perspective.state, nearest(perspective.state, RaidSpending).pool)


def _die(perspective: Perspective, command: c.ChooseDie) -> Facts:
    frame = nearest(perspective.state, RaidRolled)
    colour = next(colour for colour in frame.dice if colour == command.colour)
    return {"raid_power": die_power(perspective.own, frame, colour)}


def _raid_action(perspective: Perspective, command: c.UseRaidAction) -> Facts:
    action = RAID_ACTIONS[command.key]
    return {"power": -action.cost, "left": open_pool(perspective).power - action.cost, **brings(perspective, action.effects)}


# Treasure


def island_after(perspective: Perspective, kind: str, change: int) -> Facts:
    """The markers on an island afterwards, and the value of a Treasure of its type then."""
    markers = max(0, next(count for island, count in perspective.state.islands.items() if island == kind) + change)
    return {"island": markers, "value": value_of(markers)}


def _treasure(perspective: Perspective, command: c.ChooseTreasure) -> Facts:
    return {"later": {"treasures": 1}, **island_after(perspective, command.treasure, -1)}


def _store(perspective: Perspective, command: c.StoreTreasure) -> Facts:
    gained = brings(perspective, effects_of(f"storage:{command.place}")) if command.place in STORAGE else {}
    return {"treasures": 1, **gained}


def _bury(perspective: Perspective, command: c.ChooseBurySpace) -> Facts:
    return brings(perspective, effects_of(f"buried:{command.space}"))


def _markers(perspective: Perspective, command: c.PlaceMarkersOn) -> Facts:
    count = nearest(perspective.state, PlaceMarkers).count
    return {"markers": count, **island_after(perspective, command.island, count)}


# Exploring


def _forfeit(perspective: Perspective, command: c.UseForfeit) -> Facts:
    cost = forfeit_costs(perspective.state, perspective.seat)[command.source]
    return plus({"movement": -cost}, brings(perspective, FORFEITS[command.source]))


def _explorer(perspective: Perspective, command: c.MoveExplorer) -> Facts:
    """The way, and the certain gains of the space."""
    route = routes(perspective.state, perspective.seat, nearest(perspective.state, Explore).movement)[command.space]
    new = [river for river in route.rivers if river not in perspective.own.rivers]
    facts: Facts = {"steps": route.steps, "skipped": route.skipped, "rivers": len(new)}
    if command.space not in TRACK:
        return facts
    return plus(
        facts, gains(after_moving(perspective, command), perspective.seat, TRACK[command.space].effects, optional=True)
    )


def after_moving(perspective: Perspective, command: c.MoveExplorer) -> State:
    """The state with the rivers crossed, because the space may count them."""
    route = routes(perspective.state, perspective.seat, nearest(perspective.state, Explore).movement)[command.space]
    moved = e.ExplorerMoved(
        perspective.seat, perspective.own.explorer, command.space, route.steps, route.skipped, route.rivers
    )
    return evolve(perspective.state, moved)


# Boards


def _upgrade(perspective: Perspective, command: c.PlaceUpgrade) -> Facts:
    slot = SLOTS[command.slot]
    if slot.kind == "ongoing":
        return {"upgrades": 1}
    return plus({"upgrades": 1}, brings(perspective, slot.effects))


def _choose_tile(perspective: Perspective, command: c.ChooseTile) -> Facts:
    """The tile is paid and used when placed: at once if only one Location is free (PM-396), otherwise later."""
    if len(free_locations(perspective.state)) > 1:
        return {}
    return placed(perspective, command.tile, nearest(perspective.state, PlaceTile).cost)


def _place_tile(perspective: Perspective, command: c.PlaceTileAt) -> Facts:
    frame = nearest(perspective.state, PlaceTileWhere)
    return placed(perspective, frame.tile, frame.cost)


def placed(perspective: Perspective, tile: str, cost: int) -> Facts:
    """The tile is paid, placed and used (PM-183, PM-187)."""
    return plus({"doubloons": -cost}, brings(perspective, tile_effects(perspective, tile)))


def _figurehead(perspective: Perspective, command: c.TakeFigurehead) -> Facts:
    card = FIGUREHEADS[command.figurehead]
    cost = nearest(perspective.state, TakeFigurehead).cost
    facts: Facts = {"doubloons": -cost, "doubloon_income": card.income.doubloons, "vp_income": card.income.vp}
    return plus(facts, brings(perspective, card.immediate))


def _effect(perspective: Perspective, command: c.TakeEffect) -> Facts:
    effect = listed_effects(perspective)[command.index]
    again = repeated(perspective, effect)
    return brings(perspective, again, optional=True) if again else brings(perspective, (effect,))


def _side(perspective: Perspective, command: c.ChooseSide) -> Facts:
    optional = nearest(perspective.state, ResolveEffects).optional
    return brings(perspective, listed_effects(perspective)[command.index].sides[command.side], optional=optional)


ACTION_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.GainRuby: lambda perspective, command: {"rubies": 1},
    c.UseTileHere: lambda perspective, command: brings(
        perspective, tile_effects(perspective, nearest(perspective.state, OwnBlackMarket).tile)
    ),
    c.PlaceUpgrade: _upgrade,
    c.TakeAction: lambda perspective, command: brings(perspective, action_effects(perspective, command)),
    c.ResumeRaid: lambda perspective, command: {"left": pool_of(perspective.state, command.pool).power},
    c.FinishActions: nothing,
    c.GulfRaid: nothing,
    c.GulfExplore: nothing,
    c.SellRuby: lambda perspective, command: plus(
        {"rubies": -1}, brings(perspective, RUBY_MARKET[command.market_space].effects)
    ),
    c.ReturnRuby: lambda perspective, command: {"rubies": -1, "vp": RETURNED_RUBY_VP},
    c.FinishRubies: nothing,
    c.TakeEffect: _effect,
    c.ChooseSide: _side,
    c.FinishEffects: nothing,
    c.Reroll: nothing,
    c.ChooseDie: _die,
    c.UseRaidAction: _raid_action,
    c.StopRaid: lambda perspective, command: {"left": open_pool(perspective).power},
    c.ChooseTreasure: _treasure,
    c.StoreTreasure: _store,
    c.UseForfeit: _forfeit,
    c.MoveExplorer: _explorer,
    c.ChooseBuryMarker: nothing,
    c.ChooseBurySpace: _bury,
    c.RefreshMarket: nothing,
    c.TakeQuest: lambda perspective, command: {"quests": 1},
    c.DiscardQuest: lambda perspective, command: {
        "quests": -1,
        "doubloons": nearest(perspective.state, DiscardQuest).doubloons,
    },
    c.ChooseTile: _choose_tile,
    c.PlaceTileAt: _place_tile,
    c.UseTile: lambda perspective, command: brings(perspective, tile_effects(perspective, command.tile)),
    c.TakeFigurehead: _figurehead,
    c.PlaceMarkersOn: _markers,
}
