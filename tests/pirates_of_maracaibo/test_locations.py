"""Chapter 7: a stop at a Location."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import ANY

import pytest
from msgspec.structs import replace

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import LOCATIONS, Effect, effects_of
from domain.pirates_of_maracaibo.effects.counters import count

from .scenario import Table, given


def stopping(location: str, **position: Any) -> Table:
    """Seat 0 has just sailed to this Location in c1r1."""
    table = given(sea={"c1r1": location, **position.pop("sea", {})}, **position)
    table.when(c.SailTo("c1r1"))
    return table


def acting(location: str, **position: Any) -> Table:
    """It has left out the Upgrade."""
    table = stopping(location, **position)
    assert table.decision == "upgrade"
    table.when(c.Decline())
    return table


@pytest.mark.rule("PM-086", "PM-367", "PM-095")
def test_the_steps_of_a_stop_come_in_their_order() -> None:
    """Aruba with a Gold tile and the own tile B1: marker, tile, Upgrade, actions. It cannot be ignored."""
    position: dict[str, Any] = {"value_tiles": {"L4": "gold"}, "tiles": {"B1": "L4"}, "stored": ["gold:plain"]}
    table = given(sea={"c1r1": "L4"}, **position)
    table.when(c.SailTo("c1r1")).then(e.SailingEnded(0, "c1r1", ANY), e.MarkerPlaced("gold", 1, "treasure_value"))
    assert table.top == f.OwnBlackMarket(0, "B1")
    table.when(c.IgnoreCard()).refused("wrong_decision")
    table.when(c.Decline())
    assert table.top == f.Upgrade(0, 1)
    table.when(c.TakeAction(0)).refused("wrong_decision")
    table.when(c.Decline())
    assert table.top == f.LocationActions(0, "L4")
    table.when(c.FinishActions()).then(e.LocationActionsFinished(0))
    assert table.decision == "end_turn"
    assert table.state.sea["c1r1"].id == "L4"
    assert table.seat().doubloons == 10


@pytest.mark.rule("PM-C06", "PM-366", "PM-367", "PM-V34")
def test_the_ruby_comes_first_and_may_be_left() -> None:
    """Tobago, with the own tile B4."""
    for answer, rubies in ((c.GainRuby(), 1), (c.Decline(), 0)):
        table = stopping("L2", modules=["rubies"], tiles={"B4": "L2"}, rivers=[1])
        assert table.top == f.GainRuby(0)
        assert table.legal() == [c.GainRuby(), c.Decline()]
        answered = table.when(answer)
        assert (e.RubyGained(0) in answered.events) == bool(rubies)
        assert table.seat().rubies == rubies
        assert table.decision == "own_black_market"
    assert stopping("L1", modules=["rubies"]).decision == "upgrade"
    assert stopping("L2").decision == "upgrade"


@pytest.mark.rule("PM-087", "PM-088", "PM-E12", "PM-V14", "PM-128")
def test_each_stop_adds_a_marker_to_the_island_of_the_tile() -> None:
    """Trinidad with a Pearl tile, where two seats stop one after the other."""
    table = stopping("L1", value_tiles={"L1": "pearl"})
    assert table.state.islands == {"gold": 4, "emerald": 4, "pearl": 5}
    table.all_of(c.Decline(), c.FinishActions(), c.EndTurn())
    table.when(c.SailTo("c1r1")).then(e.MarkerPlaced("pearl", 1, "treasure_value"))
    assert table.state.islands == {"gold": 4, "emerald": 4, "pearl": 6}
    assert table.state.value_tiles["L1"] == "pearl"


@pytest.mark.rule("PM-087", "PM-096")
@pytest.mark.parametrize("location", LOCATIONS)
def test_only_a_value_tile_adds_a_marker(location: str) -> None:
    table = given(sea={"c1r1": location})
    marked = table.when(c.SailTo("c1r1")).count(e.MarkerPlaced)
    assert marked == LOCATIONS[location].has_treasure_value_symbol
    assert sum(table.state.islands.values()) == 12 + marked


@pytest.mark.rule("PM-091", "PM-086")
def test_one_upgrade_may_be_placed() -> None:
    table = stopping("L1")
    assert table.top == f.Upgrade(0, 1)
    table.when(c.PlaceUpgrade("U3"))
    assert table.top == f.LocationActions(0, "L1")
    assert table.seat().upgrades == ("U3",)


@pytest.mark.rule("PM-092", "PM-C14", "PM-C16", "PM-V18", "PM-V49", "PM-396", "PM-449")
def test_each_action_is_taken_once_in_any_order_or_left_out() -> None:
    """Aruba: gain a Quest, bury a Treasure."""
    position: dict[str, Any] = {"stored": ["gold:plain"], "next_quests": ["Q9"]}
    for order in ((0, 1), (1, 0)):
        table = acting("L4", **position)
        assert table.legal() == [c.TakeAction(0), c.TakeAction(1), c.FinishActions()]
        for number, action in enumerate(order):
            table.when(c.TakeAction(action)).then(e.ActionTaken(0, "c1r1", action, None))
            if action == 0:
                last = table.when(c.TakeQuest("deck"))
            else:
                table.when(c.ChooseBuryMarker("gold:plain"))
                last = table.when(c.ChooseBurySpace("HGB4"))
            if number == 0:
                table.when(c.TakeAction(action)).refused("action_done")
                # One action is left, and it can be left out.
                assert table.legal() == [c.TakeAction(order[1]), c.FinishActions()]
        last.then(e.LocationActionsFinished(0))
        assert table.decision == "end_turn"
        assert (table.seat().quests, table.seat().covered) == (("Q9",), {"HGB4": "gold"})
    left = acting("L4", **position)
    left.when(c.FinishActions()).then(e.LocationActionsFinished(0))
    assert (left.seat().quests, left.seat().covered) == ((), {})


@pytest.mark.rule("PM-449", "PM-396")
def test_actions_are_asked_even_if_one_is_left_and_end_when_none_can_do_anything() -> None:
    """Trinidad: a raid. Aruba without a stored Treasure once the Quest is gained."""
    table = acting("L1")
    assert table.legal() == [c.TakeAction(0), c.FinishActions()]
    aruba = acting("L4")
    aruba.when(c.TakeAction(1)).refused("nothing_to_do")
    aruba.when(c.TakeAction(0))
    aruba.when(c.TakeQuest("deck")).then(e.LocationActionsFinished(0))
    assert aruba.decision == "end_turn"
    idle = stopping("L11")
    idle.when(c.Decline()).then(e.LocationActionsFinished(0))


@pytest.mark.rule("PM-093", "PM-C14", "PM-V18", "PM-445", "PM-395")
def test_one_side_of_a_slash_is_taken() -> None:
    """Curacao: Explore 3 or 4 doubloons."""
    table = acting("L5")
    assert table.legal() == [c.TakeAction(0, 0), c.TakeAction(0, 1), c.FinishActions()]
    for unknown in (c.TakeAction(0), c.TakeAction(0, 2), c.TakeAction(0, -1), c.TakeAction(1), c.TakeAction(-1)):
        table.when(unknown).refused("unknown_action")
    table.when(c.TakeAction(0, 1)).then(e.ActionTaken(0, "c1r1", 0, 1), e.DoubloonsChanged(0, 4, "location:L5"))
    assert table.decision == "end_turn"
    explored = acting("L5")
    explored.when(c.TakeAction(0, 0))
    assert explored.top == f.Explore(0, 3)
    plain = acting("L1")
    plain.when(c.TakeAction(0, 0)).refused("unknown_action")
    plain.when(c.TakeAction(1)).refused("unknown_action")


@pytest.fixture
def island_of_plenty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Curacao with a second action, and a side with two effects: a Quest and a bury, or an Explore."""
    both = (Effect("gain_quest"), Effect("bury_treasure"))
    actions = (Effect("choose_one", sides=(both, (Effect("explore", movement=3),))), Effect("raid_all_dice"))
    monkeypatch.setitem(LOCATIONS, "L5", replace(LOCATIONS["L5"], actions=actions))  # type: ignore[arg-type]
    effects_of.cache_clear()
    yield
    effects_of.cache_clear()


