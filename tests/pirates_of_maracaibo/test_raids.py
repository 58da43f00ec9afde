"""Chapter 8: dice, Raiding Power, raid actions and pools."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.values import Pool

from .scenario import Attempt, Table, given

RAID = "location:L1/0"
FIXED_5, FIXED_7 = "space:C5", "improvement:I27"


def raiding(*dice: int, **position: Any) -> Table:
    """Seat 0 has just rolled for a normal raid."""
    table = given(**position)
    table.effects(RAID, *dice, optional=False)
    assert table.decision == "raid_rolled"
    return table


def spending(power: int, colour: str = "yellow", **position: Any) -> Table:
    """Seat 0 has chosen a die with these pips."""
    table = raiding(power, power, power, **position)
    table.when(c.ChooseDie(colour))
    return table


def power(table: Table, pool: int = 1) -> int:
    assert table.state.turn is not None
    return next(each.power for each in table.state.turn.pools if each.number == pool)


@pytest.mark.rule("PM-098", "PM-101", "PM-102", "PM-V19", "PM-V20", "PM-C27")
@pytest.mark.parametrize(
    ("colour", "pips", "treasure"), [("yellow", 3, "gold"), ("green", 6, "emerald"), ("white", 2, "pearl")]
)
def test_a_raid_rolls_three_dice_of_which_one_gives_power_and_treasure_type(colour: Any, pips: int, treasure: Any) -> None:
    table = given()
    rolled = table.effects(RAID, 3, 6, 2, optional=False)
    rolled.then(e.DiceRolled(0, {"yellow": 3, "green": 6, "white": 2}, 0))
    assert table.legal() == [c.Reroll(), c.ChooseDie("yellow"), c.ChooseDie("green"), c.ChooseDie("white")]
    table.when(c.ChooseDie(colour)).then(e.DieChosen(0, 1, colour, pips, pips, treasure))
    assert power(table) == pips
    table.after(e.DieChosen(0, 2, colour, 6, 6, treasure), e.FrameChanged(f.RaidSpending(0, 2)))
    table.when(c.UseRaidAction("std_treasure")).then(e.TreasureGained(0, treasure, "island"))


@pytest.mark.rule("PM-099", "PM-100", "PM-C26")
def test_all_dice_may_be_rolled_again_once() -> None:
    table = raiding(1, 1, 6)
    table.when(c.Reroll(), 2, 3, 4).then(e.DiceRolled(0, {"yellow": 2, "green": 3, "white": 4}, 1))
    table.when(c.Reroll()).refused("no_rerolls_left", rerolls=1)
    table.when(c.ChooseDie("white")).then(e.DieChosen(0, 1, "white", 4, 4, "pearl"))


@pytest.mark.rule("PM-099", "PM-202")
def test_the_lion_gives_two_power_and_a_second_reroll() -> None:
    table = raiding(1, 1, 1, figurehead="FE")
    table.when(c.Reroll(), 2, 2, 2)
    table.when(c.Reroll(), 3, 4, 5).then(e.DiceRolled(0, {"yellow": 3, "green": 4, "white": 5}, 2))
    table.when(c.Reroll()).refused("no_rerolls_left")
    table.when(c.ChooseDie("green")).then(e.DieChosen(0, 1, "green", 4, 6, "emerald"))


@pytest.mark.rule("PM-103")
def test_general_bonuses_of_cards_and_slots_add_up() -> None:
    table = spending(2, improvements=["I3", "I19"], upgrades=["U3"])
    assert power(table) == 5


@pytest.mark.rule("PM-104", "PM-E15")
def test_a_die_bonus_works_only_for_the_die_chosen() -> None:
    assert power(spending(5, "yellow", improvements=["I12"])) == 7
    assert power(spending(5, "green", improvements=["I12"])) == 5


@pytest.mark.rule("PM-107", "PM-108", "PM-109", "PM-V21", "PM-E14")
def test_the_standard_raid_actions_as_laura_uses_them() -> None:
    table = raiding(1, 6, 1)
    table.when(c.ChooseDie("green"))
    table.when(c.UseRaidAction("std_treasure")).then(
        e.RaidActionUsed(0, 1, "std_treasure", 5, 1), e.TreasureGained(0, "emerald", "island")
    )
    table.when(c.StoreTreasure("HES1"))
    table.when(c.UseRaidAction("std_vp")).then(e.RaidActionUsed(0, 1, "std_vp", 1, 0))
    assert table.seat().vp == 3
    assert table.seat().covered == {"HES1": "emerald"}
    assert table.decision == "end_turn"
    other = spending(2)
    other.when(c.UseRaidAction("std_doubloons")).then(e.RaidActionUsed(0, 1, "std_doubloons", 2, 0))
    assert other.seat().doubloons == 13


@pytest.mark.rule("PM-105", "PM-106", "PM-C28", "PM-I17", "PM-395")
def test_power_buys_each_action_once_in_any_order() -> None:
    table = spending(6)
    table.when(c.UseRaidAction("std_doubloons"))
    assert power(table) == 4
    table.when(c.UseRaidAction("std_doubloons")).refused("raid_action_used")
    table.when(c.UseRaidAction("std_treasure")).refused("not_enough_power", cost=5, power=4)
    table.when(c.UseRaidAction("U7")).refused("unknown_raid_action")
    table.when(c.UseRaidAction("nonsense")).refused("unknown_raid_action")
    assert set(table.legal()) == {c.UseRaidAction("std_vp"), c.StopRaid()}
    table.when(c.UseRaidAction("std_vp"))
    assert power(table) == 3
    # An action that was used and is too dear as well was used (PM-395).
    dear = spending(6)
    dear.all_of(c.UseRaidAction("std_treasure"), c.StoreTreasure("gold:plain"))
    dear.when(c.UseRaidAction("std_treasure")).refused("raid_action_used")


@pytest.mark.rule("PM-106", "PM-074", "PM-E17")
def test_an_action_is_used_up_for_all_raids_of_the_turn() -> None:
    """A Skull's bury leads to an Explore that leads to another raid in the midst of the first."""
    table = given(sea={"c1r1": "L1"}, figurehead="FK", stored=["gold:plain"], explorers={0: "C4l"})
    table.all_of(c.SailTo("c1r1"), c.Decline())
    table.when(c.TakeAction(0), 6, 1, 1)
    table.all_of(c.ChooseDie("yellow"), c.UseRaidAction("std_vp"), c.UseRaidAction("FK"))
    table.all_of(c.ChooseBuryMarker("gold:plain"), c.ChooseBurySpace("HGB3"), c.MoveExplorer("C5"))
    table.when(c.TakeEffect(0)).then(e.FixedRaidStarted(0, 2, 5))
    table.when(c.UseRaidAction("std_vp")).refused("raid_action_used")
    table.when(c.UseRaidAction("FK")).refused("raid_action_used")
    # The inner raid is over as soon as nothing is left to pay for; then the outer one goes on.
    table.when(c.UseRaidAction("std_treasure"))
    table.when(c.ChooseTreasure("pearl"))
    table.when(c.StoreTreasure("pearl:plain")).then(e.RaidStopped(0, 2, 0))
    assert table.top == f.RaidSpending(0, 1)
    assert power(table) == 3
    following = table.when(c.UseRaidAction("std_doubloons"))
    following.then(e.RaidStopped(0, 1, 1))


