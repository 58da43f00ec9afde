"""The fields of previews."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class ActionPreview(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an action costs and brings, as far as the seat can know. Fields without a meaning for the action are left out."""

    doubloons: int | UnsetType = UNSET
    """The change of Doubloons at once."""
    vp: int | UnsetType = UNSET
    """The change of victory points at once."""
    power: int | UnsetType = UNSET
    """The change of Raiding Power at once."""
    movement: int | UnsetType = UNSET
    """The change of movement points at once."""
    treasures: int | UnsetType = UNSET
    """The change of Treasures at once."""
    quests: int | UnsetType = UNSET
    """The change of Quests at once."""
    upgrades: int | UnsetType = UNSET
    """The change of Ship Upgrades at once."""
    rubies: int | UnsetType = UNSET
    """The change of Rubies at once."""
    markers: int | UnsetType = UNSET
    """The markers placed on islands."""
    doubloon_income: int | UnsetType = UNSET
    """What it adds to the Doubloons of each income."""
    vp_income: int | UnsetType = UNSET
    """What it adds to the victory points of each income."""
    card_vp: int | UnsetType = UNSET
    """The victory points of the card at the end."""
    steps: int | UnsetType = UNSET
    """The spaces that the ship or the Explorer moves."""
    spaces_left: int | UnsetType = UNSET
    """How many more spaces the ship could sail."""
    skipped: int | UnsetType = UNSET
    """The Explorers that are skipped."""
    rivers: int | UnsetType = UNSET
    """The rivers that are crossed for the first time."""
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
