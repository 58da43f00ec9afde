"""What the arena's report counts: what a careful player would not do too often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import commands as c
from .. import events as e
from ..state import State


def remarks(
    before: State, seat: int, command: c.Command, events: Sequence[e.Event], after: State
) -> Iterable[tuple[int, str]]:
    """Busts (MC-070: a second Ship of a type ends the turn with nothing)."""
    return [(event.seat, "bust") for event in events if isinstance(event, e.BustOccurred)]
