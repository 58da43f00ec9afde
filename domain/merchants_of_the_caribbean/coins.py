"""Coins and piles (RULES.md, chapter 11)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.cards import shuffled

from .events import CoinsGained, CoinsPaid, DeckReshuffled, FeePaid, GainReason
from .state import Recorder, draw_deck_size


def replenish(recorder: Recorder, needed: int, rng: Rng) -> None:
    """Shuffle the discard pile beneath a draw deck that holds fewer cards than needed (MC-114, MC-115, MC-116)."""
    state = recorder.state
    if state.discard_pile and draw_deck_size(state) < needed:
        recorder.emit(DeckReshuffled(len(state.discard_pile), shuffled(state.discard_pile, rng)))


def drawable(amount: int, deck: int, discarded: int) -> int:
    """How many of these coins the piles can give."""
    return min(amount, deck + discarded)


def gain(recorder: Recorder, seat: int, amount: int, reason: GainReason, rng: Rng) -> None:
    """Draw this many coins; what the piles cannot give is lost (MC-111, MC-117)."""
    replenish(recorder, amount, rng)
    state = recorder.state
    drawn = state.deck[state.drawn : state.drawn + amount]
    recorder.emit(CoinsGained(seat, len(drawn), reason, amount - len(drawn), drawn))


def pay(recorder: Recorder, seat: int, amount: int) -> None:
    """Coins for a hire go face up to the discard pile, those held longest first (MC-112, MC-113)."""
    if amount:
        recorder.emit(CoinsPaid(seat, amount, "hire", recorder.state.seats[seat].coins[:amount]))


def pay_fee(recorder: Recorder, seat: int, amount: int) -> None:
    """The active player receives the fee, straight from the seat (MC-090, MC-091)."""
    state = recorder.state
    recorder.emit(FeePaid(seat, state.active_seat, amount, state.seats[seat].coins[:amount]))
