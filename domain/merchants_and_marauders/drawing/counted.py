"""What captains and ships have, where pictures show it; previews foretell the changes of some of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.drawing import Counted

from .. import events as e
from .. import ids
from ..content import LOCATIONS, NPCS

COUNTED: Mapping[str, Counted] = {
    "gold": Counted("seat/{seat}", "gold"),
    "stash": Counted("seat/{seat}", "stash"),
    "glory": Counted("seat/{seat}", "points"),
    "cargo": Counted("seat/{seat}/cargo", "cards"),
    "crew": Counted("seat/{seat}/ship/crew", "now"),
    "bounties": Counted("seat/{seat}/bounties"),
    "successes": Counted("raid", "successes"),
    "hand": Counted("seat/{seat}/glory", "cards", foretold=False),
    **{
        f"ship/{place}": Counted(f"seat/{{seat}}/ship/{place}", "now", foretold=False)
        for place in LOCATIONS
        if place != "crew"
    },
    **{f"{npc}/{place}": Counted(ids.ship(npc), place, foretold=False) for npc in NPCS for place in LOCATIONS},
}


def consequences(events: Sequence[e.Event]) -> int | None:
    """Where a command of a raid or battle has done its own part."""
    later = (e.HitApplied, e.RaidEnded, e.CaptainDied)
    return next((place for place, event in enumerate(events) if isinstance(event, later)), None)
