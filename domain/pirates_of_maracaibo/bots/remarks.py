"""What the arena's report counts: what a careful player would not do, and what one does now and then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import commands as c
from .. import events as e
from ..scoring import met_line, quest_vp
from ..state import State, built


def remarks(
    before: State, seat: int, command: c.Command, events: Sequence[e.Event], after: State
) -> Iterator[tuple[int, str]]:
    """Quests that cost points at the end of the game (PM-360: with Quest Hunters a Quest whose harder line is not met), and
    games without a Residence. Explorers that retired."""
    for event in events:
        if isinstance(event, e.ExplorerRetired):
            yield event.seat, "retirement"
    if before.result is not None or after.result is None:
        return
    for number, own in enumerate(after.seats):
        for quest in own.quests:
            if quest_vp(after, quest, met_line(after, number, quest)) < 0:
                yield number, "quest at a loss"
        if not built(after, number):
            yield number, "no Residence"
