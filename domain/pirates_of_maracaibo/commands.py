"""The commands of a seat (RULES.md, chapter 25)."""

from __future__ import annotations

from typing import TypeAlias, get_args

import msgspec

from domain.game import Hidden

from .ids import (
    BuriedSpaceId,
    DieColourName,
    FigureheadId,
    ForfeitId,
    MarketSpaceId,
    QuestId,
    QuestSource,
    RaidActionId,
    SlotId,
    SpaceId,
    StoragePlace,
    TileId,
    TrackSpaceId,
    TreasureType,
)


# No reference cycles are possible, so the garbage collector need not track these values.
class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    pass


class ReturnQuest(_Command, frozen=True, tag="return_quest"):
    """Give back one of the Quests dealt (PM-C01)."""

    quest: QuestId | Hidden
    """The Quest; hidden from others."""


class SailTo(_Command, frozen=True, tag="sail_to"):
    """Sail to a space (PM-C02)."""

    space: SpaceId
    """The space's id in the layout, or `gulf` or `maracaibo`."""


class SailStep(_Command, frozen=True, tag="sail_step"):
    """Sail one space on (PM-C03)."""

    space: SpaceId
    """The space's id in the layout, or `gulf` or `maracaibo`."""


class StopSailing(_Command, frozen=True, tag="stop_sailing"):
    """End the move here (PM-C04)."""


class ChoosePaidOpponent(_Command, frozen=True, tag="choose_paid_opponent"):
    """Pay this opponent 1 doubloon (PM-C05)."""

    seat: int
    """That opponent's."""


class GainRuby(_Command, frozen=True, tag="gain_ruby"):
    """Take the Ruby of this Location (PM-C06)."""


class Decline(_Command, frozen=True, tag="decline"):
    """Leave it out."""


class IgnoreCard(_Command, frozen=True, tag="ignore_card"):
    """Take 5 doubloons instead of the card (PM-C07, PM-C09)."""


class AcquireImprovement(_Command, frozen=True, tag="acquire_improvement"):
    """Buy the Improvement of this space (PM-C08)."""


class ConstructResidence(_Command, frozen=True, tag="construct_residence"):
    """Build the Residence of this space (PM-C10)."""


class UseTileHere(_Command, frozen=True, tag="use_tile_here"):
    """Use the own Black Market tile of this Location (PM-C11)."""


class PlaceUpgrade(_Command, frozen=True, tag="place_upgrade"):
    """Cover a slot of the ship board (PM-C12)."""

    slot: SlotId
    """The slot, by its id."""


class TakeAction(_Command, frozen=True, tag="take_action"):
    """Perform an action of the Location; `side` is null where it has no slash (PM-C14, PM-445)."""

    action: int
    """Its number on the Location, from 0."""
    side: int | None = None
    """The side of the slash, from 0; null where the action has none."""


class ResumeRaid(_Command, frozen=True, tag="resume_raid"):
    """Return to a pool of Raiding Power (PM-C15, PM-C50)."""

    pool: int
    """The pool's number."""


class FinishActions(_Command, frozen=True, tag="finish_actions"):
    """Leave the other actions out (PM-C16)."""


class GulfRaid(_Command, frozen=True, tag="gulf_raid"):
    """Raid in the Gulf (PM-C17)."""


class GulfExplore(_Command, frozen=True, tag="gulf_explore"):
    """Explore from the Gulf (PM-C18)."""


class GulfResidence(_Command, frozen=True, tag="gulf_residence"):
    """Build a Residence from the Gulf (PM-C19)."""

    space: SpaceId


class SellRuby(_Command, frozen=True, tag="sell_ruby"):
    """Sell a Ruby onto a space of the Ruby Market (PM-C21)."""

    market_space: MarketSpaceId
    """The space, by its id."""


class ReturnRuby(_Command, frozen=True, tag="return_ruby"):
    """Return one Ruby for 2 VP (PM-C22)."""


class FinishRubies(_Command, frozen=True, tag="finish_rubies"):
    """Keep the other Rubies (PM-C22)."""


class TakeEffect(_Command, frozen=True, tag="take_effect"):
    """Perform an effect of the list (PM-C23)."""

    index: int
    """Its place in the list, from 0."""


class ChooseSide(_Command, frozen=True, tag="choose_side"):
    """Perform one side of a choice in the list (PM-C24)."""

    index: int
    """The choice's place in the list, from 0."""
    side: int
    """The side, from 0."""


class FinishEffects(_Command, frozen=True, tag="finish_effects"):
    """Skip the other effects (PM-C25)."""


class Reroll(_Command, frozen=True, tag="reroll"):
    """Roll all dice of the raid again (PM-C26)."""


class ChooseDie(_Command, frozen=True, tag="choose_die"):
    """Raid with this die (PM-C27)."""

    colour: DieColourName
    """The die's colour."""


