"""Chapter 3: moving the ship."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from unittest.mock import ANY

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import LAYOUTS
from domain.pirates_of_maracaibo.state import column_of
from domain.pirates_of_maracaibo.values import LaidCard

from .scenario import Table, given


def goals(table: Table) -> list[str]:
    assert table.decision == "sail"
    assert all(isinstance(command, c.SailTo) for command in table.legal())
    return [command.space for command in table.legal() if isinstance(command, c.SailTo)]


def sailing(start: str, **position: Any) -> Table:
    return given(at={0: start}, **position)


def walks(layout: str, start: str, reach: int) -> set[str]:
    """Where every walk of 1 to `reach` steps can end that leaves the Gulf only for Maracaibo."""
    sea = LAYOUTS[layout]
    ends, here = set[str](), {start}
    for step in range(reach):
        on: set[str] = set()
        for space in here:
            if space == "start":
                on |= set(sea.start_to)
            elif space == "gulf":
                on |= {"maracaibo"} if step == 0 else set()
            elif space != "maracaibo":
                on |= {*sea.adjacency[space], *(["gulf"] if space in sea.gulf_from else [])}
        ends |= on
        here = on
    return ends


@pytest.mark.rule("PM-041", "PM-042", "PM-044", "PM-045", "PM-046", "PM-049", "PM-050", "PM-053", "PM-040", "PM-025")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("figurehead", "reach"), [("", 3), ("FC", 4)])
def test_a_move_ends_further_right_within_range_by_any_walk(layout: Any, figurehead: str, reach: int) -> None:
    for start in ("start", *(space.id for space in LAYOUTS[layout].spaces), "gulf"):
        table = sailing(start, layout=layout, figurehead=figurehead)
        column = column_of(table.state, start)
        right = {space for space in walks(layout, start, reach) if column_of(table.state, space) > column}
        assert right
        assert set(goals(table)) == right
        assert len(goals(table)) == len(right)
        everywhere = {*table.state.sea, "gulf", "maracaibo"}
        for space in everywhere - right:
            code = "must_enter_maracaibo" if start == "gulf" else "not_rightward"
            if start != "gulf" and column_of(table.state, space) > column:
                code = "no_way_there" if space == "maracaibo" else "out_of_range"
            table.when(c.SailTo(space)).refused(code)


@pytest.mark.rule("PM-E01", "PM-043", "PM-045", "PM-C02")
def test_a_step_up_and_a_step_right_reach_the_next_column() -> None:
    table = sailing("c2r3")
    table.when(c.SailTo("c2r2")).refused("not_rightward", column=2, start=2)
    table.when(c.SailTo("c2r4")).refused("not_rightward")
    table.when(c.SailTo("c3r1")).then(e.ShipSailed(0, "c2r3", "c3r1", 2))


@pytest.mark.rule("PM-E02", "PM-044", "PM-041", "PM-C02")
def test_where_the_first_turn_can_lead() -> None:
    table = given()
    assert goals(table) == ["c1r1", "c1r2", "c1r3", "c2r1", "c2r2", "c2r3", "c2r4", "c3r1", "c3r3"]
    table.when(c.SailTo("c4r1")).refused("out_of_range", distance=4, range=3)
    harpy = given(figurehead="FC")
    assert len(goals(harpy)) == 13
    harpy.when(c.SailTo("c4r1")).then(e.ShipSailed(0, "start", "c4r1", 4))


@pytest.mark.rule("PM-E03")
def test_where_a_ship_in_the_second_column_can_go() -> None:
    assert goals(sailing("c2r3")) == ["c3r1", "c3r3", "c4r1", "c4r2", "c4r3", "c4r4", "c5r3"]


@pytest.mark.rule("PM-E04", "PM-048", "PM-050", "PM-051", "PM-052", "PM-C02")
def test_from_the_last_column_to_the_gulf_and_from_there_to_maracaibo() -> None:
    assert goals(sailing("c9r1")) == ["gulf"]
    gulf = sailing("gulf")
    assert goals(gulf) == ["maracaibo"]
    gulf.when(c.SailTo("c9r1")).refused("must_enter_maracaibo")
    gulf.when(c.SailTo("gulf")).refused("must_enter_maracaibo")
    sailing("c9r1").when(c.SailTo("maracaibo")).refused("no_way_there")
    harpy = sailing("c9r1", figurehead="FC")
    harpy.when(c.SailTo("maracaibo")).refused("no_way_there")


@pytest.mark.rule("PM-E05", "PM-049")
def test_entering_the_gulf_ends_the_move() -> None:
    table = sailing("c8r2")
    assert goals(table) == ["c9r1", "c9r2", "c9r3", "gulf"]
    table.when(c.SailTo("gulf")).then(e.ShipSailed(0, "c8r2", "gulf", 2), e.SailingEnded(0, "gulf", None))
    assert table.seat().ship == "gulf"
    assert table.decision == "upgrade"


@pytest.mark.rule("PM-047", "PM-058")
def test_ships_share_spaces_and_pass_each_other_for_nothing() -> None:
    table = given(seats=4, at={1: "c1r1", 2: "c1r2", 3: "c1r3"}, doubloons=10)
    table.when(c.SailTo("c2r1"))
    assert [seat.doubloons for seat in table.state.seats] == [10, 10, 10, 10]
    crowded = given(seats=4, at={1: "c1r1", 2: "c1r1", 3: "c1r1"})
    crowded.when(c.SailTo("c1r1"))
    assert [seat.ship for seat in crowded.state.seats] == ["c1r1"] * 4


@pytest.mark.rule("PM-C02", "PM-404", "PM-040", "PM-395")
def test_the_refusals_of_a_move_in_their_order() -> None:
    """An unknown space comes first, then leaving the Gulf, then the direction, then the range."""
    for start in ("c2r3", "gulf"):
        table = sailing(start)
        for nowhere in ("start", "c3r2", "c10r1", "L1", "gold", ""):
            table.when(c.SailTo(nowhere)).refused("unknown_space")
    table = sailing("c9r1")
    table.when(c.SailTo("c1r1")).refused("not_rightward")
    table.when(c.SailStep("gulf")).refused("wrong_decision")
    table.when(c.StopSailing()).refused("wrong_decision")


@pytest.mark.rule("PM-054", "PM-039", "PM-396")
def test_the_move_is_mandatory() -> None:
    table = given()
    for passing in (c.EndTurn(), c.Decline(), c.IgnoreCard()):
        table.when(passing).refused("wrong_decision")
    # Even the only move there is must be made by the seat.
    assert goals(sailing("gulf")) == ["maracaibo"]


@pytest.mark.rule("PM-039", "PM-V05", "PM-V44", "PM-V36")
def test_a_turn_is_a_move_the_use_of_the_space_and_the_next_seat() -> None:
    table = given(seats=3, sea={"c1r1": "I1"})
    ended = e.SailingEnded(0, "c1r1", LaidCard("I1", "tier_1_improvement", True))
    table.when(c.SailTo("c1r1")).then(e.ShipSailed(0, "start", "c1r1", 1), ended)
    assert table.decision == "improvement_card"
    table.when(c.IgnoreCard())
    assert table.decision == "end_turn"
    for seat in (1, 2, 0):
        table.when(c.EndTurn()).then(e.TurnEnded((seat - 1) % 3, 0), e.TurnStarted(seat, 1))
        assert (table.decision, table.top.seat) == ("sail", seat)
        if seat:
            table.all_of(c.SailTo("c1r1"), c.IgnoreCard())


# In single steps, with Fog of War: Improvements


def stepping(start: str = "start", figurehead: str = "", **position: Any) -> Table:
    return given(
        at={0: start} if start != "start" else {}, modules=["fog_of_war_improvements"], figurehead=figurehead, **position
    )


def steps(table: Table) -> list[str]:
    return [command.space for command in table.legal() if isinstance(command, c.SailStep)]


@pytest.mark.rule("PM-344", "PM-433", "PM-C03", "PM-C04", "PM-V05", "PM-V44")
def test_a_ship_sails_step_by_step_until_it_stops() -> None:
    table = stepping()
    table.when(c.SailTo("c1r1")).refused("wrong_decision")
    table.when(c.StopSailing()).refused("must_move")
    assert steps(table) == ["c1r1", "c1r2", "c1r3"]
    table.when(c.SailStep("c1r1")).then(e.ShipSailed(0, "start", "c1r1", 1))
    assert c.StopSailing() in table.legal()
    table.when(c.SailStep("c1r2"))
    stopped = table.when(c.StopSailing())
    stopped.then(e.SailingEnded(0, "c1r2", ANY))
    assert table.decision in ("improvement_card", "residence_card", "upgrade")


@pytest.mark.rule("PM-046", "PM-344")
@pytest.mark.parametrize("way", [["c1r3", "c2r4", "c3r3"], ["c2r2", "c2r3", "c3r3"], ["c2r2", "c1r2", "c2r3"]])
def test_steps_in_between_may_lead_up_down_or_left_and_back(way: list[str]) -> None:
    table = stepping("c2r3", "FC" if way[-1] == "c2r3" else "")
    table.all_of(*(c.SailStep(space) for space in way))
    assert table.seat().ship == way[-1]
    assert (c.StopSailing() in table.legal()) == (way[-1] == "c3r3")


@pytest.mark.rule("PM-C03", "PM-395", "PM-042", "PM-345")
def test_the_refusals_of_a_step_in_their_order() -> None:
    table = stepping("c2r3")
    for nowhere in ("start", "c3r2", ""):
        table.when(c.SailStep(nowhere)).refused("unknown_space")
    table.when(c.SailStep("c4r1")).refused("not_adjacent")
    table.when(c.SailStep("c1r3"))
    # Two steps are left: c2r4 leads on to c3r3, c1r2 to no column beyond the second.
    table.when(c.SailStep("c1r2")).refused("dead_end_step")
    table.when(c.StopSailing()).refused("not_rightward")
    table.when(c.SailStep("c2r4"))
    assert steps(table) == ["c3r3"]
    table.when(c.SailStep("c3r3"))
    # The third step was the last.
    assert table.legal() == [c.StopSailing()]
    table.when(c.SailStep("c4r3")).refused("no_movement_left")
    table.when(c.SailStep("c9r1")).refused("no_movement_left")
    table.when(c.SailStep("start")).refused("unknown_space")
    gulf = stepping("gulf")
    gulf.when(c.SailStep("c9r1")).refused("must_enter_maracaibo")
    assert gulf.legal() == [c.SailStep("maracaibo")]
    gulf.when(c.StopSailing()).refused("must_move")


@pytest.mark.rule("PM-433", "PM-049", "PM-052", "PM-051")
def test_a_step_into_the_gulf_or_maracaibo_ends_the_move() -> None:
    table = stepping("c9r1", figurehead="FC")
    table.when(c.SailStep("maracaibo")).refused("not_adjacent")
    table.when(c.SailStep("gulf")).then(e.ShipSailed(0, "c9r1", "gulf", 1), e.SailingEnded(0, "gulf", None))
    assert table.decision == "upgrade"
    last = stepping("gulf")
    last.when(c.SailStep("maracaibo")).then(e.SailingEnded(0, "maracaibo", None), e.VpGained(0, 6, "maracaibo"))


def ends_by_steps(table: Table, seen: dict[Any, Collection[str]]) -> set[str]:
    """Every space where the move can end, by trying all steps."""
    key = (table.seat().ship, table.top)
    if key in seen:
        return set()
    seen[key] = ()
    found: set[str] = set()
    for command in table.legal():
        further = Table(table.state)
        attempt = further.when(command)
        if attempt.count(e.SailingEnded):
            found.add(further.seat().ship)
        else:
            found |= ends_by_steps(further, seen)
    return found


@pytest.mark.rule("PM-345", "PM-C03", "PM-041", "PM-053")
@pytest.mark.parametrize("start", ["start", "c2r3", "c5r1", "c7r3", "c8r2"])
@pytest.mark.parametrize("figurehead", ["", "FC"])
def test_single_steps_reach_what_a_whole_move_reaches(start: str, figurehead: str) -> None:
    whole = given(at={0: start} if start != "start" else {}, figurehead=figurehead)
    table = stepping(start, figurehead)
    assert ends_by_steps(table, {}) == set(goals(whole))


@pytest.mark.rule("PM-I14", "PM-I18")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_round_takes_a_ship_five_turns_at_least_and_one_for_each_column_at_most(layout: Any) -> None:
    columns = LAYOUTS[layout].last_column
    turns = {"maracaibo": (0, 0)}
    for space in ("gulf", *(space.id for space in reversed(LAYOUTS[layout].spaces)), "start"):
        reached = [turns[goal] for goal in goals(sailing(space, layout=layout))]
        turns[space] = (1 + min(fewest for fewest, _ in reached), 1 + max(most for _, most in reached))
    fewest, most = turns["start"]
    assert fewest >= 5
    assert most == columns + 2
