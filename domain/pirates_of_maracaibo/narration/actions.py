"""Actions, raids, Treasure and exploring."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.words import listed, plural
from domain.scenes import Gain, Moment, Move, Roll, Show, whole

from .. import events as e
from ..content import FORFEITS, LOCATIONS, POSEIDON, RAID_ACTIONS, STORAGE, TRACK
from ..drawing import pieces as p
from ..drawing.ids import carrier, panel
from ..frames import LocationActions, RaidRolled
from ..texts import names as n
from ..texts.phrases import deeds, nouns
from ..values import DIE_COLOURS, GULF, TREASURE_OF, Die, Treasure
from .beats import Beats, dice_lie, die, gain, gem, side, treasures_move
from .story import Narrate, Story

# Locations, the Gulf, effects


def action_taken(story: Story, event: e.ActionTaken) -> Beats:
    """Nothing, if the sentence about what it brings names the Location."""
    if story.comes(e.VpGained, e.DoubloonsChanged):
        return
    location = story.frame_around(LocationActions).location
    effect = LOCATIONS[location].actions[event.action]
    done = deeds((effect,) if event.side is None else effect.sides[event.side])
    yield Moment(at=(location,), text=f"{story.who(event.seat)} uses {n.card(location)} to {done}.")


GULF_OPTIONS = {
    "raid": "raids in the Gulf",
    "explore": "explores from the Gulf",
    "none": "does nothing more in the Gulf",
}


def gulf_option_taken(story: Story, event: e.GulfOptionTaken) -> Beats:
    """Nothing for a Residence, whose construction has a sentence already."""
    if event.option != "residence":
        yield Moment(at=(GULF,), text=f"{story.who(event.seat)} {GULF_OPTIONS[event.option]}.")


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


def dice_rolled(story: Story, event: e.DiceRolled) -> Beats:
    # In an order of its own: a log has its mappings in another one than the process that played.
    colours = [colour for colour in DIE_COLOURS if colour in event.dice]
    rolled = listed([f"{colour} {event.dice[colour]}" for colour in colours])
    opened = (each.frame for each in story.after() if isinstance(each, e.FrameOpened))
    yield Roll(
        "Raid",
        (side(panel(event.seat), *[die(event.dice[colour], colour=TREASURE_OF[colour]) for colour in colours]),),
        open=any(isinstance(frame, RaidRolled) and frame.rerolls > 0 for frame in opened),
        text=f"{story.who(event.seat)} rolls {rolled}{' instead' if event.reroll_number else ''}.",
    )
    yield from dice_lie([Die(event.seat, event.dice[colour], colour) for colour in colours])


def die_chosen(story: Story, event: e.DieChosen) -> Beats:
    chosen, kind = f"the {event.colour} {event.pips}", n.treasures(event.treasure_type)
    text = f"{story.who(event.seat)} raids for {kind} with {chosen}: {event.power} Raiding Power."
    yield pool_opened(event.seat, event.pool, event.power, event.treasure_type, text)


def pool_opened(seat: int, number: int, power: int, kind: Treasure | None, text: str) -> Show:
    return Show((whole(p.pool(number, power, kind)),), by=panel(seat), text=text)


def fixed_raid_started(story: Story, event: e.FixedRaidStarted) -> Beats:
    text = f"{story.who(event.seat)} raids without dice for Treasure of any type: {event.power} Raiding Power."
    yield pool_opened(event.seat, event.pool, event.power, None, text)


def raid_action_used(story: Story, event: e.RaidActionUsed) -> Beats:
    """A Treasure that is gained at once belongs to the same sentence."""
    story.states(f"raid:{event.key}")
    gained = story.take(e.TreasureGained)
    done = deeds(RAID_ACTIONS[event.key].effects) if gained is None else f"gain {n.one(gained.treasure)}{origin(gained)}"
    text = f"{story.who(event.seat)} spends {event.cost} Raiding Power to {done} ({event.power_left} left)."
    yield Gain(f"pool/{event.pool}", "power", -event.cost, text=text)
    if gained is not None:
        yield from treasure_taken(gained)


def raid_stopped(story: Story, event: e.RaidStopped) -> Beats:
    """Nothing, if no power was left."""
    if event.power_left:
        text = f"{story.who(event.seat)} stops the raid with {event.power_left} Raiding Power left."
        yield Moment(at=(f"pool/{event.pool}",), text=text)


def raid_resumed(story: Story, event: e.RaidResumed) -> Beats:
    text = f"{story.who(event.seat)} returns to a raid with {event.power_left} Raiding Power."
    yield Moment(at=(f"pool/{event.pool}",), text=text)


# Treasure


def treasure_gained(story: Story, event: e.TreasureGained) -> Beats:
    return treasure_taken(event, f"{story.who(event.seat)} gains {n.one(event.treasure)}{origin(event)}.")


def treasure_taken(event: e.TreasureGained, text: str = "") -> Beats:
    """It lies in the hideout until it is stored."""
    return treasures_move(event.treasure, event.from_, f"{panel(event.seat)}/hideout", text=text)


def origin(event: e.TreasureGained) -> str:
    return " from the supply, because its island is empty" if event.from_ == "supply" else " from its island"


def treasure_stored(story: Story, event: e.TreasureStored) -> Beats:
    kind, own = n.treasure(event.treasure), panel(event.seat)
    bonus = event.place in STORAGE
    if bonus:
        story.states(f"storage:{event.place}")
    text = f"{story.who(event.seat)} stores the {kind} {f'on {n.spot(event.place)}' if bonus else 'without a bonus'}."
    yield Move(gem(event.treasure), f"{own}/{event.place}", source=f"{own}/hideout", text=text)
    yield gain(event.seat, "treasures", 1, weight=0)


def bury_marker_chosen(story: Story, event: e.BuryMarkerChosen) -> Beats:
    if not story.comes(e.TreasureBuried):
        text = f"{story.who(event.seat)} takes {n.one(event.treasure)} to bury."
        yield Moment(at=(f"{panel(event.seat)}/{event.from_}/treasure",), text=text)


def treasure_buried(story: Story, event: e.TreasureBuried) -> Beats:
    story.states(f"buried:{event.space}")
    own, text = panel(event.seat), f"{story.who(event.seat)} buries {n.one(event.treasure)} on {n.spot(event.space)}."
    space = f"{own}/figurehead" if event.space in POSEIDON else f"{own}/{event.space}"
    yield Move(gem(event.treasure), space, source=f"{own}/{event.from_}", text=text)
    yield gain(event.seat, "buried", 1, weight=0)


# Exploring


def explorer_moved(story: Story, event: e.ExplorerMoved) -> Beats:
    if event.who != "jordan" and event.to in TRACK:
        story.states(f"space:{event.to}")
    said = f"{story.who(event.who)}'s Explorer moves {plural(event.steps, 'space')} to {n.track(event.to)}"
    said += f", past {plural(event.skipped, 'other Explorer')}" if event.skipped else ""
    rivers = listed([str(river) for river in event.rivers_crossed])
    said += f", crossing river{'s' if len(event.rivers_crossed) > 1 else ''} {rivers}" if rivers else ""
    yield Move((f"explorer/{event.who}",), f"track/{event.to}", text=f"{said}.")
    if rivers:  # Some may have been crossed before.
        yield gain(event.who, "rivers")


def movement_forfeited(story: Story, event: e.MovementForfeited) -> Beats:
    story.states(f"forfeit:{event.source}")
    text = f"{story.who(event.seat)} gives up movement for {nouns(FORFEITS[event.source])}."
    yield Moment(at=(carrier(event.seat, event.source),), text=text)


def explorer_retired(story: Story, event: e.ExplorerRetired) -> Beats:
    text = f"{story.who(event.seat)}'s Explorer retires and returns to {n.track(event.to)}."
    yield Move((f"explorer/{event.seat}",), f"track/{event.to}", text=text)


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
