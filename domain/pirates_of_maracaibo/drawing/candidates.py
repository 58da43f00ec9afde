"""What a person would look for at a decision, whether or not it is possible now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from domain.drawing import MOST_CANDIDATES

from .. import commands as c
from .. import frames as f
from ..content import IMPROVEMENTS, LOCATIONS, SLOTS, TILES
from ..decisions import ANSWERS
from ..effects.exploring import forfeit_costs, routes
from ..state import State, cards_at_sea
from ..values import GULF, MARACAIBO, TREASURES
from ..view import MaracaiboView
from ..view.state_from_view import state_from_view

Wider: TypeAlias = Callable[[State, Any], Iterable[c.Command]]

TOO_FAR = 5
"""How many spaces beyond its movement an Explorer is looked for."""


def candidates(view: MaracaiboView, seat: int) -> list[c.Command]:
    """The answers to the decision of this seat that its table lists, and those left out because they are never legal."""
    if seat not in view.to_act:
        return []
    state = state_from_view(view)
    frame = state.stack[-1]
    if isinstance(frame, f.ReturnQuests):
        return [c.ReturnQuest(quest) for quest in state.seats[seat].dealt]
    wider = WIDER.get(type(frame), {})
    found = [
        command
        for kind, answer in ANSWERS[type(frame)].items()
        for command in (wider[kind](state, frame) if kind in wider else answer.candidates(state, frame))
    ]
    return found[:MOST_CANDIDATES]


def _sail(state: State, frame: f.Sail) -> list[c.Command]:
    """All spaces of the sea, too far or behind as they may be."""
    sail = c.SailStep if state.options.fog_of_war_improvements else c.SailTo
    here = state.seats[frame.seat].ship
    spaces = [*[space for space, _ in cards_at_sea(state)], GULF, MARACAIBO]
    return [sail(space) for space in spaces if space != here]


def _stop(state: State, frame: f.Sail) -> list[c.Command]:
    return [c.StopSailing()] if state.options.fog_of_war_improvements else []


def _improvements(state: State, frame: f.AcquireRemote) -> list[c.Command]:
    return [c.AcquireFrom(space) for space, card in cards_at_sea(state) if card.id in IMPROVEMENTS]


def _locations(state: State, frame: f.PlaceTileWhere) -> list[c.Command]:
    return [c.PlaceTileAt(space) for space, card in cards_at_sea(state) if card.id in LOCATIONS]


WIDER: Mapping[type[f.Frame], Mapping[type[c.Command], Wider]] = {
    f.Sail: {c.SailTo: _sail, c.SailStep: lambda state, frame: [], c.StopSailing: _stop},
    f.AcquireRemote: {c.AcquireFrom: _improvements},
    f.Explore: {
        c.MoveExplorer: lambda state, frame: [
            c.MoveExplorer(space) for space in routes(state, frame.seat, frame.movement + TOO_FAR)
        ],
        c.UseForfeit: lambda state, frame: [c.UseForfeit(source) for source in forfeit_costs(state, frame.seat)],
    },
    f.GainTreasure: {c.ChooseTreasure: lambda state, frame: [c.ChooseTreasure(kind) for kind in TREASURES]},
    f.PlaceTileWhere: {c.PlaceTileAt: _locations},
    f.Upgrade: {c.PlaceUpgrade: lambda state, frame: [c.PlaceUpgrade(slot) for slot in SLOTS]},
    f.UsePlacedTile: {c.UseTile: lambda state, frame: [c.UseTile(tile) for tile in TILES]},
}
"""Where the table of answers lists only what is possible, or more than a person would look for."""