@pytest.mark.rule("PM-106")
def test_every_action_is_there_again_in_the_next_turn() -> None:
    table = spending(1)
    table.all_of(c.UseRaidAction("std_vp"), c.EndTurn())
    table.all_of(c.SailTo("c1r1"), c.IgnoreCard(), c.EndTurn())
    table.effects(RAID, 1, 1, 1, optional=False)
    table.when(c.ChooseDie("white"))
    table.when(c.UseRaidAction("std_vp"))
    assert table.seat().vp == 2


@pytest.mark.rule("PM-110", "PM-421")
def test_each_copy_of_a_raid_action_is_an_action_of_its_own() -> None:
    """The Schooner and slot U7 both give 3 VP for 2 power."""
    table = spending(6, improvements=["I20"], upgrades=["U1", "U2", "U7"])
    table.when(c.UseRaidAction("I20")).then(e.RaidActionUsed(0, 1, "I20", 2, 4), e.VpGained(0, 3, "raid:I20"))
    table.when(c.UseRaidAction("I20")).refused("raid_action_used")
    table.when(c.UseRaidAction("U7")).then(e.RaidActionUsed(0, 1, "U7", 2, 2), e.VpGained(0, 3, "raid:U7"))


@pytest.mark.rule("PM-118", "PM-094")
def test_a_raid_action_that_can_do_nothing_is_refused() -> None:
    table = spending(6, figurehead="FK")
    table.when(c.UseRaidAction("FK")).refused("nothing_to_do")
    able = spending(6, figurehead="FK", stored=["pearl:plain"])
    able.when(c.UseRaidAction("FK"))
    assert able.decision == "bury"


# Pools


def stopped(**position: Any) -> Table:
    """At Tortuga, the raid stopped with 5 of 6 power left."""
    table = given(sea={"c1r1": "L9"}, **position)
    table.all_of(c.SailTo("c1r1"), c.Decline())
    table.when(c.TakeAction(0), 6, 1, 1)
    table.all_of(c.ChooseDie("yellow"), c.UseRaidAction("std_vp"))
    table.when(c.StopRaid()).then(e.RaidStopped(0, 1, 5))
    return table


