"""Effects, Quests and cards in at most 40 characters: names of places on boards, and parts of labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from domain.kit.plain_words import LONGEST_LABEL
from domain.kit.words import listed, plural, with_article

from ..content import (
    BURIED,
    FIGUREHEADS,
    IMPROVEMENTS,
    JORDAN_TRACK,
    POSEIDON,
    QUESTS,
    SLOTS,
    STORAGE,
    TRACK,
    TRACK_END,
    TRACK_START,
    Effect,
    Effects,
)
from ..values import START
from .names import WATERS, spot_of
from .phrases import COUNTED

PLACES: Final = {**WATERS, START: "Starting zone", "gulf": "Gulf"}


def cut(words: str, room: int = LONGEST_LABEL) -> str:
    """The words, or as many of them as there is room for."""
    return words if len(words) <= room else f"{words[: room - 1].rstrip(' ,')}…"


def named(things: str, *, many: bool = True) -> str:
    """What a counter counts, without the word that all such things share: `Crew`, `Residences`."""
    return COUNTED[things][many].removesuffix(" Improvements").removesuffix(" Improvement")


# Effects


def _treasure(effect: Effect) -> str:
    if effect.types == ("die_colour",):
        return "1 Treasure"
    if len(effect.types) == 3:
        return plural(effect.count, "Treasure")
    return f"{effect.count} {listed([kind.capitalize() for kind in effect.types], last='or')}"


def _markers(effect: Effect) -> str:
    return plural(effect.count, "marker" if effect.island == "any" else f"{effect.island.capitalize()} marker")


def _more(number: int) -> str:
    return f" +{number}" if number else ""


def _counted(effect: Effect) -> str:
    return f"{effect.amount} VP per {named(effect.counter, many=False)}"


def _sides(effect: Effect) -> str:
    return " / ".join([brief(side) for side in effect.sides])


BRIEF: Mapping[str, Callable[[Effect], str]] = {
    "gain_vp": lambda effect: f"{effect.amount} VP",
    "gain_doubloons": lambda effect: plural(effect.amount, "doubloon"),
    "gain_vp_per": _counted,
    "gain_vp_income": lambda effect: "VP income",
    "gain_doubloon_income": lambda effect: "Doubloon income",
    "gain_treasure": _treasure,
    "gain_quest": lambda effect: plural(effect.count, "Quest"),
    "gain_figurehead": lambda effect: "Figurehead",
    "place_markers": _markers,
    "bury_treasure": lambda effect: f"Bury {effect.count}",
    "upgrade_ship": lambda effect: plural(effect.count, "Upgrade"),
    "discard_quest": lambda effect: f"Quest for {plural(effect.doubloons, 'doubloon')}",
    "explore": lambda effect: f"Explore {effect.movement}",
    "repeat_explorer_space": lambda effect: "Explorer's space again",
    "raid_all_dice": lambda effect: f"Raid{_more(effect.power_bonus)}",
    "raid_one_die": lambda effect: f"Raid, {effect.colour} die{_more(effect.power_bonus)}",
    "raid_fixed": lambda effect: f"Raid with {effect.power}",
    "place_black_market_tile": lambda effect: f"Tile for {effect.cost}" if effect.cost else "Tile",
    "activate_placed_tile": lambda effect: "Use a tile",
    "acquire_improvement": lambda effect: f"{effect.type.capitalize()}{_more(effect.surcharge) or ' Improvement'}",
    "construct_residence": lambda effect: "Residence",
    "choose_one": _sides,
    "raid_power_bonus": lambda effect: f"+{effect.amount} power",
    "raid_action": lambda effect: f"{effect.cost} power: {brief(effect.effects)}",
    "explore_bonus": lambda effect: f"+{effect.amount} movement",
    "explore_forfeit": lambda effect: f"-{effect.cost} movement: {brief(effect.effects)}",
    "discount": lambda effect: f"{plural(effect.amount, 'doubloon')} off",
    "refresh_quest_market": lambda effect: "New Quest Market",
}
"""Every op of boards, and of cards as far as it is an offer."""


def brief(effects: Effects) -> str:
    """`3 VP, 2 doubloons`; nothing for no effects."""
    return ", ".join([BRIEF[effect.op](effect) for effect in effects])


def _bought(effect: Effect) -> str:
    more = f" for {effect.surcharge} more" if effect.surcharge else ""
    return f"Buy {with_article(effect.type.capitalize())} Improvement{more}"


def _gained(effect: Effect) -> str:
    return f"Gain {BRIEF[effect.op](effect)}"


DEEDS: Mapping[str, Callable[[Effect], str]] = {
    "gain_vp": _gained,
    "gain_doubloons": _gained,
    "gain_vp_per": _gained,
    "gain_vp_income": _gained,
    "gain_doubloon_income": lambda effect: "Gain doubloon income",
    "gain_treasure": _gained,
    "gain_quest": lambda effect: f"Take {BRIEF[effect.op](effect)}",
    "gain_figurehead": lambda effect: "Fit a Figurehead",
    "place_markers": lambda effect: f"Place {_markers(effect)}",
    "bury_treasure": lambda effect: f"Bury {plural(effect.count, 'Treasure')}",
    "upgrade_ship": lambda effect: f"Place {BRIEF[effect.op](effect)}",
    "discard_quest": lambda effect: f"Return a {BRIEF[effect.op](effect)}",
    "repeat_explorer_space": lambda effect: "Use the Explorer's space again",
    "place_black_market_tile": lambda effect: f"Place a tile for {effect.cost}" if effect.cost else "Place a tile",
    "acquire_improvement": _bought,
    "construct_residence": lambda effect: "Build a Residence",
    "choose_one": lambda effect: f"Choose {_sides(effect)}",
}
"""The ops whose words in `BRIEF` have no verb, with one."""


def deed(effects: Effects) -> str:
    """What a button for effects does: `Gain 3 VP, 2 doubloons`."""
    first, *rest = effects
    told = DEEDS.get(first.op, BRIEF[first.op])(first)
    return ", ".join([told, *[BRIEF[effect.op](effect) for effect in rest]])


# Places and cards


def place(space: str, layout: str) -> str:
    """A place of the sea: `Gulf`, `3rd column top`."""
    return PLACES[space] if space in PLACES else spot_of(space, layout)


def track(space: str) -> str:
    """A space of the exploration track by its reward."""
    if space in (TRACK_START, TRACK_END):
        return "START" if space == TRACK_START else "END"
    return brief(TRACK[space].effects) if space in TRACK else "Retirement"


def hideout(space: str) -> str:
    """A space of the hideout board or of Poseidon by its bonus; of plain storage by its type."""
    if space in STORAGE:
        return brief(STORAGE[space][1].effects)
    if space in BURIED or space in POSEIDON:
        return brief((POSEIDON[space] if space in POSEIDON else BURIED[space][1]).effects) or "No bonus"
    return space.partition(":")[0].capitalize()


def carrier(name: str) -> str:
    """A card, Figurehead or slot that gives a lasting ability."""
    if name in IMPROVEMENTS:
        return IMPROVEMENTS[name].name
    return FIGUREHEADS[name].name if name in FIGUREHEADS else brief(SLOTS[name].effects)


def jordan_step(position: int) -> str:
    """The Treasures and VP of raids, and the VP of exploring: `1: raid 1, explore 3 VP`."""
    step = JORDAN_TRACK[position]
    vp = f" and {step.raid.vp} VP" if step.raid.vp else ""
    return f"{position}: raid {step.raid.treasures}{vp}, explore {step.explore.vp} VP"


# Quests


def quest(name: str, *, hunted: bool) -> str:
    """A Quest by what it counts: `3/5 Residences`; with Quest Hunters its harder line alone (PM-359)."""
    card = QUESTS[name]
    pairs = list(zip(card.top.needs, card.bottom.needs, strict=True))
    counts = [str(hard.at_least) if hunted else f"{easy.at_least}/{hard.at_least}" for easy, hard in pairs]
    wanted = [need.counter for need in card.bottom.needs]
    full = [f"{count} {COUNTED[counter][1]}" for count, counter in zip(counts, wanted, strict=True)]
    short = [f"{count} {named(counter)}" for count, counter in zip(counts, wanted, strict=True)]
    return next(words for words in map(", ".join, (full, short)) if len(words) <= LONGEST_LABEL)
