"""Reaction windows (RULES.md, chapter 22.3) and the playing of glory cards (chapter 10)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.game import Rng

from . import commands as c
from . import events as e
from .content import glory_card
from .flow import begin, change, close
from .frames import React, Resolve, ResolveCard, Window
from .playable import why_not
from .state import Record, State, nearest


def window(state: State, timing: str, seats: list[int], subject: str = "") -> Window | None:
    """A window for the entitled seats, in this order; None where nobody can have a card for it (MM-K21, MM-390, MM-391)."""
    entitled = tuple(seat for seat in seats if state.seats[seat].captain is not None and _is_asked(state, seat, timing))
    return Window(timing, entitled, subject) if entitled else None


def _is_asked(state: State, seat: int, timing: str) -> bool:
    if state.options.windows == "holders_only":
        return bool(playable(state, seat, timing))
    return bool(state.seats[seat].glory)


def playable(state: State, seat: int, timing: str, withdrawn: tuple[str, ...] = ()) -> list[str]:
    """The cards in hand that the seat could announce now."""
    return [
        card
        for card in state.seats[seat].glory
        if glory_card(card).timing == timing and card not in withdrawn and why_not(state, seat, card) is None
    ]


def advance_window(record: Record, frame: Window, rng: Rng) -> bool:
    """Ask the next seat, or resolve the next announced card, or offer the window again, or close it (MM-209, MM-K12)."""
    state = record.state
    if frame.asked < len(frame.seats):
        _ask(record, frame, frame.seats[frame.asked])
        return True
    waiting = [seat for seat in frame.announced if state.seats[seat].announced is not None]
    if waiting:
        begin(record, ResolveCard(waiting[0], frame.timing))
        return True
    close(record)
    if frame.announced:
        again = window(record.state, frame.timing, list(frame.seats), frame.subject)
        if again is not None:
            begin(record, replace(again, withdrawn=frame.withdrawn))
    return True


def _ask(record: Record, frame: Window, seat: int) -> None:
    state = record.state
    change(record, replace(frame, asked=frame.asked + 1))
    own = state.seats[seat]
    if own.captain is None or not own.glory:
        return
    kind: Literal["standing", "forced"] | None = None
    if frame.timing in own.standing_passes:
        kind = "standing"
    elif not playable(state, seat, frame.timing, frame.withdrawn):
        kind = "forced"
    if kind is None:
        begin(record, React(seat, frame.timing))
    elif state.options.windows == "uniform":
        record.emit(e.ReactionPassed(seat, frame.timing, kind))


def announce(record: Record, frame: React, command: c.Announce, rng: Rng) -> None:
    close(record)
    record.emit(e.GloryAnnounced(frame.seat, frame.timing, command.card))
    opened = nearest(record.state, Window)
    change(record, replace(opened, announced=(*opened.announced, frame.seat)))


def pass_window(record: Record, frame: React, command: c.Pass, rng: Rng) -> None:
    close(record)
    record.emit(e.ReactionPassed(frame.seat, frame.timing, "chosen"))


def play_announced(record: Record, frame: ResolveCard, command: c.PlayAnnounced, rng: Rng) -> None:
    card = record.state.seats[frame.seat].announced
    assert card is not None
    close(record)
    play(record, frame.seat, card)


def withdraw_card(record: Record, frame: ResolveCard, command: c.WithdrawCard, rng: Rng) -> None:
    card = record.state.seats[frame.seat].announced
    assert card is not None
    close(record)
    record.emit(e.GloryWithdrawn(frame.seat, card))
    opened = nearest(record.state, Window)
    change(record, replace(opened, withdrawn=(*opened.withdrawn, card)))


def play(record: Record, seat: int, card: str) -> None:
    """The card is discarded and its effects are carried out (MM-211)."""
    record.emit(e.GloryPlayed(seat, card))
    begin(record, Resolve(seat, f"glory:{glory_card(card).id}", "effects"))
