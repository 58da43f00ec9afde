"""Small values that states, events and views share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.game import Hidden
from domain.kit.closed import one_of

Cards: TypeAlias = tuple[str, ...]
Treasure: TypeAlias = Literal["gold", "emerald", "pearl"]
"""A type of Treasure."""
DieColour: TypeAlias = Literal["yellow", "green", "white"]
Who: TypeAlias = int | Literal["jordan"]
"""A seat by its number, or `jordan`, the automated opponent of the solo mode."""

TREASURES: tuple[Treasure, ...] = ("gold", "emerald", "pearl")
DIE_COLOURS: tuple[DieColour, ...] = ("yellow", "green", "white")
TREASURE_OF: Mapping[DieColour, Treasure] = {"yellow": "gold", "green": "emerald", "white": "pearl"}
"""The Treasure of a raid by the colour of its die (PM-008)."""

START, GULF, MARACAIBO = "start", "gulf", "maracaibo"
"""Names of the spaces that are no cards, in commands and events (PM-404)."""


Back: TypeAlias = Literal["tier_1_location", "tier_1_improvement", "tier_1_residence", "tier_2", "open_water"]


class SeaCard(msgspec.Struct, frozen=True, gc=False):
    """A card in the sea or in the Tier II deck. An empty `id` is Open Water (PM-071)."""

    id: str
    back: Back
    """Its back, which everyone knows while the card is face down (PM-349)."""
    face_up: bool = True
    doubloons: int = 0
    """Doubloons on a face-down Tier I Location (PM-328)."""


class LaidCard(msgspec.Struct, frozen=True, gc=False):
    """A card in an event; its id is hidden while it is face down."""

    id: str | Hidden
    """Which card it is; an empty string is Open Water."""
    back: Back
    """Its back, which everyone knows while the card is face down."""
    face_up: bool
    """Whether its front can be seen."""
    doubloons: int = 0
    """Doubloons on a face-down Tier I Location."""


OPEN_WATER = SeaCard("", "open_water")


class Pool(msgspec.Struct, frozen=True, gc=False):
    """The Raiding Power of one raid that is still unspent in this turn (PM-111)."""

    number: int
    """Each raid of a turn has its own pool."""
    power: int
    """The power that is left."""
    treasure: Treasure | None
    """The type that this raid gains; null where each Treasure is of any type (PM-115)."""


RollPurpose: TypeAlias = Annotated[
    str, one_of(("raid", "combat", "treasure", "figurehead", "residence", "ruby"), "RollPurpose")
]
"""What dice are rolled for: a seat's raid, a combat, or what Jordan gains, builds or sells."""


class Die(msgspec.Struct, frozen=True, gc=False):
    """A die as it lies on the table."""

    who: Who
    """The seat that rolled it, or `jordan`."""
    pips: int
    """What it shows, from 1 to 6."""
    colour: DieColour | None = None
    """Null where colour has no meaning: in combats and for Jordan."""


class Throw(msgspec.Struct, frozen=True, gc=False):
    """The dice rolled last; of rolls that were repeated the last one."""

    purpose: RollPurpose
    dice: tuple[Die, ...]
    """In raids by colour, in combats by fighter."""


SCORE_PARTS = (
    *("rivers", "doubloons", "improvements", "lines", "residences"),
    *("treasures", "buried", "quests", "many_quests", "rubies"),
)
ScorePartName: TypeAlias = Annotated[str, one_of(SCORE_PARTS, "ScorePartName")]
"""A part of the final scoring."""


class Share(msgspec.Struct, frozen=True, gc=False):
    """One part of the final scoring (PM-240)."""

    what: ScorePartName
    vp: int
    """Its points."""
