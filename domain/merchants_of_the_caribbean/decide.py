"""From a command to the events it causes."""

from __future__ import annotations

import domain.recorder
from domain.game import Rng

from . import commands as c
from .decisions import ANSWERS, check, forced
from .evolve import evolve
from .state import Recorder, State


def decide(state: State, seat: int, command: c.Command, rng: Rng) -> Recorder:
    """All events of the command and of the automatic steps that follow. Raises what `check` raises."""
    check(state, seat, command)
    decision = state.decision
    assert decision is not None  # Otherwise `check` raises.
    recorder: Recorder = domain.recorder.Recorder(evolve, state)
    ANSWERS[type(decision)][type(command)].carry_out(recorder, decision, command, rng)
    while (leaving := forced(recorder.state)) is not None:
        # Nothing else is legal, so the game leaves the decision itself (MC-148).
        leaving.carry_out(recorder, recorder.state.decision, None, rng)
    return recorder
