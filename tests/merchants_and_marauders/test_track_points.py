"""Chapter 24: points on the track are earned once and never lost."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .defeats import next_turn
from .scenario import SKULL, given


@pytest.mark.rule("MM-I24", "MM-134")
def test_a_mission_earns_one_point_each_time_it_is_drawn() -> None:
    table = given(in_port={0: "bridgetown"}, mission="m01")
    table.when(c.OpenPortAction()).then(e.MissionCompleted(0, "m01"), e.GloryGained(0, "mission", 1))
    table.when(c.EndPortAction())
    next_turn(table, 1)
    next_turn(table, 0)
    assert not table.when(c.OpenPortAction()).count(e.GloryGained)
    assert table.state.mission.discard == ("m01",)


@pytest.mark.rule("MM-I24", "MM-126", "MM-400")
def test_a_rumor_earns_one_point_each_time_it_is_drawn() -> None:
    table = given(at_sea={0: "old_providence"}, rumor="r06")
    table.when(c.PlayRumor(), SKULL).then(e.GloryGained(0, "rumor", 1))
    table.when(c.PlayRumor()).refused("rumor_already_played")
    next_turn(table, 1)
    next_turn(table, 0)
    table.when(c.PlayRumor()).refused("rumor_already_played")
    used = given(at_sea={0: "caribbean_sea"}, rumor="r01")
    used.when(c.PlayRumor(), SKULL).then(e.GloryGained(0, "rumor", 1))
    used.when(c.PlayRumor()).refused("no_rumor")


@pytest.mark.rule("MM-I21", "MM-356")
def test_points_outlive_the_captain_the_loss_of_gold_and_the_end_of_turns() -> None:
    table = given(points={0: 4, 1: 2}, stash=20, next_captains=("tobias_marsh",))
    table.when(c.WithdrawGold("all"))
    table.when(c.Retire())
    next_turn(table, 0, f.ChooseShip)
    table.when(c.ChooseShip("sloop"))
    assert [seat.points for seat in table.state.seats] == [4, 2]
