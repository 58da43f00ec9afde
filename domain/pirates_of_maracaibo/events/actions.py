"""Effects, raids, Treasure, exploring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from ..parts import Color, Treasure
from .base import BaseEvent


class ActionTaken(BaseEvent, frozen=True, tag="action_taken"):
    """PM-V18."""

    seat: int
    space: str
    action: int
    side: int | None


class LocationActionsFinished(BaseEvent, frozen=True, tag="location_actions_finished"):
    """PM-V49."""

    seat: int


class GulfOptionTaken(BaseEvent, frozen=True, tag="gulf_option_taken"):
    """PM-V50."""

    seat: int
    option: Literal["raid", "explore", "residence", "none"]


class EffectsOpened(BaseEvent, frozen=True, tag="effects_opened"):
    """PM-V47: the list of a source, by the names of its effects."""

    seat: int
    source: str
    effects: tuple[str, ...]
    optional: bool


class EffectStarted(BaseEvent, frozen=True, tag="effect_started"):
    """PM-V48."""

    seat: int
    index: int
    side: int | None


class EffectSkipped(BaseEvent, frozen=True, tag="effect_skipped"):
    """PM-V35."""

    seat: int
    effect: str
    reason: Literal["declined", "nothing_to_do"]


class EffectsFinished(BaseEvent, frozen=True, tag="effects_finished"):
    """PM-V49."""

    seat: int


class DiceRolled(BaseEvent, frozen=True, tag="dice_rolled"):
    """PM-V19."""

    seat: int
    dice: Mapping[Color, int]
    reroll_number: int


class DieChosen(BaseEvent, frozen=True, tag="die_chosen"):
    """PM-V20."""

    seat: int
    pool: int
    color: Color
    pips: int
    power: int
    treasure_type: Treasure


class FixedRaidStarted(BaseEvent, frozen=True, tag="fixed_raid_started"):
    """PM-V45."""

    seat: int
    pool: int
    power: int


class RaidActionUsed(BaseEvent, frozen=True, tag="raid_action_used"):
    """PM-V21."""

    seat: int
    pool: int
    key: str
    cost: int
    power_left: int


class RaidStopped(BaseEvent, frozen=True, tag="raid_stopped"):
    """PM-V46."""

    seat: int
    pool: int
    power_left: int


class RaidResumed(BaseEvent, frozen=True, tag="raid_resumed"):
    """PM-V46."""

    seat: int
    pool: int
    power_left: int


class TreasureTypeChosen(BaseEvent, frozen=True, tag="treasure_type_chosen"):
    """PM-V59."""

    seat: int
    treasure: Treasure


class TreasureGained(BaseEvent, frozen=True, tag="treasure_gained", rename={"from_": "from"}):
    """PM-V22; Jordan's are never stored."""

    seat: int
    treasure: Treasure
    from_: Literal["island", "supply"]


class TreasureStored(BaseEvent, frozen=True, tag="treasure_stored"):
    """PM-V23; `place` is `<type>:plain` or a bonus space."""

    seat: int
    treasure: Treasure
    place: str


class BuryMarkerChosen(BaseEvent, frozen=True, tag="bury_marker_chosen", rename={"from_": "from"}):
    """PM-V51."""

    seat: int
    treasure: Treasure
    from_: str


class TreasureBuried(BaseEvent, frozen=True, tag="treasure_buried", rename={"from_": "from"}):
    """PM-V24."""

    seat: int
    treasure: Treasure
    from_: str
    space: str


class ExplorerMoved(BaseEvent, frozen=True, tag="explorer_moved", rename={"from_": "from"}):
    """PM-V25."""

    who: int | Literal["jordan"]
    from_: str
    to: str
    steps: int
    skipped: int
    rivers_crossed: tuple[int, ...]


class MovementForfeited(BaseEvent, frozen=True, tag="movement_forfeited"):
    """PM-V26."""

    seat: int
    source: str


class ExplorerRetired(BaseEvent, frozen=True, tag="explorer_retired", rename={"from_": "from"}):
    """PM-V53."""

    seat: int
    from_: str
    to: str


ActionEvent: TypeAlias = (
    ActionTaken
    | LocationActionsFinished
    | GulfOptionTaken
    | EffectsOpened
    | EffectStarted
    | EffectSkipped
    | EffectsFinished
    | DiceRolled
    | DieChosen
    | FixedRaidStarted
    | RaidActionUsed
    | RaidStopped
    | RaidResumed
    | TreasureTypeChosen
    | TreasureGained
    | TreasureStored
    | BuryMarkerChosen
    | TreasureBuried
    | ExplorerMoved
    | MovementForfeited
    | ExplorerRetired
)
