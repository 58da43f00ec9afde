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
from ..scene import Scene


def brings(scene: Scene, effects: Sequence[Effect], *, optional: bool = False) -> Facts:
    return gains(scene.state, scene.seat, effects, optional=optional)


def action_effects(scene: Scene, command: c.TakeAction) -> Sequence[Effect]:
    effect = LOCATIONS[nearest(scene.state, LocationActions).location].actions[command.action]
    return (effect,) if command.side is None else effect.sides[command.side]


def listed_effects(scene: Scene) -> Sequence[Effect]:
    """The list of effects that is being resolved."""
    return effects_of(nearest(scene.state, ResolveEffects).source)


def repeated(scene: Scene, effect: Effect) -> Sequence[Effect]:
    """The effects of the Explorer's space, if the effect repeats them; otherwise empty (PM-143)."""
    return TRACK[scene.own.explorer].effects if effect.op == "repeat_explorer_space" else ()


def tile_effects(scene: Scene, tile: str) -> Sequence[Effect]:
    return effects_of(tile_source(scene.state, tile))


# Raids


def open_pool(scene: Scene) -> Pool:
    """The pool that is being spent."""
    return pool_of(scene.state, nearest(scene.state, RaidSpending).pool)


def _die(scene: Scene, command: c.ChooseDie) -> Facts:
    frame = nearest(scene.state, RaidRolled)
    colour = next(colour for colour in frame.dice if colour == command.colour)
    return {"raid_power": die_power(scene.own, frame, colour)}


def _raid_action(scene: Scene, command: c.UseRaidAction) -> Facts:
    action = RAID_ACTIONS[command.key]
    return {"power": -action.cost, "left": open_pool(scene).power - action.cost, **brings(scene, action.effects)}


# Treasure


def island_after(scene: Scene, kind: str, change: int) -> Facts:
    """The markers on an island afterwards, and the value of a Treasure of its type then."""
    markers = max(0, next(count for island, count in scene.state.islands.items() if island == kind) + change)
    return {"island": markers, "value": value_of(markers)}


def _treasure(scene: Scene, command: c.ChooseTreasure) -> Facts:
    return {"later": {"treasures": 1}, **island_after(scene, command.treasure, -1)}


def _store(scene: Scene, command: c.StoreTreasure) -> Facts:
    gained = brings(scene, effects_of(f"storage:{command.place}")) if command.place in STORAGE else {}
    return {"treasures": 1, **gained}


def _bury(scene: Scene, command: c.ChooseBurySpace) -> Facts:
    return brings(scene, effects_of(f"buried:{command.space}"))


def _markers(scene: Scene, command: c.PlaceMarkersOn) -> Facts:
    count = nearest(scene.state, PlaceMarkers).count
    return {"markers": count, **island_after(scene, command.island, count)}


# Exploring


def _forfeit(scene: Scene, command: c.UseForfeit) -> Facts:
    cost = forfeit_costs(scene.state, scene.seat)[command.source]
    return plus({"movement": -cost}, brings(scene, FORFEITS[command.source]))


def _explorer(scene: Scene, command: c.MoveExplorer) -> Facts:
    """The way, and the certain gains of the space."""
    route = routes(scene.state, scene.seat, nearest(scene.state, Explore).movement)[command.space]
    new = [river for river in route.rivers if river not in scene.own.rivers]
    facts: Facts = {"steps": route.steps, "skipped": route.skipped, "rivers": len(new)}
    if command.space not in TRACK:
        return facts
    return plus(facts, gains(after_moving(scene, command), scene.seat, TRACK[command.space].effects, optional=True))


def after_moving(scene: Scene, command: c.MoveExplorer) -> State:
    """The state with the rivers crossed, because the space may count them."""
    route = routes(scene.state, scene.seat, nearest(scene.state, Explore).movement)[command.space]
    moved = e.ExplorerMoved(scene.seat, scene.own.explorer, command.space, route.steps, route.skipped, route.rivers)
    return evolve(scene.state, moved)


