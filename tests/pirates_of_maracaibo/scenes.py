"""Scenes of what happens on a table, with the promises that hold for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.games import names
from conformance.playing import Step, hold
from conformance.scenes import Seen, check_beats, check_masked, check_told, check_working_picture, seen, seen_openly
from domain.pirates_of_maracaibo.drawing.board import board
from domain.pirates_of_maracaibo.game import GAME
from domain.scenes import Scene

from .scenario import Attempt, Table


def told(table: Table, do: Callable[[], Attempt], viewer: int | None = None) -> Scene:
    """What this viewer is told of what is done; the scenes of all others are checked too."""
    before = table.state
    events = list(do().events)
    return checked(before, events, table.state, viewer).scene


def checked(before: Any, events: list[Any], after: Any, viewer: int | None = None) -> Seen:
    seats, options = len(after.seats), after.options
    step = Step(before, 0, [], None, after, events)
    areas = {area.id for area in board(options, names(seats)).areas}
    whole = seen_openly(GAME, step, options, seats)
    found = {each: seen(GAME, step, each, options, seats) for each in (None, *range(seats))}
    for each in (whole, *found.values()):
        check_working_picture(each)
        check_beats(each, areas)
        hold(not each.left_over, f"left over: {each.left_over}")
        check_masked(whole.scene, each.scene)
    check_told(GAME, events, names(seats), options)
    return found[viewer]
