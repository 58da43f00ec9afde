"""Why a game is over, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.words import listed, plural
from domain.values import Criterion

from ..scoring import has_reached_target, may_win, target_influence
from ..state import State


def because(state: State, names: Sequence[str]) -> str:
    """Who reached the end of the game, or what ended it; then what decided between equals, and who had the points and
    could not win (MC-126, MC-129)."""
    return " ".join([_end(state, names), *_decided(state, names)])


def criteria(state: State) -> list[Criterion]:
    """An expedition where one is required, then points, then coins (MC-126, MC-129)."""
    seats = range(len(state.seats))
    done = Criterion("an expedition done", tuple([int(may_win(state, seat)) for seat in seats]), condition=True)
    return [
        *([done] if state.options.expedition_required else []),
        Criterion("most points", tuple([seat.influence for seat in state.seats])),
        Criterion("most coins", tuple([len(seat.coins) for seat in state.seats])),
    ]


def _end(state: State, names: Sequence[str]) -> str:
    result = state.result
    assert result is not None
    if result.reason == "target_reached":
        reached = listed([names[place.seat] for place in result.ranking if has_reached_target(state, place.seat)])
        done = " with an expedition done" if state.options.expedition_required else ""
        points = plural(target_influence(state), "point")
        return f"{reached} reached {points}{done}, and round {state.round} was played to its end."
    if result.reason == "stalled":
        return "In a whole round no card moved: nobody could change anything any more."
    return f"Round {state.round} was the last."


def _decided(state: State, names: Sequence[str]) -> list[str]:
    result = state.result
    assert result is not None
    best, *others = result.ranking
    if not result.winners:
        return ["Nobody has done an expedition, so nobody wins."]
    said = []
    equal = [place for place in others if place.influence == best.influence and may_win(state, place.seat)]
    if len(result.winners) > 1:
        coins = plural(best.coins, "coin")
        said.append(f"{listed([names[seat] for seat in result.winners])} are equal in points and have {coins} each.")
    elif equal:
        purses = listed([f"{names[place.seat]} has {place.coins}" for place in (best, *equal)])
        said.append(f"With {plural(best.influence, 'point')} each, coins decide: {purses}.")
    richer = [place for place in others if place.influence >= best.influence and not may_win(state, place.seat)]
    said += [f"{names[place.seat]} has {plural(place.influence, 'point')}, but no expedition." for place in richer]
    return said
