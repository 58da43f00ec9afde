"""From a command to the events it causes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.game import Rng
from domain.recorder import Recorder

from . import commands as c
from .decisions import check, is_forced
from .discover import keep_ship, repel_ship, reveal_card, stop_discovering
from .ending import end_turn
from .evolve import evolve
from .expeditions import complete_expedition
from .loot_and_hire import finish_taking, hire_person, loot_ship
from .state import BustWindow, Discover, Record, State


def decide(state: State, seat: int, command: c.Command, rng: Rng) -> Record:
    """All events of the command and of the automatic steps that follow. Raises what `check` raises."""
    check(state, seat, command)
    record: Record = Recorder(evolve, state)
    CARRY_OUT[type(command)](record, command, rng)
    while is_forced(record.state):
        _carry_out_forced(record, rng)
    return record


def _carry_out_forced(record: Record, rng: Rng) -> None:
    """The only command left is carried out by the game itself (MC-148)."""
    match record.state.decision:
        case Discover():
            stop_discovering(record, None, rng)
        case BustWindow():
            end_turn(record, automatic=True)
        case _:
            finish_taking(record, None, rng)


def _end_turn(record: Record, command: c.EndTurn, rng: Rng) -> None:
    """MC-C12."""
    end_turn(record, automatic=False)


CARRY_OUT: Mapping[type[c.Command], Callable[[Record, Any, Rng], None]] = {
    c.RevealCard: reveal_card,
    c.RepelShip: repel_ship,
    c.KeepShip: keep_ship,
    c.StopDiscovering: stop_discovering,
    c.LootShip: loot_ship,
    c.HirePerson: hire_person,
    c.CompleteExpedition: complete_expedition,
    c.FinishTaking: finish_taking,
    c.EndTurn: _end_turn,
}
