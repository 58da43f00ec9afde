"""The Port action (RULES.md, chapter 6)."""

from __future__ import annotations

from domain.game import Rng

from . import commands as c
from . import events as e
from .battle.hits import endure
from .cards.windows import play
from .content import Effect, glory_card
from .flow import begin, change_gold, close, declare, spend_action
from .frames import PortMenu, Stash, TakeAction
from .missions import visited
from .state import Recorder, State, port_here
from .state.modifiers import stash_fee, working
from .trade import use_activity


def open_port_action(recorder: Recorder, frame: TakeAction, command: c.OpenPortAction, rng: Rng) -> None:
    """Turns the port's modification up (MM-082) and does a mission's visit (MM-404)."""
    seat = frame.seat
    port = port_here(recorder.state.seats[seat])
    assert port is not None
    spend_action(recorder, seat, "port")
    recorder.emit(e.PortActionStarted(seat, port))
    state = recorder.state
    if port in state.modifications and port not in state.face_up:
        recorder.emit(e.ModificationRevealed(port, state.modifications[port]))
    begin(recorder, PortMenu(seat, port))
    reward = visited(recorder, seat, port)
    if reward is not None:
        begin(recorder, reward)


def fever_checks(state: State, seat: int) -> list[Effect]:
    """What the captain has to roll for after a Port action (MM-050)."""
    return working(state, seat, "check", "port_action_end")


def end_port_action(recorder: Recorder, frame: PortMenu, command: c.EndPortAction, rng: Rng) -> None:
    """Ends the Port action; under Fever a check follows (MM-050)."""
    seat = frame.seat
    close(recorder)
    recorder.emit(e.PortActionEnded(seat, frame.port))
    for effect in fever_checks(recorder.state, seat):
        endure(recorder, seat, effect, rng, "fever")


# Stashing


def start_stashing(recorder: Recorder, frame: PortMenu, command: c.StartStashing, rng: Rng) -> None:
    fee = stash_fee(recorder.state, frame.seat)
    use_activity(recorder, frame, "stash")
    assert fee is not None
    change_gold(recorder, frame.seat, -fee, "stash_fee")
    begin(recorder, Stash(frame.seat))


def deposit_gold(recorder: Recorder, frame: Stash, command: c.DepositGold, rng: Rng) -> None:
    gold = recorder.state.seats[frame.seat].gold
    recorder.emit(e.GoldStashed(frame.seat, c.amount_of(command.amount, gold)))


# Cards


def price_of_specialist(card: str) -> int:
    """The gold for which the specialist of a glory card is hired."""
    hire = glory_card(card).hire
    assert hire is not None
    return hire.pay


def hire_specialist(recorder: Recorder, frame: PortMenu, command: c.HireSpecialist, rng: Rng) -> None:
    """Specialists that cost gold are hired in a Port action (MM-217)."""
    recorder.emit(e.SpecialistHired(frame.seat, command.card, price_of_specialist(command.card)))


def play_glory(recorder: Recorder, frame: TakeAction | PortMenu, command: c.PlayGlory, rng: Rng) -> None:
    play(recorder, frame.seat, command.card)


def declare_victory(recorder: Recorder, frame: TakeAction | PortMenu, command: c.DeclareVictory, rng: Rng) -> None:
    declare(recorder, frame.seat)
