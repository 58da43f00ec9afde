"""The frames on the stack of a state, the innermost last: processes and decisions that are not finished.

A frame advances by itself as long as it can (the table `ADVANCE`); otherwise its seat is asked for one of its commands
(the table `ANSWERS`). Frames hold nothing hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias, get_args

import msgspec

from domain.kit.closed import one_of

from .ids import ForfeitId, ImprovementKind, LocationId, StoragePlace, TileId
from .values import DieColour, Treasure

STEPS = (
    *("sail", "meet", "fog", "use", "end", "over"),
    *("ruby", "marker", "own_tile", "upgrade", "actions"),
    *("sell", "return", "option"),
)
Step: TypeAlias = Annotated[str, one_of(STEPS, "Step")]
"""The part that comes next: of a turn, of a stop at a Location, or in the Gulf."""


class _Frame(msgspec.Struct, frozen=True, gc=False):
    pass


class _OfSeat(_Frame, frozen=True):
    seat: int
    """The seat that it belongs to, and that is asked."""


class ReturnQuests(_Frame, frozen=True, tag="setup_quests"):
    """Every seat gives back one of the Quests dealt to it (PM-C01): the one decision of several seats at once."""

    waiting: tuple[int, ...]
    """The seats that have not chosen yet."""


# A turn


class CaptainTurn(_OfSeat, frozen=True, tag="captain_turn"):
    """A seat's turn: its ship moves, the space where it ended is used, and the turn ends (PM-039)."""

    step: Step = "sail"


class Sail(_OfSeat, frozen=True, tag="sail"):
    """The seat whose turn it is moves its ship; `moved` are the single steps it has made (PM-C02, PM-C03, PM-C04,
    PM-344)."""

    moved: int = 0
    """Steps made so far where a ship sails space by space (Fog of War: Improvements); otherwise 0."""


class PayOpponents(_OfSeat, frozen=True, tag="pay_opponents"):
    """A seat with too little money for all opponents on its card chooses whom it pays, among those `left` (PM-C05)."""

    left: tuple[int, ...]
    """Seats not paid yet."""
    paid: tuple[int, ...] = ()
    """Seats paid already."""


class ImprovementCard(_OfSeat, frozen=True, tag="improvement_card"):
    """The seat on an Improvement or Open Water buys the card or takes doubloons instead (PM-C07, PM-C08)."""


class ResidenceCard(_OfSeat, frozen=True, tag="residence_card"):
    """The seat on a Residence builds there or takes doubloons instead (PM-C09, PM-C10)."""


class Visit(_OfSeat, frozen=True, tag="visit"):
    """A seat's stop at a Location, done in fixed steps (PM-086)."""

    location: LocationId
    step: Step = "ruby"


class GainRuby(_OfSeat, frozen=True, tag="gain_ruby"):
    """The seat chooses whether to take the Ruby of the Location where it stops (PM-C06)."""


class OwnBlackMarket(_OfSeat, frozen=True, tag="own_black_market"):
    """The seat chooses whether to use its own Black Market tile on this Location (PM-C11)."""

    tile: TileId


class LocationActions(_OfSeat, frozen=True, tag="location_actions"):
    """The seat chooses the next action of the Location, returns to a raid or finishes (PM-C14, PM-C15, PM-C16)."""

    location: LocationId
    done: tuple[int, ...] = ()
    """Numbers of the actions taken, in the order of taking them."""
    sides: tuple[int | None, ...] = ()
    """For each action of `done` the side taken; null where the action has no slash."""


class GulfVisit(_OfSeat, frozen=True, tag="gulf_visit"):
    """A seat's stop in the Gulf: Rubies, an Upgrade and one of the Gulf's options (PM-222, PM-370)."""

    step: Step = "sell"


class SellRuby(_OfSeat, frozen=True, tag="sell_ruby"):
    """The seat in the Gulf chooses whether to sell a Ruby, and onto which space of the Ruby Market (PM-C21)."""


class ReturnRubies(_OfSeat, frozen=True, tag="return_rubies"):
    """The seat chooses how many of its Rubies it gives back for VP, one by one (PM-C22)."""


class GulfOption(_OfSeat, frozen=True, tag="gulf_option"):
    """The seat in the Gulf chooses to raid, to explore, to build a Residence or none of these (PM-C17, PM-C18, PM-C19,
    PM-C20)."""


class EndTurn(_OfSeat, frozen=True, tag="end_turn"):
    """The seat ends its turn or first returns to a raid whose power is not spent (PM-C50, PM-C51)."""


# Effects


class ResolveEffects(_OfSeat, frozen=True, tag="resolve_effects"):
    """The seat chooses the next effect in the list of a source, or skips the rest (PM-C23, PM-C24, PM-C25)."""

    source: str
    """The source of the effects, such as a card, slot, tile or space, as `<kind>:<name>`."""
    optional: bool
    """Whether effects of the list may be left out."""
    done: tuple[int, ...] = ()
    """Places in the list of the effects that are done."""
    opened: bool = False
    """Whether its fixed gains were applied (PM-073)."""


class RaidRolled(_OfSeat, frozen=True, tag="raid_rolled"):
    """The seat that rolled for a raid takes one of the dice or rolls all again (PM-C26, PM-C27)."""

    dice: Mapping[DieColour, int]
    """The pips of each die rolled, by its colour."""
    bonus: int
    """Raiding Power that this raid adds to the die chosen."""
    rerolls: int
    """The number of rerolls left."""


