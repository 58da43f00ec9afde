"""What cards, spaces and boards do, in sentences: the texts of a drawing."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kit.words import capital, listed, plural

from ..content import (
    BURIED,
    FIGUREHEADS,
    IMPROVEMENTS,
    JORDAN_TRACK,
    LOCATIONS,
    QUESTS,
    RESIDENCES,
    RETIREMENT_TILE,
    SOLO_CARDS,
    STORAGE,
    TRACK,
    TRACK_START,
    Effects,
    Figurehead,
    Improvement,
    SoloAction,
)
from ..decisions.buying import IGNORE_DOUBLOONS
from ..decisions.gulf import GULF_EXPLORE, GULF_RAID, MARACAIBO_VP
from ..scoring import INCOMPLETE_QUEST_VP
from ..values import GULF, MARACAIBO, START
from .describe.turn import income
from .names import asked
from .phrases import BONUSES, deeds, lasting, scoring

WATERS = {
    START: "All ships begin each round here.",
    GULF: f"Place an Upgrade, then raid with {GULF_RAID.power_bonus} more Raiding Power, explore with "
    f"{GULF_EXPLORE.movement} movement or construct any Residence. From here a ship can only go to Maracaibo.",
    MARACAIBO: f"A ship that arrives gains {MARACAIBO_VP} VP and an Upgrade. The first to arrive ends the round.",
}
RETIREMENT = "Construct a Residence at half price; your Explorer returns to START. Once for each player."
SOLO_ACTIONS = {
    "solo_raid_location": "raid at a Location",
    "solo_explore_location": "explore at a Location",
    "solo_quest_location": "take a Quest at a Location",
    "solo_crew_or_equipment_location": "take the top Improvement of the deck at a Location",
}
JORDAN_SLOTS = {
    "solo_slot_advance": ("Next step", "Jordan goes one step on its track."),
    "solo_slot_figurehead": ("Figurehead", "A die picks the Figurehead that Jordan takes, if nobody has one."),
    "solo_slot_quest": ("Quest", "Jordan takes a Quest."),
    "solo_slot_residence": ("Residence", "A die picks the Residence that Jordan constructs."),
}
"""Name and effect of the slots of Jordan's ship (PM-314, PM-315, PM-316, PM-317, PM-318)."""
OPEN_WATER = f"Nothing to buy: a ship that stops here takes {IGNORE_DOUBLOONS} doubloons."


def sentences(parts: Iterable[str]) -> str:
    return " ".join([f"{capital(part)}." for part in parts])


def _effects(card: Improvement | Figurehead) -> list[str]:
    said = [f"at once {deeds(card.immediate)}"] if card.immediate else []
    return [*said, *lasting(card.ongoing), *income(card.income.doubloons, card.income.vp)]


def card(name: str) -> str:
    """What a card of the sea or a Figurehead does."""
    if name in FIGUREHEADS:
        return sentences(_effects(FIGUREHEADS[name]))
    if name in LOCATIONS:
        return sentences([deeds((action,)) for action in LOCATIONS[name].actions])
    if name in RESIDENCES:
        house = RESIDENCES[name]
        first = f"{house.first_builder_vp} VP for whoever builds here first"
        return sentences([f"at the end {scoring((house.scoring,))[0]}", first])
    found = IMPROVEMENTS[name]
    end = [f"at the end {listed(scoring(found.endgame))}"] if found.endgame else []
    return sentences([*_effects(found), *end])


def track(space: str) -> str:
    """The reward of a space of the exploration track."""
    if space == RETIREMENT_TILE:
        return RETIREMENT
    return "All Explorers begin here." if space == TRACK_START else effects(TRACK[space].effects)


def effects(found: Effects, *, ongoing: bool = False) -> str:
    """What a space or slot gives."""
    return sentences(lasting(found)) if ongoing else sentences([deeds(found)] if found else [])


def quest(name: str, *, hunted: bool) -> str:
    """Both lines of a Quest; with Quest Hunters only the harder one counts, and twice (PM-359, PM-360)."""
    lines = QUESTS[name]
    if hunted:
        return f"{capital(asked(lines.bottom))}: {2 * lines.bottom.vp} VP, otherwise {INCOMPLETE_QUEST_VP} VP."
    return " ".join([f"{capital(asked(line))}: {line.vp} VP." for line in (lines.top, lines.bottom)])


def _solo(action: SoloAction) -> str:
    if action.type_order:
        return f"buy an Improvement ({listed([each.capitalize() for each in action.type_order], last='or')})"
    return SOLO_ACTIONS[action.op]


def solo_card(name: str) -> str:
    """Jordan does the first action that is possible, after the bonus."""
    found = SOLO_CARDS[name]
    bonus = [f"first {BONUSES[found.bonus.op]} as a bonus"] if found.bonus else []
    first, *others = [_solo(action) for action in found.main]
    return sentences([*bonus, first, *[f"otherwise {other}" for other in others]])


def jordan_step(position: int) -> str:
    """What raids and exploring bring Jordan at this step of its track."""
    step = JORDAN_TRACK[position]
    raid = [plural(step.raid.treasures, "Treasure"), *([f"{step.raid.vp} VP"] if step.raid.vp else [])]
    more = f" and {plural(step.explore.extra_spaces, 'more space')}" if step.explore.extra_spaces else ""
    marker = ["then a marker, if Jordan has more of that type"] if step.raid.marker_if_jordan_has_more else []
    return sentences([f"a raid gains {listed(raid)}", *marker, f"exploring gains {step.explore.vp} VP{more}"])


def hideout(space: str) -> str:
    """Where a Treasure is stored or buried, and the bonus."""
    if space in STORAGE:
        return f"Storing a Treasure here: {deeds(STORAGE[space][1].effects)}."
    if space in BURIED:
        bonus = BURIED[space][1].effects
        return f"Burying a Treasure here: {deeds(bonus)}." if bonus else "Burying a Treasure here brings no bonus."
    return "Any number of Treasures can be stored here."