@pytest.mark.rule("PM-093", "PM-C14", "PM-395")
@pytest.mark.usefixtures("island_of_plenty")
def test_all_effects_of_the_side_come_in_any_order_and_the_other_side_is_gone() -> None:
    table = acting("L5", stored=["gold:plain"])
    table.when(c.TakeAction(0, 0)).then(e.EffectsOpened(0, "location:L5/0/0", ("gain_quest", "bury_treasure"), True))
    assert table.legal() == [c.TakeEffect(0), c.TakeEffect(1), c.FinishEffects()]
    table.all_of(c.TakeEffect(1), c.ChooseBuryMarker("gold:plain"), c.ChooseBurySpace("HGB4"))
    table.all_of(c.TakeEffect(0), c.TakeQuest("deck"))
    assert table.top == f.LocationActions(0, "L5", (0,), (0,))
    # A done side comes before the other one, that before what could do nothing.
    table.when(c.TakeAction(0, 0)).refused("action_done")
    table.when(c.TakeAction(0, 1)).refused("other_side_taken")
    at_end = acting("L5", explorers={0: "END"}, stored=["gold:plain"])
    at_end.when(c.TakeAction(0, 1)).refused("nothing_to_do")
    at_end.all_of(c.TakeAction(0, 0), c.FinishEffects())
    at_end.when(c.TakeAction(0, 1)).refused("other_side_taken")


