"""Names and small phrases for people: of cards, spaces, Quests, Treasures and captains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.game import Hidden
from domain.kit.words import capital, listed, ordinal, plural

from ..content import (
    BURIED,
    FIGUREHEADS,
    IMPROVEMENTS,
    LAYOUTS,
    LOCATIONS,
    POSEIDON,
    QUESTS,
    RESIDENCES,
    RETIREMENT_TILE,
    RUBY_MARKET,
    SLOTS,
    STORAGE,
    TRACK,
    TRACK_END,
    TRACK_START,
    Line,
    Quest,
)
from ..scoring import INCOMPLETE_QUEST_VP
from ..values import GULF, MARACAIBO, START, Back, Who
from .phrases import counted_things, nouns

WATERS: Final = {START: "the starting zone", GULF: "the Gulf", MARACAIBO: "Maracaibo"}
HEIGHTS: Final = {1: ("",), 2: ("top", "bottom"), 3: ("top", "middle", "bottom"), 4: ("top", "upper", "lower", "bottom")}
"""Where the spaces of a column lie, by how many it has."""
BACKS: Final[dict[Back, str]] = {
    "tier_1_location": "a face-down Location",
    "tier_1_improvement": "a face-down Improvement",
    "tier_1_residence": "a face-down Residence",
    "tier_2": "a face-down Tier II card",
    "open_water": "Open Water",
}


def doubloons(amount: int) -> str:
    return plural(amount, "doubloon")


def price(amount: int) -> str:
    return f"for {doubloons(amount)}" if amount else "free of charge"


def who(name: Who, names: Sequence[str]) -> str:
    """A seat by its player's name, or the automated opponent."""
    return "Jordan" if name == "jordan" else names[name]


# The sea


def cell(space: str) -> str:
    """A space by its name, or by its column: `the 3rd column`."""
    return WATERS[space] if space in WATERS else f"the {ordinal(_column(space))} column"


def _column(space: str) -> int:
    return int(space.removeprefix("c").partition("r")[0])


def spot_of(space: str, layout: str) -> str:
    """A space of a layout by its column and its place there: `3rd column top`."""
    column = _column(space)
    beside = [each.id for each in LAYOUTS[layout].spaces if each.column == column]
    return f"{ordinal(column)} column {HEIGHTS[len(beside)][beside.index(space)]}".rstrip()


def card(name: str) -> str:
    """A card of the sea within a sentence."""
    if name in IMPROVEMENTS:
        return IMPROVEMENTS[name].name
    if name in RESIDENCES:
        return f"the {RESIDENCES[name].name}"
    return LOCATIONS[name].name if name in LOCATIONS else "Open Water"


def laid(name: str | Hidden | None, back: Back) -> str:
    """A card that may be face down."""
    return BACKS[back] if isinstance(name, Hidden) else card(name or "")


def improvement_type(name: str) -> str:
    return f"{IMPROVEMENTS[name].type.capitalize()} Improvement"


# Treasure


def treasure(kind: str) -> str:
    """`Gold`, `Emerald`, `Pearl`."""
    return kind.capitalize()


def treasures(kind: str | None) -> str:
    """Treasures of one type, or of any."""
    if kind is None:
        return "Treasure of any type"
    return "Gold" if kind == "gold" else f"{kind.capitalize()}s"


def one(kind: str) -> str:
    return "an Emerald" if kind == "emerald" else "a Pearl" if kind == "pearl" else "a Gold"


def island(kind: str) -> str:
    return f"the {treasure(kind)} island"


def spot(space: str) -> str:
    """A bonus space of the hideout board or of Poseidon."""
    if space in STORAGE:
        return f"the space for {nouns(STORAGE[space][1].effects)}"
    effects = POSEIDON[space].effects if space in POSEIDON else BURIED[space][1].effects
    bonus = f"for {nouns(effects)}" if effects else "without a bonus"
    board = "Poseidon's" if space in POSEIDON else "the buried"
    return f"{board} space {bonus}"


# Boards and cards


def track(space: str) -> str:
    """A space of the exploration track."""
    if space in (TRACK_START, TRACK_END):
        return "START" if space == TRACK_START else "END"
    return "the Retirement tile" if space == RETIREMENT_TILE else f"the space for {nouns(TRACK[space].effects)}"


def carrier(name: str) -> str:
    """The card, Figurehead or Upgrade that gives an additional ability."""
    if name in IMPROVEMENTS:
        return IMPROVEMENTS[name].name
    return FIGUREHEADS[name].name if name in FIGUREHEADS else f"Upgrade of section {SLOTS[name].section}"


def figurehead(name: str) -> str:
    return f"the Figurehead {FIGUREHEADS[name].name}"


def ruby_space(name: str) -> str:
    return nouns(RUBY_MARKET[name].effects)


# Quests


def quest(name: str | Hidden) -> str:
    """A Quest by its requirements."""
    if isinstance(name, Hidden):
        return "a Quest"
    card = QUESTS[name]
    return f"the Quest for {asked(card.top)} ({card.top.vp} VP) or {_harder(card)} ({card.bottom.vp} VP)"


def hunted_quest(name: str) -> str:
    """A Quest with Quest Hunters: only the harder line counts, and twice (PM-359, PM-360)."""
    card = QUESTS[name]
    return f"the Quest for {asked(card.bottom)} ({2 * card.bottom.vp} VP, otherwise {INCOMPLETE_QUEST_VP} VP)"


def _harder(card: Quest) -> str:
    """The second line in short, which asks for more of the same."""
    numbers = [str(need.at_least) for need in card.bottom.needs]
    return f"{numbers[0]} of each" if len(numbers) > 1 and len(set(numbers)) == 1 else listed(numbers)


def asked(line: Line) -> str:
    return listed([counted_things(need.at_least, need.counter) for need in line.needs])


def told_hunted_quest(name: str) -> str:
    """A Quest by its harder line, which alone counts with Quest Hunters (PM-359)."""
    return f"the Quest for {asked(QUESTS[name].bottom)}"


def told_quest(name: str) -> str:
    """A Quest by both its lines, in short."""
    card = QUESTS[name]
    if len(card.top.needs) > 1:
        return f"the Quest for {asked(card.top)}, or {_harder(card)}"
    return f"the Quest for {card.top.needs[0].at_least} or {asked(card.bottom)}"


def sentence(words: str) -> str:
    return f"{capital(words)}."
