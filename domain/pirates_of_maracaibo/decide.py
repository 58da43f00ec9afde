"""Turns a command into events, up to the next decision."""

from __future__ import annotations

from typing import Any

import domain.recorder
from domain.game import Rng

from . import commands as c
from . import decisions, rounds
from . import events as e
from .decisions import ALWAYS_ASKED, ANSWERS, LEGAL, check
from .evolve import evolve
from .flow import Advance, begin, change, close
from .frames import ReturnQuests
from .setup import open_market
from .state import Recorder, State

ADVANCE: Advance = {**decisions.ADVANCE, **rounds.ADVANCE}


def decide(state: State, seat: int, command: c.Command, rng: Rng) -> Recorder:
    """All events of the command, its dice and draws, and of what follows by itself (PM-398). Raises what `check` raises."""
    if not LEGAL.holds(state, seat, command):
        check(state, seat, command)
    recorder: Recorder = domain.recorder.Recorder(evolve, state)
    top = state.stack[-1]
    if type(top) is ReturnQuests:
        assert isinstance(command, c.ReturnQuest)
        _return_quest(recorder, top, seat, command, rng)
    else:
        ANSWERS[type(top)][type(command)].carry_out(recorder, top, command, rng)
    advance(recorder, rng)
    return recorder


def _return_quest(recorder: Recorder, top: ReturnQuests, seat: int, command: c.ReturnQuest, rng: Rng) -> None:
    """The game goes on when the last seat has chosen (PM-033)."""
    recorder.emit(e.QuestReturned(seat, command.quest))
    waiting = tuple(each for each in top.waiting if each != seat)
    if waiting:
        change(recorder, ReturnQuests(waiting))
        return
    close(recorder)
    open_market(recorder, rng)
    begin(recorder, rounds.start_turn(recorder, recorder.state.first_seat))


def advance(recorder: Recorder, rng: Rng) -> None:
    """Runs automatic steps until a seat has a choice, or the game is over (PM-396)."""
    while (state := recorder.state).result is None:
        top: Any = state.stack[-1]
        kind = type(top)
        advance = ADVANCE.get(kind)
        if advance is not None and advance(recorder, top, rng):
            continue
        if kind in ALWAYS_ASKED or kind is ReturnQuests:
            return
        legal = LEGAL.of(state, top.seat)
        assert legal, f"nothing is legal for {top}"
        if len(legal) > 1:
            return
        ANSWERS[kind][type(legal[0])].carry_out(recorder, top, legal[0], rng)
