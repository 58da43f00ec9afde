"""The fields of previews: changes of what the picture counts (`drawing.COUNTED`), and other figures."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Changes(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes of what a seat has. Those of 0 are left out."""

    doubloons: int | UnsetType = UNSET
    """The change of Doubloons."""
    vp: int | UnsetType = UNSET
    """The change of victory points."""
    treasures: int | UnsetType = UNSET
    """The change of Treasures."""
    quests: int | UnsetType = UNSET
    """The change of Quests."""
    upgrades: int | UnsetType = UNSET
    """The change of Ship Upgrades."""
    rubies: int | UnsetType = UNSET
    """The change of Rubies."""
    doubloon_income: int | UnsetType = UNSET
    """What it adds to the Doubloons of each income."""
    vp_income: int | UnsetType = UNSET
    """What it adds to the victory points of each income."""
    rivers: int | UnsetType = UNSET
    """The rivers that are crossed for the first time."""


class ActionPreview(Changes, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an action itself costs and brings, as far as the seat can know. Fields without a meaning are left out."""

    later: Changes | UnsetType = UNSET
    """The changes that follow from it later: a Treasure is gained when its place has been chosen."""
    power: int | UnsetType = UNSET
    """The change of Raiding Power at once."""
    movement: int | UnsetType = UNSET
    """The change of movement points at once."""
    markers: int | UnsetType = UNSET
    """The markers placed on islands."""
    card_vp: int | UnsetType = UNSET
    """The victory points of the card at the end."""
    steps: int | UnsetType = UNSET
    """The spaces that the ship or the Explorer moves."""
    spaces_left: int | UnsetType = UNSET
    """How many more spaces the ship could sail."""
    skipped: int | UnsetType = UNSET
    """The Explorers that are skipped."""
    raid_power: int | UnsetType = UNSET
    """The Raiding Power of the die."""
    left: int | UnsetType = UNSET
    """The Raiding Power left in the pool."""
    island: int | UnsetType = UNSET
    """The markers on the island afterwards."""
    value: int | UnsetType = UNSET
    """What each Treasure of the type is worth then."""
    chance: float | UnsetType = UNSET
    """The chance to win the combat that follows."""
