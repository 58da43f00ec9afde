"""New captains and retiring (RULES.md, chapter 19)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.cards import shuffled

from . import commands as c
from . import events as e
from .content import CAPTAINS, PIRATES, PORTS
from .flow import begin, bury, change, close, draw_glory
from .frames import ChooseShip, Frame, NewCaptain, StartingShips, TakeAction
from .state import Recorder, State, home_port, npcs_in

START_GOLD = 10


def arrive(recorder: Recorder, seat: int) -> Frame | None:
    """A seat without a captain draws one at the start of its turn (MM-359, MM-361)."""
    if recorder.state.seats[seat].captain is not None:
        return None
    recorder.emit(e.CaptainDrawn(seat, recorder.state.captains[0], redrawn=False))
    return NewCaptain(seat) if pirate_at_home(recorder.state, seat) else ChooseShip(seat)


def pirate_at_home(state: State, seat: int) -> bool:
    zone = PORTS[home_port(state, seat)].zone
    return any(npc in PIRATES for npc in npcs_in(state, zone))


def keep_captain(recorder: Recorder, frame: NewCaptain, command: c.KeepCaptain, rng: Rng) -> None:
    close(recorder)
    begin(recorder, ChooseShip(frame.seat))


def redraw_captain(recorder: Recorder, frame: NewCaptain, command: c.RedrawCaptain, rng: Rng) -> None:
    """The new captain must be kept; the rejected card is shuffled back after the draw (MM-426)."""
    state = recorder.state
    rejected = state.seats[frame.seat].captain
    assert rejected is not None
    new, *rest = state.captains
    recorder.emit(e.CaptainDrawn(frame.seat, new, redrawn=True, deck=shuffled((*rest, rejected), rng)))
    change(recorder, replace(frame, redrawn=True))


def purse_of_new(state: State, seat: int) -> int:
    """The gold from the bank for a new captain: what the stash lacks of 10 (MM-362)."""
    return max(0, START_GOLD - state.seats[seat].stash)


def choose_ship(recorder: Recorder, frame: StartingShips | ChooseShip, seat: int, command: c.ChooseShip, rng: Rng) -> None:
    """The first ship: chosen in secret at setup, openly for a later captain, who starts like a first one (MM-360)."""
    if isinstance(frame, StartingShips):
        recorder.emit(e.ShipChosen(seat, command.ship, secret=True))
        return
    close(recorder)
    recorder.emit(e.ShipChosen(seat, command.ship))
    own = recorder.state.seats[seat]
    assert own.captain is not None
    recorder.emit(e.CaptainSetUp(seat, own.captain, c.named(command.ship), CAPTAINS[own.captain].home_port))
    # Emitted even for 0 gold: its absence would show how much the stash holds, unless gold is open.
    recorder.emit(e.GoldChanged(seat, purse_of_new(recorder.state, seat), "new_captain", covered=True))
    draw_glory(recorder, seat, rng)


def retire(recorder: Recorder, frame: TakeAction, command: c.Retire, rng: Rng) -> None:
    """Only at the start of the own turn, in port (MM-366). The turn ends; everything is discarded as at death (MM-367,
    MM-368)."""
    captain = recorder.state.seats[frame.seat].captain
    assert captain is not None
    close(recorder)
    recorder.emit(e.CaptainRetired(frame.seat, captain))
    tokens = bury(recorder, frame.seat)
    if tokens is not None:
        begin(recorder, tokens)
