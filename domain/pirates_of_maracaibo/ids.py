"""Ids of things on cards and boards. The text under an alias describes, in openapi.yaml, every field of that type."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from domain.kit.closed import one_of

from .content import (
    BURIED,
    FIGUREHEADS,
    FORFEITS,
    IMPROVEMENTS,
    JORDAN_SLOTS,
    LAYOUTS,
    LOCATIONS,
    POSEIDON,
    QUESTS,
    RAID_ACTIONS,
    RESIDENCES,
    RETIREMENT_TILE,
    RUBY_MARKET,
    SLOTS,
    SOLO_CARDS,
    STORAGE,
    TILES,
    TRACK,
)
from .values import DIE_COLOURS, GULF, MARACAIBO, START, TREASURES

CARD_SPACES = tuple(dict.fromkeys(space.id for layout in LAYOUTS.values() for space in layout.spaces))

CardSpaceId: TypeAlias = Annotated[str, one_of(CARD_SPACES, "CardSpaceId")]
"""A space of the sea with a card, by its id in the layout."""
AcquiredFrom: TypeAlias = Annotated[str, one_of((*CARD_SPACES, "deck"), "AcquiredFrom")]
"""The space of the sea from which Jordan or a seat took an Improvement; `deck`: the top of the Tier II deck."""
SpaceId: TypeAlias = Annotated[str, one_of((*CARD_SPACES, START, GULF, MARACAIBO), "SpaceId")]
"""A space of the sea, by its id in the layout; `start`, `gulf` and `maracaibo` have no card."""
LocationId: TypeAlias = Annotated[str, one_of(LOCATIONS, "LocationId")]
"""A Location, by the id of its card."""
ImprovementId: TypeAlias = Annotated[str, one_of(IMPROVEMENTS, "ImprovementId")]
"""An Improvement, by the id of its card."""
ResidenceId: TypeAlias = Annotated[str, one_of(RESIDENCES, "ResidenceId")]
"""A Residence, by the id of its card."""
QuestId: TypeAlias = Annotated[str, one_of(QUESTS, "QuestId")]
"""A Quest, by the id of its card."""
FigureheadId: TypeAlias = Annotated[str, one_of(FIGUREHEADS, "FigureheadId")]
"""A Figurehead, by the id of its card."""
SoloCardId: TypeAlias = Annotated[str, one_of(SOLO_CARDS, "SoloCardId")]
"""A card of Jordan, by its id."""
TileId: TypeAlias = Annotated[str, one_of(TILES, "TileId")]
"""A Black Market tile, by its id."""
TrackSpaceId: TypeAlias = Annotated[str, one_of((*TRACK, RETIREMENT_TILE), "TrackSpaceId")]
"""A space of the exploration track, by its id."""
SlotId: TypeAlias = Annotated[str, one_of((*SLOTS, *(slot.id for slot in JORDAN_SLOTS)), "SlotId")]
"""A slot of a ship board, by its id; those of Jordan begin with J."""
StoragePlace: TypeAlias = Annotated[
    str, one_of((*(f"{treasure}:plain" for treasure in TREASURES), *STORAGE), "StoragePlace")
]
"""A place for a Treasure: `<type>:plain` or a bonus space of the hideout board."""
BuriedSpaceId: TypeAlias = Annotated[str, one_of((*BURIED, *POSEIDON), "BuriedSpaceId")]
"""A space for a buried Treasure, by its id."""
HideoutSpaceId: TypeAlias = Annotated[str, one_of((*STORAGE, *BURIED, *POSEIDON), "HideoutSpaceId")]
"""A space for a Treasure on the hideout board or on Poseidon, by its id."""
MarketSpaceId: TypeAlias = Annotated[str, one_of(RUBY_MARKET, "MarketSpaceId")]
"""A space of the ruby market, by its id."""
RaidActionId: TypeAlias = Annotated[str, one_of(RAID_ACTIONS, "RaidActionId")]
"""A raid action: a standard one, or the card or slot that offers it."""
ForfeitId: TypeAlias = Annotated[str, one_of(FORFEITS, "ForfeitId")]
"""The card, slot or Figurehead that gives a reward for movement."""
QuestSource: TypeAlias = Annotated[str, one_of(("deck", "market_1", "market_2", "market_3"), "QuestSource")]
"""Where a Quest comes from: the deck, or a place of the market, counted from the deck."""
DieColourName: TypeAlias = Annotated[str, one_of(DIE_COLOURS, "DieColourName")]
"""The colour of a die."""
TreasureType: TypeAlias = Annotated[str, one_of(TREASURES, "TreasureType")]
"""A type of Treasure."""
SeaCardId: TypeAlias = Annotated[str, one_of((*LOCATIONS, *IMPROVEMENTS, *RESIDENCES), "SeaCardId")]
"""A Location, an Improvement or a Residence, by the id of its card."""
SeaCardOrNone: TypeAlias = Annotated[str, one_of((*LOCATIONS, *IMPROVEMENTS, *RESIDENCES, ""), "SeaCardOrNone")]
"""A card of the sea, by its id; empty for Open Water."""
QuestOrNone: TypeAlias = Annotated[str, one_of((*QUESTS, ""), "QuestOrNone")]
"""A Quest, by the id of its card; empty for an empty place."""
ImprovementKind: TypeAlias = Annotated[str, one_of((card.type for card in IMPROVEMENTS.values()), "ImprovementKind")]
"""A type of Improvement."""
SoloActionName: TypeAlias = Annotated[
    str, one_of((action.op for card in SOLO_CARDS.values() for action in card.main), "SoloActionName")
]
"""An action of Jordan, by its name."""
TreasureSource: TypeAlias = Annotated[str, one_of(("island", "supply"), "TreasureSource")]
"""Where a Treasure comes from: its island, or the supply if the island is empty."""
