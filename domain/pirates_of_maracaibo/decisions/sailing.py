"""Moving the ship (RULES.md, chapter 3; with Fog of War: Improvements in single steps, 23.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from domain.game import Rng
from domain.kit.decisions import Answer, plain

from .. import commands as c
from .. import events as e
from ..content import LAYOUTS, LOCATIONS
from ..flow import Answers, change, close
from ..frames import Sail
from ..refusals import require
from ..state import Record, State, column_of, ongoing, turn_of
from ..values import GULF, MARACAIBO, START

RANGE = 3


@cache
def touching(layout: str) -> Mapping[str, tuple[str, ...]]:
    """From each place the spaces that one step leads to (PM-043, PM-044, PM-048 to PM-052)."""
    sea = LAYOUTS[layout]
    steps = {space: (*near, *((GULF,) if space in sea.gulf_from else ())) for space, near in sea.adjacency.items()}
    return {START: sea.start_to, **steps, GULF: (MARACAIBO,), MARACAIBO: ()}


@cache
def distances(layout: str, start: str) -> Mapping[str, int]:
    """The fewest steps to every space; a move does not go on from the Gulf (PM-049)."""
    near, found, edge = touching(layout), {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        if here == GULF and here != start:
            continue
        for space in near[here]:
            if space not in found:
                found[space] = found[here] + 1
                edge.append(space)
    return found


def ship_range(state: State, seat: int) -> int:
    """PM-041."""
    spaces = [effect.spaces for _, effect in ongoing(state.seats[seat], "ship_range")]
    return max([RANGE, *(far for far in spaces if isinstance(far, int))])


def destinations(state: State, start: str, reach: int) -> list[str]:
    """Where a move may end (PM-045, PM-053)."""
    column = column_of(state, start)
    return [
        space
        for space, steps in distances(state.options.layout, start).items()
        if steps <= reach and column_of(state, space) > column
    ]


def by_steps(state: State) -> bool:
    """PM-344."""
    return state.options.fog_of_war_improvements


def is_space(state: State, space: str) -> bool:
    return space in state.sea or space in (GULF, MARACAIBO)


# The whole move at once


def _sail_to(record: Record, frame: Sail, command: c.SailTo, rng: Rng) -> None:
    state, seat = record.state, frame.seat
    start = state.seats[seat].ship
    close(record)
    record.emit(e.ShipSailed(seat, start, command.space, distances(state.options.layout, start)[command.space]))


def _may_sail_to(state: State, frame: Sail, command: c.SailTo) -> None:
    require(not by_steps(state), "wrong_decision")
    require(is_space(state, command.space), "unknown_space")
    start = state.seats[frame.seat].ship
    require(start != GULF or command.space == MARACAIBO, "must_enter_maracaibo")
    require(column_of(state, command.space) > column_of(state, start), "not_rightward")
    steps = distances(state.options.layout, start).get(command.space)
    require(steps is not None and steps <= ship_range(state, frame.seat), "out_of_range")


def _goals(state: State, frame: Sail) -> Iterable[c.SailTo]:
    goals = destinations(state, state.seats[frame.seat].ship, ship_range(state, frame.seat))
    return (c.SailTo(space) for space in sorted(goals, key=lambda space: list_order(state, space)))


def list_order(state: State, space: str) -> tuple[int, str]:
    """By column, then from the top."""
    return column_of(state, space), space


# Step by step


def _sail_step(record: Record, frame: Sail, command: c.SailStep, rng: Rng) -> None:
    here = record.state.seats[frame.seat].ship
    record.emit(e.ShipSailed(frame.seat, here, command.space, 1))
    flip_improvement(record, command.space)
    if command.space in (GULF, MARACAIBO):
        close(record)
    else:
        change(record, Sail(frame.seat, frame.moved + 1))


def flip_improvement(record: Record, space: str) -> None:
    """Any face-down card but a Tier I Location is turned up at once when a ship enters (PM-343, PM-346)."""
    card = record.state.sea.get(space)
    if card is not None and not card.face_up and not is_tier_one_location(card.id):
        record.emit(e.CardFlipped(space, card.id, None, ruby=False))


def is_tier_one_location(card: str) -> bool:
    """The back of a face-down card tells it (PM-349)."""
    return card in LOCATIONS and LOCATIONS[card].tier == 1


def _may_step(state: State, frame: Sail, command: c.SailStep) -> None:
    require(by_steps(state), "wrong_decision")
    require(is_space(state, command.space), "unknown_space")
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
    """Only further right than the move began (PM-045)."""
    return column_of(state, space) > turn_of(state).start_column


def _steps(state: State, frame: Sail) -> Iterable[c.SailStep]:
    near = touching(state.options.layout)[state.seats[frame.seat].ship]
    return (c.SailStep(space) for space in sorted(near, key=lambda space: list_order(state, space)))


def _stop(record: Record, frame: Sail, command: c.StopSailing, rng: Rng) -> None:
    close(record)


def _may_stop(state: State, frame: Sail, command: c.StopSailing) -> None:
    require(by_steps(state), "wrong_decision")
    require(frame.moved, "must_move")
    require(may_end(state, state.seats[frame.seat].ship), "not_rightward")


ANSWERS: Answers = {
    Sail: {
        c.SailTo: Answer(_sail_to, _goals, _may_sail_to),
        c.SailStep: Answer(_sail_step, _steps, _may_step),
        c.StopSailing: Answer(_stop, plain(c.StopSailing()), _may_stop),
    }
}
