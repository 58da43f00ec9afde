"""Chapter 4: ending on a card with other ships."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f

from .scenario import Table, given


def money(table: Table) -> list[int]:
    return [seat.doubloons for seat in table.state.seats]


@pytest.mark.rule("PM-055", "PM-061", "PM-V07", "PM-E06")
def test_each_opponent_on_the_card_is_paid_a_doubloon_unasked() -> None:
    table = given(at={1: "c1r1"}, sea={"c1r1": "I1"}, doubloons={0: 4, 1: 7})
    table.when(c.SailTo("c1r1")).then(e.SailingEnded(0, "c1r1", ANY), e.OpponentPaid(0, 1, 1))
    assert money(table) == [3, 8]
    assert table.decision == "improvement_card"
    all_three = given(seats=4, at={1: "c1r1", 2: "c1r1", 3: "c1r1"}, doubloons={0: 3})
    assert all_three.when(c.SailTo("c1r1")).count(e.OpponentPaid) == 3
    assert money(all_three) == [0, 11, 11, 11]
    elsewhere = given(seats=3, at={1: "c1r1", 2: "c1r2"})
    elsewhere.when(c.SailTo("c1r1")).then(e.OpponentPaid(0, 1, 1))
    assert money(elsewhere) == [9, 11, 10]


@pytest.mark.rule("PM-059", "PM-E06")
def test_without_doubloons_nothing_is_paid_and_the_turn_goes_on() -> None:
    table = given(seats=3, at={1: "c1r1", 2: "c1r1"}, sea={"c1r1": "I1"}, doubloons={0: 0})
    assert table.when(c.SailTo("c1r1")).count(e.OpponentPaid) == 0
    assert money(table) == [0, 10, 10]
    assert table.decision == "improvement_card"


@pytest.mark.rule("PM-060", "PM-C05", "PM-E07", "PM-395")
def test_with_too_little_money_the_seat_chooses_whom_to_pay() -> None:
    table = given(seats=4, at={1: "c1r1", 2: "c1r1", 3: "c1r2"}, doubloons={0: 1})
    table.when(c.SailTo("c1r1"))
    assert table.top == f.PayOpponents(0, (1, 2))
    assert table.legal() == [c.ChoosePaidOpponent(1), c.ChoosePaidOpponent(2)]
    for wrong in (0, 3, 4, -1):
        table.when(c.ChoosePaidOpponent(wrong)).refused("not_on_this_card")
    table.when(c.ChoosePaidOpponent(2)).then(e.OpponentPaid(0, 2, 1))
    assert money(table) == [0, 10, 11, 10]
    assert table.decision != "pay_opponents"


@pytest.mark.rule("PM-060", "PM-C05")
def test_each_opponent_is_paid_once_as_long_as_there_is_money() -> None:
    table = given(seats=4, at={1: "c1r1", 2: "c1r1", 3: "c1r1"}, doubloons={0: 2})
    table.when(c.SailTo("c1r1"))
    table.when(c.ChoosePaidOpponent(3))
    table.when(c.ChoosePaidOpponent(3)).refused("already_paid")
    table.when(c.ChoosePaidOpponent(0)).refused("not_on_this_card")
    assert table.legal() == [c.ChoosePaidOpponent(1), c.ChoosePaidOpponent(2)]
    table.when(c.ChoosePaidOpponent(1))
    assert money(table) == [0, 11, 10, 11]
    assert table.decision != "pay_opponents"


@pytest.mark.rule("PM-056")
def test_the_payment_comes_after_the_move_and_before_the_card() -> None:
    """Trinidad with a Pearl tile."""
    position = {"sea": {"c1r1": "L1"}, "value_tiles": {"L1": "pearl"}}
    table = given(at={1: "c1r1"}, **position)
    table.when(c.SailTo("c1r1")).then(
        e.ShipSailed(0, "start", "c1r1", 1), e.OpponentPaid(0, 1, 1), e.MarkerPlaced("pearl", 1, "treasure_value")
    )
    asked = given(seats=3, at={1: "c1r1", 2: "c1r1"}, doubloons={0: 1}, **position)
    assert asked.when(c.SailTo("c1r1")).count(e.MarkerPlaced) == 0
    asked.when(c.ChoosePaidOpponent(1)).then(e.OpponentPaid(0, 1, 1), e.MarkerPlaced("pearl", 1, "treasure_value"))


@pytest.mark.rule("PM-057", "PM-226")
@pytest.mark.parametrize(("start", "goal"), [("c9r1", "gulf"), ("gulf", "maracaibo")])
def test_nothing_is_paid_in_the_gulf_or_on_maracaibo(start: str, goal: str) -> None:
    table = given(seats=3, at={0: start, 1: goal, 2: goal})
    assert table.when(c.SailTo(goal)).count(e.OpponentPaid) == 0
    assert money(table) == [10, 10, 10]


@pytest.mark.rule("PM-058")
def test_passing_through_costs_nothing_even_step_by_step() -> None:
    table = given(at={1: "c1r1"}, modules=["fog_of_war_improvements"])
    table.when(c.SailStep("c1r1"))
    table.when(c.SailStep("c2r1"))
    assert table.when(c.StopSailing()).count(e.OpponentPaid) == 0
    assert money(table) == [10, 10]
