"""The state after an event. It only records: no rule, no chance, no clock (PM-448)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.stack import frame_changed, frame_closed, frame_opened, step_reached

from .. import events as e
from ..state import State
from . import actions, cards, rounds, solo
from .updates import Change


def evolve(state: State | None, event: e.Event) -> State:
    """The state after this event."""
    if state is None:
        assert isinstance(event, e.GameSetUp)
        return rounds.set_up(event)
    return CHANGES[type(event)](state, event)


CHANGES: Mapping[type[e.Event], Change] = {
    e.FrameOpened: frame_opened,
    e.FrameChanged: frame_changed,
    e.StepReached: step_reached,
    e.FrameClosed: frame_closed,
    **rounds.CHANGES,
    **cards.CHANGES,
    **actions.CHANGES,
    **solo.CHANGES,
}
