"""Upgrading the ship (RULES.md, chapter 14)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..content import SLOTS, Effect
from ..flow import Advance, Answers, begin, change, close, declining, skip
from ..frames import ResolveEffects, Upgrade
from ..refusals import require
from ..state import Record, State
from .feasibility import can_upgrade, line_reached


def begin_upgrade(record: Record, seat: int, effect: Effect, rng: Rng) -> None:
    begin(record, Upgrade(seat, effect.count))


def _advance(record: Record, frame: Upgrade, rng: Rng) -> bool:
    """PM-181."""
    if can_upgrade(record.state.seats[frame.seat]):
        return False
    close(record)
    skip(record, frame.seat, "upgrade_ship", "nothing_to_do")
    return True


def _may_place(state: State, frame: Upgrade, command: c.PlaceUpgrade) -> None:
    own = state.seats[frame.seat]
    require(command.slot in SLOTS, "unknown_slot")
    require(command.slot not in own.upgrades, "slot_filled")
    require(line_reached(own, command.slot), "line_not_reached")


def _place(record: Record, frame: Upgrade, command: c.PlaceUpgrade, rng: Rng) -> None:
    """PM-174, PM-179, PM-182."""
    if frame.left > 1:
        change(record, Upgrade(frame.seat, frame.left - 1))
    else:
        close(record)
    record.emit(e.UpgradePlaced(frame.seat, command.slot))
    if SLOTS[command.slot].kind == "one_time":
        begin(record, ResolveEffects(frame.seat, f"slot:{command.slot}", optional=False))


ADVANCE: Advance = {Upgrade: _advance}
ANSWERS: Answers = {
    Upgrade: {
        c.PlaceUpgrade: Answer(_place, lambda s, f: [c.PlaceUpgrade(slot) for slot in SLOTS], _may_place),
        c.Decline: declining("upgrade_ship"),
    }
}
