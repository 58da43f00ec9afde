"""The Port action (RULES.md, chapter 6)."""

from __future__ import annotations

from domain.game import Rng

from . import commands as c
from . import events as e
from .battle.hits import endure
from .cards.windows import play
from .content import glory_card
from .flow import begin, change_gold, close, declare, spend_action
from .frames import PortMenu, Stash, TakeAction
from .missions import visited
from .state import Record, port_here
from .state.modifiers import stash_fee, working
from .trade import use_activity


def open_port_action(record: Record, frame: TakeAction, command: c.OpenPortAction, rng: Rng) -> None:
    """Turns the port's modification up (MM-082) and does a mission's visit (MM-404)."""
    seat = frame.seat
    port = port_here(record.state.seats[seat])
    assert port is not None
    spend_action(record, seat, "port")
    record.emit(e.PortActionStarted(seat, port))
    state = record.state
    if port in state.modifications and port not in state.face_up:
        record.emit(e.ModificationRevealed(port, state.modifications[port]))
    begin(record, PortMenu(seat, port))
    reward = visited(record, seat, port)
    if reward is not None:
        begin(record, reward)


def end_port_action(record: Record, frame: PortMenu, command: c.EndPortAction, rng: Rng) -> None:
    """Ends the Port action; under Fever a check follows (MM-050)."""
    seat = frame.seat
    close(record)
    record.emit(e.PortActionEnded(seat, frame.port))
    for effect in working(record.state, seat, "check", "port_action_end"):
        endure(record, seat, effect, rng, "fever")


# Stashing


def start_stashing(record: Record, frame: PortMenu, command: c.StartStashing, rng: Rng) -> None:
    fee = stash_fee(record.state, frame.seat)
    use_activity(record, frame, "stash")
    assert fee is not None
    change_gold(record, frame.seat, -fee, "stash_fee")
    begin(record, Stash(frame.seat))


def deposit_gold(record: Record, frame: Stash, command: c.DepositGold, rng: Rng) -> None:
    gold = record.state.seats[frame.seat].gold
    record.emit(e.GoldStashed(frame.seat, c.amount_of(command.amount, gold)))


# Cards


def hire_specialist(record: Record, frame: PortMenu, command: c.HireSpecialist, rng: Rng) -> None:
    """Specialists that cost gold are hired in a Port action (MM-217)."""
    hire = glory_card(command.card).hire
    assert hire is not None
    record.emit(e.SpecialistHired(frame.seat, command.card, hire.pay))


def play_glory(record: Record, frame: TakeAction | PortMenu, command: c.PlayGlory, rng: Rng) -> None:
    play(record, frame.seat, command.card)


def declare_victory(record: Record, frame: TakeAction | PortMenu, command: c.DeclareVictory, rng: Rng) -> None:
    declare(record, frame.seat)
