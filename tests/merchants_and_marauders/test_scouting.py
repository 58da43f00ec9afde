"""Chapter 5: what a captain scouts for, how often, and what comes of it."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .scenario import SKULL, given

DUTCH = {"dutch": ("npc_nl_1", "havana")}


@pytest.mark.rule("MM-071", "MM-070", "MM-015")
def test_a_captain_at_sea_may_scout_for_every_kind_of_target_in_his_zone() -> None:
    npcs = {"dutch": ("npc_nl_1", "havana"), "pirate_sloop": ("npc_ps_1", "havana"), "spanish": ("npc_es_1", "nassau")}
    table = given(seats=4, at_sea={0: "havana", 1: "havana", 2: "havana"}, in_port={3: "havana"}, npcs=npcs)
    scouts = [each for each in table.legal() if isinstance(each, c.ScoutMerchant | c.ScoutNpc | c.ScoutCaptain)]
    assert scouts == [
        c.ScoutMerchant("roll"),
        c.ScoutNpc("dutch"),
        c.ScoutNpc("pirate_sloop"),
        c.ScoutCaptain(1),
        c.ScoutCaptain(2),
    ]


@pytest.mark.rule("MM-072")
def test_in_port_nobody_scouts_or_is_scouted() -> None:
    table = given(in_port={0: "havana", 1: "havana"}, npcs=DUTCH)
    table.when(c.ScoutMerchant("roll")).refused("in_port")
    table.when(c.ScoutNpc("dutch")).refused("in_port")
    table.when(c.ScoutCaptain(1)).refused("in_port")
    hunter = given(at_sea={0: "havana"}, in_port={1: "havana"})
    hunter.when(c.ScoutCaptain(1)).refused("target_in_port")


@pytest.mark.rule("MM-073")
def test_no_target_is_scouted_twice_in_a_turn_but_again_in_the_next() -> None:
    table = given(at_sea={0: "havana", 1: "havana"}, npcs=DUTCH, next_events=("npc_en_1",))
    # Misses: three dice for the merchant, whose re-roll is declined, and three for each ship.
    table.when(c.ScoutMerchant("roll"), 1, 1, 1)
    table.when(c.Decline())
    table.when(c.ScoutNpc("dutch"), 1, 1, 1)
    table.when(c.ScoutNpc("dutch")).refused("already_scouted")
    table.when(c.ScoutMerchant("roll")).refused("already_scouted")
    table.when(c.ScoutCaptain(1), 1, 1, 1)
    table.when(c.EndTurn())
    table.when(c.EndTurn())
    assert {c.ScoutMerchant("roll"), c.ScoutNpc("dutch"), c.ScoutCaptain(1)} <= set(table.legal())
    again = given(at_sea={0: "havana", 1: "havana"})
    again.when(c.ScoutCaptain(1), 1, 1, 1)
    again.when(c.ScoutCaptain(1)).refused("already_scouted")


@pytest.mark.rule("MM-074")
def test_the_merchants_of_two_zones_are_two_targets() -> None:
    table = given(at_sea={0: "havana"}, captains=("margery_thorne", "felipe_de_los_reyes"))
    table.when(c.ScoutMerchant("roll"), 1, 1, 1, 1).then(e.Scouted(0, "merchant:havana", False))
    table.when(c.Sail("nassau"))
    table.when(c.ScoutMerchant("roll"), SKULL).then(e.Scouted(0, "merchant:nassau", True))
    ships = given(at_sea={0: "havana", 1: "havana"}, npcs={**DUTCH, "pirate_sloop": ("npc_ps_1", "havana")})
    ships.when(c.ScoutNpc("dutch"), 1, 1, 1)
    ships.when(c.ScoutNpc("pirate_sloop"), 1, 1, 1).then(e.Scouted(0, "npc:pirate_sloop", False))
    ships.when(c.ScoutCaptain(1), 1, 1, 1).then(e.Scouted(0, "captain:1", False))


@pytest.mark.rule("MM-075", "MM-010")
def test_a_scout_rolls_the_skill_and_its_failure_costs_the_action_only() -> None:
    table = given(at_sea={0: "havana"}, npcs=DUTCH, gold=3, cargo=("rum_1",))
    before = table.seat()
    table.when(c.ScoutNpc("dutch"), 1, 2, 3).then(
        e.ActionSpent(0, "scout", False, 2),
        e.CheckRolled(0, "scouting", (1, 2, 3), 1, False, "scouting"),
        e.Scouted(0, "npc:dutch", False),
    )
    assert table.seat() == before
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    assert table.top == f.TakeAction(0)
    sharp = given(at_sea={0: "havana"}, npcs=DUTCH, captains=("margery_thorne", "felipe_de_los_reyes"))
    sharp.when(c.ScoutNpc("dutch"), 1, 2, 3, 4).then(e.CheckRolled(0, "scouting", (1, 2, 3, 4), 1, False, "scouting"))


@pytest.mark.rule("MM-010")
def test_what_adds_dice_counts_in_a_check() -> None:
    table = given(at_sea={0: "havana"}, npcs=DUTCH, specialists=("g44:1",))
    table.when(c.ScoutNpc("dutch"), 1, 2, 3, 4).then(e.CheckRolled(0, "scouting", (1, 2, 3, 4), 1, False, "scouting"))


@pytest.mark.rule("MM-076")
def test_success_leads_to_battle_or_reveals_the_merchant() -> None:
    naval = given(at_sea={0: "havana"}, npcs=DUTCH)
    assert naval.when(c.ScoutNpc("dutch"), SKULL).happens(e.BattleStarted) == e.BattleStarted(0, "dutch", 1)
    captain = given(at_sea={0: "havana", 1: "havana"})
    assert captain.when(c.ScoutCaptain(1), SKULL).happens(e.BattleStarted) == e.BattleStarted(0, 1, None)
    merchant = given(at_sea={0: "havana"}, merchants={"havana": "french"})
    attempt = merchant.when(c.ScoutMerchant("roll"), SKULL)
    attempt.then(e.Scouted(0, "merchant:havana", True), e.MerchantRevealed("havana", "french"))
    assert not attempt.count(e.BattleStarted)


@pytest.mark.rule("MM-077")
def test_a_ship_found_is_fought_at_once() -> None:
    """Nothing lies between the success and the battle: the next decision is one of its own."""
    table = given(at_sea={0: "havana"}, npcs=DUTCH, ships=("frigate", "sloop"))
    table.when(c.ScoutNpc("dutch"), scout=(SKULL, 1, 1), contest=[1] * 6)
    assert table.top == f.Declare(0, 0)
    assert set(table.legal()) == {c.Shoot(), c.Board(), c.Flee()}


@pytest.mark.rule("MM-077", "MM-016")
def test_a_scout_made_sure_by_a_card_costs_the_action_and_no_roll() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g04:1",)})
    table.when(c.ScoutMerchant("roll"))
    table.when(c.Announce("g04:1"))
    attempt = table.when(c.PlayAnnounced())
    attempt.then(e.ScoutingMadeSure(0), e.Scouted(0, "merchant:havana", True))
    assert not attempt.count(e.CheckRolled)
    assert table.state.turn is not None
    assert table.state.turn.actions == 2


@pytest.mark.rule("MM-077", "MM-147", "MM-K18")
def test_where_nothing_is_rolled_nobody_is_asked_after_the_roll() -> None:
    """In this setting a captain with any card is asked in every window of his."""
    table = given(at_sea={0: "cartagena"}, glory={0: ("g01:1",), 1: ("g02:1",)}, windows="uniform")
    table.when(c.ScoutMerchant("sure_spanish"))
    assert table.top == f.React(0, "scout_before_roll")
    table.when(c.Pass()).happens(e.MerchantRevealed)
    assert isinstance(table.top, f.MerchantFound)
    rolled = given(at_sea={0: "cartagena"}, glory={0: ("g01:1",)}, windows="uniform")
    rolled.when(c.ScoutMerchant("roll"))
    rolled.when(c.Pass(), SKULL, 1, 1)
    assert rolled.top == f.React(0, "scout_after_roll")


@pytest.mark.rule("MM-077", "MM-073")
def test_a_target_that_was_found_and_fought_counts_as_scouted() -> None:
    table = given(at_sea={0: "havana", 1: "havana"})
    table.when(c.ScoutCaptain(1), scout=(SKULL, 1, 1), contest=(1, 1, 1, 1))
    table.when(c.Flee())
    fled = table.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1)
    fled.then(e.BattleEnded(None, "fled"))
    # Nothing more comes of the scout; two actions are left.
    assert not fled.count(e.CheckRolled)
    assert table.top == f.TakeAction(0)
    table.when(c.ScoutCaptain(1)).refused("already_scouted")


@pytest.mark.rule("MM-077", "MM-073")
def test_who_found_the_captain_may_still_be_scouted_by_him() -> None:
    """The Dutch ship finds him as he enters the zone, and he flees in the second combat round."""
    table = given(
        at_sea={0: "nassau"}, bounties={0: {"dutch": 1}}, npcs=DUTCH, captains=("margery_thorne", "felipe_de_los_reyes")
    )
    table.when(c.Sail("havana"), found_by=(SKULL, SKULL), contest=[1] * 5).then(e.BattleStarted("dutch", 0, 1))
    table.when(c.Shoot(), seat=1)
    table.when(c.Flee(), 1, 1, 1, SKULL, 1).then(e.BattleEnded(None, "fled"))
    table.when(c.ScoutNpc("dutch"), 1, 1, 1, 1).then(e.Scouted(0, "npc:dutch", False))
    table.when(c.ScoutNpc("dutch")).refused("already_scouted")