@pytest.mark.rule("PM-111", "PM-113", "PM-V46", "PM-C15", "PM-C29", "PM-450")
def test_a_pool_can_be_resumed_between_two_actions_and_pays_at_least_once() -> None:
    table = stopped(improvements=["I1"])
    assert set(table.legal()) == {c.TakeAction(1), c.ResumeRaid(1), c.FinishActions()}
    table.when(c.ResumeRaid(2)).refused("unknown_pool")
    table.when(c.ResumeRaid(1)).then(e.RaidResumed(0, 1, 5))
    table.when(c.StopRaid()).refused("nothing_used_yet")
    table.when(c.UseRaidAction("std_doubloons")).then(e.RaidStopped(0, 1, 3))
    table.when(c.ResumeRaid(1)).refused("no_action_affordable", power=3)
    table.when(c.TakeAction(1)).then(e.VpGained(0, 1, "location:L9"))


@pytest.mark.rule("PM-111", "PM-C50", "PM-C51", "PM-V36")
def test_a_pool_keeps_its_type_to_the_end_of_the_turn_and_is_lost_then() -> None:
    table = stopped()
    table.when(c.FinishActions())
    assert table.legal() == [c.ResumeRaid(1), c.EndTurn()]
    table.when(c.ResumeRaid(3)).refused("unknown_pool")
    table.when(c.ResumeRaid(1))
    table.when(c.UseRaidAction("std_treasure")).then(e.TreasureGained(0, "gold", "island"))
    table.when(c.StoreTreasure("gold:plain"))
    table.when(c.ResumeRaid(1)).refused("no_action_affordable")
    lost = stopped()
    lost.when(c.FinishActions())
    lost.when(c.EndTurn()).then(e.TurnEnded(0, 5))
    lost.all_of(c.SailTo("c1r2"), c.IgnoreCard(), c.EndTurn())
    assert lost.state.turn is not None
    assert lost.state.turn.pools == ()


@pytest.mark.rule("PM-111", "PM-102")
def test_a_pool_keeps_its_own_type_beside_others() -> None:
    """A yellow pool is left open, a raid with the green die follows, and the yellow pool is resumed."""
    table = given(sea={"c1r1": "L1"}, doubloons=50)
    table.all_of(c.SailTo("c1r1"), c.Decline())
    table.when(c.TakeAction(0), 6, 6, 6)
    table.all_of(c.ChooseDie("yellow"), c.StopRaid())
    table.effects("improvement:I15")
    table.when(c.TakeEffect(0), 6)
    table.all_of(c.ChooseDie("green"), c.StopRaid(), c.ResumeRaid(1))
    assert table.when(c.UseRaidAction("std_treasure")).happens(e.TreasureGained).treasure == "gold"


@pytest.mark.rule("PM-111", "PM-C29")
def test_after_an_action_a_resumed_pool_may_be_left_again() -> None:
    table = stopped()
    table.all_of(c.ResumeRaid(1), c.UseRaidAction("std_doubloons"))
    # 3 power are left, for which nothing can be bought: the pool is left without asking.
    assert table.decision == "end_turn"
    richer = stopped(upgrades=["U1", "U2", "U7"])
    richer.all_of(c.ResumeRaid(1), c.UseRaidAction("std_doubloons"))
    richer.when(c.StopRaid()).then(e.RaidStopped(0, 1, 3))


@pytest.mark.rule("PM-112", "PM-420", "PM-V45")
def test_pools_are_numbered_in_their_order_and_never_added_together() -> None:
    table = spending(3)
    table.when(c.StopRaid())
    table.effects(FIXED_5)
    table.when(c.TakeEffect(0)).then(e.FixedRaidStarted(0, 2, 5))
    assert table.state.turn is not None
    assert table.state.turn.pools == (Pool(1, 3, "gold"), Pool(2, 5, None))
    table.when(c.UseRaidAction("std_doubloons"))
    table.when(c.UseRaidAction("std_treasure")).refused("not_enough_power")
    assert (power(table, 1), power(table, 2)) == (3, 3)


