"""Chapter 10: the Explorer's way along the track."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import EDGES, TRACK

from .scenario import Table, given

EXPLORE_2, EXPLORE_3, EXPLORE_4, EXPLORE_5 = "buried:HGB3", "improvement:I40", "improvement:I5", "improvement:I28"


def exploring(source: str = EXPLORE_2, at: str = "S", **position: Any) -> Table:
    """Seat 0's Explorer, standing there, is about to move."""
    table = given(**{**position, "explorers": {0: at, **position.get("explorers", {})}})
    table.effects(source)
    assert isinstance(table.top, f.Explore)
    return table


def ends(table: Table) -> set[str]:
    return {command.space for command in table.legal() if isinstance(command, c.MoveExplorer)}


@pytest.mark.rule("PM-129", "PM-130", "PM-196", "PM-C33")
def test_an_explorer_moves_one_space_up_to_value_and_bonuses() -> None:
    table = exploring(EXPLORE_2, "B4")
    assert ends(table) == {"C1", "C2u", "C2l"}
    table.when(c.MoveExplorer("C3u")).refused("out_of_range", distance=3, range=2)
    table.when(c.MoveExplorer("B4")).refused("no_way_there")
    table.when(c.MoveExplorer("B3l")).refused("no_way_there")
    table.when(c.MoveExplorer("Z9")).refused("unknown_space")
    table.when(c.MoveExplorer("RDT")).refused("unknown_space")
    # Dragon +2, Naturalist +2, slot U4 +1.
    fast = exploring(EXPLORE_2, "D4", figurehead="FB", improvements=["I29"], upgrades=["U4"])
    assert ends(fast) == {"D5", "D6", "D7", "D8", "D9", "D10", "D11"}
    fast.when(c.MoveExplorer("D5")).then(e.ExplorerMoved(0, "D4", "D5", 1, 0, ()))


@pytest.mark.rule("PM-131", "PM-C34")
def test_exploring_may_be_left_out() -> None:
    table = exploring()
    table.when(c.Decline()).then(e.EffectSkipped(0, "explore", "declined"))
    assert table.seat().explorer == "S"
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-422")
def test_the_movement_is_fixed_when_the_action_starts() -> None:
    """Slot U4 is filled while the Explore action is under way."""
    table = exploring(EXPLORE_2, "S")
    table.after(e.UpgradePlaced(0, "U4"))
    assert table.top == f.Explore(0, 2)
    assert ends(table) == {"A1", "A2"}
    table.when(c.Decline())
    table.effects(EXPLORE_2)
    assert ends(table) == {"A1", "A2", "A3u", "A3l"}


@pytest.mark.rule("PM-132", "PM-134", "PM-E18", "PM-V25")
def test_other_explorers_are_skipped_and_cost_nothing() -> None:
    table = exploring(EXPLORE_3, "S", explorers={1: "A3l"})
    assert ends(table) == {"A1", "A2", "A3u", "A4l"}
    table.when(c.MoveExplorer("A5l")).refused("out_of_range", distance=4, range=3)
    table.when(c.MoveExplorer("A3l")).refused("space_occupied")
    moved = table.when(c.MoveExplorer("A4l"))
    moved.then(e.ExplorerMoved(0, "S", "A4l", 3, 1, ()), e.DoubloonsChanged(0, 3, "space:A4l"))


@pytest.mark.rule("PM-132", "PM-C33")
def test_a_space_beyond_the_movement_is_out_of_range_even_if_occupied() -> None:
    table = exploring(EXPLORE_2, "D4", explorers={1: "D5", 2: "D8"}, seats=3)
    assert ends(table) == {"D6", "D7"}
    table.when(c.MoveExplorer("D8")).refused("out_of_range")
    table.when(c.MoveExplorer("D5")).refused("space_occupied")


@pytest.mark.rule("PM-133", "PM-I15")
def test_start_and_end_hold_any_number_of_explorers() -> None:
    table = exploring(EXPLORE_5, "D10", explorers={1: "END"})
    assert ends(table) == {"D11", "END"}
    table.when(c.MoveExplorer("END")).then(e.ExplorerMoved(0, "D10", "END", 2, 0, ()), e.VpGained(0, 8, "space:END"))
    assert [seat.explorer for seat in table.state.seats] == ["END", "END"]


