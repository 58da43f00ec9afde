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
from .state import ROUNDS, Record, State, cards_at_sea, income, ongoing, turn_of
from .values import GULF, MARACAIBO, Who

# The steps of a turn


def _sail(record: Record, rng: Rng) -> Frame:
    """Every turn begins with a move of the ship (PM-054)."""
    return Sail(turn_of(record.state).seat)


def _use(record: Record, rng: Rng) -> Frame:
    """The frame for the space where the ship is."""
    seat = turn_of(record.state).seat
    space = record.state.seats[seat].ship
    if space == GULF:
        return GulfVisit(seat)
    if space == MARACAIBO:
        gain_vp(record, seat, MARACAIBO_VP, "maracaibo")
        return Upgrade(seat, 1)
    card = record.state.sea[space].id
    if card in LOCATIONS:
        return Visit(seat, card)
    return ImprovementCard(seat) if card in IMPROVEMENTS or not card else ResidenceCard(seat)


def _end(record: Record, rng: Rng) -> Frame:
    return EndTurn(turn_of(record.state).seat)


def _pass_on(record: Record, rng: Rng) -> Frame | None:
    """Ends the turn and begins the next; a turn of Jordan is played at once (PM-228, PM-229, PM-275)."""
    who: Who | None = turn_of(record.state).seat
    record.emit(e.TurnEnded(turn_of(record.state).seat, sum(pool.power for pool in turn_of(record.state).pools)))
    while who is not None and (who := _next(record, who)) == "jordan":
        record.emit(e.TurnStarted("jordan", record.state.round))
        jordans_turn(record, rng)
        record.emit(e.TurnEnded("jordan", 0))
    return start_turn(record, who) if isinstance(who, int) else None


def start_turn(record: Record, seat: int) -> Frame:
    record.emit(e.TurnStarted(seat, record.state.round))
    return CaptainTurn(seat)


def _next(record: Record, last: Who) -> Who | None:
    """The seat or Jordan whose turn follows, in a new round if this one is over; None if the game is over."""
    state = record.state
    over = state.ended_by is not None and (last == state.ended_by if state.round < ROUNDS else last == state.closing_seat)
    if not over:
        return _clockwise(state, last)
    by = state.ended_by
    assert by is not None
    pay_income(record)
    if state.round == ROUNDS:
        record.emit(e.RoundEnded(state.round, by, None))
        end_game(record)
        return None
    following = _clockwise(state, by)
    record.emit(e.RoundEnded(state.round, by, following))
    return following


def _clockwise(state: State, who: Who) -> Who:
    """Seats take turns clockwise; in solo mode the captain and Jordan take turns (PM-238, PM-454)."""
    if state.jordan is not None:
        return 0 if who == "jordan" else "jordan"
    assert isinstance(who, int)
    return (who + 1) % len(state.seats)


def pay_income(record: Record) -> None:
    """PM-232 to PM-236; doubloons also come onto the Locations still face down (PM-332)."""
    for seat, own in enumerate(record.state.seats):
        doubloons, vp = income(own)
        whale = sum(
            effect.amount * count(record.state, seat, effect.counter) for _, effect in ongoing(own, "income_doubloons_per")
        )
        record.emit(e.IncomePaid(seat, doubloons, vp, whale))
    if record.state.options.fog_of_war_locations:
        for space, card in cards_at_sea(record.state):
            if card.back == "tier_1_location" and not card.face_up:
                record.emit(e.FogDoubloonsAdded(space, 1))


ADVANCE: Advance = {
    CaptainTurn: in_steps(
        ("sail", _sail), ("meet", meet), ("fog", lift_fog), ("use", _use), ("end", _end), ("over", _pass_on)
    )
}