@pytest.mark.rule("PM-418", "PM-419")
def test_bonuses_gained_during_a_raid_count_later_but_new_actions_at_once() -> None:
    position: Any = {"figurehead": "FK", "stored": ["pearl:plain", "pearl:plain"], "upgrades": ["U1", "U2"]}
    table = spending(6, **position)
    table.all_of(c.UseRaidAction("FK"), c.ChooseBuryMarker("pearl:plain"), c.ChooseBurySpace("HPB1"))
    table.when(c.PlaceUpgrade("U3"))
    assert power(table) == 4
    table.when(c.StopRaid())
    table.effects(FIXED_5)
    table.when(c.TakeEffect(0)).then(e.FixedRaidStarted(0, 2, 6))

    other = spending(6, **position)
    other.when(c.UseRaidAction("U7")).refused("unknown_raid_action")
    other.all_of(c.UseRaidAction("FK"), c.ChooseBuryMarker("pearl:plain"), c.ChooseBurySpace("HPB1"))
    other.when(c.PlaceUpgrade("U7"))
    other.when(c.UseRaidAction("U7")).then(e.RaidActionUsed(0, 1, "U7", 2, 2))


# The other kinds of raid


@pytest.mark.rule("PM-114", "PM-115", "PM-E16")
def test_a_fixed_raid_has_general_bonuses_only_and_treasure_of_any_type() -> None:
    """With Gunner (+1), Cutlasses (yellow +2) and Grappling Hooks."""
    table = given(improvements=["I3", "I12", "I38"])
    table.effects(FIXED_7)
    table.when(c.TakeEffect(0)).then(e.FixedRaidStarted(0, 1, 8))
    table.when(c.UseRaidAction("std_treasure"))
    assert table.legal() == [c.ChooseTreasure("gold"), c.ChooseTreasure("emerald"), c.ChooseTreasure("pearl")]
    table.all_of(c.ChooseTreasure("emerald"), c.StoreTreasure("HES1"))
    table.all_of(c.UseRaidAction("I38"), c.ChooseTreasure("gold"), c.StoreTreasure("gold:plain"))
    assert table.seat().covered == {"HES1": "emerald"}
    assert table.seat().stored == {"gold": 1}
    assert table.seat().vp == 2
    other = given(improvements=["I3"])
    other.effects(FIXED_7)
    other.all_of(c.TakeEffect(0), c.UseRaidAction("std_doubloons"), c.UseRaidAction("std_vp"))
    assert power(other) == 5


@pytest.mark.rule("PM-116", "PM-117", "PM-C27")
def test_a_raid_with_one_die_rolls_only_that_die() -> None:
    """Powder Kegs: green with 2 more power, and green +2; Cutlasses are for yellow, the Gunner for every raid."""
    table = given(improvements=["I15", "I12", "I3"])
    table.effects("improvement:I15")
    table.when(c.TakeEffect(0), 3).then(e.DiceRolled(0, {"green": 3}, 0))
    table.when(c.ChooseDie("yellow")).refused("die_not_rolled")
    table.when(c.ChooseDie("blue")).refused("die_not_rolled")
    attempt: Attempt = table.when(c.Reroll(), 1)
    # No choice is left after the reroll.
    attempt.then(e.DiceRolled(0, {"green": 1}, 1), e.DieChosen(0, 1, "green", 1, 6, "emerald"))
    assert table.decision == "raid_spending"


@pytest.mark.rule("PM-116")
def test_the_die_bonus_of_a_card_not_owned_does_not_count() -> None:
    table = given()
    table.effects("improvement:I26")
    table.when(c.TakeEffect(0), 5)
    table.when(c.ChooseDie("white")).then(e.DieChosen(0, 1, "white", 5, 7, "pearl"))


@pytest.mark.rule("PM-195", "PM-206", "PM-210")
def test_raid_actions_of_figureheads() -> None:
    mermaid = spending(2, figurehead="FA")
    mermaid.when(c.UseRaidAction("FA"))
    assert (mermaid.seat().vp, mermaid.seat().doubloons) == (2, 12)
    kraken = spending(3, figurehead="FH")
    kraken.when(c.UseRaidAction("FH"))
    assert (kraken.seat().vp, kraken.seat().doubloons) == (0, 16)
    skull = spending(2, figurehead="FK", stored=["gold:plain"])
    skull.all_of(c.UseRaidAction("FK"), c.ChooseBuryMarker("gold:plain"))
    skull.when(c.ChooseBurySpace("HGB4")).then(e.TreasureBuried(0, "gold", "gold:plain", "HGB4"))
    assert [power(mermaid), power(kraken), power(skull)] == [0, 0, 0]


@pytest.mark.rule("PM-406")
def test_what_a_raid_action_pays_for_is_applied() -> None:
    """The Cutter: 3 VP and a marker on any island; neither can be left out."""
    table = spending(4, improvements=["I21"])
    table.when(c.UseRaidAction("I21")).then(e.VpGained(0, 3, "raid:I21"))
    assert table.legal() == [c.PlaceMarkersOn(island) for island in ("gold", "emerald", "pearl")]
    table.when(c.PlaceMarkersOn("pearl")).then(e.MarkerPlaced("pearl", 1, "raid:I21"))
