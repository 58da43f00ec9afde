"""Upgrading the ship (RULES.md, chapter 14)."""

from __future__ import annotations

from domain.game import Json, Rng
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..content import SLOTS
from ..flow import Advance, Answers, asked_while, begin, change, close, declining
from ..frames import ResolveEffects, Upgrade
from ..state import Recorder, State
from .feasibility import line_reached, open_slots, upgrades_for


def _why_not_place(state: State, frame: Upgrade, command: c.PlaceUpgrade) -> str | None:
    own = state.seats[frame.seat]
    if command.slot not in SLOTS:
        return "unknown_slot"
    if command.slot in own.upgrades:
        return "slot_filled"
    return None if line_reached(own.upgrades, command.slot) else "line_not_reached"


def _upgrades(state: State, frame: Upgrade, command: c.PlaceUpgrade) -> dict[str, Json]:
    return {"needed": upgrades_for(command.slot), "upgrades": len(state.seats[frame.seat].upgrades)}


def _place(recorder: Recorder, frame: Upgrade, command: c.PlaceUpgrade, rng: Rng) -> None:
    """The slot's one-time effects follow at once; ongoing ones work from now on (PM-174, PM-179, PM-182)."""
    if frame.left > 1:
        change(recorder, Upgrade(frame.seat, frame.left - 1))
    else:
        close(recorder)
    recorder.emit(e.UpgradePlaced(frame.seat, command.slot))
    if SLOTS[command.slot].kind == "one_time":
        begin(recorder, ResolveEffects(frame.seat, f"slot:{command.slot}", optional=False))


ADVANCE: Advance = {Upgrade: asked_while(lambda state, seat: bool(open_slots(state.seats[seat])), "upgrade_ship")}
"""Without an open slot an Upgrade does nothing (PM-181)."""
ANSWERS: Answers = {
    Upgrade: {
        c.PlaceUpgrade: Answer(
            _place,
            lambda s, f: [c.PlaceUpgrade(slot) for slot in open_slots(s.seats[f.seat])],
            _why_not_place,
            alike=True,
            figures={"line_not_reached": _upgrades},
        ),
        c.Decline: declining("upgrade_ship"),
    }
}
