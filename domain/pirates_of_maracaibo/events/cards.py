"""Cards and boards: what is bought, built, covered, placed and gained."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden, SeatNumber
from domain.kit.events import BaseEvent

from ..ids import (
    AcquiredFrom,
    CardSpaceId,
    FigureheadId,
    ImprovementId,
    MarketSpaceId,
    QuestId,
    QuestOrNone,
    QuestSource,
    ResidenceId,
    SeaCardId,
    SlotId,
    TileId,
)
from ..values import LaidCard, Treasure, Who


class CardIgnored(BaseEvent, frozen=True, tag="card_ignored"):
    """A seat took doubloons instead of the card where its ship is (PM-V09)."""

    seat: SeatNumber
    space: CardSpaceId
    """The space of the card."""
    doubloons: int
    """How many it took."""


class ImprovementAcquired(BaseEvent, frozen=True, tag="improvement_acquired"):
    """A seat or Jordan acquired an Improvement from a space or, Jordan alone, from the `deck` (PM-V10)."""

    who: Who
    space: AcquiredFrom
    """The space of the card, or `deck`."""
    card: ImprovementId
    """The Improvement."""
    price: int
    """In doubloons, discounts taken off."""


class SpaceRefilled(BaseEvent, frozen=True, tag="space_refilled"):
    """The top Tier II card went to a free space with the side it had, or Open Water if there was none (PM-V11)."""

    space: CardSpaceId
    """The free space."""
    card: LaidCard
    """The card that is there now."""


class TierTwoTopChanged(BaseEvent, frozen=True, tag="tier_two_top_changed"):
    """The visible top of the Tier II deck changed; `card` is null if the deck is empty (PM-V12)."""

    card: LaidCard | None
    """The top card, as far as it is visible."""


class TierTwoCardReturned(BaseEvent, frozen=True, tag="tier_two_card_returned"):
    """The top Tier II card went under the deck, shown to all (PM-V58)."""

    card: SeaCardId
    """The card."""


class ResidenceConstructed(BaseEvent, frozen=True, tag="residence_constructed"):
    """A seat or Jordan built a Residence; the first builder gains 2 VP (PM-V13)."""

    who: Who
    space: CardSpaceId
    """The space of the Residence."""
    card: ResidenceId
    """The Residence."""
    price: int
    """In doubloons, discounts taken off."""
    first_builder: bool
    """Whether nobody had built on this Residence before."""


class MarkerPlaced(BaseEvent, frozen=True, tag="marker_placed"):
    """Treasure markers were put on an island (PM-V14)."""

    island: Treasure
    """The island's type of Treasure."""
    count: int
    """How many."""
    cause: str
    """The cause."""


class BlackMarketTilePlaced(BaseEvent, frozen=True, tag="black_market_tile_placed"):
    """A seat placed a Black Market tile on a Location (PM-V15)."""

    seat: SeatNumber
    tile: TileId
    """The tile."""
    space: CardSpaceId
    """The space of the Location."""
    cost: int
    """In doubloons."""


class BlackMarketTileUsed(BaseEvent, frozen=True, tag="black_market_tile_used"):
    """A seat used one of its Black Market tiles (PM-V16)."""

    seat: SeatNumber
    tile: TileId
    """The tile."""


class TileChosen(BaseEvent, frozen=True, tag="tile_chosen"):
    """A seat chose the Black Market tile that it places (PM-V52)."""

    seat: SeatNumber
    tile: TileId
    """The tile."""


class UpgradePlaced(BaseEvent, frozen=True, tag="upgrade_placed"):
    """A seat or Jordan covered a slot with an Upgrade; Jordan's slots are J1 to J15 (PM-V17)."""

    who: Who
    slot: SlotId
    """The slot of the ship board."""


class QuestGained(BaseEvent, frozen=True, tag="quest_gained"):
    """A seat gained a Quest; `source` is `deck` or a place of the market (PM-V27)."""

    seat: SeatNumber
    source: QuestSource
    """`deck`, or the place of the market, as `market_<number>` from 1."""
    quest: QuestId | Hidden
    """The Quest; hidden from others if it came from the deck."""


class QuestMarketRefreshed(BaseEvent, frozen=True, tag="quest_market_refreshed"):
    """A seat replaced the Quest Market; the old cards went under the deck in random order first (PM-V28, PM-200)."""

    seat: SeatNumber
    removed: tuple[QuestId, ...]
    """The old Quests, by their places."""
    added: tuple[QuestOrNone, ...]
    """The new Quests, by their places; an empty string is an empty place."""
    deck: tuple[QuestId, ...] | Hidden
    """The Quest deck afterwards, the top card first."""


class QuestMarketRefilled(BaseEvent, frozen=True, tag="quest_market_refilled"):
    """A place of the Quest Market got the top Quest of the deck (PM-V29)."""

    position: int
    """The place, from 1 next to the deck."""
    quest: QuestId
    """The Quest that is there now."""


class QuestDiscarded(BaseEvent, frozen=True, tag="quest_discarded"):
    """A seat put one of its Quests under the deck (PM-V30)."""

    seat: SeatNumber
    quest: QuestId | Hidden
    """The Quest; hidden from others."""


class FigureheadGained(BaseEvent, frozen=True, tag="figurehead_gained"):
    """A seat or Jordan gained a Figurehead (PM-V31)."""

    who: Who
    figurehead: FigureheadId
    """The Figurehead."""


class VpGained(BaseEvent, frozen=True, tag="vp_gained"):
    """A seat or Jordan gained VP (PM-V32)."""

    who: Who
    amount: int
    """How many."""
    cause: str
    """The cause."""


class DoubloonsChanged(BaseEvent, frozen=True, tag="doubloons_changed"):
    """A seat gained doubloons, or paid them if `amount` is negative (PM-V33)."""

    seat: SeatNumber
    amount: int
    """How many."""
    cause: str
    """The cause."""


class RubyGained(BaseEvent, frozen=True, tag="ruby_gained"):
    """A seat or Jordan gained a Ruby (PM-V34)."""

    who: Who


class RubySold(BaseEvent, frozen=True, tag="ruby_sold"):
    """A seat or Jordan put a Ruby on a space of the Ruby Market (PM-V34)."""

    who: Who
    market_space: MarketSpaceId
    """The space of the Ruby Market."""


class RubyReturned(BaseEvent, frozen=True, tag="ruby_returned"):
    """A seat gave a Ruby back for VP (PM-V34)."""

    seat: SeatNumber


CardEvent: TypeAlias = (
    CardIgnored
    | ImprovementAcquired
    | SpaceRefilled
    | TierTwoTopChanged
    | TierTwoCardReturned
    | ResidenceConstructed
    | MarkerPlaced
    | BlackMarketTilePlaced
    | BlackMarketTileUsed
    | TileChosen
    | UpgradePlaced
    | QuestGained
    | QuestMarketRefreshed
    | QuestMarketRefilled
    | QuestDiscarded
    | FigureheadGained
    | VpGained
    | DoubloonsChanged
    | RubyGained
    | RubySold
    | RubyReturned
)