@pytest.mark.rule("PM-093", "PM-094")
@pytest.mark.usefixtures("island_of_plenty")
def test_a_side_can_be_taken_as_long_as_one_of_its_effects_can_do_something() -> None:
    """There is a Quest to gain, but no Treasure to bury."""
    table = acting("L5")
    assert c.TakeAction(0, 0) in table.legal()
    table.when(c.TakeAction(0, 0)).then(e.ActionTaken(0, "c1r1", 0, 0))
    assert table.legal() == [c.TakeEffect(0), c.FinishEffects()]


@pytest.mark.rule("PM-094", "PM-C14")
@pytest.mark.parametrize(
    ("location", "action", "idle", "able"),
    [
        ("L4", c.TakeAction(1), {}, {"stored": ["gold:plain"]}),
        ("L5", c.TakeAction(0, 0), {"explorers": {0: "END"}}, {}),
        ("L6", c.TakeAction(0, 1), {}, {"stored": ["gold:plain"]}),
        ("L7", c.TakeAction(0, 0), {"doubloons": 4}, {"doubloons": 5}),
        ("L8", c.TakeAction(0, 0), {"doubloons": 5, "stored": ["gold:plain"]}, {"doubloons": 6}),
        ("L9", c.TakeAction(1), {}, {"improvements": ["I2"]}),
        ("L10", c.TakeAction(0), {"explorers": {0: "END"}, "improvements": ["I9"]}, {}),
        ("L10", c.TakeAction(1), {}, {"improvements": ["I9"]}),
        ("L11", c.TakeAction(1), {"stored": ["gold:plain"]}, {"buried": ["HPB1"]}),
        ("L12", c.TakeAction(1), {}, {"rivers": [1]}),
    ],
)
def test_an_action_that_can_do_nothing_is_refused(location: str, action: c.TakeAction, idle: Any, able: Any) -> None:
    """Grenada needs 2 + 3 for a Cabin Boy, Barbados 3 + 3 for Rum Barrels."""
    sea = {"c9r1": "I1", "c9r2": "I10"}
    table = acting(location, sea=sea, **idle)
    assert action not in table.legal()
    table.when(action).refused("nothing_to_do")
    assert action in acting(location, sea=sea, **able).legal()


@pytest.mark.rule("PM-094", "PM-411", "PM-412", "PM-449")
def test_without_quests_and_at_the_end_of_the_track_no_action_is_asked() -> None:
    table = given(sea={"c1r1": "L4"}, no_more_quests=True)
    table.after(*(e.QuestGained(1, f"market_{place}", quest) for place, quest in enumerate(table.state.quest_market, 1)))
    table.when(c.SailTo("c1r1"))
    table.when(c.Decline()).then(e.LocationActionsFinished(0))
    stopping("L3", explorers={0: "END"}).when(c.Decline()).then(e.LocationActionsFinished(0))