class RaidSpending(_OfSeat, frozen=True, tag="raid_spending"):
    """The seat spends the Raiding Power of a pool on raid actions, or stops (PM-C28, PM-C29)."""

    pool: int
    """The number of the pool in `pools` of the turn: each raid of a turn has its own."""
    resumed: bool = False
    """Whether the seat returned to a pool that it had left."""
    used: bool = False
    """Whether a raid action was used since the pool was resumed (PM-450)."""


class GainTreasure(_OfSeat, frozen=True, tag="choose_treasure"):
    """The seat chooses the type of the next Treasure it gains; once chosen, `same_type` fixes it for the others (PM-C30)."""

    types: tuple[Treasure, ...]
    """The types that may be chosen."""
    left: int
    """The number of Treasures still to be gained."""
    same_type: bool = False
    """Whether all of them must be of one type."""


class StoreTreasure(_OfSeat, frozen=True, tag="store_treasure"):
    """The seat chooses where to store the Treasure it gained: plainly or on a bonus space (PM-C31)."""

    treasure: Treasure


class Explore(_OfSeat, frozen=True, tag="explore"):
    """The seat moves its Explorer, gives movement up for a reward, or leaves it out (PM-C32, PM-C33, PM-C34)."""

    movement: int
    """The most spaces that the Explorer can still move."""
    forfeited: tuple[ForfeitId, ...] = ()
    """Cards, slots and the Figurehead for whose rewards movement was given up in this Explore."""


class Retire(_OfSeat, frozen=True, tag="retire"):
    """The seat whose Explorer ended on the Retirement tile chooses the Residence it builds at half price (PM-C35)."""


class Bury(_OfSeat, frozen=True, tag="bury"):
    """The seat chooses which of its stored Treasures to bury, or stops; `left` are the shovels (PM-C36, PM-C37)."""

    left: int
    """The number of Treasures that may still be buried."""


class BurySpace(_OfSeat, frozen=True, tag="bury_space"):
    """The seat chooses the buried space for the Treasure it is burying (PM-C38)."""

    treasure: Treasure
    place: StoragePlace
    """The place where the Treasure is stored until then."""


class Upgrade(_OfSeat, frozen=True, tag="upgrade"):
    """The seat chooses the slot of its ship board for an Upgrade, or leaves it out (PM-C12, PM-C13)."""

    left: int
    """The number of Upgrades that may still be placed."""


class GainQuest(_OfSeat, frozen=True, tag="gain_quest"):
    """The seat chooses where it takes a Quest from, or takes none (PM-C39, PM-C40, PM-C41)."""

    left: int
    """The number of Quests that may still be taken."""
    refreshed: bool = False
    """Whether the seat has replaced the Quest Market in this gain."""


class DiscardQuest(_OfSeat, frozen=True, tag="discard_quest"):
    """The seat chooses whether to put one of its Quests under the deck for doubloons (PM-C42)."""

    doubloons: int
    """Doubloons that the seat gains for the Quest."""


class AcquireRemote(_OfSeat, frozen=True, tag="acquire_remote"):
    """The seat chooses whether to buy an Improvement from afar, and which (PM-C43)."""

    kind: ImprovementKind
    """The type of Improvement that may be bought."""
    surcharge: int
    """Doubloons to pay on top of the price."""


class ConstructRemote(_OfSeat, frozen=True, tag="construct_remote"):
    """The seat chooses whether to build a Residence from afar, and which (PM-C44)."""


class PlaceTile(_OfSeat, frozen=True, tag="place_tile"):
    """The seat chooses whether to place one of its Black Market tiles, and which (PM-C45)."""

    cost: int
    """In doubloons."""


class PlaceTileWhere(_OfSeat, frozen=True, tag="place_tile_where"):
    """The seat chooses the Location for the Black Market tile it places (PM-C46)."""

    tile: TileId
    cost: int
    """In doubloons."""


class UsePlacedTile(_OfSeat, frozen=True, tag="use_placed_tile"):
    """The seat chooses whether to use one of its placed Black Market tiles, and which (PM-C47)."""


class TakeFigurehead(_OfSeat, frozen=True, tag="figurehead"):
    """The seat chooses whether to buy a Figurehead of the market, and which (PM-C48)."""

    cost: int
    """In doubloons."""


class PlaceMarkers(_OfSeat, frozen=True, tag="place_markers"):
    """The seat chooses the island on which Treasure markers are put (PM-C49)."""

    count: int
    """The number of markers."""


Frame: TypeAlias = (
    ReturnQuests
    | CaptainTurn
    | Sail
    | PayOpponents
    | ImprovementCard
    | ResidenceCard
    | Visit
    | GainRuby
    | OwnBlackMarket
    | LocationActions
    | GulfVisit
    | SellRuby
    | ReturnRubies
    | GulfOption
    | EndTurn
    | ResolveEffects
    | RaidRolled
    | RaidSpending
    | GainTreasure
    | StoreTreasure
    | Explore
    | Retire
    | Bury
    | BurySpace
    | Upgrade
    | GainQuest
    | DiscardQuest
    | AcquireRemote
    | ConstructRemote
    | PlaceTile
    | PlaceTileWhere
    | UsePlacedTile
    | TakeFigurehead
    | PlaceMarkers
)

FrameKind: TypeAlias = Annotated[str, one_of((str(kind.__struct_config__.tag) for kind in get_args(Frame)), "FrameKind")]
"""The kind of a frame, its `type`."""
