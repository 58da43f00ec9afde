"""Reaction windows (RULES.md, chapter 22.3) and the playing of glory cards (chapter 10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.stack import nearest

from .. import commands as c
from .. import events as e
from ..content import GLORY_INSTANCES, glory_card
from ..flow import begin, change, close
from ..frames import Cards, React, Resolve, ResolveCard, Window
from ..state import Recorder, State, battle_of
from .feasibility import why_not


def window(state: State, timing: str, seats: Sequence[int], subject: str = "") -> Window | None:
    """A window for these seats, in this order; None if nobody would be asked (MM-K21)."""
    if state.options.windows == "holders_only":
        timely, all_seats = _cards_of(timing), state.seats
        for one in seats:
            hand = all_seats[one].glory
            if hand and not timely.isdisjoint(hand):
                break
        else:
            return None
    frame = Window(timing, tuple(seats), subject)
    return frame if _anyone_asked(state, frame) else None


def _anyone_asked(state: State, frame: Window) -> bool:
    return bool([seat for seat in frame.seats if _is_asked(state, frame, seat)])


def _is_asked(state: State, frame: Window, seat: int) -> bool:
    """With `uniform` every holder of a card is asked, which hides who can play one (MM-390); else those who can (MM-391)."""
    if not state.seats[seat].glory:
        return False
    return state.options.windows != "holders_only" or bool(playable(state, seat, frame))


def playable(state: State, seat: int, frame: Window) -> list[str]:
    """The cards in hand that the seat could announce now (MM-410)."""
    cards = _timely(state.seats[seat].glory, frame.timing)
    return [card for card in cards if card not in frame.withdrawn and why_not(state, seat, card) is None]


@cache
def _cards_of(timing: str) -> frozenset[str]:
    """All cards that are played at this time."""
    return frozenset([card for card in GLORY_INSTANCES if glory_card(card).timing == timing])


@lru_cache(maxsize=4096)
def _timely(hand: Cards, timing: str) -> Cards:
    """The cards of a hand that are played at this time."""
    return tuple([card for card in hand if glory_card(card).timing == timing])


def advance_window(recorder: Recorder, frame: Window, rng: Rng) -> None:
    """Asks the next seat, or resolves the next announced card, or offers the window again, or closes it (MM-209, MM-K12)."""
    state = recorder.state
    waiting = [seat for seat in frame.announced if state.seats[seat].announced is not None]
    again = replace(frame, asked=0, announced=())
    if frame.asked < len(frame.seats):
        _ask(recorder, frame, frame.seats[frame.asked])
    elif waiting:
        begin(recorder, ResolveCard(waiting[0], frame.timing))
    elif frame.announced and not _battle_is_over(state) and _anyone_asked(state, again):
        change(recorder, again)
    else:
        close(recorder)


def _battle_is_over(state: State) -> bool:
    """Whether a card has ended the battle of this window, so that nothing is left to react to."""
    fight = battle_of(state)
    return fight is not None and fight.step == "over"


def _ask(recorder: Recorder, frame: Window, seat: int) -> None:
    change(recorder, replace(frame, asked=frame.asked + 1))
    if _is_asked(recorder.state, frame, seat):
        begin(recorder, React(seat, frame.timing))


def pass_window(recorder: Recorder, frame: React, command: c.Pass, rng: Rng) -> None:
    kind, turn = _kind(recorder.state, frame), recorder.state.turn
    close(recorder)
    subject = nearest(recorder.state, Window).subject
    recorder.emit(e.ReactionPassed(frame.seat, frame.timing, kind, subject, None if turn is None else turn.seat))


def _kind(state: State, frame: React) -> Literal["chosen", "forced"]:
    return "chosen" if playable(state, frame.seat, nearest(state, Window)) else "forced"


def announce(recorder: Recorder, frame: React, command: c.Announce, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.GloryAnnounced(frame.seat, frame.timing, command.card))
    opened = nearest(recorder.state, Window)
    change(recorder, replace(opened, announced=(*opened.announced, frame.seat)))


def play_announced(recorder: Recorder, frame: ResolveCard, command: c.PlayAnnounced, rng: Rng) -> None:
    card = recorder.state.seats[frame.seat].announced
    assert card is not None
    close(recorder)
    play(recorder, frame.seat, card)


def withdraw_card(recorder: Recorder, frame: ResolveCard, command: c.WithdrawCard, rng: Rng) -> None:
    card = recorder.state.seats[frame.seat].announced
    assert card is not None
    close(recorder)
    recorder.emit(e.GloryWithdrawn(frame.seat, card))
    opened = nearest(recorder.state, Window)
    change(recorder, replace(opened, withdrawn=(*opened.withdrawn, card)))


def play(recorder: Recorder, seat: int, card: str) -> None:
    """The card is discarded and its effects are carried out (MM-211)."""
    recorder.emit(e.GloryPlayed(seat, card))
    begin(recorder, Resolve(seat, f"glory:{glory_card(card).id}", "effects"))
