"""Effects in words: as a verb (`bury 1 Treasure`), as a noun (`burying 1 Treasure`), and ongoing ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from domain.kit.words import listed, plural

from ..content import Effect, Effects

Deed: TypeAlias = tuple[str, str]
"""A verb and its object."""

COUNTED: Mapping[str, tuple[str, str]] = {
    "crew_improvements": ("Crew Improvement", "Crew Improvements"),
    "equipment_improvements": ("Equipment Improvement", "Equipment Improvements"),
    "ship_improvements": ("Ship Improvement", "Ship Improvements"),
    "improvements_and_residences": ("Improvement or Residence", "Improvements and Residences"),
    "lightning_improvements": ("lightning Improvement", "lightning Improvements"),
    "residences": ("Residence", "Residences"),
    "upgrades": ("Upgrade", "Upgrades"),
    "treasures": ("Treasure", "Treasures"),
    "gold_treasures": ("Gold", "Gold"),
    "emerald_treasures": ("Emerald", "Emeralds"),
    "pearl_treasures": ("Pearl", "Pearls"),
    "treasure_sets": ("set of Gold, Emerald and Pearl", "sets of Gold, Emerald and Pearl"),
    "buried_treasures": ("buried Treasure", "buried Treasures"),
    "rivers": ("river crossed", "rivers crossed"),
    "quests_in_hand": ("Quest in hand", "Quests in hand"),
    "scoring_quests": ("scoring Quest", "scoring Quests"),
    "doubloon_income": ("doubloon of income", "doubloons of income"),
    "vp_income": ("VP of income", "VP of income"),
}
"""Singular and plural of what each counter counts."""

GERUNDS = {
    "acquire": "acquiring",
    "bury": "burying",
    "construct": "constructing",
    "explore": "exploring",
    "gain": "gaining",
    "place": "placing",
    "raid": "raiding",
    "return": "returning",
    "use": "using",
}


def counted_things(number: int, counter: str) -> str:
    """`2 rivers crossed`."""
    return f"{number} {COUNTED[counter][number != 1]}"


def at_most(effect: Effect) -> str:
    return "" if effect.max is None else f", at most {effect.max}"


# Deeds


def _treasure(effect: Effect) -> Deed:
    if effect.types == ("die_colour",):
        return "gain", "1 Treasure of the raid's type"
    if len(effect.types) == 3:
        of = "one type" if effect.same_type and effect.count > 1 else "any type"
        return "gain", f"{plural(effect.count, 'Treasure')} of {of}"
    return "gain", f"{effect.count} {listed([kind.capitalize() for kind in effect.types], last='or')}"


def _markers(effect: Effect) -> Deed:
    island = "any one island" if effect.island == "any" else f"the {effect.island.capitalize()} island"
    return "place", f"{plural(effect.count, 'marker')} on {island}"


def _tile(effect: Effect) -> Deed:
    paid = f" for {plural(effect.cost, 'doubloon')}" if effect.cost else ""
    return "place", f"a Black Market tile{paid}"


def _acquire(effect: Effect) -> Deed:
    more = f" for {plural(effect.surcharge, 'doubloon')} more" if effect.surcharge else ""
    return "acquire", f"any {effect.type.capitalize()} Improvement{more}"


def _bonus(amount: int) -> str:
    return f" and {amount} more Raiding Power" if amount else ""


DEEDS: Mapping[str, Callable[[Effect], Deed]] = {
    "gain_vp": lambda effect: ("gain", f"{effect.amount} VP"),
    "gain_doubloons": lambda effect: ("gain", plural(effect.amount, "doubloon")),
    "gain_vp_per": lambda effect: ("gain", f"{effect.amount} VP for each {COUNTED[effect.counter][0]}{at_most(effect)}"),
    "gain_vp_income": lambda effect: ("gain", "VP equal to the VP income"),
    "gain_doubloon_income": lambda effect: ("gain", "doubloons equal to the doubloon income"),
    "gain_treasure": _treasure,
    "gain_quest": lambda effect: ("gain", plural(effect.count, "Quest")),
    "gain_figurehead": lambda effect: ("gain", f"a Figurehead for {plural(effect.cost, 'doubloon')}"),
    "place_markers": _markers,
    "bury_treasure": lambda effect: ("bury", plural(effect.count, "Treasure")),
    "upgrade_ship": lambda effect: ("place", plural(effect.count, "Upgrade")),
    "discard_quest": lambda effect: ("return", f"1 Quest for {plural(effect.doubloons, 'doubloon')}"),
    "explore": lambda effect: ("explore", f"with {effect.movement} movement"),
    "repeat_explorer_space": lambda effect: ("use", "the Explorer's space again"),
    "raid_all_dice": lambda effect: ("raid", f"with all dice{_bonus(effect.power_bonus)}"),
    "raid_one_die": lambda effect: ("raid", f"with the {effect.colour} die{_bonus(effect.power_bonus)}"),
    "raid_fixed": lambda effect: ("raid", f"with {effect.power} Raiding Power and no dice"),
    "place_black_market_tile": _tile,
    "activate_placed_tile": lambda effect: ("use", "a Black Market tile placed before"),
    "acquire_improvement": _acquire,
    "construct_residence": lambda effect: ("construct", "any Residence"),
}
"""Every immediate op but `choose_one`."""


def deeds(effects: Sequence[Effect]) -> str:
    """`gain 3 VP and 2 doubloons and place 1 marker on any one island`."""
    return listed(list(_grouped(effects, lambda verb, objects: f"{verb} {objects}")))


def nouns(effects: Sequence[Effect]) -> str:
    """`3 VP, 2 doubloons and placing 1 Upgrade`."""
    return listed(list(_grouped(effects, lambda verb, objects: objects if verb == "gain" else f"{GERUNDS[verb]} {objects}")))


def without(effects: Sequence[Effect]) -> str:
    """`gaining 1 Quest or burying 1 Treasure`."""
    return listed(list(_grouped(effects, lambda verb, objects: f"{GERUNDS[verb]} {objects}")), last="or")


def _grouped(effects: Sequence[Effect], said: Callable[[str, str], str]) -> Iterable[str]:
    """Consecutive effects with the same verb share it; a choice is given by its sides."""
    for is_choice, run in groupby(effects, lambda effect: bool(effect.sides)):
        if is_choice:
            for effect in run:
                yield listed([listed(list(_grouped(side, said))) for side in effect.sides], last="or")
            continue
        for verb, group in groupby((DEEDS[effect.op](effect) for effect in run), lambda deed: deed[0]):
            yield said(verb, listed([thing for _, thing in group]))


# Ongoing and final scoring


def _forfeit(effect: Effect) -> str:
    return f"once per Explore give up {effect.cost} movement for {nouns(effect.effects)}"


def _extra_spaces(effect: Effect) -> str:
    assert isinstance(effect.spaces, tuple)
    return f"bury Treasure of any type on more spaces, for {listed([nouns(space.effects) for space in effect.spaces])}"


LASTING: Mapping[str, Callable[[Effect], str]] = {
    "raid_power_bonus": lambda effect: f"{effect.amount} more Raiding Power in every raid",
    "die_power_bonus": lambda effect: f"{effect.amount} more Raiding Power with the {effect.colour} die",
    "raid_action": lambda effect: f"once per turn spend {effect.cost} Raiding Power to {deeds(effect.effects)}",
    "explore_bonus": lambda effect: f"{effect.amount} more movement in every Explore",
    "explore_forfeit": _forfeit,
    "discount": lambda effect: f"Improvements and Residences cost {plural(effect.amount, 'doubloon')} less",
    "ship_range": lambda effect: f"sail up to {effect.spaces} spaces",
    "refresh_quest_market": lambda effect: "replace the Quest Market before gaining a Quest",
    "extra_reroll": lambda effect: f"{plural(effect.count, 'more reroll')} in every raid",
    "extra_bury_spaces": _extra_spaces,
    "income_doubloons_per": lambda effect: (
        f"{plural(effect.amount, 'doubloon')} for each {COUNTED[effect.counter][0]} at each income"
    ),
}
"""Every ongoing op."""


def _set(effect: Effect) -> str:
    things = [f"{effect.types.count(kind)} {kind.capitalize()}" for kind in dict.fromkeys(effect.types)]
    return f"{effect.amount} VP for each set of {listed(things)}"


SCORING: Mapping[str, Callable[[Effect], str]] = {
    "score_vp_per": lambda effect: f"{effect.amount} VP for each {COUNTED[effect.counter][0]}{at_most(effect)}",
    "score_vp_per_treasure_set": _set,
    "score_vp_per_quest_group": lambda effect: f"{effect.amount} VP for every {effect.group_size} scoring Quests",
}
"""Every op of the final scoring."""

BONUSES = {
    "solo_bonus_upgrade": "an Upgrade",
    "solo_bonus_raid": "a raid",
    "solo_bonus_explore": "exploring",
}
"""The bonus of each of Jordan's cards that has one."""


def lasting(effects: Effects) -> list[str]:
    return [LASTING[effect.op](effect) for effect in effects]


def scoring(effects: Effects) -> list[str]:
    return [SCORING[effect.op](effect) for effect in effects]
