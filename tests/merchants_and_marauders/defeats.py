"""Battles won and lost, for tests about what follows them; and the turn after, to see that nothing is left over.

Seat 0 sails for Francis Wright (3 dice in contests and crew combat), seat 1 for Joost Verhage (2 dice); both are at Havana.
"""

from __future__ import annotations

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.state.sides import contest_dice

from .scenario import SKULL, Attempt, Table, given

CAPTAINS = ("francis_wright", "joost_verhage", "luc_garrigue", "inigo_valdivieso")
HAVANA = {0: "havana", 1: "havana"}
NAVY = {"dutch": ("npc_nl_1", "havana")}
PIRATES = {"pirate_sloop": ("npc_ps_1", "havana"), "pirate_frigate": ("npc_pf_1", "havana")}

WON, LOST = (SKULL, SKULL, SKULL, 1, 1), (1, 1, 1, SKULL, SKULL)
"""Dice of 3 against 2: of a contest, or of a crew combat against at most 2 or 3 Crew."""


def two(**position: object) -> Table:
    """Both captains at Havana."""
    return given(**{"captains": CAPTAINS, "at_sea": HAVANA, **position})  # type: ignore[arg-type]


def sunk(table: Table, *, winner: int) -> Attempt:
    """Seat 0 attacks seat 1, and the winner, who has a Frigate, sinks the other one's Sloop in the first round."""
    table.when(c.ScoutCaptain(1), SKULL, 1, 1, *((LOST if winner else WON) + (SKULL, SKULL, SKULL)))
    for _ in range(2):
        table.when(c.AssignX("hull"))
    return table.when(c.AssignX("masts"))


def boarded(table: Table, *, winner: int) -> Attempt:
    """Seat 0 attacks and boards seat 1; the winner wins the only round of crew combat."""
    table.when(c.ScoutCaptain(1), SKULL)
    table.when(c.Board())
    return table.when(c.Shoot(), *_won_contest(table), *(LOST if winner else WON))


def boarded_npc(table: Table, npc: str) -> Attempt:
    """Seat 0 finds an NPC ship, boards it in the second round and wins in one round of crew combat."""
    table.when(c.ScoutNpc(npc), SKULL)
    table.when(c.Board())
    return table.when(c.Shoot(), *_won_contest(table), SKULL, SKULL, SKULL)


def _won_contest(table: Table) -> tuple[int, ...]:
    """Dice with which the aggressor wins the contest; the speed of the ships changes how many there are."""
    return (SKULL,) * contest_dice(table.state, 0) + (1,) * contest_dice(table.state, 1)


def assert_turn_of(table: Table, seat: int, asked: type[f.Frame] = f.TakeAction) -> None:
    """It is this seat's turn, and nothing is left over from what was before."""
    assert [type(frame) for frame in table.state.stack] == [f.Round, f.CaptainTurn, asked]
    assert getattr(table.top, "seat") == seat  # noqa: B009 - every decision has a seat, not every frame
    for own in table.state.seats:
        assert not own.offer + own.lot + own.returning
        assert own.announced is None


def next_turn(table: Table, seat: int, asked: type[f.Frame] = f.TakeAction) -> Attempt:
    """The captain whose turn it is ends it; the turn of this seat follows."""
    attempt = table.when(c.EndTurn())
    assert_turn_of(table, seat, asked)
    return attempt
