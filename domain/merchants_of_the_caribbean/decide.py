"""From a command to the events it causes."""

from __future__ import annotations

import domain.recorder
from domain.game import Rng

from . import commands as c
from .decisions import answer_to, forced
from .evolve import evolve
from .state import Recorder, State


def decide(state: State, seat: int, command: c.Command, rng: Rng) -> Recorder:
    """All events of the command and of the automatic steps that follow. Raises what `answer_to` raises."""
    answer = answer_to(state, seat, command)
    recorder: Recorder = domain.recorder.Recorder(evolve, state)
    answer.carry_out(recorder, state.decision, command, rng)
    while (leaving := forced(recorder.state)) is not None:
        # Nothing else is legal, so the game leaves the decision itself (MC-148).
        leaving.carry_out(recorder, recorder.state.decision, None, rng)
    return recorder
