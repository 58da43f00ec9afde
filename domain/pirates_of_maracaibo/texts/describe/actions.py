"""Sentences for commands of Locations, the Gulf, effects, raids, Treasure and boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit.foreseen import later
from domain.kit.perspective import number
from domain.kit.stack import nearest
from domain.kit.words import listed

from ... import commands as c
from ... import frames as f
from ...content import (
    FIGUREHEADS,
    FORFEITS,
    LOCATIONS,
    RAID_ACTIONS,
    SLOTS,
    STANDARD_RAID_ACTIONS,
    STORAGE,
    TRACK,
    Effect,
    effects_of,
)
from ...decisions.gulf import GULF_EXPLORE, GULF_RAID
from ...effects.feasibility import any_can, quest_at
from ...state import pool_of, total
from ...values import TREASURE_OF
from .. import names as n
from ..facts import Facts
from ..perspective import Perspective
from ..phrases import deeds, lasting, nouns, without
from ..preview.actions import action_effects, after_moving, brings, listed_effects, open_pool, repeated, tile_effects
from .turn import Describe, futile, income, plain, spaces


def deed(effects: Sequence[Effect], facts: Facts) -> str:
    """The effects in words, with the amount of what is counted."""
    counted = any(effect.counter or effect.op.endswith("_income") for effect in effects)
    amounts = [f"{facts['vp']} VP"] if facts.get("vp") else []
    amounts += [n.doubloons(number(facts, "doubloons"))] if facts.get("doubloons") else []
    return f"{deeds(effects)}{f' ({listed(amounts)} now)' if counted and amounts else ''}"


def left_undone(perspective: Perspective, effects: Sequence[Effect], done: Sequence[int]) -> str:
    """The effects that could still be performed."""
    left = [
        each
        for number, each in enumerate(effects)
        if number not in done and any_can(perspective.state, perspective.seat, (each,))
    ]
    return without(left)


# Locations


def gain_ruby(perspective: Perspective, command: c.GainRuby, facts: Facts) -> str:
    return f"Take a Ruby at {perspective.card(perspective.own.ship)}."


def use_tile_here(perspective: Perspective, command: c.UseTileHere, facts: Facts) -> str:
    tile = nearest(perspective.state, f.OwnBlackMarket).tile
    return f"Use your Black Market tile here to {using(perspective, tile)}."


def take_action(perspective: Perspective, command: c.TakeAction, facts: Facts) -> str:
    here = n.card(nearest(perspective.state, f.LocationActions).location)
    return f"Use {here} to {deed(action_effects(perspective, command), facts)}."


def resume_raid(perspective: Perspective, command: c.ResumeRaid, facts: Facts) -> str:
    pool = pool_of(perspective.state, command.pool)
    return f"Return to the raid for {n.treasures(pool.treasure)} with {pool.power} Raiding Power left."


def finish_actions(perspective: Perspective, command: c.FinishActions, facts: Facts) -> str:
    frame = nearest(perspective.state, f.LocationActions)
    left = left_undone(perspective, LOCATIONS[frame.location].actions, frame.done)
    return f"Finish your actions in {n.card(frame.location)}{f' without {left}' if left else ''}."


# The Gulf


def gulf_raid(perspective: Perspective, command: c.GulfRaid, facts: Facts) -> str:
    return f"Raid in the Gulf with all dice and {GULF_RAID.power_bonus} more Raiding Power."


def gulf_explore(perspective: Perspective, command: c.GulfExplore, facts: Facts) -> str:
    return f"Explore from the Gulf with {GULF_EXPLORE.movement + total(perspective.own, 'explore_bonus')} movement."


def sell_ruby(perspective: Perspective, command: c.SellRuby, facts: Facts) -> str:
    return f"Sell a Ruby for {n.ruby_space(command.market_space)}."


def return_ruby(perspective: Perspective, command: c.ReturnRuby, facts: Facts) -> str:
    return f"Return a Ruby for {facts['vp']} VP."


def finish_rubies(perspective: Perspective, command: c.FinishRubies, facts: Facts) -> str:
    rubies = perspective.own.rubies
    return f"Keep your {'Ruby' if rubies == 1 else f'{rubies} Rubies'}."


# Lists of effects


def take_effect(perspective: Perspective, command: c.TakeEffect, facts: Facts) -> str:
    effect = listed_effects(perspective)[command.index]
    again = repeated(perspective, effect)
    return n.sentence(f"{deed((effect,), facts)}{f' to {deed(again, facts)}' if again else ''}")


def choose_side(perspective: Perspective, command: c.ChooseSide, facts: Facts) -> str:
    return n.sentence(deed(listed_effects(perspective)[command.index].sides[command.side], facts))


def finish_effects(perspective: Perspective, command: c.FinishEffects, facts: Facts) -> str:
    frame = nearest(perspective.state, f.ResolveEffects)
    return f"Go on without {left_undone(perspective, listed_effects(perspective), frame.done)}."


# Raids


def reroll(perspective: Perspective, command: c.Reroll, facts: Facts) -> str:
    frame = nearest(perspective.state, f.RaidRolled)
    which = "all dice" if len(frame.dice) > 1 else "the die"
    return f"Roll {which} again{'' if frame.rerolls == 1 else f'; {frame.rerolls} rerolls are left'}."


def choose_die(perspective: Perspective, command: c.ChooseDie, facts: Facts) -> str:
    colour, pips = next(die for die in nearest(perspective.state, f.RaidRolled).dice.items() if die[0] == command.colour)
    return f"Raid for {n.treasures(TREASURE_OF[colour])} with the {colour} {pips}: {facts['raid_power']} Raiding Power."


def use_raid_action(perspective: Perspective, command: c.UseRaidAction, facts: Facts) -> str:
    """Additional raid actions are named with the card or slot that gives them."""
    action, pool = RAID_ACTIONS[command.key], open_pool(perspective)
    kind = pool.treasure if later(facts, "treasures") else None
    done = deeds(action.effects) if kind is None else f"gain {n.one(kind)}"
    carrier = "" if action in STANDARD_RAID_ACTIONS else f" ({n.carrier(command.key)})"
    return f"Spend {action.cost} of {pool.power} Raiding Power to {done}{carrier}."


def stop_raid(perspective: Perspective, command: c.StopRaid, facts: Facts) -> str:
    left = number(facts, "left")
    return (
        f"Stop the raid; you may come back to the {left} Raiding Power left until your turn ends."
        if left
        else "End the raid."
    )


# Treasure


def choose_treasure(perspective: Perspective, command: c.ChooseTreasure, facts: Facts) -> str:
    markers = next(count for kind, count in perspective.state.islands.items() if kind == command.treasure)
    if not markers:
        return f"Gain {n.one(command.treasure)} from the supply, because {n.island(command.treasure)} is empty."
    return f"Gain {n.one(command.treasure)} from its island: {value(facts, command.treasure)}."


def value(facts: Facts, kind: str) -> str:
    """The markers on an island afterwards, and the value of its Treasures."""
    markers = number(facts, "island")
    return f"{markers or 'no'} marker{'' if markers == 1 else 's'} then, {facts['value']} VP for each {n.treasure(kind)}"


def store_treasure(perspective: Perspective, command: c.StoreTreasure, facts: Facts) -> str:
    kind = n.treasure(nearest(perspective.state, f.StoreTreasure).treasure)
    if command.place in STORAGE:
        return f"Store the {kind} on {n.spot(command.place)}."
    return f"Store the {kind} without a bonus."


def choose_bury_marker(perspective: Perspective, command: c.ChooseBuryMarker, facts: Facts) -> str:
    if command.place in STORAGE:
        kind = STORAGE[command.place][0]
        return f"Bury the {n.treasure(kind)} from {n.spot(command.place)}, which becomes free again."
    return f"Bury {n.one(command.place.partition(':')[0])} stored without a bonus."


def choose_bury_space(perspective: Perspective, command: c.ChooseBurySpace, facts: Facts) -> str:
    kind = nearest(perspective.state, f.BurySpace).treasure
    bonus = effects_of(f"buried:{command.space}")
    return f"Bury the {n.treasure(kind)} on {n.spot(command.space)}{futile(perspective.state, perspective.seat, bonus)}."


def place_markers_on(perspective: Perspective, command: c.PlaceMarkersOn, facts: Facts) -> str:
    count = number(facts, "markers")
    what = "the marker" if count == 1 else f"{count} markers"
    return f"Place {what} on {n.island(command.island)}: {value(facts, command.island)}."


# Exploring


def use_forfeit(perspective: Perspective, command: c.UseForfeit, facts: Facts) -> str:
    movement = nearest(perspective.state, f.Explore).movement
    lost = -number(facts, "movement")
    reward = nouns(FORFEITS[command.source])
    return f"Give up {lost} of {movement} movement for {reward} ({n.carrier(command.source)})."


def move_explorer(perspective: Perspective, command: c.MoveExplorer, facts: Facts) -> str:
    said = f"Move your Explorer {spaces(number(facts, 'steps'))} to {n.track(command.space)}"
    if command.space in TRACK:
        said += futile(after_moving(perspective, command), perspective.seat, TRACK[command.space].effects)
    skipped, rivers = number(facts, "skipped"), number(facts, "rivers")
    said += f", past {skipped} other Explorer{'' if skipped == 1 else 's'}" if skipped else ""
    said += f", crossing {'a river' if rivers == 1 else f'{rivers} rivers'}" if rivers else ""
    return f"{said}."


# Quests


def take_quest(perspective: Perspective, command: c.TakeQuest, facts: Facts) -> str:
    if command.source == "deck":
        return "Take the top Quest of the deck unseen."
    return f"Take {perspective.quest(quest_at(perspective.state, command.source))} from the market."


def discard_quest(perspective: Perspective, command: c.DiscardQuest, facts: Facts) -> str:
    return f"Return {perspective.quest(command.quest)} for {n.doubloons(number(facts, 'doubloons'))}."


# Boards


def place_upgrade(perspective: Perspective, command: c.PlaceUpgrade, facts: Facts) -> str:
    slot = SLOTS[command.slot]
    if slot.kind == "ongoing":
        return f"Place an Upgrade in section {slot.section}: {lasting(slot.effects)[0]}."
    once = f"{deeds(slot.effects)}{futile(perspective.state, perspective.seat, slot.effects)}"
    return f"Place an Upgrade in section {slot.section}: {once}."


def choose_tile(perspective: Perspective, command: c.ChooseTile, facts: Facts) -> str:
    paid = for_cost(nearest(perspective.state, f.PlaceTile).cost)
    return f"Place the Black Market tile{paid} to {using(perspective, command.tile)}."


def for_cost(cost: int) -> str:
    return f" for {n.doubloons(cost)}" if cost else ""


def using(perspective: Perspective, tile: str) -> str:
    """The effect of a tile, with its amount now."""
    effects = tile_effects(perspective, tile)
    return f"{deed(effects, brings(perspective, effects))}{futile(perspective.state, perspective.seat, effects)}"


def place_tile_at(perspective: Perspective, command: c.PlaceTileAt, facts: Facts) -> str:
    frame = nearest(perspective.state, f.PlaceTileWhere)
    paid = for_cost(frame.cost)
    return f"Place the Black Market tile on {perspective.place(command.space)}{paid} to {using(perspective, frame.tile)}."


def use_tile(perspective: Perspective, command: c.UseTile, facts: Facts) -> str:
    location = perspective.own.tiles[command.tile]
    return f"Use your Black Market tile on {n.card(location)} to {using(perspective, command.tile)}."


def take_figurehead(perspective: Perspective, command: c.TakeFigurehead, facts: Facts) -> str:
    cost = nearest(perspective.state, f.TakeFigurehead).cost
    card = FIGUREHEADS[command.figurehead]
    said = [f"now {deeds(card.immediate)}"] if card.immediate else []
    said += [*lasting(card.ongoing), *income(card.income.doubloons, card.income.vp)]
    return f"Fit {n.figurehead(card.id)} {n.price(cost)}: {'; '.join(said)}."


ACTIONS: Mapping[type[c.Command], Describe] = {
    c.GainRuby: gain_ruby,
    c.UseTileHere: use_tile_here,
    c.PlaceUpgrade: place_upgrade,
    c.TakeAction: take_action,
    c.ResumeRaid: resume_raid,
    c.FinishActions: finish_actions,
    c.GulfRaid: gulf_raid,
    c.GulfExplore: gulf_explore,
    c.SellRuby: sell_ruby,
    c.ReturnRuby: return_ruby,
    c.FinishRubies: finish_rubies,
    c.TakeEffect: take_effect,
    c.ChooseSide: choose_side,
    c.FinishEffects: finish_effects,
    c.Reroll: reroll,
    c.ChooseDie: choose_die,
    c.UseRaidAction: use_raid_action,
    c.StopRaid: stop_raid,
    c.ChooseTreasure: choose_treasure,
    c.StoreTreasure: store_treasure,
    c.UseForfeit: use_forfeit,
    c.MoveExplorer: move_explorer,
    c.ChooseBuryMarker: choose_bury_marker,
    c.ChooseBurySpace: choose_bury_space,
    c.RefreshMarket: plain("Replace the Quest Market before you take a Quest."),
    c.TakeQuest: take_quest,
    c.DiscardQuest: discard_quest,
    c.ChooseTile: choose_tile,
    c.PlaceTileAt: place_tile_at,
    c.UseTile: use_tile,
    c.TakeFigurehead: take_figurehead,
    c.PlaceMarkersOn: place_markers_on,
}