@pytest.mark.rule("PM-132")
def test_jordans_explorer_is_skipped_as_well() -> None:
    table = given(seats=1)
    table.after(e.ExplorerMoved("jordan", "S", "A2", 2, 0, ()))
    table.effects(EXPLORE_2)
    assert ends(table) == {"A1", "A3u", "A3l"}


@pytest.mark.rule("PM-134", "PM-135")
def test_the_end_space_chooses_the_branch_and_passed_spaces_give_nothing() -> None:
    table = exploring(EXPLORE_4, "A6")
    assert {"B1u", "B1l", "B2u", "B2l", "B3l", "B4"} < ends(table)
    table.when(c.MoveExplorer("B3l")).then(e.ExplorerMoved(0, "A6", "B3l", 3, 0, ()))
    assert table.seat().quests == ()
    assert table.seat().vp == 0


@pytest.mark.rule("PM-135", "PM-405")
def test_the_icons_of_the_end_space_are_optional() -> None:
    table = exploring(EXPLORE_2, "C6", explorers={1: "D1l"})
    table.when(c.MoveExplorer("D2l"))
    assert set(table.legal()) == {c.TakeEffect(0), c.FinishEffects()}
    table.when(c.FinishEffects()).then(e.EffectSkipped(0, "place_markers", "declined"), e.EffectsFinished(0))
    assert table.state.islands == {"gold": 4, "emerald": 4, "pearl": 4}


@pytest.mark.rule("PM-136", "PM-412")
def test_at_the_end_exploring_is_skipped() -> None:
    table = given(explorers={0: "END"})
    table.effects(EXPLORE_2).then(e.EffectSkipped(0, "explore", "nothing_to_do"))
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-137", "PM-138", "PM-V25", "PM-I16")
@pytest.mark.parametrize("branch", ["u", "l"])
def test_a_river_is_crossed_on_either_branch_also_while_skipping(branch: str) -> None:
    start, over = {"u": ("A4u", 2), "l": ("A5l", 2)}[branch]
    table = exploring(EXPLORE_2, start, explorers={1: "A6"})
    assert ends(table) == {"B1u", "B1l", "B2u", "B2l"}
    table.when(c.MoveExplorer("B2u")).then(e.ExplorerMoved(0, start, "B2u", over, 1, (1,)))
    assert table.seat().rivers == (1,)


@pytest.mark.rule("PM-138", "PM-137")
def test_the_shorter_way_is_taken_and_crosses_the_same_river() -> None:
    table = exploring(EXPLORE_4, "A2")
    table.when(c.MoveExplorer("B1u")).then(e.ExplorerMoved(0, "A2", "B1u", 4, 0, (1,)))
    # Two skipped Explorers make the lower branch the shorter one.
    lower = exploring(EXPLORE_3, "A2", explorers={1: "A3l", 2: "A4l"}, seats=3)
    assert "B1u" in ends(lower)
    lower.when(c.MoveExplorer("A6")).then(e.ExplorerMoved(0, "A2", "A6", 2, 2, (1,)))


@pytest.mark.rule("PM-013", "PM-014")
def test_every_route_crosses_all_four_rivers_once() -> None:
    routes = [("S", ())]
    crossed = []
    while routes:
        space, rivers = routes.pop()
        if space == "END":
            crossed.append(rivers)
        routes += [(edge.to, (*rivers, edge.river) if edge.river else rivers) for edge in EDGES if edge.from_ == space]
    assert len(crossed) == 2**4
    assert set(crossed) == {(1, 2, 3, 4)}
    assert len(TRACK) == 37


# Forfeits


