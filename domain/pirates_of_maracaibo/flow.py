"""Opening and closing frames, and small steps that many chapters share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain
from domain.kit.stack import Stack, Step, Steps

from . import events as e
from .commands import Command, Decline, FinishRubies
from .frames import Frame, LocationActions, ResolveEffects
from .state import Recorder, State
from .values import Treasure, Who

Advance: TypeAlias = Mapping[type[Any], Callable[[Recorder, Any, Rng], bool]]
"""For each type of frame its automatic step, which returns whether anything happened; if not, the seat is asked."""
Answers: TypeAlias = Mapping[type[Any], Mapping[type[Command], Answer]]

_stack: Stack[Frame] = Stack(e.FrameOpened, e.FrameChanged, e.FrameClosed, e.StepReached)
begin, change, close, run = _stack.begin, _stack.change, _stack.close, _stack.run


def gain_vp(recorder: Recorder, who: Who, amount: int, cause: str) -> None:
    """Victory points for a seat or Jordan, if there are any (PM-169)."""
    if amount:
        recorder.emit(e.VpGained(who, amount, cause))


def change_doubloons(recorder: Recorder, seat: int, amount: int, cause: str) -> None:
    if amount:
        recorder.emit(e.DoubloonsChanged(seat, amount, cause))


def place_markers(recorder: Recorder, island: Treasure, count: int, cause: str) -> None:
    """All markers of one effect go on the same island (PM-126, PM-127)."""
    recorder.emit(e.MarkerPlaced(island, count, cause))


def cause(state: State) -> str:
    """The cause of the effect on top: the source of its list, or the Location."""
    top = state.stack[-1]
    if isinstance(top, ResolveEffects):
        return top.source
    assert isinstance(top, LocationActions)
    return f"location:{top.location}"


def skip(recorder: Recorder, seat: int, effect: str, reason: Literal["declined", "nothing_to_do"]) -> None:
    recorder.emit(e.EffectSkipped(seat, effect, reason))


def declining(effect: str, by: type[Decline | FinishRubies] = Decline) -> Answer:
    """The answer that leaves out what is left of the effect on top (PM-407)."""

    def decline(recorder: Recorder, frame: Any, command: Command, rng: Rng) -> None:
        close(recorder)
        skip(recorder, frame.seat, effect, "declined")

    return Answer(decline, plain(by()), always)


def in_steps(*steps: Step) -> Callable[[Recorder, Any, Rng], bool]:
    """Runs the steps of a process, up to one that opens a frame."""

    in_order = Steps(*steps)

    def advance(recorder: Recorder, frame: Any, rng: Rng) -> bool:
        run(recorder, in_order, rng)
        return True

    return advance


def asked_while(can_go_on: Callable[[State, int], bool], effect: str) -> Callable[[Recorder, Any, Rng], bool]:
    """For effects that can be done several times: the seat is asked again as long as the next time can do something."""

    def advance(recorder: Recorder, frame: Any, rng: Rng) -> bool:
        if can_go_on(recorder.state, frame.seat):
            return False
        close(recorder)
        skip(recorder, frame.seat, effect, "nothing_to_do")
        return True

    return advance
