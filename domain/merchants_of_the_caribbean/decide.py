"""From a command to the events it causes."""

from __future__ import annotations

from domain.game import Rng
from domain.recorder import Recorder

from . import commands as c
from .decisions import ANSWERS, check, forced
from .evolve import evolve
from .state import Record, State


def decide(state: State, seat: int, command: c.Command, rng: Rng) -> Record:
    """All events of the command and of the automatic steps that follow. Raises what `check` raises."""
    check(state, seat, command)
    decision = state.decision
    assert decision is not None  # Otherwise `check` raises.
    record: Record = Recorder(evolve, state)
    ANSWERS[type(decision)][type(command)].carry_out(record, decision, command, rng)
    while (leaving := forced(record.state)) is not None:
        # Nothing else is legal, so the game leaves the decision itself (MC-148).
        leaving.carry_out(record, record.state.decision, None, rng)
    return record