@pytest.mark.rule("PM-139", "PM-140", "PM-421", "PM-C32", "PM-V26", "PM-E19", "PM-396")
def test_movement_is_given_up_for_rewards_down_to_one() -> None:
    """Spyglass (+1), slot U9 and the Astrolabe: 3 movement, of which two may go."""
    table = exploring(EXPLORE_2, "A2", improvements=["I11", "I39"], upgrades=["U1", "U2", "U9"], figurehead="FJ")
    assert ends(table) == {"A3u", "A4u", "A6", "A3l", "A4l", "A5l"}
    table.when(c.UseForfeit("I40")).refused("unknown_forfeit")
    table.when(c.UseForfeit("I11")).refused("unknown_forfeit")
    table.when(c.UseForfeit("U9")).then(e.MovementForfeited(0, "U9"), e.DoubloonsChanged(0, 3, "forfeit:U9"))
    assert ends(table) == {"A3u", "A4u", "A3l", "A4l"}
    table.when(c.UseForfeit("U9")).refused("forfeit_used")
    table.when(c.UseForfeit("I39"))
    assert table.seat().doubloons == 16
    table.when(c.UseForfeit("FJ")).refused("movement_too_low", cost=1, movement=1)
    table.when(c.UseForfeit("U9")).refused("forfeit_used")
    assert ends(table) == {"A3u", "A3l"}
    # Where there is only one space left to go to, the Explorer goes there unasked.
    single = exploring(EXPLORE_2, "S", upgrades=["U1", "U2", "U9"])
    single.when(c.UseForfeit("U9")).then(e.ExplorerMoved(0, "S", "A1", 1, 0, ()))


@pytest.mark.rule("PM-139")
def test_a_forfeit_is_there_again_in_the_next_explore_action() -> None:
    table = exploring(EXPLORE_2, "S", upgrades=["U1", "U2", "U9"])
    table.when(c.UseForfeit("U9"))
    table.effects(EXPLORE_2)
    table.when(c.UseForfeit("U9"))
    assert table.seat().doubloons == 10 + 3 + 2 + 3


@pytest.mark.rule("PM-141", "PM-209", "PM-406")
def test_the_reward_comes_before_the_move() -> None:
    """Nautilus: a Gold for 1 movement."""
    table = exploring(EXPLORE_3, "S", figurehead="FJ")
    table.when(c.UseForfeit("FJ")).then(e.TreasureGained(0, "gold", "island"))
    assert table.top == f.StoreTreasure(0, "gold")
    assert table.seat().explorer == "S"
    table.when(c.StoreTreasure("HGS2")).then(e.VpGained(0, 1, "storage:HGS2"))
    assert table.top == f.Explore(0, 2, ("FJ",))


@pytest.mark.rule("PM-142", "PM-C34")
def test_after_a_forfeit_the_explorer_must_move() -> None:
    table = exploring(EXPLORE_3, "S", upgrades=["U1", "U2", "U9"])
    assert c.Decline() in table.legal()
    table.when(c.UseForfeit("U9"))
    table.when(c.Decline()).refused("forfeit_already_used")
    assert ends(table) == {"A1", "A2"}


# The space again


@pytest.mark.rule("PM-143", "PM-417")
def test_the_explorers_space_is_gained_again() -> None:
    """Interpreter: Explore 2, and the space again, in either order; on START there is nothing to gain."""
    table = given(explorers={0: "A1"})
    table.effects("improvement:I30")
    assert set(table.legal()) == {c.TakeEffect(0), c.TakeEffect(1), c.FinishEffects()}
    table.when(c.TakeEffect(1)).then(e.DoubloonsChanged(0, 2, "space:A1"))
    table.when(c.TakeEffect(0))
    table.when(c.MoveExplorer("A2")).then(e.VpGained(0, 1, "space:A2"))
    assert table.decision == "end_turn"
    start = given()
    start.effects("improvement:I30")
    assert set(start.legal()) == {c.TakeEffect(0), c.FinishEffects()}
    start.when(c.TakeEffect(1)).refused("nothing_to_do")
    start.all_of(c.TakeEffect(0), c.MoveExplorer("A1"))
    start.when(c.TakeEffect(1)).then(e.DoubloonsChanged(0, 2, "space:A1"))
    assert start.seat().doubloons == 14