class UseRaidAction(_Command, frozen=True, tag="use_raid_action"):
    """Spend Raiding Power (PM-C28)."""

    key: RaidActionId
    """The name of the raid action."""


class StopRaid(_Command, frozen=True, tag="stop_raid"):
    """Leave the rest of the power in its pool (PM-C29)."""


class ChooseTreasure(_Command, frozen=True, tag="choose_treasure"):
    """Gain a Treasure of this type (PM-C30); `type` itself names the command."""

    treasure: TreasureType
    """The type."""


class StoreTreasure(_Command, frozen=True, tag="store_treasure"):
    """Store the Treasure plainly or on a bonus space (PM-C31)."""

    place: StoragePlace


class UseForfeit(_Command, frozen=True, tag="use_forfeit"):
    """Give up 1 movement for the reward of a card, slot or Figurehead (PM-C32)."""

    source: ForfeitId
    """The card, slot or Figurehead, by its id."""


class MoveExplorer(_Command, frozen=True, tag="move_explorer"):
    """Move the Explorer to this space of the track (PM-C33)."""

    space: TrackSpaceId
    """The space's id on the track."""


class RetireResidence(_Command, frozen=True, tag="retire_residence"):
    """Build a Residence at half price (PM-C35)."""

    space: SpaceId


class ChooseBuryMarker(_Command, frozen=True, tag="choose_bury_marker"):
    """Bury the marker of this storage place (PM-C36)."""

    place: StoragePlace


class ChooseBurySpace(_Command, frozen=True, tag="choose_bury_space"):
    """Cover this buried space (PM-C38)."""

    space: BuriedSpaceId
    """The space's id on the hideout board or on Poseidon."""


class RefreshMarket(_Command, frozen=True, tag="refresh_market"):
    """Replace the Quest Market first (PM-C39)."""


class TakeQuest(_Command, frozen=True, tag="take_quest"):
    """Take a Quest from the deck or the market (PM-C40)."""

    source: QuestSource
    """`deck`, or the place of the market, as `market_<number>` from 1."""


class DiscardQuest(_Command, frozen=True, tag="discard_quest"):
    """Put one own Quest under the deck (PM-C42)."""

    quest: QuestId | Hidden
    """The Quest; hidden from others."""


class AcquireFrom(_Command, frozen=True, tag="acquire_from"):
    """Buy an Improvement from afar (PM-C43)."""

    space: SpaceId


class ConstructAt(_Command, frozen=True, tag="construct_at"):
    """Build a Residence from afar (PM-C44)."""

    space: SpaceId


class ChooseTile(_Command, frozen=True, tag="choose_tile"):
    """Take this Black Market tile to place (PM-C45)."""

    tile: TileId


class PlaceTileAt(_Command, frozen=True, tag="place_tile_at"):
    """Place the tile on this Location (PM-C46)."""

    space: SpaceId


class UseTile(_Command, frozen=True, tag="use_tile"):
    """Use an own tile on any Location (PM-C47)."""

    tile: TileId


class TakeFigurehead(_Command, frozen=True, tag="take_figurehead"):
    """Fit this Figurehead (PM-C48)."""

    figurehead: FigureheadId
    """The Figurehead, by its id."""


class PlaceMarkersOn(_Command, frozen=True, tag="place_markers_on"):
    """Put the markers on this island (PM-C49)."""

    island: TreasureType
    """The island's type of Treasure."""


class EndTurn(_Command, frozen=True, tag="end_turn"):
    """End the turn (PM-C51)."""


Command: TypeAlias = (
    ReturnQuest
    | SailTo
    | SailStep
    | StopSailing
    | ChoosePaidOpponent
    | GainRuby
    | Decline
    | IgnoreCard
    | AcquireImprovement
    | ConstructResidence
    | UseTileHere
    | PlaceUpgrade
    | TakeAction
    | ResumeRaid
    | FinishActions
    | GulfRaid
    | GulfExplore
    | GulfResidence
    | SellRuby
    | ReturnRuby
    | FinishRubies
    | TakeEffect
    | ChooseSide
    | FinishEffects
    | Reroll
    | ChooseDie
    | UseRaidAction
    | StopRaid
    | ChooseTreasure
    | StoreTreasure
    | UseForfeit
    | MoveExplorer
    | RetireResidence
    | ChooseBuryMarker
    | ChooseBurySpace
    | RefreshMarket
    | TakeQuest
    | DiscardQuest
    | AcquireFrom
    | ConstructAt
    | ChooseTile
    | PlaceTileAt
    | UseTile
    | TakeFigurehead
    | PlaceMarkersOn
    | EndTurn
)

COMMANDS: tuple[type[Command], ...] = get_args(Command)
