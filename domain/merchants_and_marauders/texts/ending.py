"""Why a game is over, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.words import listed, plural
from domain.values import Criterion

from ..state import GOAL, State
from ..values import Ranked
from . import names as n

RAN_OUT = {"event_deck_empty": "No event card is left", "captain_deck_empty": "No captain card is left"}
"""What ends a game at once."""


def because(state: State, names: Sequence[str]) -> str:
    """Who declared victory, or which cards ran out; then what the comparison was by, and what decided between equals
    (MM-373, MM-374, MM-375, MM-376, MM-378)."""
    result = state.result
    assert result is not None
    best = result.ranking[0]
    compared = [row for row in result.ranking if row.compared]
    by_track = bool(compared) and state.options.final_comparison == "track"
    if result.reason == "glory":
        declared = listed([names[row.seat] for row in compared if state.seats[row.seat].declared])
        said = [f"{declared} declared victory, and round {state.round} was played to its end."]
    else:
        said = [f"{RAN_OUT[result.reason]}: most points win, those of the stash included."]
    others = compared or list(result.ranking)
    if len(compared) > 1:
        key = "only points on the track decide" if by_track else "all points decide"
        figures = listed([f"{names[row.seat]} {_points(row, by_track=by_track)}" for row in compared])
        said.append(f"Of those who declared or have {GOAL}, {key}: {figures}.")
    equal = [row for row in others if _points(row, by_track=by_track) == _points(best, by_track=by_track)]
    if len(equal) > 1 and equal[1].place > 1:
        stashes = listed([f"{names[row.seat]} {n.gold(row.stash)}" for row in equal])
        said.append(f"With {plural(_points(best, by_track=by_track), 'point')} each, the larger stash decides: {stashes}.")
    elif len(equal) > 1:
        said.append("Points and stash are equal.")
    return " ".join(said)


def criteria(state: State) -> list[Criterion]:
    """Who declared or has 10 points, where somebody declared; then points, of the track alone where `final_comparison` says
    so; then the stash (MM-373, MM-374, MM-375, MM-378)."""
    result = state.result
    assert result is not None
    rows = sorted(result.ranking, key=lambda row: row.seat)
    by_glory = result.reason == "glory"
    by_track = by_glory and state.options.final_comparison == "track"
    compared = Criterion(f"declared, or has {GOAL}", tuple([int(row.compared) for row in rows]), condition=True)
    points = tuple([_points(row, by_track=by_track) for row in rows])
    return [
        *([compared] if by_glory else []),
        Criterion("most on the track" if by_track else "most points", points),
        Criterion("larger stash", tuple([row.stash for row in rows])),
    ]


def _points(row: Ranked, *, by_track: bool) -> int:
    return row.track if by_track else row.points
