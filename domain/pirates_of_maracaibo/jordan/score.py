"""The final scoring of Jordan (RULES.md, chapter 22.6)."""

from __future__ import annotations

from typing import Literal

from .. import events as e
from ..content import value_of
from ..state import Recorder, State, built, jordan_of
from ..values import TREASURES, Share

VP_PER_RIVER = 4
MANY_QUESTS, MANY_QUESTS_VP = 6, 10
"""Of seats and of Jordan alike (PM-241, PM-249, PM-325)."""
VP_PER_IMPROVEMENT = 6
VP_PER_RESIDENCE = 15
VP_PER_QUEST = 5
"""Points for each, whatever it says (PM-325)."""
VP_PER_RUBY = 2
"""For each Ruby that is left (PM-376)."""


def score_jordan(recorder: Recorder) -> None:
    """Fixed points for most things, the island value for each Treasure (PM-325, PM-326, PM-376)."""
    state = recorder.state
    jordan = jordan_of(state)
    quests = jordan.quests
    lines: list[Literal["top", "bottom", "none"]] = ["none" for _ in quests]
    recorder.emit(e.QuestsRevealed("jordan", quests, tuple(lines), (VP_PER_QUEST,) * len(quests)))
    parts = jordan_shares(state)
    recorder.emit(e.GameScored("jordan", parts, jordan.vp + sum(part.vp for part in parts), 0))


def jordan_shares(state: State) -> tuple[Share, ...]:
    """The parts of the scoring, for what Jordan owns."""
    jordan = jordan_of(state)
    quests = jordan.quests
    return (
        Share("rivers", VP_PER_RIVER * len(jordan.rivers)),
        Share("improvements", VP_PER_IMPROVEMENT * len(jordan.improvements)),
        Share("residences", VP_PER_RESIDENCE * len(built(state, "jordan"))),
        Share("treasures", sum(jordan.treasures.get(kind, 0) * value_of(state.islands[kind]) for kind in TREASURES)),
        Share("quests", VP_PER_QUEST * len(quests)),
        Share("many_quests", MANY_QUESTS_VP if len(quests) >= MANY_QUESTS else 0),
        Share("rubies", VP_PER_RUBY * jordan.rubies),
    )
