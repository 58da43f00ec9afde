"""Turns, rounds and income (RULES.md, chapters 3, 18 and 19)."""

from __future__ import annotations

from domain.game import Rng

from . import events as e
from .content import IMPROVEMENTS, LOCATIONS
from .decisions.arriving import lift_fog, meet
from .decisions.gulf import MARACAIBO_VP
from .effects.counters import count
from .flow import Advance, gain_vp, in_steps
from .frames import CaptainTurn, EndTurn, Frame, GulfVisit, ImprovementCard, ResidenceCard, Sail, Upgrade, Visit
from .jordan import jordans_turn
from .scoring import end_game
from .state import ROUNDS, Recorder, State, cards_at_sea, income, ongoing, turn_of
from .values import GULF, MARACAIBO, Who

# The steps of a turn


def _sail(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame:
    """Every turn begins with a move of the ship (PM-054)."""
    return Sail(frame.seat)


def _use(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame:
    """The frame for the space where the ship is."""
    seat = frame.seat
    space = recorder.state.seats[seat].ship
    if space == GULF:
        return GulfVisit(seat)
    if space == MARACAIBO:
        gain_vp(recorder, seat, MARACAIBO_VP, "maracaibo")
        return Upgrade(seat, 1)
    card = recorder.state.sea[space].id
    if card in LOCATIONS:
        return Visit(seat, card)
    return ImprovementCard(seat) if card in IMPROVEMENTS or not card else ResidenceCard(seat)


def _end(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame:
    return EndTurn(frame.seat)


def _pass_on(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    """Ends the turn and begins the next; a turn of Jordan is played at once (PM-228, PM-229, PM-275)."""
    who: Who | None = frame.seat
    recorder.emit(e.TurnEnded(frame.seat, sum([pool.power for pool in turn_of(recorder.state).pools])))
    while who is not None and (who := _next(recorder, who)) == "jordan":
        recorder.emit(e.TurnStarted("jordan", recorder.state.round))
        jordans_turn(recorder, rng)
        recorder.emit(e.TurnEnded("jordan", 0))
    return start_turn(recorder, who) if isinstance(who, int) else None


def start_turn(recorder: Recorder, seat: int) -> Frame:
    recorder.emit(e.TurnStarted(seat, recorder.state.round))
    return CaptainTurn(seat)


def _next(recorder: Recorder, last: Who) -> Who | None:
    """The seat or Jordan whose turn follows, in a new round if this one is over; None if the game is over."""
    state = recorder.state
    over = state.ended_by is not None and (last == state.ended_by if state.round < ROUNDS else last == state.closing_seat)
    if not over:
        return _clockwise(state, last)
    by = state.ended_by
    assert by is not None
    pay_income(recorder)
    if state.round == ROUNDS:
        recorder.emit(e.RoundEnded(state.round, by, None))
        end_game(recorder)
        return None
    following = _clockwise(state, by)
    recorder.emit(e.RoundEnded(state.round, by, following))
    return following


def _clockwise(state: State, who: Who) -> Who:
    """Seats take turns clockwise; in solo mode the captain and Jordan take turns (PM-238, PM-454)."""
    if state.jordan is not None:
        return 0 if who == "jordan" else "jordan"
    assert isinstance(who, int)
    return (who + 1) % len(state.seats)


def pay_income(recorder: Recorder) -> None:
    """Every round ends with income, the last one too (PM-232): the doubloons and VP on own cards (PM-233, PM-234). Slots of
    the ship board bring none (PM-235), and nobody chooses anything (PM-236). Locations still face down get a doubloon
    (PM-332)."""
    for seat, own in enumerate(recorder.state.seats):
        doubloons, vp = income(own)
        whale = sum(
            effect.amount * count(recorder.state, seat, effect.counter) for _, effect in ongoing(own, "income_doubloons_per")
        )
        recorder.emit(e.IncomePaid(seat, doubloons, vp, whale))
    if recorder.state.options.fog_of_war_locations:
        for space, card in cards_at_sea(recorder.state):
            if card.back == "tier_1_location" and not card.face_up:
                recorder.emit(e.FogDoubloonsAdded(space, 1))


ADVANCE: Advance = {
    CaptainTurn: in_steps(
        ("sail", _sail), ("meet", meet), ("fog", lift_fog), ("use", _use), ("end", _end), ("over", _pass_on)
    )
}
