"""A command in at most 40 characters, for a button. It may be one that is refused now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.plain_words import LONGEST_LABEL
from domain.kit.stack import nearest
from domain.kit.words import plural

from .. import commands as c
from .. import frames as f
from ..content import (
    FORFEITS,
    IMPROVEMENTS,
    LOCATIONS,
    RAID_ACTIONS,
    RESIDENCES,
    RUBY_MARKET,
    SLOTS,
    STANDARD_RAID_ACTIONS,
    STORAGE,
    TRACK_END,
    Effects,
    effects_of,
)
from ..decisions.buying import IGNORE_DOUBLOONS
from ..decisions.gulf import RETURNED_RUBY_VP
from ..effects.exploring import forfeit_costs, routes
from ..effects.feasibility import quest_at, tile_source
from ..sea import acquire_price, construct_price
from ..state import pool_of
from ..values import TREASURE_OF
from ..view import MaracaiboView
from ..view.state_from_view import state_from_view
from . import names as n
from .brief import brief, carrier, cut, deed, hideout, quest, track
from .describe.turn import DECLINED
from .perspective import Perspective

Label: TypeAlias = Callable[[Perspective, Any], str]

WHOLE_TRACK = 40
"""More movement than the exploration track has spaces."""


def label(view: MaracaiboView, seat: int, command: c.Command, names: Sequence[str]) -> str:
    """What the command does, in short."""
    return cut(LABELS[type(command)](Perspective(view, seat, names, state_from_view), command))


def _plain(words: str) -> Label:
    return lambda perspective, command: words


# The sea


def where(perspective: Perspective, space: str) -> str:
    """`Tobacco`, `the Gulf`; with its place what has no name of its own: `Open Water, 2nd column top`."""
    name = perspective.card_id(space)
    card = perspective.view.sea.get(space)
    if name or card is None:
        return n.card(name) if name else n.cell(space)
    unnamed = "Open Water" if card.id is None else "hidden card"
    return f"{unnamed}, {n.spot_of(space, perspective.view.options.layout)}"


def _buy(perspective: Perspective, space: str, surcharge: int = 0) -> str:
    name = perspective.card_id(space)
    if name not in IMPROVEMENTS:
        return f"Buy {where(perspective, space)}"
    return f"Buy {IMPROVEMENTS[name].name} for {acquire_price(perspective.state, perspective.seat, space, surcharge)}"


def _build(perspective: Perspective, space: str, *, half: bool = False) -> str:
    name = perspective.card_id(space)
    if name not in RESIDENCES:
        return f"Build at {where(perspective, space)}"
    return f"Build {RESIDENCES[name].name} for {construct_price(perspective.state, perspective.seat, name, half=half)}"


def _acquire_from(perspective: Perspective, command: c.AcquireFrom) -> str:
    return _buy(perspective, command.space, nearest(perspective.state, f.AcquireRemote).surcharge)


# Locations, the Gulf and effects


def _action(perspective: Perspective, command: c.TakeAction) -> str:
    location = LOCATIONS[nearest(perspective.state, f.LocationActions).location]
    effect = location.actions[command.action]
    done = deed((effect,) if command.side is None else effect.sides[command.side])
    there = f"{done} at {location.name}"
    return there if len(there) <= LONGEST_LABEL else done


def _resume(perspective: Perspective, command: c.ResumeRaid) -> str:
    pool = pool_of(perspective.state, command.pool)
    return f"Go back to raid {pool.number}: {pool.power} power left"


def _finish_actions(perspective: Perspective, command: c.FinishActions) -> str:
    return f"Finish at {LOCATIONS[nearest(perspective.state, f.LocationActions).location].name}"


def _effect(perspective: Perspective, command: c.TakeEffect) -> str:
    return deed((_listed(perspective)[command.index],))


def _side(perspective: Perspective, command: c.ChooseSide) -> str:
    return deed(_listed(perspective)[command.index].sides[command.side])


def _listed(perspective: Perspective) -> Effects:
    return effects_of(nearest(perspective.state, f.ResolveEffects).source)


# Raids and Treasure


def _die(perspective: Perspective, command: c.ChooseDie) -> str:
    pips = next(pips for colour, pips in nearest(perspective.state, f.RaidRolled).dice.items() if colour == command.colour)
    kind = next(kind for colour, kind in TREASURE_OF.items() if colour == command.colour)
    return f"Raid for {n.treasures(kind)}: {command.colour} {pips}"


def _raid_action(perspective: Perspective, command: c.UseRaidAction) -> str:
    """Additional raid actions are named with the card or slot that gives them."""
    action = RAID_ACTIONS[command.key]
    by = "" if action in STANDARD_RAID_ACTIONS or command.key in SLOTS else f" ({carrier(command.key)})"
    return f"Spend {action.cost}: {brief(action.effects)}{by}"


def _store(perspective: Perspective, command: c.StoreTreasure) -> str:
    return f"Store it for {hideout(command.place)}" if command.place in STORAGE else "Store it without a bonus"


def _bury_marker(perspective: Perspective, command: c.ChooseBuryMarker) -> str:
    if command.place in STORAGE:
        kind, space = STORAGE[command.place]
        return f"Bury the {n.treasure(kind)} of {brief(space.effects)}"
    return f"Bury {n.one(command.place.partition(':')[0])}"


def _bury_space(perspective: Perspective, command: c.ChooseBurySpace) -> str:
    return f"Bury it for {brief(effects_of(f'buried:{command.space}')) or 'no bonus'}"


def _markers(perspective: Perspective, command: c.PlaceMarkersOn) -> str:
    return f"Put {plural(nearest(perspective.state, f.PlaceMarkers).count, 'marker')} on {n.island(command.island)}"


# Exploring


def _forfeit(perspective: Perspective, command: c.UseForfeit) -> str:
    cost = forfeit_costs(perspective.state, perspective.seat).get(command.source, 1)
    return f"Give up {cost} movement: {brief(FORFEITS[command.source])}"


def _explore(perspective: Perspective, command: c.MoveExplorer) -> str:
    """With the movement that it takes, which distinguishes spaces with the same reward."""
    steps = routes(perspective.state, perspective.seat, WHOLE_TRACK)[command.space].steps
    reward = "END, 8 VP" if command.space == TRACK_END else track(command.space)
    return f"Explore {plural(steps, 'space')}: {reward}"


# Quests and boards


def _quest(perspective: Perspective, name: Any) -> str:
    return quest(name, hunted=perspective.view.options.quest_hunters) if isinstance(name, str) and name else "a Quest"


def _take_quest(perspective: Perspective, command: c.TakeQuest) -> str:
    if command.source == "deck":
        return "Take the top Quest of the deck"
    return f"Take {_quest(perspective, quest_at(perspective.state, command.source))}"


def _upgrade(perspective: Perspective, command: c.PlaceUpgrade) -> str:
    """With its place where others do the same: its section, or its side of the section."""
    slot = SLOTS[command.slot]
    alike = [each for each in SLOTS.values() if each.effects == slot.effects]
    beside = [each.id for each in alike if each.section == slot.section]
    if len(beside) > 1:
        place = f", {'left' if slot.id == beside[0] else 'right'}"
    else:
        place = f", section {slot.section}" if len(alike) > 1 else ""
    return f"Upgrade: {brief(slot.effects)}{place}"


def _tile(perspective: Perspective, tile: str) -> str:
    return brief(effects_of(tile_source(perspective.state, tile)))


def _decline(perspective: Perspective, command: c.Decline) -> str:
    assert perspective.view.decision is not None
    return DECLINED[type(perspective.view.decision)].rstrip(".")


LABELS: Mapping[type[c.Command], Label] = {
    c.ReturnQuest: lambda perspective, command: f"Return {_quest(perspective, command.quest)}",
    c.SailTo: lambda perspective, command: f"Sail to {where(perspective, command.space)}",
    c.SailStep: lambda perspective, command: f"Sail to {where(perspective, command.space)}",
    c.StopSailing: lambda perspective, command: f"Stop at {where(perspective, perspective.own.ship)}",
    c.ChoosePaidOpponent: lambda perspective, command: f"Pay {perspective.captains([command.seat])}",
    c.GainRuby: _plain("Take a Ruby"),
    c.Decline: _decline,
    c.IgnoreCard: _plain(f"Take {IGNORE_DOUBLOONS} doubloons instead"),
    c.AcquireImprovement: lambda perspective, command: _buy(perspective, perspective.own.ship),
    c.ConstructResidence: lambda perspective, command: _build(perspective, perspective.own.ship),
    c.UseTileHere: lambda perspective, command: (
        f"Use your tile: {_tile(perspective, nearest(perspective.state, f.OwnBlackMarket).tile)}"
    ),
    c.PlaceUpgrade: _upgrade,
    c.TakeAction: _action,
    c.ResumeRaid: _resume,
    c.FinishActions: _finish_actions,
    c.GulfRaid: _plain("Raid in the Gulf"),
    c.GulfExplore: _plain("Explore from the Gulf"),
    c.GulfResidence: lambda perspective, command: _build(perspective, command.space),
    c.SellRuby: lambda perspective, command: f"Sell a Ruby for {brief(RUBY_MARKET[command.market_space].effects)}",
    c.ReturnRuby: _plain(f"Return a Ruby for {RETURNED_RUBY_VP} VP"),
    c.FinishRubies: _plain("Keep your Rubies"),
    c.TakeEffect: _effect,
    c.ChooseSide: _side,
    c.FinishEffects: _plain("Go on without the rest"),
    c.Reroll: _plain("Roll again"),
    c.ChooseDie: _die,
    c.UseRaidAction: _raid_action,
    c.StopRaid: _plain("Stop the raid"),
    c.ChooseTreasure: lambda perspective, command: f"Gain {n.one(command.treasure)}",
    c.StoreTreasure: _store,
    c.UseForfeit: _forfeit,
    c.MoveExplorer: _explore,
    c.RetireResidence: lambda perspective, command: _build(perspective, command.space, half=True),
    c.ChooseBuryMarker: _bury_marker,
    c.ChooseBurySpace: _bury_space,
    c.RefreshMarket: _plain("Replace the Quest Market"),
    c.TakeQuest: _take_quest,
    c.DiscardQuest: lambda perspective, command: f"Return {_quest(perspective, command.quest)}",
    c.AcquireFrom: _acquire_from,
    c.ConstructAt: lambda perspective, command: _build(perspective, command.space),
    c.ChooseTile: lambda perspective, command: f"Place the tile: {_tile(perspective, command.tile)}",
    c.PlaceTileAt: lambda perspective, command: f"Place it on {where(perspective, command.space)}",
    c.UseTile: lambda perspective, command: f"Use the tile: {_tile(perspective, command.tile)}",
    c.TakeFigurehead: lambda perspective, command: f"Fit the {carrier(command.figurehead)}",
    c.PlaceMarkersOn: _markers,
    c.EndTurn: _plain("End your turn"),
}
