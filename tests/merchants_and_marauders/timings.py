"""When glory cards can be announced."""

from __future__ import annotations

WINDOW_TIMINGS = (
    "any_turn",
    "event",
    "scout_before_roll",
    "scout_after_roll",
    "raid_before_draw",
    "raid_after_roll",
    "raid_after_success",
    "combat_before_first_round",
    "combat_before_contest",
    "combat_after_contest",
    "combat_after_location",
    "hit_received",
    "crew_before_first_round",
    "crew_before_roll",
    "crew_after_round",
)
"""The timings of glory cards that open a reaction window (MM-K16)."""
