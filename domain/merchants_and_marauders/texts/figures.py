"""What is counted over a game: the deeds that earned glory points, which add up to those on the track."""

from __future__ import annotations

from collections.abc import Callable

from domain.game import Tally

from .. import events as e

DEEDS = {
    "rumor": "True rumors",
    "raid": "Rich raids",
    "battle": "Battles won",
    "sale": "Rich sales",
    "mission": "Missions",
    "ship": "Big ship",
}
"""The deeds by the reason of the event."""


def _earned_by(deed: str) -> Callable[[e.Event], tuple[int, int] | None]:
    return lambda event: (event.seat, 1) if isinstance(event, e.GloryGained) and event.reason == deed else None


FIGURES = tuple([Tally(deed, name, _earned_by(deed), part="track") for deed, name in DEEDS.items()])
