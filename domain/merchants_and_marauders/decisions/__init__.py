"""Which commands are legal now: `check` for one, `legal_commands` for all (MM-K02)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from domain.game import Hidden, Malformed, Secret
from domain.kit.decisions import Answer, LatestList, legal_answers
from domain.kit.stack import name_of

from .. import commands as c
from ..content import (
    CARGO,
    GLORY_INSTANCES,
    LOCATIONS,
    MISSIONS,
    MODIFICATIONS,
    NATIONS,
    NPCS,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
)
from ..frames import (
    BuyLot,
    ChooseShip,
    HireByDeed,
    HireCrew,
    Plunder,
    PortMenu,
    React,
    SellLot,
    Shipyard,
    StartingShips,
    Stash,
    TakeAction,
    TransferModifications,
)
from ..refusals import check_answer, refuse, require
from ..state import State, to_act
from .fight import FIGHTS
from .port import PORT_BUSINESS
from .possible import NARROWED
from .turn import ARRIVALS, check_ship_choice, ship_choices

ANSWERS: Mapping[type[object], Mapping[type[c.Command], Answer]] = {**ARRIVALS, **PORT_BUSINESS, **FIGHTS}

ALWAYS_ASKED = frozenset(
    {
        TakeAction,
        PortMenu,
        SellLot,
        BuyLot,
        Shipyard,
        TransferModifications,
        HireCrew,
        Stash,
        Plunder,
        HireByDeed,
        React,
    }
)
"""Decisions that are asked even if one command is legal: not asking would show hidden cards or gold (MM-K03, MM-K25)."""

ACCEPTED_NAMES: Mapping[str, frozenset[str]] = {
    "zone": frozenset(ZONES),
    "port": frozenset(PORTS),
    "npc": frozenset(NPCS),
    "nation": frozenset(NATIONS),
    "mission": frozenset(MISSIONS),
    "rumor": frozenset(RUMORS),
    "modification": frozenset(MODIFICATIONS),
    "weapon": frozenset(WEAPONS),
    "ship": frozenset(SHIPS),
    "location": frozenset(LOCATIONS),
    "card": frozenset((*CARGO, *GLORY_INSTANCES)),
}
"""The names that the fields of commands accept."""


def check(state: State | None, seat: int, command: c.Command) -> None:
    """Raises the first refusal that applies, in the order of MM-K10."""
    if state is None:
        refuse("game_not_started")
    require(state.result is None, "game_over")
    _check_fields(state, command)
    top = state.stack[-1]
    if isinstance(top, StartingShips):
        if isinstance(command, c.ChooseShip):
            check_answer(ANSWERS[ChooseShip][c.ChooseShip], state, ChooseShip(seat), command)
            require(seat in top.waiting, "already_chosen")
            return
        refuse("wrong_decision", decision=name_of(top))
    answer = ANSWERS[type(top)].get(type(command))
    if answer is None:
        refuse("wrong_decision", decision=name_of(top))
    require(seat in to_act(state), "not_your_turn", awaited_seats=list(to_act(state)))
    check_answer(answer, state, top, command)


def _check_fields(state: State, command: c.Command) -> None:
    """Every name must be one of this game, every seat one of its seats."""
    if isinstance(command, c.AssignX):
        # `assign_x` refuses unknown locations itself, with a code of its own (D-21).
        return
    for name, value in asdict(command).items():
        if isinstance(value, Hidden | Secret):
            raise Malformed("invalid_field", f"{name} must be named.", field=name)
        known = range(len(state.seats)) if name == "seat" else ACCEPTED_NAMES.get(name)
        if known is not None and value not in known:
            there = "" if name == "card" else f"; there are: {', '.join(sorted(map(str, known)))}"
            raise Malformed("invalid_field", f"{value!r} is no {name} of this game{there}.", field=name)


def legal_commands(state: State, seat: int) -> list[c.Command]:
    """Every command that `decide` accepts from this seat as an answer to the open decision."""
    return LEGAL.give(state, seat)


def _listed(state: State, seat: int) -> list[c.Command]:
    if not state.stack:
        return []
    top: Any = state.stack[-1]
    kind = type(top)
    if kind is StartingShips:
        if seat not in top.waiting:
            return []
        frame = ChooseShip(seat)
        return [each for each in ship_choices(state, frame) if check_ship_choice(state, frame, each) is None]
    answers = ANSWERS.get(kind)
    if answers is None or top.seat != seat:
        return []
    narrowed = NARROWED.get(kind)
    return legal_answers(answers if narrowed is None else narrowed(state, top), state, top)


LEGAL = LatestList(_listed)
