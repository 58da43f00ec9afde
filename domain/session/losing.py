"""Losing a seat before the game is over, by resigning or on time."""

from __future__ import annotations

from typing import Any

from domain.game import Rejected
from domain.kit.seats import seat_name
from domain.kit.words import capital
from domain.session import GameDecided, SeatHandedToBot, SeatLostOnTime, SeatResigned, Session, SessionRecorder

REFUSALS = {
    "seat_lost": "the seat has lost, since its player resigned or ran out of time; a bot plays on for it to the end",
}


def lose(recorder: SessionRecorder, event: SeatResigned | SeatLostOnTime) -> None:
    """A seat has lost, as this event says. While two others are left, a bot plays on for it; otherwise the game ends."""
    recorder.emit(event)
    session = recorder.state
    out = {each.seat for each in session.lost}
    left = tuple(seat for seat in range(len(session.seats)) if seat not in out)
    if len(left) < 2:
        recorder.emit(GameDecided(left))
    elif session.seats[event.seat].kind != "bot":
        recorder.emit(SeatHandedToBot(event.seat, session.substitute))


def check_not_lost(session: Session[Any], seat: int) -> None:
    """Raise Rejected if a seat has lost: nobody resigns it again, takes it back or gets it."""
    if any(each.seat == seat for each in session.lost):
        raise Rejected("seat_lost", capital(f"{seat_name(seat)} has lost; a bot plays on for it to the end of the game."))
