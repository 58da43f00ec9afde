"""Chapter 23.3: Pirate Skirmish."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e

from .scenario import Attempt, Table, given
from .solo import acting

SPACE = "c1r1"


def skirmish(*dice: int, at: tuple[int, ...] = (1,), **position: Any) -> tuple[Table, Attempt]:
    """Seat 0 ends its move on a card where these seats are."""
    settings: dict[str, Any] = {"seats": 3, "modules": ["pirate_skirmish"], "sea": {SPACE: "I22"}}
    table = given(**{**settings, "at": dict.fromkeys(at, SPACE), **position})
    return table, table.when(c.SailTo(SPACE), *dice)


def wealth(table: Table) -> list[tuple[int, int]]:
    return [(seat.vp, seat.doubloons) for seat in table.state.seats]


@pytest.mark.rule("PM-350", "PM-351", "PM-353", "PM-355", "PM-437", "PM-V08")
def test_combat_takes_the_place_of_the_payment() -> None:
    table, attempt = skirmish(4, 3)
    attempt.then(e.SailingEnded(0, SPACE, ANY), e.CombatFought(SPACE, ((0, 4, 0), (1, 3, 0)), 0, 2, (1,)))
    assert attempt.count(e.OpponentPaid) == 0
    assert wealth(table) == [(2, 11), (0, 9), (0, 10)]
    assert table.decision == "improvement_card"


@pytest.mark.rule("PM-350", "PM-351")
def test_without_ships_on_the_card_nobody_rolls() -> None:
    _, attempt = skirmish(at=())
    assert attempt.count(e.CombatFought) == 0
    gulf = given(modules=["pirate_skirmish"], at={0: "c9r1", 1: "gulf"})
    assert gulf.when(c.SailTo("gulf")).count(e.CombatFought) == 0


@pytest.mark.rule("PM-353")
def test_those_who_lie_there_can_win_too() -> None:
    table, attempt = skirmish(1, 6)
    assert attempt.happens(e.CombatFought).winner == 1
    assert wealth(table) == [(0, 9), (2, 11), (0, 10)]


@pytest.mark.rule("PM-352", "PM-E33", "PM-354", "PM-452")
def test_general_bonuses_count_and_a_tie_has_no_effect() -> None:
    """Gunner gives 1; the Cutlasses' bonus for a die of one colour counts nothing."""
    table, attempt = skirmish(4, 5, 2, at=(1, 2), improvements=["I3", "I12"])
    assert attempt.happens(e.CombatFought) == e.CombatFought(SPACE, ((0, 4, 1), (1, 5, 0), (2, 2, 0)), None, 0, ())
    assert wealth(table) == [(0, 10)] * 3
    table, attempt = skirmish(4, 5, 2, at=(1, 2), improvements=["I25"], doubloons={0: 3, 1: 4, 2: 0})
    assert attempt.happens(e.CombatFought) == e.CombatFought(SPACE, ((0, 4, 2), (1, 5, 0), (2, 2, 0)), 0, 2, (1,))
    assert wealth(table) == [(2, 4), (0, 3), (0, 0)]


@pytest.mark.rule("PM-452", "PM-353", "PM-354")
def test_all_ships_of_the_card_are_in_one_combat() -> None:
    table, attempt = skirmish(6, 5, 4, at=(1, 2))
    assert attempt.count(e.CombatFought) == 1
    assert wealth(table) == [(2, 12), (0, 9), (0, 9)]
    # The two that lie there tie for the highest: nobody gains, also not the third.
    table, attempt = skirmish(1, 5, 5, at=(1, 2))
    assert attempt.happens(e.CombatFought).winner is None
    # A tie below the highest does not matter.
    table, attempt = skirmish(2, 2, 5, at=(1, 2))
    assert wealth(table) == [(0, 9), (0, 9), (2, 12)]


@pytest.mark.rule("PM-353")
def test_who_has_no_doubloons_loses_none() -> None:
    table, attempt = skirmish(1, 5, at=(1,), doubloons=0)
    assert attempt.happens(e.CombatFought).losers == ()
    assert wealth(table) == [(0, 0), (2, 0), (0, 0)]


@pytest.mark.rule("PM-437", "PM-331")
def test_combat_comes_before_the_doubloons_on_the_card() -> None:
    """Seat 0 loses without a doubloon, and only then gains the one on the Location."""
    modules = ["pirate_skirmish", "fog_of_war_locations", "rubies"]
    table, attempt = skirmish(1, 5, modules=modules, sea={SPACE: "L3"}, doubloons=0)
    attempt.then(
        e.CombatFought(SPACE, ((0, 1, 0), (1, 5, 0)), 1, 2, ()),
        e.FogDoubloonsRemoved(SPACE, 1),
        e.CardFlipped(SPACE, "L3", None, True),
    )
    assert wealth(table)[:2] == [(0, 1), (2, 0)]
    assert table.decision == "gain_ruby"


SOLO: dict[str, Any] = {"modules": ["pirate_skirmish"]}


@pytest.mark.rule("PM-356", "PM-438", "PM-357", "PM-E34", "PM-437")
@pytest.mark.parametrize(
    ("dice", "number", "winner"), [((5, 4), 2, "jordan"), ((6, 4), 2, None), ((6, 4), 1, 0), ((6, 4), 3, "jordan")]
)
def test_jordan_adds_the_round_and_the_winner_gains_points_only(dice: tuple[int, int], number: int, winner: Any) -> None:
    """The human arrives on Jordan's card, or Jordan on the human's."""
    for arriving in ("human", "jordan"):
        if arriving == "human":
            table = acting({SPACE: "I22"}, "SA1", number=number, at={"jordan": SPACE}, **SOLO)
            attempt = table.when(c.SailTo(SPACE), *dice)
        else:
            table = acting({SPACE: "I22"}, "SA1", number=number, at={0: SPACE}, **SOLO)
            attempt = table.jordan_acts(*dice)
            attempt.then(e.SailingEnded("jordan", SPACE, ANY), attempt.happens(e.CombatFought))
            assert attempt.count(e.ImprovementAcquired) == 1
        vp = 5 if winner is not None else 0
        results: Any = ((0, dice[0], 0), ("jordan", dice[1], number))
        assert attempt.happens(e.CombatFought) == e.CombatFought(SPACE, results, winner, vp, ())
        assert attempt.count(e.OpponentPaid) == 0
        assert table.seat().doubloons == 10
        assert (table.seat().vp, table.jordan.vp) == (5 * (winner == 0), 5 * (winner == "jordan"))


@pytest.mark.rule("PM-352", "PM-356")
def test_the_humans_bonuses_count_against_jordan() -> None:
    table = acting({SPACE: "I22"}, "SA1", at={"jordan": SPACE}, improvements=["I25"], **SOLO)
    fought = table.when(c.SailTo(SPACE), 3, 3).happens(e.CombatFought)
    assert fought.results == ((0, 3, 2), ("jordan", 3, 1))
    assert fought.winner == 0
