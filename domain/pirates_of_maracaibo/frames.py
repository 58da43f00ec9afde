"""What a game is in the middle of: the frames on the stack of a state, the innermost last.

A frame goes on by itself as long as it can (`ADVANCE` of the module it belongs to); when it cannot, it asks its seat for one
of its commands (`ANSWERS`). Frames hold nothing that any seat may not see.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from .parts import Cards, Color, Treasure


class _Frame(msgspec.Struct, frozen=True, gc=False):
    pass


class _OfSeat(_Frame, frozen=True):
    seat: int


class ReturnQuests(_Frame, frozen=True, tag="setup_quests"):
    """Every seat gives back one of the Quests dealt to it (PM-C01): the one decision of several seats at once."""

    waiting: tuple[int, ...]


# A turn


class CaptainTurn(_OfSeat, frozen=True, tag="captain_turn"):
    """Move, use the space, end (PM-039)."""

    step: str = "sail"


class Sail(_OfSeat, frozen=True, tag="sail"):
    """PM-C02 to PM-C04; `moved` are the single steps made (PM-344)."""

    moved: int = 0


class PayOpponents(_OfSeat, frozen=True, tag="pay_opponents"):
    """PM-C05: there is not money for all of those `left`."""

    left: tuple[int, ...]
    paid: tuple[int, ...] = ()


class ImprovementCard(_OfSeat, frozen=True, tag="improvement_card"):
    """PM-C07, PM-C08; also Open Water."""


class ResidenceCard(_OfSeat, frozen=True, tag="residence_card"):
    """PM-C09, PM-C10."""


class Visit(_OfSeat, frozen=True, tag="visit"):
    """A stop at a Location (PM-086)."""

    location: str
    step: str = "ruby"


class GainRuby(_OfSeat, frozen=True, tag="gain_ruby"):
    """PM-C06."""


class OwnBlackMarket(_OfSeat, frozen=True, tag="own_black_market"):
    """PM-C11."""

    tile: str


class LocationActions(_OfSeat, frozen=True, tag="location_actions"):
    """PM-C14 to PM-C16; `done` are the actions taken, `sides` the side of each, if it has any."""

    location: str
    done: tuple[int, ...] = ()
    sides: tuple[int | None, ...] = ()


class GulfVisit(_OfSeat, frozen=True, tag="gulf_visit"):
    """PM-222, PM-370."""

    step: str = "sell"


class SellRuby(_OfSeat, frozen=True, tag="sell_ruby"):
    """PM-C21."""


class ReturnRubies(_OfSeat, frozen=True, tag="return_rubies"):
    """PM-C22."""


class GulfOption(_OfSeat, frozen=True, tag="gulf_option"):
    """PM-C17 to PM-C20."""


class EndTurn(_OfSeat, frozen=True, tag="end_turn"):
    """PM-C50, PM-C51."""


# Effects


class ResolveEffects(_OfSeat, frozen=True, tag="resolve_effects"):
    """The effects of a source (`content.effects_of`), in the seat's order (PM-C23 to PM-C25)."""

    source: str
    optional: bool
    done: tuple[int, ...] = ()
    opened: bool = False
    """Whether its fixed gains were applied (PM-073)."""


class RaidRolled(_OfSeat, frozen=True, tag="raid_rolled"):
    """PM-C26, PM-C27; `bonus` is what this raid adds to its die."""

    dice: dict[Color, int]
    bonus: int
    rerolls: int


class RaidSpending(_OfSeat, frozen=True, tag="raid_spending"):
    """PM-C28, PM-C29."""

    pool: int
    resumed: bool = False
    used: bool = False
    """Whether a raid action was used since the pool was resumed (PM-450)."""


class GainTreasure(_OfSeat, frozen=True, tag="choose_treasure"):
    """PM-C30: Treasures still to gain, of these types; `same_type` once chosen leaves one."""

    types: tuple[Treasure, ...]
    left: int
    same_type: bool = False


class StoreTreasure(_OfSeat, frozen=True, tag="store_treasure"):
    """PM-C31."""

    treasure: Treasure


class Explore(_OfSeat, frozen=True, tag="explore"):
    """PM-C32 to PM-C34; `movement` is what is left of it."""

    movement: int
    forfeited: Cards = ()


class Retire(_OfSeat, frozen=True, tag="retire"):
    """PM-C35."""


class Bury(_OfSeat, frozen=True, tag="bury"):
    """PM-C36, PM-C37; `left` are the shovels."""

    left: int


class BurySpace(_OfSeat, frozen=True, tag="bury_space"):
    """PM-C38: where the marker goes."""

    treasure: Treasure
    place: str


class Upgrade(_OfSeat, frozen=True, tag="upgrade"):
    """PM-C12, PM-C13."""

    left: int


class GainQuest(_OfSeat, frozen=True, tag="gain_quest"):
    """PM-C39 to PM-C41."""

    left: int
    refreshed: bool = False


class DiscardQuest(_OfSeat, frozen=True, tag="discard_quest"):
    """PM-C42."""

    doubloons: int


class AcquireRemote(_OfSeat, frozen=True, tag="acquire_remote"):
    """PM-C43."""

    kind: str
    surcharge: int


class ConstructRemote(_OfSeat, frozen=True, tag="construct_remote"):
    """PM-C44."""


class PlaceTile(_OfSeat, frozen=True, tag="place_tile"):
    """PM-C45."""

    cost: int


class PlaceTileWhere(_OfSeat, frozen=True, tag="place_tile_where"):
    """PM-C46."""

    tile: str
    cost: int


class UsePlacedTile(_OfSeat, frozen=True, tag="use_placed_tile"):
    """PM-C47."""


class TakeFigurehead(_OfSeat, frozen=True, tag="figurehead"):
    """PM-C48."""

    cost: int


class PlaceMarkers(_OfSeat, frozen=True, tag="place_markers"):
    """PM-C49."""

    count: int


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
