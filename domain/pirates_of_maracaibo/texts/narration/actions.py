"""Sentences about actions, raids, Treasure and exploring."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.words import listed, plural

from ... import events as e
from ...content import FORFEITS, LOCATIONS, RAID_ACTIONS, STORAGE, TRACK
from ...frames import LocationActions
from ...values import DIE_COLOURS
from .. import names as n
from ..phrases import deeds, nouns
from .story import Narrate, Story

# Locations, the Gulf, effects


def action_taken(story: Story, event: e.ActionTaken) -> str:
    """Nothing, if the sentence about what it brings names the Location."""
    if story.comes(e.VpGained, e.DoubloonsChanged):
        return ""
    frame = story.frame_around(LocationActions)
    effect = LOCATIONS[frame.location].actions[event.action]
    done = deeds((effect,) if event.side is None else effect.sides[event.side])
    return f"{story.who(event.seat)} uses {n.card(frame.location)} to {done}."


GULF_OPTIONS = {
    "raid": "raids in the Gulf",
    "explore": "explores from the Gulf",
    "none": "does nothing more in the Gulf",
}


def gulf_option_taken(story: Story, event: e.GulfOptionTaken) -> str:
    """Nothing for a Residence, whose construction has a sentence already."""
    return "" if event.option == "residence" else f"{story.who(event.seat)} {GULF_OPTIONS[event.option]}."


LEFT_OUT = {
    "acquire_improvement": "acquires no Improvement from afar",
    "activate_placed_tile": "uses no Black Market tile",
    "bury_treasure": "buries no Treasure",
    "choose_one": "chooses neither",
    "construct_residence": "constructs no Residence",
    "discard_quest": "returns no Quest",
    "explore": "does not explore",
    "gain_doubloon_income": "forgoes the doubloons",
    "gain_figurehead": "fits no Figurehead",
    "gain_quest": "takes no Quest",
    "gain_ruby": "leaves the Ruby there",
    "gain_treasure": "gains no Treasure",
    "gain_vp_income": "forgoes the VP",
    "gain_vp_per": "forgoes the VP",
    "place_black_market_tile": "places no Black Market tile",
    "place_markers": "places no markers",
    "raid_all_dice": "does not raid",
    "raid_fixed": "does not raid",
    "raid_one_die": "does not raid",
    "repeat_explorer_space": "does not use the Explorer's space again",
    "return_ruby": "keeps the Rubies",
    "sell_ruby": "sells no Ruby",
    "upgrade_ship": "places no Upgrade",
    "use_tile_here": "does not use the Black Market tile",
}
"""Phrases for effects that were declined."""


def effect_skipped(story: Story, event: e.EffectSkipped) -> str:
    skipped = [event, *story.take_all(e.EffectSkipped, lambda other: other.seat == event.seat)]
    declined = [LEFT_OUT[each.effect] for each in skipped if each.reason == "declined"]
    return f"{story.who(event.seat)} {listed(declined)}." if declined else ""


# Raids


def dice_rolled(story: Story, event: e.DiceRolled) -> str:
    # In an order of its own: a log has its mappings in another one than the process that played.
    dice = listed([f"{colour} {event.dice[colour]}" for colour in DIE_COLOURS if colour in event.dice])
    return f"{story.who(event.seat)} rolls {dice}{' instead' if event.reroll_number else ''}."


def die_chosen(story: Story, event: e.DieChosen) -> str:
    die = f"the {event.colour} {event.pips}"
    return f"{story.who(event.seat)} raids for {n.treasures(event.treasure_type)} with {die}: {event.power} Raiding Power."


def fixed_raid_started(story: Story, event: e.FixedRaidStarted) -> str:
    return f"{story.who(event.seat)} raids without dice for Treasure of any type: {event.power} Raiding Power."


def raid_action_used(story: Story, event: e.RaidActionUsed) -> str:
    """A Treasure that is gained at once belongs to the same sentence."""
    story.states(f"raid:{event.key}")
    gained = story.take(e.TreasureGained)
    done = deeds(RAID_ACTIONS[event.key].effects) if gained is None else f"gain {n.one(gained.treasure)}{origin(gained)}"
    return f"{story.who(event.seat)} spends {event.cost} Raiding Power to {done} ({event.power_left} left)."


def raid_stopped(story: Story, event: e.RaidStopped) -> str:
    """Nothing, if no power was left."""
    if not event.power_left:
        return ""
    return f"{story.who(event.seat)} stops the raid with {event.power_left} Raiding Power left."


def raid_resumed(story: Story, event: e.RaidResumed) -> str:
    return f"{story.who(event.seat)} returns to a raid with {event.power_left} Raiding Power."


# Treasure


def treasure_gained(story: Story, event: e.TreasureGained) -> str:
    return f"{story.who(event.seat)} gains {n.one(event.treasure)}{origin(event)}."


def origin(event: e.TreasureGained) -> str:
    return " from the supply, because its island is empty" if event.from_ == "supply" else " from its island"


def treasure_stored(story: Story, event: e.TreasureStored) -> str:
    kind = n.treasure(event.treasure)
    if event.place not in STORAGE:
        return f"{story.who(event.seat)} stores the {kind} without a bonus."
    story.states(f"storage:{event.place}")
    return f"{story.who(event.seat)} stores the {kind} on {n.spot(event.place)}."


def bury_marker_chosen(story: Story, event: e.BuryMarkerChosen) -> str:
    if story.comes(e.TreasureBuried):
        return ""
    return f"{story.who(event.seat)} takes {n.one(event.treasure)} to bury."


def treasure_buried(story: Story, event: e.TreasureBuried) -> str:
    story.states(f"buried:{event.space}")
    return f"{story.who(event.seat)} buries {n.one(event.treasure)} on {n.spot(event.space)}."


# Exploring


def explorer_moved(story: Story, event: e.ExplorerMoved) -> str:
    if event.who != "jordan" and event.to in TRACK:
        story.states(f"space:{event.to}")
    said = f"{story.who(event.who)}'s Explorer moves {plural(event.steps, 'space')} to {n.track(event.to)}"
    said += f", past {plural(event.skipped, 'other Explorer')}" if event.skipped else ""
    rivers = listed([str(river) for river in event.rivers_crossed])
    said += f", crossing river{'s' if len(event.rivers_crossed) > 1 else ''} {rivers}" if rivers else ""
    return f"{said}."


def movement_forfeited(story: Story, event: e.MovementForfeited) -> str:
    story.states(f"forfeit:{event.source}")
    return f"{story.who(event.seat)} gives up movement for {nouns(FORFEITS[event.source])}."


def explorer_retired(story: Story, event: e.ExplorerRetired) -> str:
    return f"{story.who(event.seat)}'s Explorer retires and returns to {n.track(event.to)}."


ACTIONS: Mapping[type[e.Event], Narrate] = {
    e.ActionTaken: action_taken,
    e.GulfOptionTaken: gulf_option_taken,
    e.EffectSkipped: effect_skipped,
    e.DiceRolled: dice_rolled,
    e.DieChosen: die_chosen,
    e.FixedRaidStarted: fixed_raid_started,
    e.RaidActionUsed: raid_action_used,
    e.RaidStopped: raid_stopped,
    e.RaidResumed: raid_resumed,
    e.TreasureGained: treasure_gained,
    e.TreasureStored: treasure_stored,
    e.BuryMarkerChosen: bury_marker_chosen,
    e.TreasureBuried: treasure_buried,
    e.ExplorerMoved: explorer_moved,
    e.MovementForfeited: movement_forfeited,
    e.ExplorerRetired: explorer_retired,
}
