"""What the commands of a clock lead to."""

from __future__ import annotations

from typing import Any

from domain.fairness import Draws
from domain.game import AnyGame, Malformed, Rejected
from domain.session import SeatHandedToBot, SeatLostOnTime, Session, SessionRecorder, to_act
from domain.session.clocks import (
    ClockResumed,
    ClockStopped,
    DeadlinesMoved,
    MoveDeadlines,
    SeatTimedOut,
    SetClock,
    TimedOutGameAbandoned,
    TimeOut,
)
from domain.session.losing import lose

REFUSALS = {
    "no_clock": "the game was created without a clock",
    "clock_stopped": "the clock is stopped already",
    "clock_running": "the clock runs already",
    "seat_has_time": "no clock runs for the seat",
    "takeback_too_late": "the time in which the action had to be made is over; the other players need not agree to this "
    "takeback, so it would give time without end",
}


def timed(game: AnyGame, session: Session[Any]) -> tuple[int, ...]:
    """The seats whose time runs."""
    return tuple([seat for seat in to_act(game, session) if is_timed(session, seat)])


def is_timed(session: Session[Any], asked: int) -> bool:
    """Whether the time of a seat that is asked something runs: a person's, while the clock is not stopped."""
    return session.clock is not None and not session.clock_stopped and session.seats[asked].kind != "bot"


def time_out(game: AnyGame, recorder: SessionRecorder, command: TimeOut[Any], draws: Draws) -> None:
    """The time of a seat is over: the service answers for it, a bot gets the seat, it loses, or the game ends.

    Raises Rejected.
    """
    session, seat = recorder.state, command.seat
    clock = session.clock
    if clock is None or seat not in timed(game, session):
        raise Rejected("seat_has_time", "No clock runs for this seat.")
    if (command.action is None) == (clock.on_timeout == "stand_in"):
        raise Malformed("invalid_field", "`action` belongs to `stand_in` only.")
    in_a_row = session.timeouts.get(seat, 0) + 1
    recorder.emit(SeatTimedOut(seat, in_a_row))
    if clock.on_timeout == "abandon":
        recorder.emit(TimedOutGameAbandoned(seat))
        return
    if clock.on_timeout == "lose":
        lose(recorder, SeatLostOnTime(seat))
        return
    if clock.on_timeout == "stand_in":
        for event in game.rules.decide(session.state, seat, command.action, draws).events:
            recorder.emit(event)
    if clock.level is not None and in_a_row >= (clock.patience or 1) and not recorder.state.over:
        recorder.emit(SeatHandedToBot(seat, clock.level))


def move_deadlines(game: AnyGame, recorder: SessionRecorder, command: MoveDeadlines) -> None:
    if not command.seats or not set(command.seats) <= set(timed(game, recorder.state)):
        raise Rejected("seat_has_time", "No clock runs for these seats.")
    recorder.emit(DeadlinesMoved(command.seats))


def set_clock(game: AnyGame, recorder: SessionRecorder, command: SetClock) -> None:
    session = recorder.state
    if session.over:
        raise Rejected("game_over", "The game is over.")
    if session.clock is None:
        raise Rejected("no_clock", "This game has no clock; a game gets one when it is created.")
    if session.clock_stopped != command.running:
        running = "runs" if command.running else "is stopped"
        raise Rejected("clock_running" if command.running else "clock_stopped", f"The clock {running} already.")
    recorder.emit(ClockResumed() if command.running else ClockStopped())
