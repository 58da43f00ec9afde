"""The end of the game (RULES.md, chapter 20)."""

from __future__ import annotations

from typing import Literal

from . import events as e
from .flow import glory_points
from .state import GOAL, Recorder, State, waiting_for_captains
from .values import Ranked


def captains_run_out(state: State) -> bool:
    """Whether a seat needs a captain and no card is left (MM-427)."""
    left = len(state.captains)
    return left < len(state.seats) and left < waiting_for_captains(state)  # Most positions have more cards than seats.


def end_game(recorder: Recorder, reason: Literal["glory", "event_deck_empty", "captain_deck_empty"]) -> None:
    recorder.emit(e.StashesShown(tuple(seat.stash for seat in recorder.state.seats)))
    recorder.emit(e.GameEnded(reason, ranking(recorder.state, by_glory=reason == "glory")))


def ranking(state: State, *, by_glory: bool) -> tuple[Ranked, ...]:
    """The seats of the comparison, the best first, then the others (MM-428).

    With `by_glory` seats with 10 points and declared seats are compared (MM-373, MM-377), by all points or by the track, as
    `final_comparison` says, then by the stash (MM-374, MM-375); else all seats, by points with stash points (MM-378). Equal
    seats share a place (MM-376).
    """
    by_track = state.options.final_comparison == "track"
    rows = []
    for number, seat in enumerate(state.seats):
        points = glory_points(state, number)
        compared = by_glory and (points >= GOAL or seat.declared)
        key = (compared, seat.points if compared and by_track else points, seat.stash)
        rows.append((key, number, points, seat))
    rows.sort(key=lambda row: row[0], reverse=True)
    keys = [row[0] for row in rows]
    return tuple(
        Ranked(number, keys.index(key) + 1, points, seat.points, seat.stash, key[0]) for key, number, points, seat in rows
    )


def winners(ranked: tuple[Ranked, ...]) -> tuple[int, ...]:
    return tuple(sorted(row.seat for row in ranked if row.place == 1))
