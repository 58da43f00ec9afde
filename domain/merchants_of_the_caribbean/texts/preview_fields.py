"""The fields of previews."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class ActionPreview(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an action costs and brings, as far as the seat can know. Fields without a meaning for the action are left out."""

    bust_chance: float | UnsetType = UNSET
    """The chance that the next card is a bust."""
    reshuffles: bool | UnsetType = UNSET
    """Whether the discard pile is shuffled first."""
    ship_strength: int | UnsetType = UNSET
    """The strength of the Ship."""
    seat_strength: int | UnsetType = UNSET
    """The strength of the seat."""
    keeping_busts: bool | UnsetType = UNSET
    """Whether it is a bust to keep the Ship."""
    ship_types: int | UnsetType = UNSET
    """The number of types of Ships in the harbour."""
    takes: int | UnsetType = UNSET
    """How many cards the seat may take."""
    price: int | UnsetType = UNSET
    """The coins that the card costs."""
    fee: int | UnsetType = UNSET
    """The coins for the player whose turn it is."""
    income: int | UnsetType = UNSET
    """The coins that the card brings."""
    influence: int | UnsetType = UNSET
    """The influence of the Person or of the Expedition."""
    influence_given_up: int | UnsetType = UNSET
    """The influence of the Persons given up."""
    influence_after: int | UnsetType = UNSET
    """The influence of the seat after it."""
    reward: int | UnsetType = UNSET
    """The coins for the Expedition."""
    takes_left: int | UnsetType = UNSET
    """How many cards the seat may still take."""
