"""Cards and boards: what is bought, built, covered, placed and gained."""

from __future__ import annotations

from typing import TypeAlias

from domain.game import Hidden

from ..parts import Cards, LaidCard, Treasure, Who
from .base import BaseEvent


class CardIgnored(BaseEvent, frozen=True, tag="card_ignored"):
    """PM-V09."""

    seat: int
    space: str
    doubloons: int


class ImprovementAcquired(BaseEvent, frozen=True, tag="improvement_acquired"):
    """PM-V10; from a space of the sea or, for Jordan, from the top of the deck: `deck`."""

    who: Who
    space: str
    card: str
    price: int


class SpaceRefilled(BaseEvent, frozen=True, tag="space_refilled"):
    """PM-V11: the top Tier II card as it lies, or Open Water if there is none."""

    space: str
    card: LaidCard


class TierTwoTopChanged(BaseEvent, frozen=True, tag="tier_two_top_changed"):
    """PM-V12: what everyone sees on the deck now; None if it is empty."""

    card: LaidCard | None


class TierTwoCardReturned(BaseEvent, frozen=True, tag="tier_two_card_returned"):
    """PM-V58: the top card goes under the deck, shown to all."""

    card: str


class ResidenceConstructed(BaseEvent, frozen=True, tag="residence_constructed"):
    """PM-V13; the first builder gains 2 VP."""

    who: Who
    space: str
    card: str
    price: int
    first_builder: bool


class MarkerPlaced(BaseEvent, frozen=True, tag="marker_placed"):
    """PM-V14."""

    island: Treasure
    count: int
    cause: str


class BlackMarketTilePlaced(BaseEvent, frozen=True, tag="black_market_tile_placed"):
    """PM-V15."""

    seat: int
    tile: str
    space: str
    cost: int


class BlackMarketTileUsed(BaseEvent, frozen=True, tag="black_market_tile_used"):
    """PM-V16."""

    seat: int
    tile: str


class TileChosen(BaseEvent, frozen=True, tag="tile_chosen"):
    """PM-V52."""

    seat: int
    tile: str


class UpgradePlaced(BaseEvent, frozen=True, tag="upgrade_placed"):
    """PM-V17; Jordan's slots are J1 to J15."""

    who: Who
    slot: str


class QuestGained(BaseEvent, frozen=True, tag="quest_gained"):
    """PM-V27; `source` is `deck` or a place of the market."""

    seat: int
    source: str
    quest: str | Hidden


class QuestMarketRefreshed(BaseEvent, frozen=True, tag="quest_market_refreshed"):
    """PM-V28: the old cards went under the deck in random order before the new ones were drawn (PM-200)."""

    seat: int
    removed: Cards
    added: Cards
    deck: Cards | Hidden


class QuestMarketRefilled(BaseEvent, frozen=True, tag="quest_market_refilled"):
    """PM-V29."""

    position: int
    quest: str


class QuestDiscarded(BaseEvent, frozen=True, tag="quest_discarded"):
    """PM-V30."""

    seat: int
    quest: str | Hidden


class FigureheadGained(BaseEvent, frozen=True, tag="figurehead_gained"):
    """PM-V31."""

    who: Who
    figurehead: str


class VpGained(BaseEvent, frozen=True, tag="vp_gained"):
    """PM-V32."""

    who: Who
    amount: int
    cause: str


class DoubloonsChanged(BaseEvent, frozen=True, tag="doubloons_changed"):
    """PM-V33."""

    seat: int
    amount: int
    cause: str


class RubyGained(BaseEvent, frozen=True, tag="ruby_gained"):
    """PM-V34."""

    who: Who


class RubySold(BaseEvent, frozen=True, tag="ruby_sold"):
    """PM-V34."""

    who: Who
    market_space: str


class RubyReturned(BaseEvent, frozen=True, tag="ruby_returned"):
    """PM-V34."""

    seat: int


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
