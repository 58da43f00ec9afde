"""Turns a command into events, up to the next decision."""

from __future__ import annotations

from domain.game import Rng
from domain.recorder import Recorder

from . import commands as c
from . import decisions, rounds
from . import events as e
from .decisions import ALWAYS_ASKED, ANSWERS, check, legal_for
from .evolve import evolve
from .flow import Advance, begin, change, close
from .frames import ReturnQuests
from .setup import open_market
from .state import Record, State

ADVANCE: Advance = {**decisions.ADVANCE, **rounds.ADVANCE}


def decide(state: State, seat: int, command: c.Command, rng: Rng) -> Record:
    """All events of the command, its dice and draws, and of what follows by itself (PM-398). Raises what `check` raises."""
    check(state, seat, command)
    record: Record = Recorder(evolve, state)
    top = state.stack[-1]
    if isinstance(top, ReturnQuests):
        assert isinstance(command, c.ReturnQuest)
        _return_quest(record, top, seat, command, rng)
    else:
        ANSWERS[type(top)][type(command)].carry_out(record, top, command, rng)
    settle(record, rng)
    return record


def _return_quest(record: Record, top: ReturnQuests, seat: int, command: c.ReturnQuest, rng: Rng) -> None:
    """The game goes on when the last seat has chosen (PM-033)."""
    record.emit(e.QuestReturned(seat, command.quest))
    waiting = tuple(each for each in top.waiting if each != seat)
    if waiting:
        change(record, ReturnQuests(waiting))
        return
    close(record)
    open_market(record, rng)
    begin(record, rounds.start_turn(record, record.state.first_seat))


def settle(record: Record, rng: Rng) -> None:
    """Runs automatic steps until a seat has a choice, or the game is over (PM-396)."""
    while record.state.result is None:
        top = record.state.stack[-1]
        advance = ADVANCE.get(type(top))
        if advance is not None and advance(record, top, rng):
            continue
        if isinstance(top, (ReturnQuests, *ALWAYS_ASKED)):
            return
        legal = legal_for(record.state, top)
        assert legal, f"nothing is legal for {top}"
        if len(legal) > 1:
            return
        ANSWERS[type(top)][type(legal[0])].carry_out(record, top, legal[0], rng)
