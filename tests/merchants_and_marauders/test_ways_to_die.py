"""Chapter 19: wherever a captain dies, his modifications are laid out, his turn ends and nothing is left over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import PORTS

from .defeats import PIRATES, assert_turn_of, next_turn
from .scenario import SKULL, Table, given

NAVY = {"dutch": ("npc_nl_1", "havana"), "spanish": ("npc_es_1", "havana")}
LOST = (1, 1, 1, SKULL, SKULL)
"""A crew round of 3 dice against 2."""


def fitted(**position: object) -> Table:
    """Two modifications, which leaves a choice of ports."""
    return given(**{"modifications": {0: ("chasers", "advanced_rigs")}, **position})  # type: ignore[arg-type]


def in_a_raid() -> Table:
    cards = ("textiles_2", "rum_1", "wood_2")
    table = fitted(at_sea={0: "curacao"}, damage={0: ("hull",)}, next_cargo=cards, merchants={"curacao": "dutch"})
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("dutch"))
    return table


def in_a_storm() -> Table:
    table = fitted(at_sea={0: "curacao"}, damage={0: ("hull",)}, event="storm_2")
    table.when(c.EndTurn(), storm=(1, 1, 1), hits=(SKULL,))
    return table


def on_a_reef() -> Table:
    table = fitted(at_sea={0: "bridgetown"}, ships=("frigate", "sloop"), damage={0: ("hull", "hull")})
    table.when(c.EnterPort("open"), 1, 1, 1)
    return table


def by_guards_of_a_rumor() -> Table:
    table = fitted(at_sea={0: "havana"}, rumor="r22")
    table.when(c.PlayRumor(), SKULL)
    table.when(c.Accept(), *LOST)
    return table


def by_guards_of_a_mission() -> Table:
    table = fitted(at_sea={0: "santo_domingo"}, mission="m16")
    table.when(c.WorkMission(), *LOST)
    return table


def on_a_failed_mission_step() -> Table:
    """Two successes are needed; the hit goes to the Hull."""
    table = fitted(at_sea={0: "st_maarten"}, mission="m14", damage={0: ("hull",)})
    table.when(c.WorkMission(), mission=(1, 1, 1), hits=(SKULL,))
    table.when(c.Choose("hull"))
    return table


def hunted_on_entering_a_zone() -> Table:
    """Both naval ships find him; the first one sinks him, and the other drops its fight."""
    table = fitted(at_sea={0: "port_royal"}, npcs=NAVY, bounties={0: {"dutch": 1, "spanish": 1}}, damage={0: ("hull",)})
    found = (SKULL, 1, SKULL, 1)
    table.when(c.Sail("havana"), *found, *(SKULL, SKULL, SKULL), *(1, 1, 1, 1), *(SKULL, SKULL, SKULL))
    for _ in range(3):
        table.when(c.AssignX("hull"))
    return table


def by_an_npc_he_attacked() -> Table:
    table = fitted(at_sea={0: "havana"}, npcs=PIRATES)
    table.when(c.ScoutNpc("pirate_sloop"), SKULL)
    table.when(c.Board())
    table.when(c.Shoot(), contest=(SKULL, 1, 1, 1, 1, 1), crew=LOST)
    return table


WAYS = (
    in_a_raid,
    in_a_storm,
    on_a_reef,
    by_guards_of_a_rumor,
    by_guards_of_a_mission,
    on_a_failed_mission_step,
    hunted_on_entering_a_zone,
    by_an_npc_he_attacked,
)


@pytest.mark.rule("MM-354", "MM-355", "MM-333", "MM-042", "MM-313", "MM-402", "MM-246")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_after_a_death_the_tokens_are_laid_out_and_the_next_turn_begins(way: Callable[[], Table]) -> None:
    table = way()
    assert table.top == f.PlaceModification(0)
    own = table.seat()
    assert (own.captain, own.ship, own.points, own.cargo, own.rumors, own.mission) == (None, None, 0, (), (), None)
    table.when(table.legal()[0]).then(e.CaptainTurnEnded(0))
    assert set(table.state.modifications) == set(PORTS)
    assert_turn_of(table, 1)
    next_turn(table, 0, f.ChooseShip)