# Boards


def _upgrade(scene: Scene, command: c.PlaceUpgrade) -> Facts:
    slot = SLOTS[command.slot]
    if slot.kind == "ongoing":
        return {"upgrades": 1}
    return plus({"upgrades": 1}, brings(scene, slot.effects))


def _choose_tile(scene: Scene, command: c.ChooseTile) -> Facts:
    """The tile is paid and used when placed: at once if only one Location is free (PM-396), otherwise later."""
    if len(free_locations(scene.state)) > 1:
        return {}
    return placed(scene, command.tile, nearest(scene.state, PlaceTile).cost)


def _place_tile(scene: Scene, command: c.PlaceTileAt) -> Facts:
    frame = nearest(scene.state, PlaceTileWhere)
    return placed(scene, frame.tile, frame.cost)


def placed(scene: Scene, tile: str, cost: int) -> Facts:
    """The tile is paid, placed and used (PM-183, PM-187)."""
    return plus({"doubloons": -cost}, brings(scene, tile_effects(scene, tile)))


def _figurehead(scene: Scene, command: c.TakeFigurehead) -> Facts:
    card = FIGUREHEADS[command.figurehead]
    cost = nearest(scene.state, TakeFigurehead).cost
    facts: Facts = {"doubloons": -cost, "doubloon_income": card.income.doubloons, "vp_income": card.income.vp}
    return plus(facts, brings(scene, card.immediate))


def _effect(scene: Scene, command: c.TakeEffect) -> Facts:
    effect = listed_effects(scene)[command.index]
    again = repeated(scene, effect)
    return brings(scene, again, optional=True) if again else brings(scene, (effect,))


def _side(scene: Scene, command: c.ChooseSide) -> Facts:
    optional = nearest(scene.state, ResolveEffects).optional
    return brings(scene, listed_effects(scene)[command.index].sides[command.side], optional=optional)


ACTION_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.GainRuby: lambda scene, command: {"rubies": 1},
    c.UseTileHere: lambda scene, command: brings(scene, tile_effects(scene, nearest(scene.state, OwnBlackMarket).tile)),
    c.PlaceUpgrade: _upgrade,
    c.TakeAction: lambda scene, command: brings(scene, action_effects(scene, command)),
    c.ResumeRaid: lambda scene, command: {"left": pool_of(scene.state, command.pool).power},
    c.FinishActions: nothing,
    c.GulfRaid: nothing,
    c.GulfExplore: nothing,
    c.SellRuby: lambda scene, command: plus({"rubies": -1}, brings(scene, RUBY_MARKET[command.market_space].effects)),
    c.ReturnRuby: lambda scene, command: {"rubies": -1, "vp": RETURNED_RUBY_VP},
    c.FinishRubies: nothing,
    c.TakeEffect: _effect,
    c.ChooseSide: _side,
    c.FinishEffects: nothing,
    c.Reroll: nothing,
    c.ChooseDie: _die,
    c.UseRaidAction: _raid_action,
    c.StopRaid: lambda scene, command: {"left": open_pool(scene).power},
    c.ChooseTreasure: _treasure,
    c.StoreTreasure: _store,
    c.UseForfeit: _forfeit,
    c.MoveExplorer: _explorer,
    c.ChooseBuryMarker: nothing,
    c.ChooseBurySpace: _bury,
    c.RefreshMarket: nothing,
    c.TakeQuest: lambda scene, command: {"quests": 1},
    c.DiscardQuest: lambda scene, command: {"quests": -1, "doubloons": nearest(scene.state, DiscardQuest).doubloons},
    c.ChooseTile: _choose_tile,
    c.PlaceTileAt: _place_tile,
    c.UseTile: lambda scene, command: brings(scene, tile_effects(scene, command.tile)),
    c.TakeFigurehead: _figurehead,
    c.PlaceMarkersOn: _markers,
}
