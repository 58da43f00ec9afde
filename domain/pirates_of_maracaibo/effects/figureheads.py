"""Fitting a Figurehead (RULES.md, chapter 15)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..content import FIGUREHEADS
from ..flow import Answers, begin, change_doubloons, close, declining
from ..frames import ResolveEffects, TakeFigurehead
from ..state import Recorder, State


def _why_not_take(state: State, frame: TakeFigurehead, command: c.TakeFigurehead) -> str | None:
    return "not_in_market" if command.figurehead not in state.figurehead_market else None


def _take(recorder: Recorder, frame: TakeFigurehead, command: c.TakeFigurehead, rng: Rng) -> None:
    """The cost is paid without discounts, and immediate effects follow at once (PM-190, PM-193, PM-194)."""
    close(recorder)
    change_doubloons(recorder, frame.seat, -frame.cost, "gain_figurehead")
    recorder.emit(e.FigureheadGained(frame.seat, command.figurehead))
    if FIGUREHEADS[command.figurehead].immediate:
        begin(recorder, ResolveEffects(frame.seat, f"figurehead:{command.figurehead}", optional=False))


ANSWERS: Answers = {
    TakeFigurehead: {
        c.TakeFigurehead: Answer(
            _take, lambda s, f: [c.TakeFigurehead(card) for card in s.figurehead_market], _why_not_take
        ),
        c.Decline: declining("gain_figurehead"),
    }
}
