"""The Explorer's way along the track (RULES.md, chapter 10; Retirement, 23.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from domain.game import Json, Rng
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..content import (
    EDGES,
    FORFEITS,
    RETIREMENT_FROM,
    RETIREMENT_TILE,
    TRACK,
    TRACK_END,
    TRACK_START,
    Edge,
    effects_of,
)
from ..flow import Answers, begin, change, close, declining
from ..frames import Explore, ResolveEffects, Retire
from ..sea import cheapest_residence, construct_price, purse
from ..state import Recorder, State, ongoing
from ..values import Who

SHARED = (TRACK_START, TRACK_END, RETIREMENT_TILE)
"""Spaces for any number of Explorers, which are not skipped (PM-133)."""
ONWARD: Mapping[str, tuple[Edge, ...]] = {space: tuple(edge for edge in EDGES if edge.from_ == space) for space in TRACK}
SPUR = Edge(RETIREMENT_FROM, RETIREMENT_TILE, None)


class Route(NamedTuple):
    """A way to a space of the track: the movement it takes, the Explorers it skips and the rivers it crosses."""

    steps: int = 0
    skipped: int = 0
    rivers: tuple[int, ...] = ()

    def along(self, edge: Edge, *, skipping: bool) -> Route:
        rivers = self.rivers if edge.river is None else (*self.rivers, edge.river)
        return Route(self.steps + (not skipping), self.skipped + skipping, rivers)


def occupied(state: State, who: Who) -> set[str]:
    """The spaces where another Explorer is in the way (PM-132, PM-133)."""
    others = [seat.explorer for number, seat in enumerate(state.seats) if number != who]
    if state.jordan is not None and who != "jordan":
        others.append(state.jordan.explorer)
    return set(others) - set(SHARED)


def routes(state: State, seat: int, movement: int) -> dict[str, Route]:
    """The shortest way to each space that the Explorer can enter, those it must skip included (PM-129, PM-130, PM-131,
    PM-132, PM-133, PM-134)."""
    skipped, found, ways = occupied(state, seat), dict[str, Route](), [(state.seats[seat].explorer, Route())]
    while ways:
        space, route = ways.pop(0)
        if route.steps == movement:
            continue
        for edge in _edges(space, state.options.retirement):
            further = route.along(edge, skipping=edge.to in skipped)
            if edge.to not in found or further.steps < found[edge.to].steps:
                found[edge.to] = further
                ways.append((edge.to, further))
    return found


def _edges(space: str, retirement: bool) -> tuple[Edge, ...]:
    spur = retirement and space == RETIREMENT_FROM
    return (*ONWARD.get(space, ()), *([SPUR] if spur else []))


# Giving up movement


def forfeit_costs(state: State, seat: int) -> dict[str, int]:
    """The movement that each forfeit ability of a seat gives up, by its carrier (PM-139, PM-421)."""
    return {name: effect.cost for name, effect in ongoing(state.seats[seat], "explore_forfeit")}


def _why_not_forfeit(state: State, frame: Explore, command: c.UseForfeit) -> str | None:
    costs = forfeit_costs(state, frame.seat)
    if command.source not in costs:
        return "unknown_forfeit"
    if command.source in frame.forfeited:
        return "forfeit_used"
    return "movement_too_low" if frame.movement <= costs[command.source] else None


def _forfeit_cost(state: State, frame: Explore, command: c.UseForfeit) -> dict[str, Json]:
    return {"cost": forfeit_costs(state, frame.seat)[command.source], "movement": frame.movement}


def _forfeit(recorder: Recorder, frame: Explore, command: c.UseForfeit, rng: Rng) -> None:
    """Gives movement up for a reward, which is resolved before the Explorer moves (PM-139, PM-140, PM-141)."""
    cost = forfeit_costs(recorder.state, frame.seat)[command.source]
    change(recorder, Explore(frame.seat, frame.movement - cost, (*frame.forfeited, command.source)))
    recorder.emit(e.MovementForfeited(frame.seat, command.source))
    begin(recorder, ResolveEffects(frame.seat, f"forfeit:{command.source}", optional=False))


# Moving


def _why_not_move(state: State, frame: Explore, command: c.MoveExplorer) -> str | None:
    space = command.space
    if not (space in TRACK or (space == RETIREMENT_TILE and state.options.retirement)):
        return "unknown_space"
    if space not in routes(state, frame.seat, frame.movement):
        ahead = _ahead(state.seats[frame.seat].explorer, state.options.retirement)
        return "out_of_range" if space in ahead else "no_way_there"
    if space in occupied(state, frame.seat):
        return "space_occupied"
    if space == RETIREMENT_TILE:
        own, cheapest = state.seats[frame.seat], cheapest_residence(state, frame.seat)
        if own.retired or cheapest is None:
            return "tile_not_available"
        return "cannot_afford" if construct_price(state, frame.seat, cheapest, half=True) > own.doubloons else None
    return None


@cache
def _ahead(start: str, retirement: bool) -> frozenset[str]:
    """The spaces to which any way leads from this one."""
    near = {edge.to for edge in _edges(start, retirement)}
    return frozenset(near).union(*(_ahead(space, retirement) for space in near))


def _too_far(state: State, frame: Explore, command: c.MoveExplorer) -> dict[str, Json]:
    route = routes(state, frame.seat, len(TRACK))[command.space]
    return {"distance": route.steps, "range": frame.movement}


def _cheapest(state: State, frame: Explore, command: c.MoveExplorer) -> dict[str, Json]:
    cheapest = cheapest_residence(state, frame.seat)
    assert cheapest is not None
    return purse(state, frame.seat, cheapest, construct_price(state, frame.seat, cheapest, half=True))


def _move(recorder: Recorder, frame: Explore, command: c.MoveExplorer, rng: Rng) -> None:
    """Only the end space gives its icons, but all rivers on the way are crossed (PM-135, PM-137, PM-378)."""
    state = recorder.state
    route = routes(state, frame.seat, frame.movement)[command.space]
    close(recorder)
    start = state.seats[frame.seat].explorer
    recorder.emit(e.ExplorerMoved(frame.seat, start, command.space, route.steps, route.skipped, route.rivers))
    if command.space == RETIREMENT_TILE:
        begin(recorder, Retire(frame.seat))
    else:
        begin_space(recorder, frame.seat)


def begin_space(recorder: Recorder, seat: int) -> None:
    """The icons under the Explorer (PM-135, PM-143)."""
    source = f"space:{recorder.state.seats[seat].explorer}"
    if effects_of(source):
        begin(recorder, ResolveEffects(seat, source, optional=True))


def _why_not_decline(state: State, frame: Explore, command: c.Decline) -> str | None:
    return "forfeit_already_used" if frame.forfeited else None


ANSWERS: Answers = {
    Explore: {
        c.UseForfeit: Answer(
            _forfeit,
            lambda s, f: [c.UseForfeit(source) for source in FORFEITS],
            _why_not_forfeit,
            figures={"movement_too_low": _forfeit_cost},
        ),
        c.MoveExplorer: Answer(
            _move,
            lambda s, f: [c.MoveExplorer(space) for space in routes(s, f.seat, f.movement)],
            _why_not_move,
            figures={"out_of_range": _too_far, "cannot_afford": _cheapest},
        ),
        c.Decline: replace(declining("explore"), check=_why_not_decline),
    }
}
