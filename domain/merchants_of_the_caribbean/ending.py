"""The end of a turn, of a round and of the game (RULES.md, chapters 3 and 12)."""

from __future__ import annotations

from typing import Literal

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain

from .commands import EndTurn
from .events import (
    FinalRoundTriggered,
    GameFinished,
    PlayStalled,
    RoundLimitReached,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from .scoring import has_reached_target, ranking, winners
from .state import BustWindow, Recorder, State


def trigger_end(recorder: Recorder, seat: int) -> None:
    """After a hire or a completed request: begin the final round if the seat has reached the target (MC-121, MC-122,
    MC-123)."""
    state = recorder.state
    if not state.final_round and has_reached_target(state, seat):
        recorder.emit(FinalRoundTriggered(seat, state.seats[seat].influence, state.round))


def end_turn(recorder: Recorder, *, automatic: bool) -> None:
    """The turn is over: the game ends, or the turn of the next seat clockwise starts (MC-023, MC-096, MC-124, MC-130,
    MC-131)."""
    state = recorder.state
    recorder.emit(TurnEnded(state.active_seat, state.barren, automatic))
    reason = _end_of_game(recorder)
    if reason is not None:
        state = recorder.state
        recorder.emit(GameFinished(reason, winners(state), ranking(state)))
        return
    following = (state.active_seat + 1) % len(state.seats)
    if following == state.starting_seat:
        recorder.emit(RoundStarted(state.round + 1))
    recorder.emit(TurnStarted(recorder.state.round, following))


def _end_of_game(recorder: Recorder) -> Literal["target_reached", "stalled", "round_limit"] | None:
    """Why the game ends with this turn; None if it goes on."""
    state = recorder.state
    last_of_round = _is_last_of_round(state)
    if last_of_round and state.final_round:
        return "target_reached"
    if state.barren_turns >= len(state.seats):
        recorder.emit(PlayStalled(state.barren_turns))
        return "stalled"
    if last_of_round and state.round >= state.options.round_limit:
        recorder.emit(RoundLimitReached(state.round))
        return "round_limit"
    return None


def _is_last_of_round(state: State) -> bool:
    """Whether the active seat sits on the starting player's right (MC-024)."""
    return (state.active_seat + 1) % len(state.seats) == state.starting_seat


def close_window(recorder: Recorder, decision: BustWindow, command: EndTurn | None, rng: Rng) -> None:
    """The turn ends after a bust (MC-C12). Without a command the game does it itself (MC-148)."""
    end_turn(recorder, automatic=command is None)


END_TURN = Answer(close_window, plain(EndTurn()), always)