@pytest.mark.rule("PM-C15", "PM-113", "PM-450", "PM-395", "PM-449")
def test_a_pool_can_be_resumed_between_actions() -> None:
    """Tortuga: raid, then 1 VP per Crew. Pool 1 has 3 power left; pool 2 does not exist."""
    table = acting("L9", improvements=["I1"])
    table.when(c.ResumeRaid(1)).refused("unknown_pool")
    table.when(c.TakeAction(0), 4, 4, 4)
    table.all_of(c.ChooseDie("yellow"), c.UseRaidAction("std_vp"), c.StopRaid())
    assert table.legal() == [c.TakeAction(1), c.ResumeRaid(1), c.FinishActions()]
    table.when(c.ResumeRaid(2)).refused("unknown_pool")
    table.when(c.TakeAction(1)).then(e.VpGained(0, 1, "location:L9"))
    # No action is left, but the pool can still pay.
    assert table.legal() == [c.ResumeRaid(1), c.FinishActions()]
    # Where it must pay for something, and only one thing is left to pay for, that is done unasked.
    table.when(c.ResumeRaid(1)).then(e.RaidResumed(0, 1, 3), e.RaidActionUsed(0, 1, "std_doubloons", 2, 1))
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-449", "PM-113", "PM-420")
def test_actions_are_asked_as_long_as_any_pool_can_be_resumed() -> None:
    """Pool 1 comes from the Upgrade before the actions of Tortuga, pool 2 from its raid, which spends all of it."""
    table = stopping(
        "L9", improvements=["I20"], upgrades=["U1", "U2"], stored=["gold:plain"], buried=["HGB1"], explorers={0: "C4l"}
    )
    table.all_of(c.PlaceUpgrade("U10"), c.ChooseBuryMarker("gold:plain"), c.ChooseBurySpace("HGB3"), c.MoveExplorer("C5"))
    table.all_of(c.TakeEffect(0), c.UseRaidAction("std_doubloons"), c.StopRaid())
    table.when(c.TakeAction(0), 1, 1, 1)
    table.all_of(c.ChooseDie("yellow"), c.UseRaidAction("std_vp"))
    assert table.legal() == [c.ResumeRaid(1), c.FinishActions()]
    assert table.decision == "location_actions"


@pytest.mark.rule("PM-C15", "PM-C50")
def test_a_pool_that_can_pay_for_nothing_is_refused() -> None:
    """1 power is left and the 1-power action is used."""
    table = acting("L9", improvements=["I1"])
    table.when(c.TakeAction(0), 2, 2, 2)
    table.all_of(c.ChooseDie("white"), c.UseRaidAction("std_vp"))
    assert table.top == f.LocationActions(0, "L9", (0,), (None,))
    table.when(c.ResumeRaid(1)).refused("no_action_affordable")
    assert table.legal() == [c.TakeAction(1), c.FinishActions()]
    table.when(c.FinishActions())
    table.when(c.ResumeRaid(1)).refused("no_action_affordable")
    table.when(c.ResumeRaid(0)).refused("unknown_pool")
    assert table.legal() == [c.EndTurn()]


@pytest.mark.rule("PM-095", "PM-097")
def test_a_location_is_no_improvement() -> None:
    """It can be neither acquired nor built, on the spot or from afar, nor is it counted."""
    table = stopping("L1", sea={"c9r1": "L9", "c9r2": "I17"}, doubloons=50)
    for purchase in (c.AcquireImprovement(), c.ConstructResidence()):
        table.when(purchase).refused("wrong_decision")
    assert count(table.state, 0, "improvements_and_residences") == 0
    afar = given(sea={"c9r1": "L9", "c9r2": "I17"}, doubloons=50)
    afar.effects("space:D3l")
    afar.when(c.AcquireFrom("c9r1")).refused("not_an_improvement")


@pytest.mark.rule("PM-096", "PM-086")
@pytest.mark.parametrize("location", ["L9", "L10", "L11", "L12"])
def test_a_tier_two_location_works_like_the_others(location: str) -> None:
    table = stopping(location, tiles={"B4": location}, rivers=[1], stored=["gold:plain"])
    table.when(c.UseTileHere()).then(e.VpGained(0, 2, "tile:B4:front"))
    assert table.top == f.Upgrade(0, 1)
    table.when(c.Decline())
    assert table.top == f.LocationActions(0, location)
    assert c.TakeAction(0) in table.legal()
