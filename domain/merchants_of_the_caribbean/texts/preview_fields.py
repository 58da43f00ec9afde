"""The fields of previews: changes of what the picture counts (`drawing.COUNTED`), and other figures."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Changes(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes of what a seat has."""

    coins: int | UnsetType = UNSET
    """The change of coins."""
    influence: int | UnsetType = UNSET
    """The change of influence."""


class ActionPreview(Changes, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an action itself costs and brings, as far as the seat can know. Fields without a meaning are left out."""

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
    influence_after: int | UnsetType = UNSET
    """The influence of the seat after it."""
    takes_left: int | UnsetType = UNSET
    """How many cards the seat may still take."""
