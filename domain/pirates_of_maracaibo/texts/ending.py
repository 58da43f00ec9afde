"""Why a game is over, and what decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit.words import listed, plural
from domain.values import Criterion

from ..state import Score, State
from ..values import Who
from .scores import PARTS

NAMED = 2
"""So many parts of the scores are named at most."""


def because(state: State, names: Sequence[str]) -> str:
    """That the rounds are over, and how the last scoring changed who led, or what broke a tie (PM-251, PM-327)."""
    result = state.result
    assert result is not None
    called: dict[Who, str] = {
        score.who: names[score.who] if isinstance(score.who, int) else "Jordan" for score in result.scores
    }
    best_first = sorted(result.scores, key=lambda score: (score.who in result.winners, score.total), reverse=True)
    best, *others = best_first
    return f"Three rounds are played. {_decided(best, others, called, shared=len(result.winners) > 1)}".rstrip()


def criteria(state: State) -> list[Criterion]:
    """Points; then buried Treasures, or against Jordan that a tie is lost (PM-251, PM-327). Jordan comes after the seats."""
    result = state.result
    assert result is not None
    scores = sorted(result.scores, key=lambda score: (score.who == "jordan", score.who))
    last = Criterion("most buried Treasures", tuple([score.buried for score in scores]))
    if state.jordan is not None:
        last = Criterion("Jordan wins ties", tuple([int(score.who == "jordan") for score in scores]), condition=True)
    return [Criterion("most points", tuple([score.total for score in scores])), last]


def _decided(best: Score, others: Sequence[Score], called: Mapping[Who, str], *, shared: bool) -> str:
    if not others:
        return ""
    name, equal = called[best.who], [score for score in others if score.total == best.total]
    if shared:
        tied = listed([called[score.who] for score in (best, *equal) if score.buried == best.buried])
        return f"{tied} are equal in points and in buried Treasures."
    if equal and best.who == "jordan":
        return f"With {plural(best.total, 'point')} each, Jordan wins: against Jordan a tie is lost."
    if equal:
        buried = listed([f"{called[score.who]} has {score.buried}" for score in (best, *equal)])
        return f"With {best.total} VP each, buried Treasures decide: {buried}."
    before, leader = _before(best), max(others, key=_before)
    if before >= _before(leader):
        lead = "led" if before > _before(leader) else "was level"
        return f"{name} {lead} before the last scoring, {before} to {_before(leader)}, and came out ahead."
    final = {part.what: part.vp for part in leader.parts}
    gains = sorted(((part.vp - final.get(part.what, 0), part.what) for part in best.parts), key=lambda gain: -gain[0])
    most = listed([PARTS[what] for gain, what in gains[:NAMED] if gain > 0])
    led = f"{called[leader.who]} led before the last scoring, {_before(leader)} to {before}"
    return f"{led}; {name} gained more from {most}."


def _before(score: Score) -> int:
    """The points that were scored during the game."""
    return score.total - sum(part.vp for part in score.parts)
