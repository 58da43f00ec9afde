"""Moving the ship (RULES.md, chapter 3; with Fog of War: Improvements in single steps, 23.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from domain.game import Json, Rng
from domain.kit.decisions import Answer, plain
from domain.kit.stack import name_of

from .. import commands as c
from .. import events as e
from ..flow import Answers, change, close
from ..frames import Sail
from ..sea import destinations, distances, flip_improvement, ship_range, touching
from ..state import COLUMNS, Recorder, State, column_of, turn_of
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


def _why_not_sail_to(state: State, frame: Sail, command: c.SailTo) -> str | None:
    if _by_steps(state):
        return "wrong_decision"
    if not _is_space(state, command.space):
        return "unknown_space"
    start = state.seats[frame.seat].ship
    if start == GULF and command.space != MARACAIBO:
        return "must_enter_maracaibo"
    if column_of(state, command.space) <= column_of(state, start):
        return "not_rightward"
    steps = distances(state.options.layout, start).get(command.space)
    if steps is None:
        return "no_way_there"
    return "out_of_range" if steps > ship_range(state, frame.seat) else None


def _too_far(state: State, frame: Sail, command: c.SailTo) -> dict[str, Json]:
    steps = distances(state.options.layout, state.seats[frame.seat].ship)[command.space]
    return {"distance": steps, "range": ship_range(state, frame.seat)}


def _columns(state: State, frame: Sail, command: c.SailTo) -> dict[str, Json]:
    return {"column": column_of(state, command.space), "start": column_of(state, state.seats[frame.seat].ship)}


def _goals(state: State, frame: Sail) -> Sequence[c.SailTo]:
    if _by_steps(state):
        return ()
    return _moves_to(state.options.layout, state.seats[frame.seat].ship, ship_range(state, frame.seat))


@cache
def _moves_to(layout: str, start: str, reach: int) -> tuple[c.SailTo, ...]:
    return tuple(map(c.SailTo, _ordered(layout, destinations(layout, start, reach))))


def _ordered(layout: str, spaces: Iterable[str]) -> list[str]:
    """By column, then from the top."""
    return sorted(spaces, key=lambda space: (COLUMNS[layout][space], space))


# Step by step


def _sail_step(recorder: Recorder, frame: Sail, command: c.SailStep, rng: Rng) -> None:
    here = recorder.state.seats[frame.seat].ship
    recorder.emit(e.ShipSailed(frame.seat, here, command.space, 1))
    flip_improvement(recorder, command.space)
    if command.space in (GULF, MARACAIBO):
        close(recorder)
    else:
        change(recorder, Sail(frame.seat, frame.moved + 1))


def _why_not_step(state: State, frame: Sail, command: c.SailStep) -> str | None:
    if not _by_steps(state):
        return "wrong_decision"
    if not _is_space(state, command.space):
        return "unknown_space"
    here = state.seats[frame.seat].ship
    if here == GULF and command.space != MARACAIBO:
        return "must_enter_maracaibo"
    left = _steps_left(state, frame)
    if left <= 0:
        return "no_movement_left"
    if command.space not in touching(state.options.layout)[here]:
        return "not_adjacent"
    return None if _end_reachable(state, command.space, left - 1) else "dead_end_step"


def _steps_left(state: State, frame: Sail) -> int:
    return ship_range(state, frame.seat) - frame.moved


def _end_reachable(state: State, space: str, left: int) -> bool:
    """Whether the move can still end legally, there or further on (PM-345)."""
    reach = distances(state.options.layout, space).items()
    return any(steps <= left and may_end(state, goal) for goal, steps in reach)


def may_end(state: State, space: str) -> bool:
    """A move ends only further right than it began (PM-045)."""
    return column_of(state, space) > turn_of(state).start_column


def _steps(state: State, frame: Sail) -> Iterable[c.SailStep]:
    return _moves_by_one(state.options.layout, state.seats[frame.seat].ship) if _by_steps(state) else ()


@cache
def _moves_by_one(layout: str, here: str) -> tuple[c.SailStep, ...]:
    return tuple(map(c.SailStep, _ordered(layout, touching(layout)[here])))


def _stop(recorder: Recorder, frame: Sail, command: c.StopSailing, rng: Rng) -> None:
    close(recorder)


def _why_not_stop(state: State, frame: Sail, command: c.StopSailing) -> str | None:
    if not _by_steps(state):
        return "wrong_decision"
    if not frame.moved:
        return "must_move"
    return None if may_end(state, state.seats[frame.seat].ship) else "not_rightward"


def _columns_here(state: State, frame: Sail, command: c.StopSailing) -> dict[str, Json]:
    return {"column": column_of(state, state.seats[frame.seat].ship), "start": turn_of(state).start_column}


def _decision(state: State, frame: Sail, command: c.Command) -> dict[str, Json]:
    return {"decision": name_of(frame)}


ANSWERS: Answers = {
    Sail: {
        c.SailTo: Answer(
            _sail_to,
            _goals,
            _why_not_sail_to,
            alike=True,
            figures={"wrong_decision": _decision, "not_rightward": _columns, "out_of_range": _too_far},
        ),
        c.SailStep: Answer(
            _sail_step,
            _steps,
            _why_not_step,
            figures={
                "wrong_decision": _decision,
                "no_movement_left": lambda state, frame, command: {"range": ship_range(state, frame.seat)},
                "dead_end_step": lambda state, frame, command: {"left": _steps_left(state, frame) - 1},
            },
        ),
        c.StopSailing: Answer(
            _stop,
            plain(c.StopSailing()),
            _why_not_stop,
            figures={"wrong_decision": _decision, "not_rightward": _columns_here},
        ),
    }
}
