"""What effects give, as words with figures, for places and cards too small for a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from domain.drawing import Fact, Word
from domain.icons import Icon

from ..content import Effect, Effects
from ..texts.brief import named

Gain: TypeAlias = Callable[[Effect], Fact]

WORDS: Mapping[str, Word] = {
    "vp": Word("VP", "star"),
    "doubloons": Word("Doubloons", "coins"),
    "treasure": Word("Treasure", "gem"),
    "quest": Word("Quest", "scroll-text"),
    "figurehead": Word("Figurehead", "medal"),
    "marker": Word("Marker on an island", "tree-palm"),
    "bury": Word("Bury Treasures", "pickaxe"),
    "upgrade": Word("Upgrade", "ship-wheel"),
    "explore": Word("Explore", "footprints"),
    "raid": Word("Raid", "swords"),
    "power": Word("Raiding Power", "sword"),
    "reroll": Word("Rerolls", "rotate-cw"),
    "tile": Word("Black Market tile", "store"),
    "crew": Word("Crew Improvement", "users"),
    "equipment": Word("Equipment Improvement", "hammer"),
    "ship": Word("Ship Improvement", "sailboat"),
    "residence": Word("Residence", "house"),
    "discount": Word("Price of cards", "tag"),
    "range": Word("Spaces to sail", "compass"),
    "end_vp": Word("VP at the end", "star"),
    "or": Word("or"),
}
OR: Fact = ("or", "")
"""Stands between the two sides of a choice."""


def _signed(amount: int) -> str:
    return f"{amount:+}" if amount else ""


def _per(effect: Effect) -> str:
    return f"{effect.amount} per {named(effect.counter, many=False)}"


def _treasure(effect: Effect) -> str | int:
    if len(effect.types) in (1, 3):
        return effect.count
    return " or ".join([kind.capitalize() for kind in effect.types])


GAINS: Mapping[str, Gain] = {
    "gain_vp": lambda effect: ("vp", effect.amount),
    "gain_vp_per": lambda effect: ("vp", _per(effect)),
    "gain_vp_income": lambda effect: ("vp", "income"),
    "gain_doubloons": lambda effect: ("doubloons", effect.amount),
    "gain_doubloon_income": lambda effect: ("doubloons", "income"),
    "gain_treasure": lambda effect: ("treasure", _treasure(effect)),
    "gain_quest": lambda effect: ("quest", effect.count),
    "discard_quest": lambda effect: ("doubloons", f"{effect.doubloons} for a Quest"),
    "gain_figurehead": lambda effect: ("figurehead", f"for {effect.cost}"),
    "place_markers": lambda effect: ("marker", effect.count),
    "bury_treasure": lambda effect: ("bury", effect.count),
    "upgrade_ship": lambda effect: ("upgrade", effect.count),
    "explore": lambda effect: ("explore", effect.movement),
    "repeat_explorer_space": lambda effect: ("explore", "again"),
    "raid_all_dice": lambda effect: ("raid", f"all{_signed(effect.power_bonus)}"),
    "raid_one_die": lambda effect: ("raid", f"{effect.colour}{_signed(effect.power_bonus)}"),
    "raid_fixed": lambda effect: ("raid", effect.power),
    "place_black_market_tile": lambda effect: ("tile", f"for {effect.cost}" if effect.cost else 1),
    "activate_placed_tile": lambda effect: ("tile", "again"),
    "acquire_improvement": lambda effect: (effect.type, _signed(effect.surcharge) or 1),
    "construct_residence": lambda effect: ("residence", 1),
    "raid_power_bonus": lambda effect: ("power", _signed(effect.amount)),
    "die_power_bonus": lambda effect: ("power", f"{_signed(effect.amount)} {effect.colour}"),
    "raid_action": lambda effect: ("power", -effect.cost),
    "explore_bonus": lambda effect: ("explore", _signed(effect.amount)),
    "explore_forfeit": lambda effect: ("explore", -effect.cost),
    "discount": lambda effect: ("discount", -effect.amount),
    "ship_range": lambda effect: ("range", f"{effect.spaces}"),
    "refresh_quest_market": lambda effect: ("quest", "new"),
    "extra_reroll": lambda effect: ("reroll", _signed(effect.count)),
    "extra_bury_spaces": lambda effect: ("bury", "more"),
    "income_doubloons_per": lambda effect: ("doubloons", _per(effect)),
    "score_vp_per": lambda effect: ("end_vp", _per(effect)),
    "score_vp_per_treasure_set": lambda effect: ("end_vp", f"{effect.amount} per set"),
    "score_vp_per_quest_group": lambda effect: ("end_vp", f"{effect.amount} per {effect.group_size} Quests"),
}
"""The first fact of every op but `choose_one`. What an op pays for with power or movement follows that price."""


def gains(effects: Effects) -> tuple[Fact, ...]:
    """`(("explore", 3), ("or", ""), ("doubloons", 4))`."""
    return tuple(_gains(effects))


def _gains(effects: Effects) -> Iterator[Fact]:
    for effect in effects:
        for number, side in enumerate(effect.sides):
            if number:
                yield OR
            yield from _gains(side)
        if not effect.sides:
            yield GAINS[effect.op](effect)
            yield from _gains(effect.effects)


def icon_of(effects: Effects) -> Icon | None:
    """The icon of the first effect; of a choice, of its first side."""
    return next((WORDS[word].icon for word, _ in _gains(effects)), None)
