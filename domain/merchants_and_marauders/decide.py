"""From a command to the events it causes, and on to the next decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

import domain.recorder
from domain.game import Rng
from domain.kit.stack import Steps

from . import commands as c
from .battle.aftermath import AFTERMATH
from .battle.hits import advance_hits
from .battle.steps import BATTLE
from .captains import choose_ship
from .cards.windows import advance_window
from .decisions import ALWAYS_ASKED, ANSWERS, LEGAL, check
from .effects import advance_resolve
from .ending import captains_run_out, end_game
from .evolve import evolve
from .flow import begin, close, replenish, run
from .frames import (
    Aftermath,
    AssignX,
    Battle,
    CaptainTurn,
    Declare,
    DiscardToLimit,
    EventInPlay,
    Frame,
    Hits,
    NpcScouting,
    PlaceModification,
    Raid,
    Reroll,
    Resolve,
    Round,
    RumorCheck,
    Scouting,
    StartingShips,
    Storm,
    Window,
)
from .npcs import advance_npc_scouting
from .raids import RAID
from .rounds import CAPTAIN_TURN, EVENT_STEPS, ROUND, advance_storm
from .rumors import RUMOR_CHECK
from .scouting import SCOUTING
from .setup import all_chosen
from .state import GLORY_LIMIT, Recorder, State

STEPS: Mapping[type[Frame], Steps] = {
    Round: Steps(*ROUND),
    EventInPlay: Steps(*EVENT_STEPS),
    CaptainTurn: Steps(*CAPTAIN_TURN),
    Scouting: Steps(*SCOUTING),
    RumorCheck: Steps(*RUMOR_CHECK),
    Raid: Steps(*RAID),
    Battle: Steps(*BATTLE),
    Aftermath: Steps(*AFTERMATH),
}
ADVANCE: Mapping[type[Frame], Callable[[Recorder, Any, Rng], None]] = {
    Storm: advance_storm,
    Window: advance_window,
    NpcScouting: advance_npc_scouting,
    Hits: advance_hits,
    Resolve: advance_resolve,
}
OUTLIVES_ITS_CAPTAIN = frozenset({PlaceModification, CaptainTurn})
"""Frames of a seat that stay open when its captain dies; all others are closed."""
FIGHTING = frozenset({Declare, Reroll, AssignX})
"""Decisions that a seat takes for an NPC, also while it has no captain itself (MM-K07)."""
DIES_WITH_ITS_CAPTAIN = (
    frozenset(kind for kind in get_args(Frame) if "seat" in kind.__struct_fields__) - OUTLIVES_ITS_CAPTAIN - FIGHTING
)


def decide(state: State, seat: int, command: c.Command, rng: Rng) -> Recorder:
    """The events of the command and of all that follows up to the next decision (MM-K09). Raises what `check` raises."""
    if not LEGAL.holds(state, seat, command):
        check(state, seat, command)
    recorder: Recorder = domain.recorder.Recorder(evolve, state)
    _carry_out(recorder, seat, command, rng)
    advance(recorder, rng)
    return recorder


def _carry_out(recorder: Recorder, seat: int, command: c.Command, rng: Rng) -> None:
    top = recorder.state.stack[-1]
    if type(top) is StartingShips:
        assert isinstance(command, c.ChooseShip)
        choose_ship(recorder, top, seat, command, rng)
        return
    ANSWERS[type(top)][type(command)].carry_out(recorder, top, command, rng)


def advance(recorder: Recorder, rng: Rng) -> None:
    """Run the process on top of the stack until a decision with a choice is on top, or the game is over.

    An empty cargo deck is refilled from its discard pile before anything else happens (MM-084).
    """
    seats: object = None
    over = None
    run_out = False
    while (state := recorder.state).result is None:
        top: Any = state.stack[-1]
        kind = type(top)
        if state.seats is not seats:  # Most events leave all seats as they are. No captain is drawn without one.
            seats = state.seats
            over = _over_limit(state)
            run_out = captains_run_out(state)
        # A battle in which a captain died is finished first (MM-358).
        if run_out and Aftermath not in map(type, state.stack):
            end_game(recorder, "captain_deck_empty")
        elif not state.cargo.cards and state.cargo.discard:
            replenish(recorder, "cargo", rng)
        elif over is not None and kind is not DiscardToLimit:
            begin(recorder, DiscardToLimit(over, "glory"))
        elif kind in DIES_WITH_ITS_CAPTAIN and state.seats[top.seat].captain is None:
            close(recorder)
        elif (steps := STEPS.get(kind)) is not None:
            run(recorder, steps, rng)
        elif kind in ADVANCE:
            ADVANCE[kind](recorder, top, rng)
        elif kind is StartingShips:
            if top.waiting:
                return
            all_chosen(recorder, rng)
        # Some decisions are asked even if only one answer is legal (MM-K25).
        elif kind in ALWAYS_ASKED or not _forced(recorder, rng):
            return


def _over_limit(state: State) -> int | None:
    """The first seat with a fifth glory card, which it discards before anything else is decided (MM-207, MM-I16)."""
    for number, seat in enumerate(state.seats):
        if len(seat.glory) > GLORY_LIMIT and seat.captain is not None:
            return number
    return None


def _forced(recorder: Recorder, rng: Rng) -> bool:
    """Carry out the only legal command without asking (MM-K03)."""
    state = recorder.state
    top = state.stack[-1]
    seat = getattr(top, "seat")  # noqa: B009
    legal = LEGAL.of(state, seat)
    assert legal, f"nothing is legal for {top}"
    if len(legal) > 1:
        return False
    _carry_out(recorder, seat, legal[0], rng)
    return True
