"""Chapters 17 and 18: the Gulf, and arriving in Maracaibo."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f

from .scenario import Table, given

MANORS = {"c1r1": "R1", "c5r3": "R8", "c9r2": "R9", "c9r3": "R10"}
"""Hacienda (16), and the three manors (10)."""


def in_the_gulf(**position: Any) -> Table:
    """Seat 0 has just sailed into the Gulf."""
    table = given(**{"at": {0: "c9r1"}, **position})
    table.when(c.SailTo("gulf"))
    return table


def choosing(**position: Any) -> Table:
    """It has left out the Upgrade."""
    table = in_the_gulf(**position)
    table.when(c.Decline())
    assert table.top == f.GulfOption(0)
    return table


@pytest.mark.rule("PM-222", "PM-223", "PM-226")
def test_an_upgrade_may_be_placed_before_one_of_the_options() -> None:
    table = in_the_gulf()
    assert table.top == f.Upgrade(0, 1)
    table.when(c.GulfRaid()).refused("wrong_decision")
    table.when(c.PlaceUpgrade("U1")).then(e.DoubloonsChanged(0, 3, "slot:U1"))
    assert table.top == f.GulfOption(0)


@pytest.mark.rule("PM-223", "PM-C17", "PM-V50")
def test_the_raid_of_the_gulf_has_two_more_power() -> None:
    table = choosing(improvements=["I3", "I12"])
    table.when(c.GulfRaid(), 5, 1, 2).then(
        e.GulfOptionTaken(0, "raid"), e.DiceRolled(0, {"yellow": 5, "green": 1, "white": 2}, 0)
    )
    # 5 and 2 of the Gulf, 1 of the Gunner, 2 of the Cutlasses.
    table.when(c.ChooseDie("yellow")).then(e.DieChosen(0, 1, "yellow", 5, 10, "gold"))
    table.when(c.StopRaid())
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-223", "PM-C18", "PM-V50")
def test_the_explore_of_the_gulf_has_four_movement() -> None:
    table = choosing()
    table.when(c.GulfExplore()).then(e.GulfOptionTaken(0, "explore"))
    assert table.top == f.Explore(0, 4)
    assert choosing(improvements=["I29"]).when(c.GulfExplore()).events[-1] == e.FrameOpened(f.Explore(0, 6))


@pytest.mark.rule("PM-C18", "PM-136")
def test_an_explorer_on_end_cannot_explore_from_the_gulf() -> None:
    table = choosing(explorers={0: "END"})
    table.when(c.GulfExplore()).refused("explorer_at_end")
    assert c.GulfExplore() not in table.legal()
    assert c.GulfRaid() in table.legal()


@pytest.mark.rule("PM-223", "PM-224", "PM-085", "PM-C19", "PM-V50", "PM-395")
def test_any_residence_of_the_caribbean_is_built_from_the_gulf() -> None:
    """With a discount of 2: the own one, one too dear, one built by another seat, a new one."""
    table = choosing(sea=MANORS, built={"R1": [0], "R8": [1]}, figurehead="FL", doubloons=8)
    for nowhere in ("c1r2", "gulf", "R9", "start"):
        table.when(c.GulfResidence(nowhere)).refused("not_a_residence")
    table.when(c.GulfResidence("c1r1")).refused("already_built")
    assert [command for command in table.legal() if isinstance(command, c.GulfResidence)] == [
        c.GulfResidence(space) for space in ("c5r3", "c9r2", "c9r3")
    ]
    built = table.when(c.GulfResidence("c5r3"))
    built.then(e.GulfOptionTaken(0, "residence"), e.ResidenceConstructed(0, "c5r3", "R8", 8, False))
    assert (table.seat().doubloons, table.seat().vp) == (0, 0)
    assert table.decision == "end_turn"
    poor = choosing(sea=MANORS, doubloons=10)
    poor.when(c.GulfResidence("c1r1")).refused("cannot_afford")
    poor.when(c.GulfResidence("c9r3")).then(e.ResidenceConstructed(0, "c9r3", "R10", 10, True))
    assert poor.seat().vp == 2


@pytest.mark.rule("PM-225", "PM-C20", "PM-V50")
@pytest.mark.parametrize("option", [c.GulfRaid(), c.GulfExplore(), c.GulfResidence("c9r2"), c.Decline()])
def test_the_options_exclude_each_other(option: Any) -> None:
    table = choosing(sea=MANORS, doubloons=50)
    taken = table.when(option)
    if isinstance(option, c.Decline):
        taken.then(e.GulfOptionTaken(0, "none"))
    while table.decision != "end_turn":
        assert table.decision != "gulf_option"
        table.when(c.ChooseDie("green") if table.decision == "raid_rolled" else table.legal()[-1])
    table.when(c.GulfRaid()).refused("wrong_decision")
    assert table.legal()[-1] == c.EndTurn()


@pytest.mark.rule("PM-226", "PM-185")
def test_nothing_else_happens_in_the_gulf() -> None:
    """No money, no payment, no tile and no marker."""
    table = given(at={0: "c9r1", 1: "gulf"}, tiles={"B4": "L1"}, rivers=[1])
    arrived = table.when(c.SailTo("gulf"))
    assert arrived.count(e.OpponentPaid) == arrived.count(e.DoubloonsChanged) == arrived.count(e.MarkerPlaced) == 0
    table.when(c.IgnoreCard()).refused("wrong_decision")
    table.when(c.UseTileHere()).refused("wrong_decision")
    table.all_of(c.Decline(), c.Decline())
    assert [seat.doubloons for seat in table.state.seats] == [10, 10]
    assert table.seat().vp == 0
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-227", "PM-230")
def test_maracaibo_gives_six_points_and_an_upgrade() -> None:
    table = given(at={0: "gulf"})
    table.when(c.SailTo("maracaibo")).then(e.SailingEnded(0, "maracaibo", None), e.VpGained(0, 6, "maracaibo"))
    assert table.seat().vp == 6
    assert table.top == f.Upgrade(0, 1)
    table.when(c.PlaceUpgrade("U2"))
    table.when(c.Decline())
    assert table.decision == "end_turn"
    full = given(at={0: "gulf"}, upgrades=[f"U{number}" for number in range(1, 19)])
    full.when(c.SailTo("maracaibo"))
    assert full.decision == "end_turn"
