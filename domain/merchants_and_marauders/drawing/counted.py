"""What a captain has, where pictures show it; previews foretell its changes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.drawing import Counted

from .. import events as e

COUNTED: Mapping[str, Counted] = {
    "gold": Counted("seat/{seat}", "gold"),
    "stash": Counted("seat/{seat}", "stash"),
    "glory": Counted("seat/{seat}", "points"),
    "cargo": Counted("seat/{seat}/cargo", "cards"),
    "crew": Counted("seat/{seat}/ship/crew", "now"),
    "bounties": Counted("seat/{seat}/bounties"),
    "successes": Counted("raid", "successes"),
}
CONSEQUENCES = (e.HitApplied, e.RaidEnded, e.CaptainDied)
"""What commands of a raid or battle lead to."""
