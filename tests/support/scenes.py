"""Commits as all see them, for tests of what people see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.games import names
from conformance.playing import Step, hold
from conformance.scenes import Seen, check_beats, check_masked, check_told, check_working_picture, seen, seen_openly
from domain.game import AnyGame


def watched(game: AnyGame, before: Any, events: list[Any], after: Any) -> Mapping[int | None, Seen]:
    """A commit as a spectator and all seats see it, held to the promises of scenes."""
    assert game.drawing is not None
    seats, options = len(after.seats), after.options
    step = Step(before, 0, [], None, after, events)
    board = game.drawing.board(options, names(seats))
    whole = seen_openly(game, step, options, seats)
    found = {viewer: seen(game, step, viewer, options, seats) for viewer in (None, *range(seats))}
    for each in (whole, *found.values()):
        check_working_picture(each)
        check_beats(each, board)
        hold(not each.staged.left_over, f"left over: {each.staged.left_over}")
        check_masked(whole, each, board)
    check_told(game, events, names(seats), options)
    return found
