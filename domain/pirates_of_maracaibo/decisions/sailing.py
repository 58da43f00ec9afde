"""Moving the ship (RULES.md, chapter 3; with Fog of War: Improvements in single steps, 23.2)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Rng
from domain.kit.decisions import Answer, plain

from .. import commands as c
from .. import events as e
from ..flow import Answers, change, close
from ..frames import Sail
from ..refusals import require
from ..sea import destinations, distances, flip_improvement, ship_range, touching
from ..state import Recorder, State, column_of, turn_of
from ..values import GULF, MARACAIBO


def _by_steps(state: State) -> bool:
    """With Fog of War: Improvements a ship sails one space after another (PM-344)."""
    return state.options.fog_of_war_improvements


def _is_space(state: State, space: str) -> bool:
    return space in state.sea or space in (GULF, MARACAIBO)


# The whole move at once


def _sail_to(recorder: Recorder, frame: Sail, command: c.SailTo, rng: Rng) -> None:
    state, seat = recorder.state, frame.seat
    start = state.seats[seat].ship
    close(recorder)
    recorder.emit(e.ShipSailed(seat, start, command.space, distances(state.options.layout, start)[command.space]))


def _may_sail_to(state: State, frame: Sail, command: c.SailTo) -> None:
    require(not _by_steps(state), "wrong_decision")
    require(_is_space(state, command.space), "unknown_space")
    start = state.seats[frame.seat].ship
    require(start != GULF or command.space == MARACAIBO, "must_enter_maracaibo")
    require(column_of(state, command.space) > column_of(state, start), "not_rightward")
    steps = distances(state.options.layout, start).get(command.space)
    require(steps is not None and steps <= ship_range(state, frame.seat), "out_of_range")


def _goals(state: State, frame: Sail) -> Iterable[c.SailTo]:
    goals = destinations(state, state.seats[frame.seat].ship, ship_range(state, frame.seat))
    return map(c.SailTo, _ordered(state, goals))


def _ordered(state: State, spaces: Iterable[str]) -> list[str]:
    """By column, then from the top."""
    return sorted(spaces, key=lambda space: (column_of(state, space), space))


# Step by step


def _sail_step(recorder: Recorder, frame: Sail, command: c.SailStep, rng: Rng) -> None:
    here = recorder.state.seats[frame.seat].ship
    recorder.emit(e.ShipSailed(frame.seat, here, command.space, 1))
    flip_improvement(recorder, command.space)
    if command.space in (GULF, MARACAIBO):
        close(recorder)
    else:
        change(recorder, Sail(frame.seat, frame.moved + 1))


def _may_step(state: State, frame: Sail, command: c.SailStep) -> None:
    require(_by_steps(state), "wrong_decision")
    require(_is_space(state, command.space), "unknown_space")
    here = state.seats[frame.seat].ship
    require(here != GULF or command.space == MARACAIBO, "must_enter_maracaibo")
    left = ship_range(state, frame.seat) - frame.moved
    require(left > 0, "no_movement_left")
    require(command.space in touching(state.options.layout)[here], "not_adjacent")
    require(_end_reachable(state, command.space, left - 1), "dead_end_step")


def _end_reachable(state: State, space: str, left: int) -> bool:
    """Whether the move can still end legally, there or further on (PM-345)."""
    reach = distances(state.options.layout, space).items()
    return any(steps <= left and may_end(state, goal) for goal, steps in reach)


def may_end(state: State, space: str) -> bool:
    """A move ends only further right than it began (PM-045)."""
    return column_of(state, space) > turn_of(state).start_column


def _steps(state: State, frame: Sail) -> Iterable[c.SailStep]:
    return map(c.SailStep, _ordered(state, touching(state.options.layout)[state.seats[frame.seat].ship]))


def _stop(recorder: Recorder, frame: Sail, command: c.StopSailing, rng: Rng) -> None:
    close(recorder)


def _may_stop(state: State, frame: Sail, command: c.StopSailing) -> None:
    require(_by_steps(state), "wrong_decision")
    require(frame.moved, "must_move")
    require(may_end(state, state.seats[frame.seat].ship), "not_rightward")


ANSWERS: Answers = {
    Sail: {
        c.SailTo: Answer(_sail_to, _goals, _may_sail_to),
        c.SailStep: Answer(_sail_step, _steps, _may_step),
        c.StopSailing: Answer(_stop, plain(c.StopSailing()), _may_stop),
    }
}
