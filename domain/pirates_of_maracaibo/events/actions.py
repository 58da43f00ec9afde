"""Effects, raids, Treasure, exploring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domain.game import SeatNumber
from domain.kit.events import BaseEvent

from ..ids import BuriedSpaceId, CardSpaceId, ForfeitId, RaidActionId, StoragePlace, TrackSpaceId
from ..values import DieColour, Treasure


class ActionTaken(BaseEvent, frozen=True, tag="action_taken"):
    """A seat began an action of the Location where its ship is (PM-V18)."""

    seat: SeatNumber
    space: CardSpaceId
    """The space of the Location."""
    action: int
    """The action's number on the Location."""
    side: int | None
    """The side of the slash that was taken; null where the action has none."""


class LocationActionsFinished(BaseEvent, frozen=True, tag="location_actions_finished"):
    """A seat left the other actions of its Location out (PM-V49)."""

    seat: SeatNumber


class GulfOptionTaken(BaseEvent, frozen=True, tag="gulf_option_taken"):
    """A seat in the Gulf chose its option, or none (PM-V50)."""

    seat: SeatNumber
    option: Literal["raid", "explore", "residence", "none"]
    """The option chosen."""


class EffectsOpened(BaseEvent, frozen=True, tag="effects_opened"):
    """A source's list of effects, by their names, was opened for a seat (PM-V47)."""

    seat: SeatNumber
    source: str
    """The source of the effects, such as a card, slot, tile or space, as `<kind>:<name>`."""
    effects: tuple[str, ...]
    """In the order of the list."""
    optional: bool
    """Whether effects of the list may be left out."""


class EffectStarted(BaseEvent, frozen=True, tag="effect_started"):
    """A seat began an effect of the list (PM-V48)."""

    seat: SeatNumber
    index: int
    """The effect's place in the list."""
    side: int | None
    """The side taken of an effect that is a choice; otherwise null."""


class EffectSkipped(BaseEvent, frozen=True, tag="effect_skipped"):
    """An effect was left out, by choice or because it could do nothing (PM-V35)."""

    seat: SeatNumber
    effect: str
    """Its name."""
    reason: Literal["declined", "nothing_to_do"]
    """Whether the seat left it out or it could do nothing."""


class EffectsFinished(BaseEvent, frozen=True, tag="effects_finished"):
    """A seat left the other effects of the list out (PM-V49)."""

    seat: SeatNumber


class DiceRolled(BaseEvent, frozen=True, tag="dice_rolled"):
    """A seat rolled the dice of a raid (PM-V19)."""

    seat: SeatNumber
    dice: Mapping[DieColour, int]
    """The pips of each die, by its colour."""
    reroll_number: int
    """0 for the first roll of the raid, 1 for its first reroll, and so on."""


class DieChosen(BaseEvent, frozen=True, tag="die_chosen"):
    """A seat chose a die of its raid, which gave a pool of Raiding Power (PM-V20)."""

    seat: SeatNumber
    pool: int
    """The number of the new pool: each raid of a turn has its own."""
    colour: DieColour
    """The die's colour."""
    pips: int
    """The pips of the die."""
    power: int
    """The Raiding Power in the pool: pips and bonuses."""
    treasure_type: Treasure
    """The type of Treasure that this raid gains."""


class FixedRaidStarted(BaseEvent, frozen=True, tag="fixed_raid_started"):
    """A seat began a raid whose power is fixed and not rolled (PM-V45)."""

    seat: SeatNumber
    pool: int
    """The number of the new pool: each raid of a turn has its own."""
    power: int
    """The Raiding Power in the pool."""


class RaidActionUsed(BaseEvent, frozen=True, tag="raid_action_used"):
    """A seat paid for a raid action out of a pool (PM-V21)."""

    seat: SeatNumber
    pool: int
    """The number of the pool that paid."""
    key: RaidActionId
    """The name of the raid action, which can be used once a turn."""
    cost: int
    """In Raiding Power."""
    power_left: int
    """The Raiding Power that stays in the pool."""


class RaidStopped(BaseEvent, frozen=True, tag="raid_stopped"):
    """A seat stopped spending from a pool, which keeps the rest of its power (PM-V46)."""

    seat: SeatNumber
    pool: int
    """The pool's number."""
    power_left: int
    """The Raiding Power that stays in the pool."""


class RaidResumed(BaseEvent, frozen=True, tag="raid_resumed"):
    """A seat returned to a pool that still held power (PM-V46)."""

    seat: SeatNumber
    pool: int
    """The pool's number."""
    power_left: int
    """The Raiding Power in the pool."""


class TreasureTypeChosen(BaseEvent, frozen=True, tag="treasure_type_chosen"):
    """A seat chose the one type of the Treasures it gains (PM-V59)."""

    seat: SeatNumber
    treasure: Treasure
    """That type."""


class TreasureGained(BaseEvent, frozen=True, tag="treasure_gained", rename={"from_": "from"}):
    """A seat gained a Treasure from its island, or from the supply if the island was empty (PM-V22)."""

    seat: SeatNumber
    treasure: Treasure
    """Its type."""
    from_: Literal["island", "supply"]
    """The place that it came from."""


class TreasureStored(BaseEvent, frozen=True, tag="treasure_stored"):
    """A seat stored a Treasure; `place` is `<type>:plain` or a bonus space (PM-V23)."""

    seat: SeatNumber
    treasure: Treasure
    """Its type."""
    place: StoragePlace


class BuryMarkerChosen(BaseEvent, frozen=True, tag="bury_marker_chosen", rename={"from_": "from"}):
    """A seat chose the stored Treasure that it buries (PM-V51)."""

    seat: SeatNumber
    treasure: Treasure
    """Its type."""
    from_: StoragePlace
    """The place where it is stored: `<type>:plain` or a bonus space."""


class TreasureBuried(BaseEvent, frozen=True, tag="treasure_buried", rename={"from_": "from"}):
    """A seat buried a stored Treasure on a buried space (PM-V24)."""

    seat: SeatNumber
    treasure: Treasure
    """Its type."""
    from_: StoragePlace
    """The place where it was stored: `<type>:plain` or a bonus space."""
    space: BuriedSpaceId
    """The buried space."""


class ExplorerMoved(BaseEvent, frozen=True, tag="explorer_moved", rename={"from_": "from"}):
    """The Explorer of a seat or of Jordan moved along its track (PM-V25)."""

    who: int | Literal["jordan"]
    """A seat's number, or `jordan`."""
    from_: TrackSpaceId
    """The space of the track where it was."""
    to: TrackSpaceId
    """The space of the track where it is now."""
    steps: int
    """The movement that it used."""
    skipped: int
    """Spaces with other Explorers that it passed without using movement."""
    rivers_crossed: tuple[int, ...]
    """The numbers of the rivers that it crossed."""


class MovementForfeited(BaseEvent, frozen=True, tag="movement_forfeited"):
    """A seat gave up 1 movement of its Explorer for the reward of a card, slot or Figurehead (PM-V26)."""

    seat: SeatNumber
    source: ForfeitId
    """The card, slot or Figurehead."""


class ExplorerRetired(BaseEvent, frozen=True, tag="explorer_retired", rename={"from_": "from"}):
    """A seat's Explorer went back to the start of the track after building from the Retirement tile (PM-V53)."""

    seat: SeatNumber
    from_: TrackSpaceId
    """The space of the track where it was."""
    to: TrackSpaceId
    """The start of the track."""


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
