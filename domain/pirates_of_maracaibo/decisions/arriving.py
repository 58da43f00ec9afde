"""A ship ends its move: payments, combat and fog, before the space is used (RULES.md, chapters 4, 23.1 and 23.3)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Rng
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..flow import Answers, change, change_doubloons, close
from ..frames import CaptainTurn, Frame, PayOpponents
from ..sea import flip_location, is_tier_one_location, laid_at
from ..state import Recorder, State, opponents_at, total
from ..values import Who

SHARE_PAYMENT = 1
COMBAT_VP = 2
SOLO_COMBAT_VP = 5


def meet(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> Frame | None:
    """The seat pays the opponents on its space, or fights them with Pirate Skirmish (PM-055, PM-350), before it uses the
    space (PM-056). Nothing is due in the Gulf, in Maracaibo or for passing through (PM-057, PM-058)."""
    state, seat = recorder.state, frame.seat
    space = state.seats[seat].ship
    recorder.emit(e.SailingEnded(seat, space, laid_at(state, space)))
    if space not in state.sea:
        return None
    if state.options.pirate_skirmish:
        fight(recorder, space, rng)
        return None
    return _pay(recorder, seat, space)


def met(state: State, seat: int, space: str) -> tuple[Who, ...]:
    """The opponents whose ships are there, Jordan last."""
    there = opponents_at(state, seat, space)
    return (*there, "jordan") if state.jordan is not None and state.jordan.ship == space else there


def payment(state: State, seat: int, space: str) -> int:
    """A doubloon to each opponent there (PM-061), or all the money if it is less (PM-059)."""
    return min(len(met(state, seat, space)) * SHARE_PAYMENT, state.seats[seat].doubloons)


def chooses_payees(state: State, seat: int, space: str) -> bool:
    """Whether the seat has too little money for all, and so chooses whom it pays (PM-060)."""
    return 0 < state.seats[seat].doubloons < len(met(state, seat, space)) * SHARE_PAYMENT


def _pay(recorder: Recorder, seat: int, space: str) -> Frame | None:
    """Jordan's doubloon goes to the supply (PM-277)."""
    state = recorder.state
    there = met(state, seat, space)
    if not there:
        return None
    if chooses_payees(state, seat, space):
        return PayOpponents(seat, opponents_at(state, seat, space))
    for other in there if payment(state, seat, space) else ():
        recorder.emit(e.OpponentPaid(seat, None if other == "jordan" else other, SHARE_PAYMENT))
    return None


def _paid(recorder: Recorder, frame: PayOpponents, command: c.ChoosePaidOpponent, rng: Rng) -> None:
    recorder.emit(e.OpponentPaid(frame.seat, command.seat, SHARE_PAYMENT))
    left = tuple(seat for seat in frame.left if seat != command.seat)
    if recorder.state.seats[frame.seat].doubloons:
        change(recorder, PayOpponents(frame.seat, left, (*frame.paid, command.seat)))
    else:
        close(recorder)


def _why_not_pay(state: State, frame: PayOpponents, command: c.ChoosePaidOpponent) -> str | None:
    if command.seat not in (*frame.left, *frame.paid):
        return "not_on_this_card"
    return "already_paid" if command.seat not in frame.left else None


def _payees(state: State, frame: PayOpponents) -> Iterable[c.ChoosePaidOpponent]:
    return (c.ChoosePaidOpponent(seat) for seat in frame.left)


# Combat


def fight(recorder: Recorder, space: str, rng: Rng) -> None:
    """One combat of all ships on the card (PM-452), which replaces the payment, in solo mode too (PM-350, PM-357).

    Each rolls one die (PM-351), all at once (PM-355), and adds its strength. A single highest sum wins 2 VP and a doubloon
    from each of the others (PM-353), against Jordan 5 VP and no money (PM-356). A tie has no effect (PM-354).
    """
    state = recorder.state
    fighters: list[Who] = [seat for seat, own in enumerate(state.seats) if own.ship == space]
    if state.jordan is not None and state.jordan.ship == space:
        fighters.append("jordan")
    if len(fighters) < 2:
        return
    results = tuple((who, rng.below(6) + 1, strength(state, who)) for who in fighters)
    sums = {who: die + more for who, die, more in results}
    best = [who for who in fighters if sums[who] == max(sums.values())]
    winner = best[0] if len(best) == 1 else None
    solo = state.jordan is not None
    losers = tuple(who for who in fighters if isinstance(who, int) and who != winner and state.seats[who].doubloons)
    vp = 0 if winner is None else SOLO_COMBAT_VP if solo else COMBAT_VP
    recorder.emit(e.CombatFought(space, results, winner, vp, () if winner is None or solo else losers))


def strength(state: State, who: Who) -> int:
    """Added to the die: general bonuses of a seat (PM-352), for Jordan the number of the round (PM-356)."""
    return state.round if who == "jordan" else total(state.seats[who], "raid_power_bonus")


# Fog of War: Locations


def lift_fog(recorder: Recorder, frame: CaptainTurn, rng: Rng) -> None:
    """The seat takes the doubloons on a face-down Location, which is then turned up (PM-330)."""
    seat = frame.seat
    space = recorder.state.seats[seat].ship
    card = recorder.state.sea.get(space)
    if card is None or card.face_up or not is_tier_one_location(card.id):
        return
    if card.doubloons:
        recorder.emit(e.FogDoubloonsRemoved(space, card.doubloons))
        change_doubloons(recorder, seat, card.doubloons, "fog")
    flip_location(recorder, space)


ANSWERS: Answers = {PayOpponents: {c.ChoosePaidOpponent: Answer(_paid, _payees, _why_not_pay)}}
