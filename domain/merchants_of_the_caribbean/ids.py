"""Ids of cards and decks. The text under an alias describes, in openapi.yaml, every field of that type."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from domain.kit.closed import one_of

from .content import DECK_LISTS, NEWEST, ExpeditionRequest, Ship

ALL_CARDS = [card for listed in DECK_LISTS.values() for card in listed.cards]

CardId: TypeAlias = Annotated[
    str, one_of((f"{card.id}:{copy}" for card in ALL_CARDS for copy in range(1, card.count + 1)), "CardId")
]
"""A card, as `<card id>:<copy number>` (MC-014)."""
Cards: TypeAlias = tuple[CardId, ...]
"""Card instances, each `<card id>:<copy number>` (MC-014)."""
RequestId: TypeAlias = Annotated[
    str,
    one_of(
        (
            f"{card.id}:{copy}"
            for card in ALL_CARDS
            if isinstance(card, ExpeditionRequest)
            for copy in range(1, card.count + 1)
        ),
        "RequestId",
    ),
]
"""An Expedition Request, by its card."""
ShipTypeId: TypeAlias = Annotated[str, one_of((card.type for card in ALL_CARDS if isinstance(card, Ship)), "ShipTypeId")]
"""A type of Ship."""
DeckId: TypeAlias = Annotated[str, one_of(NEWEST, "DeckId")]
"""A list of cards."""
