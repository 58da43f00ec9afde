"""The final scoring and the winner (RULES.md, chapter 20; Quest Hunters, 23.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from . import events as e
from .content import IMPROVEMENTS, QUESTS, RESIDENCES, Effect, Line, value_of
from .effects.counters import count
from .jordan.score import MANY_QUESTS, MANY_QUESTS_VP, VP_PER_RIVER, jordan_shares, score_jordan
from .state import Recorder, State, built, buried, treasures
from .values import TREASURES, Share, Who

DOUBLOONS_PER_VP = 5
"""In full: what is left over scores nothing (PM-242)."""
VP_PER_BURIED = 2
"""For each buried Treasure, on top of its value (PM-247)."""
INCOMPLETE_QUEST_VP = -5


def end_game(recorder: Recorder) -> None:
    """Scores every seat after the last income (PM-240). The highest score wins; a tie goes to the most buried Treasures,
    and is shared if that is a tie too (PM-251). Against Jordan a tie is lost (PM-327, PM-431)."""
    for seat in range(len(recorder.state.seats)):
        _score_seat(recorder, seat)
    if recorder.state.jordan is not None:
        score_jordan(recorder)
    result = recorder.state.result
    assert result is not None
    best = max(score.total for score in result.scores)
    winners: list[Who] = [score.who for score in result.scores if score.total == best]
    tie_break = False
    if "jordan" in winners:
        winners = ["jordan"]
    else:
        most = max(score.buried for score in result.scores if score.who in winners)
        deepest = [score.who for score in result.scores if score.who in winners and score.buried == most]
        tie_break = len(deepest) < len(winners)
        winners = deepest
    recorder.emit(e.GameEnded(tuple(winners), tie_break))


def points(state: State) -> tuple[int, ...]:
    """What the seats, and Jordan after them, have with the scoring of what they own now, without income to come."""
    seats = [own.vp + vp_of(seat_shares(state, seat)) for seat, own in enumerate(state.seats)]
    return (*seats, *([] if state.jordan is None else [state.jordan.vp + vp_of(jordan_shares(state))]))


def vp_of(shares: Iterable[Share]) -> int:
    """Of all parts together."""
    return sum([share.vp for share in shares])


def _score_seat(recorder: Recorder, seat: int) -> None:
    state = recorder.state
    own = state.seats[seat]
    lines, vp = _quests(state, seat)
    recorder.emit(e.QuestsRevealed(seat, own.quests, lines, vp))
    parts = seat_shares(state, seat)
    recorder.emit(e.GameScored(seat, parts, own.vp + vp_of(parts), buried(own)))


def seat_shares(state: State, seat: int) -> tuple[Share, ...]:
    """The parts of the scoring: rivers (PM-241), doubloons (PM-242), printed VP and lines of Improvements (PM-243, PM-244),
    Residences (PM-245), Treasures (PM-246) and the buried ones again (PM-247), Quests (PM-248), and 10 VP for six scoring
    Quests (PM-249)."""
    own = state.seats[seat]
    lines, vp = _quests(state, seat)
    scoring = sum(line != "none" for line in lines)
    return (
        Share("rivers", VP_PER_RIVER * len(own.rivers)),
        Share("doubloons", own.doubloons // DOUBLOONS_PER_VP),
        Share("improvements", sum(IMPROVEMENTS[card].vp for card in own.improvements)),
        Share(
            "lines",
            sum(line_vp(state, seat, line, scoring) for card in own.improvements for line in IMPROVEMENTS[card].endgame),
        ),
        Share("residences", sum(line_vp(state, seat, RESIDENCES[card].scoring, scoring) for card in built(state, seat))),
        Share("treasures", sum(treasures(own, kind) * value_of(state.islands[kind]) for kind in TREASURES)),
        Share("buried", VP_PER_BURIED * buried(own)),
        Share("quests", sum(vp)),
        Share("many_quests", MANY_QUESTS_VP if scoring >= MANY_QUESTS else 0),
    )


# Quests


def _quests(state: State, seat: int) -> tuple[tuple[Literal["top", "bottom", "none"], ...], tuple[int, ...]]:
    """The line of each Quest that is met, and its points."""
    own = state.seats[seat]
    lines = tuple([met_line(state, seat, quest) for quest in own.quests])
    return lines, tuple([quest_vp(state, quest, line) for quest, line in zip(own.quests, lines, strict=True)])


def met_line(state: State, seat: int, quest: str) -> Literal["top", "bottom", "none"]:
    """The better line that is met (PM-162, PM-163); with Quest Hunters only the bottom line counts (PM-359)."""
    card = QUESTS[quest]
    if _is_met(state, seat, card.bottom):
        return "bottom"
    return "top" if _is_met(state, seat, card.top) and not state.options.quest_hunters else "none"


def _is_met(state: State, seat: int, line: Line) -> bool:
    return all(count(state, seat, need.counter) >= need.at_least for need in line.needs)


def quest_vp(state: State, quest: str, line: Literal["top", "bottom", "none"]) -> int:
    """The points of the line that is met; twice those of the harder one with Quest Hunters (PM-248, PM-360)."""
    if state.options.quest_hunters:
        return 2 * QUESTS[quest].bottom.vp if line == "bottom" else INCOMPLETE_QUEST_VP
    if line == "none":
        return 0
    return QUESTS[quest].bottom.vp if line == "bottom" else QUESTS[quest].top.vp


# Lines and conditions


def line_vp(state: State, seat: int, line: Effect, scoring_quests: int) -> int:
    """The VP of a line: for each full set of Treasures (PM-261), which other lines may count too (PM-262), for each group of
    scoring Quests (PM-263), or for each of what it counts, up to a limit (PM-264, PM-265). Quests are judged first, so
    `scoring_quests` is known (PM-250)."""
    match line.op:
        case "score_vp_per_treasure_set":
            own = state.seats[seat]
            return line.amount * min(
                treasures(own, kind) // line.types.count(kind) for kind in TREASURES if kind in line.types
            )
        case "score_vp_per_quest_group":
            return line.amount * (scoring_quests // line.group_size)
        case _:
            assert line.op == "score_vp_per"
            vp = line.amount * count(state, seat, line.counter, scoring_quests=scoring_quests)
            return vp if line.max is None else min(vp, line.max)
