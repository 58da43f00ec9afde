"""Upgrading the ship (RULES.md, chapter 14)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..content import SLOTS
from ..flow import Advance, Answers, asked_while, begin, change, close, declining
from ..frames import ResolveEffects, Upgrade
from ..refusals import require
from ..state import Recorder, State
from .feasibility import can_upgrade, line_reached


def _may_place(state: State, frame: Upgrade, command: c.PlaceUpgrade) -> None:
    own = state.seats[frame.seat]
    require(command.slot in SLOTS, "unknown_slot")
    require(command.slot not in own.upgrades, "slot_filled")
    require(line_reached(own, command.slot), "line_not_reached")


def _place(recorder: Recorder, frame: Upgrade, command: c.PlaceUpgrade, rng: Rng) -> None:
    """The slot's one-time effects follow at once; ongoing ones work from now on (PM-174, PM-179, PM-182)."""
    if frame.left > 1:
        change(recorder, Upgrade(frame.seat, frame.left - 1))
    else:
        close(recorder)
    recorder.emit(e.UpgradePlaced(frame.seat, command.slot))
    if SLOTS[command.slot].kind == "one_time":
        begin(recorder, ResolveEffects(frame.seat, f"slot:{command.slot}", optional=False))


ADVANCE: Advance = {Upgrade: asked_while(lambda state, seat: can_upgrade(state.seats[seat]), "upgrade_ship")}
"""Without an open slot an Upgrade does nothing (PM-181)."""
ANSWERS: Answers = {
    Upgrade: {
        c.PlaceUpgrade: Answer(_place, lambda s, f: [c.PlaceUpgrade(slot) for slot in SLOTS], _may_place),
        c.Decline: declining("upgrade_ship"),
    }
}
