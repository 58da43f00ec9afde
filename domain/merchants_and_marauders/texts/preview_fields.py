"""The fields of previews: changes of what the picture counts (`drawing.COUNTED`), and other figures."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Changes(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes of what a seat has. Those of 0 are left out."""

    gold: int | UnsetType = UNSET
    """The change of gold."""
    stash: int | UnsetType = UNSET
    """The change of gold in the stash."""
    cargo: int | UnsetType = UNSET
    """The change of cargo cards."""
    crew: int | UnsetType = UNSET
    """The change of the crew."""
    successes: int | UnsetType = UNSET
    """The change of successes left in a raid."""
    bounties: int | UnsetType = UNSET
    """The change of bounties."""
    glory: int | UnsetType = UNSET
    """The change of glory points."""


class ActionPreview(Changes, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an action itself costs and brings, as far as the seat can know. Fields without a meaning are left out."""

    on_success: Changes | UnsetType = UNSET
    """The changes that it brings besides if it works (`chance`)."""
    later: Changes | UnsetType = UNSET
    """The changes that follow from it later: when a lot is paid, or after decisions that come between."""
    actions: int | UnsetType = UNSET
    """The actions that it takes, below 0."""
    dice: int | UnsetType = UNSET
    """The number of dice rolled."""
    need: int | UnsetType = UNSET
    """The number of successes needed, if more than one."""
    chance: float | UnsetType = UNSET
    """The chance that it works, or that the contest is won."""
    checks: int | UnsetType = UNSET
    """How often the dice are rolled."""
    risk: float | UnsetType = UNSET
    """The chance to be found by an NPC ship, or to lose something in a storm, by fever or on a reef."""
    unused: int | UnsetType = UNSET
    """The actions that are left unused."""
    repair: int | UnsetType = UNSET
    """The points repaired."""
    hits: int | UnsetType = UNSET
    """The cannon hits if the contest is won."""
    cards: int | UnsetType = UNSET
    """The cards drawn."""
    left: int | UnsetType = UNSET
    """The value of the hit location after the hit."""
    plunder: int | UnsetType = UNSET
    """The plunder of the raid so far."""
    escapes: int | UnsetType = UNSET
    """The escapes in the raid so far."""
    maneuverability: int | UnsetType = UNSET
    """The maneuverability that the escapes are compared with."""
