"""Chapter 23.6: the Residence Discount tile of the exploration track."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import RESIDENCES

from .scenario import Table, given

EXPLORE_2 = "buried:HGB3"
BY_COST = sorted(RESIDENCES, key=lambda card: RESIDENCES[card].cost)
HACIENDA = next(card.id for card in RESIDENCES.values() if card.name == "Hacienda")
SHIPYARD = next(card.id for card in RESIDENCES.values() if card.name == "Shipyard")
SEA = {"c9r1": HACIENDA, "c9r2": SHIPYARD}


def exploring(at: str = "D7", **position: Any) -> Table:
    """The Explorer is there, with an Explore of 2."""
    table = given(**{"modules": ["retirement"], "sea": SEA, "doubloons": 20, **position, "explorers": {0: at}})
    table.effects(EXPLORE_2)
    assert isinstance(table.top, f.Explore)
    return table


def spaces(table: Table) -> set[str]:
    return {command.space for command in table.legal() if isinstance(command, c.MoveExplorer)}


@pytest.mark.rule("PM-377", "PM-382", "PM-C33")
def test_the_tile_is_a_dead_end_after_d7_only_with_the_module() -> None:
    assert spaces(exploring()) == {"D8", "D9", "RDT"}
    assert spaces(exploring("D6")) == {"D7", "D8", "RDT"}
    assert spaces(exploring("D5")) == {"D6", "D7"}
    far = exploring("D5")
    far.when(c.MoveExplorer("RDT")).refused("out_of_range")
    past = exploring("D8")
    past.when(c.MoveExplorer("RDT")).refused("no_way_there")
    without = exploring(modules=[])
    without.when(c.MoveExplorer("RDT")).refused("unknown_space")


@pytest.mark.rule("PM-378", "PM-380", "PM-384", "PM-080", "PM-V53", "PM-E32")
def test_an_explorer_on_the_tile_builds_at_half_price_and_starts_again() -> None:
    """Hacienda for 8 instead of 16, as the first one."""
    table = exploring(doubloons=8)
    moved = table.when(c.MoveExplorer("RDT"))
    moved.then(e.ExplorerMoved(0, "D7", "RDT", 1, 0, ()))
    assert table.top == f.Retire(0)
    assert c.Decline() not in table.legal()
    table.when(c.RetireResidence("c9r1")).then(
        e.ResidenceConstructed(0, "c9r1", HACIENDA, 8, True), e.ExplorerRetired(0, "RDT", "S")
    )
    assert (table.seat().doubloons, table.seat().vp, table.seat().explorer) == (0, 2, "S")
    assert table.state.residences[HACIENDA] == (0,)
    second = exploring(built={HACIENDA: [1]})
    second.all_of(c.MoveExplorer("RDT"), c.RetireResidence("c9r1"))
    assert second.seat().vp == 0


@pytest.mark.rule("PM-379", "PM-E32")
@pytest.mark.parametrize(
    ("space", "upgrades", "paid"), [("c9r2", ["U14"], 5), ("c9r2", [], 6), ("c9r1", [], 8), ("c9r1", ["U14"], 7)]
)
def test_half_the_price_after_discounts_is_rounded_up(space: str, upgrades: list[str], paid: int) -> None:
    """Shipyard costs 11; slot U14 is a discount of 2."""
    board = [*["U1", "U3", "U4", "U5", "U6", "U7"], *upgrades] if upgrades else []
    table = exploring("D7", upgrades=board)
    table.when(c.MoveExplorer("RDT"))
    built = table.when(c.RetireResidence(space))
    assert built.happens(e.ResidenceConstructed).price == paid
    assert table.seat().doubloons == 20 - paid


@pytest.mark.rule("PM-378", "PM-C35", "PM-395")
def test_the_residence_is_chosen_among_those_that_can_be_built() -> None:
    table = exploring(doubloons=7, built={SHIPYARD: [0]}, sea={**SEA, "c9r3": BY_COST[0]})
    table.when(c.MoveExplorer("RDT"))
    table.when(c.RetireResidence("c1r2")).refused("not_a_residence")
    table.when(c.RetireResidence("gulf")).refused("not_a_residence")
    table.when(c.RetireResidence("c9r2")).refused("already_built")
    table.when(c.RetireResidence("c9r1")).refused("cannot_afford")
    table.when(c.RetireResidence("c9r3"))
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-381", "PM-440", "PM-382", "PM-383")
def test_a_seat_uses_the_tile_once_and_keeps_its_rivers() -> None:
    table = exploring(rivers=[1, 2, 3, 4])
    table.all_of(c.MoveExplorer("RDT"), c.RetireResidence("c9r1"))
    assert table.seat().retired
    assert table.seat().rivers == (1, 2, 3, 4)
    again = table.after(e.ExplorerMoved(0, "S", "D7", 1, 0, (1, 2, 3, 4)))
    assert again.seat().rivers == (1, 2, 3, 4)
    again.effects(EXPLORE_2)
    again.when(c.MoveExplorer("RDT")).refused("tile_not_available")
    assert spaces(again) == {"D8", "D9"}
    # The other seat's token is still there.
    assert not again.seat(1).retired


@pytest.mark.rule("PM-382", "PM-E45", "PM-C33")
def test_the_tile_needs_money_for_half_a_residence() -> None:
    """The cheapest Residence not built costs 12, with the discount of slot U14 half of 10."""
    twelve = [card for card in BY_COST if RESIDENCES[card].cost >= 12][:4]
    assert RESIDENCES[twelve[0]].cost == 12
    sea = dict(zip(("c9r1", "c9r2", "c9r3", "c1r1"), twelve, strict=True))
    position: Any = {"sea": sea, "upgrades": ["U1", "U3", "U4", "U5", "U6", "U7", "U14"]}
    able = exploring(doubloons=5, **position)
    able.when(c.MoveExplorer("RDT")).then(e.ExplorerMoved(0, "D7", "RDT", 1, 0, ()))
    poor = exploring(doubloons=4, **position)
    poor.when(c.MoveExplorer("RDT")).refused("cannot_afford", price=5, available=4)
    all_built = exploring(doubloons=50, built={card: [0] for card in twelve}, sea=sea)
    all_built.when(c.MoveExplorer("RDT")).refused("tile_not_available")


@pytest.mark.rule("PM-133", "PM-380", "PM-I15")
def test_the_tile_and_start_are_shared() -> None:
    table = exploring(seats=3)
    table.all_of(c.MoveExplorer("RDT"), c.RetireResidence("c9r1"))
    assert [seat.explorer for seat in table.state.seats] == ["S", "S", "S"]
