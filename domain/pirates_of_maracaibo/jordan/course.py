"""The spaces in range of Jordan's ship, and the way there (RULES.md, chapter 22.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ..content import LAYOUTS
from ..sea import RANGE, destinations, distances, touching
from ..state import State, column_of, jordan_of
from ..values import GULF


def in_range(state: State) -> Iterator[str]:
    """The spaces where Jordan may end its move, the best first (PM-286, PM-287)."""
    goals = destinations(state.options.layout, jordan_of(state).ship, RANGE)
    yield from sorted(goals, key=lambda space: nearest_maracaibo(state, space))


def nearest_maracaibo(state: State, space: str) -> tuple[int, int]:
    """Sort key: the column closest to Maracaibo first, then from the top (PM-287)."""
    rows = {each.id: each.row for each in LAYOUTS[state.options.layout].spaces}
    return -column_of(state, space), rows.get(space, 0)


def path_to(state: State, goal: str) -> list[str]:
    """The shortest walk over most face-down cards; ties go by the first space that differs (PM-336, PM-337)."""
    walks = list(shortest_walks(state, jordan_of(state).ship, goal))
    return min(walks, key=lambda walk: (-_foggy(state, walk), [nearest_maracaibo(state, space) for space in walk]))


def shortest_walks(state: State, start: str, goal: str) -> Iterator[list[str]]:
    """All walks of the fewest steps, without their start; none goes on from the Gulf."""
    far = distances(state.options.layout, start)
    if start == goal:
        yield []
        return
    for before, near in touching(state.options.layout).items():
        if goal in near and before in far and far[before] == far[goal] - 1 and (before != GULF or before == start):
            for walk in shortest_walks(state, start, before):
                yield [*walk, goal]


def _foggy(state: State, walk: list[str]) -> int:
    """Face-down cards on the way, of both kinds together (PM-435)."""
    return sum(space in state.sea and not state.sea[space].face_up for space in walk)
