"""Chapter 9: bounties and rewards."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.npcs import hostile

from .defeats import NAVY, PIRATES, assert_turn_of, boarded, boarded_npc, next_turn, sunk, two
from .scenario import SKULL, given


@pytest.mark.rule("MM-193", "MM-199")
@pytest.mark.parametrize(("victim", "nation"), [("joost_verhage", "dutch"), ("margery_thorne", "english")])
def test_attacking_a_non_pirate_brings_a_bounty_before_the_first_round(victim: str, nation: str) -> None:
    table = two(captains=("francis_wright", victim))
    table.when(c.ScoutCaptain(1), SKULL).then(
        e.BountyChanged(0, nation, 1, 1), e.BattleStarted(0, 1, None), e.ActionDeclared(0, 1, "shoot")
    )
    assert table.seat(0).bounties == {nation: 1}
    assert table.seat(1).bounties == {}, "being attacked brings none"


@pytest.mark.rule("MM-194", "MM-197", "MM-I12")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (4, 5), (5, 5)])
def test_attacking_a_naval_ship_brings_a_bounty_of_its_nation_up_to_five(before: int, after: int) -> None:
    table = two(npcs=NAVY, bounties={0: {"dutch": before, "french": 1}} if before else {})
    attempt = table.when(c.ScoutNpc("dutch"), SKULL)
    assert attempt.count(e.BountyChanged) == after - before
    assert table.seat().bounties["dutch"] == after


@pytest.mark.rule("MM-195")
@pytest.mark.parametrize("pirate", list(PIRATES))
def test_attacking_a_pirate_npc_brings_no_bounty(pirate: str) -> None:
    table = two(npcs=PIRATES)
    attempt = table.when(c.ScoutNpc(pirate), SKULL)
    assert attempt.count(e.BattleStarted) == 1
    assert not attempt.count(e.BountyChanged)


@pytest.mark.rule("MM-195")
def test_neither_attacking_a_pirate_captain_nor_being_attacked_brings_a_bounty() -> None:
    table = two(bounties={1: {"spanish": 1}})
    attempt = table.when(c.ScoutCaptain(1), SKULL)
    assert attempt.count(e.BattleStarted) == 1
    assert not attempt.count(e.BountyChanged)
    hunted = given(at_sea={0: "port_royal"}, npcs=NAVY, bounties={0: {"dutch": 1}})
    attempt = hunted.when(c.Sail("havana"), SKULL)
    attempt.then(e.BattleStarted("dutch", 0, 1))
    assert not attempt.count(e.BountyChanged)


@pytest.mark.rule("MM-196")
def test_beating_a_naval_ship_brings_a_bounty_also_to_who_was_attacked() -> None:
    boarding = two(npcs=NAVY, ships=("frigate", "sloop"))
    boarded_npc(boarding, "dutch").then(e.BattleEnded(0, "crew"), e.BountyChanged(0, "dutch", 1, 2))
    attacked = given(at_sea={0: "port_royal"}, ships=("frigate", "sloop"), npcs=NAVY, bounties={0: {"dutch": 1}})
    attacked.when(c.Sail("havana"), found_by=(SKULL, 1), contest=(1, 1, 1, 1, SKULL, SKULL), hits=(SKULL, SKULL, SKULL))
    for _ in range(3):
        attempt = attacked.when(c.AssignX("hull"))
    attempt.then(e.BattleEnded(0, "sunk"), e.BountyChanged(0, "dutch", 1, 2))
    assert_turn_of(attacked, 0)


@pytest.mark.rule("MM-196")
def test_beating_other_ships_brings_no_bounty() -> None:
    pirates = two(npcs=PIRATES, ships=("frigate", "sloop"))
    assert not boarded_npc(pirates, "pirate_sloop").count(e.BountyChanged)
    captain = two(bounties={1: {"spanish": 1}})
    assert not boarded(captain, winner=0).count(e.BountyChanged)


@pytest.mark.rule("MM-198", "MM-I12")
def test_bounties_stay_until_a_card_takes_them_and_leave_no_trace_then() -> None:
    table = given(gold=10, bounties={0: {"dutch": 1}}, event="pardon", npcs=NAVY, in_port={0: "curacao"}, seats=2)
    table.when(c.OpenPortAction())
    table.when(c.BuyPardon("dutch")).then(e.BountyChanged(0, "dutch", -1, 0))
    assert table.seat().bounties == {}
    assert not hostile(table.state, "dutch", 0)
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.EnterPort("open")).then(e.PortEntered(0, "curacao", "open"))
    kept = given(bounties={0: {"dutch": 1}, 1: {"french": 5}})
    next_turn(kept, 1)
    next_turn(kept, 0)
    assert [kept.seat(number).bounties for number in (0, 1)] == [{"dutch": 1}, {"french": 5}]


@pytest.mark.rule("MM-200", "MM-202")
def test_whoever_beats_a_pirate_captain_may_claim_five_gold_a_bounty_of_one_nation() -> None:
    table = two(bounties={1: {"spanish": 3, "french": 4}})
    boarded(table, winner=0)
    assert table.top == f.ClaimReward(0, 1)
    assert set(table.legal()) == {c.ClaimReward("spanish"), c.ClaimReward("french"), c.DeclineReward()}
    table.when(c.ClaimReward("spanish")).then(e.RewardClaimed(0, "spanish", 15))
    assert table.seat().gold == 15
    assert table.top == f.ClaimShip(0, 1), "once is enough"
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder())
    assert table.seat(1).bounties == {}
    next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-202")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_reward_is_due_for_sinking_too(winner: int) -> None:
    table = two(ships=("sloop", "frigate") if winner else ("frigate", "sloop"), bounties={1 - winner: {"spanish": 2}})
    sunk(table, winner=winner).then(e.BattleEnded(winner, "sunk"), e.GloryGained(winner, "battle", 1))
    assert table.top == f.ClaimReward(winner, 1 - winner)
    table.when(c.ClaimReward("spanish")).then(e.RewardClaimed(winner, "spanish", 10), e.BelongingsLost(1 - winner))
    assert (table.seat(winner).gold, table.seat(1 - winner).bounties) == (10, {})
    if winner:
        assert_turn_of(table, 1)
    else:
        next_turn(table, 1, f.ChooseShip)


@pytest.mark.rule("MM-202", "MM-193")
def test_the_reward_is_judged_at_the_moment_of_defeat() -> None:
    """The bounty for attacking is there by then, and it makes the aggressor a pirate whom the defender may deliver."""
    table = two(ships=("sloop", "frigate"))
    sunk(table, winner=1)
    assert table.top == f.ClaimReward(1, 0)
    table.when(c.ClaimReward("dutch")).then(e.RewardClaimed(1, "dutch", 5))
    assert_turn_of(table, 1)


@pytest.mark.rule("MM-200")
def test_the_reward_may_be_declined() -> None:
    table = two(bounties={1: {"spanish": 3}})
    boarded(table, winner=0)
    assert not table.when(c.DeclineReward()).count(e.RewardClaimed)
    assert table.seat().gold == 0
    assert table.top == f.ClaimShip(0, 1)


@pytest.mark.rule("MM-201")
def test_no_nation_pays_whom_it_wants_or_fights() -> None:
    """The refusals of D-24, in their order."""
    table = two(
        bounties={0: {"french": 1, "dutch": 1, "spanish": 1}, 1: {"french": 2, "english": 1, "spanish": 1}},
        wars=[("english", "french"), ("spanish", "english")],
    )
    boarded(table, winner=0)
    table.when(c.ClaimReward("dutch")).refused("no_such_bounty")
    table.when(c.ClaimReward("french")).refused("winner_wanted")
    table.when(c.ClaimReward("english")).then(e.RewardClaimed(0, "english", 5))
    enemy = two(bounties={1: {"spanish": 2, "english": 1}}, wars=[("english", "spanish")])
    boarded(enemy, winner=0)
    enemy.when(c.ClaimReward("spanish")).refused("nation_at_war")
    enemy.when(c.ClaimReward("english")).then(e.RewardClaimed(0, "english", 5))


@pytest.mark.rule("MM-201")
def test_where_no_nation_pays_nothing_is_asked() -> None:
    table = two(bounties={0: {"french": 1}, 1: {"french": 2}})
    boarded(table, winner=0)
    assert table.top == f.ClaimShip(0, 1)
    assert table.seat().gold == 0


@pytest.mark.rule("MM-200")
def test_beating_a_non_pirate_brings_no_reward() -> None:
    table = two()
    assert not boarded(table, winner=0).count(e.RewardClaimed)
    assert table.top == f.ClaimShip(0, 1)


@pytest.mark.rule("MM-203")
@pytest.mark.parametrize(("pirate", "gold"), [("pirate_sloop", 5), ("pirate_frigate", 15)])
def test_non_pirates_are_paid_for_pirate_ships(pirate: str, gold: int) -> None:
    table = two(npcs=PIRATES, ships=("frigate", "sloop"))
    boarded_npc(table, pirate).then(e.GloryGained(0, "battle", 1), e.GoldChanged(0, gold, "reward"))
    assert table.seat().gold == gold
    wanted = two(npcs=PIRATES, ships=("frigate", "sloop"), bounties={0: {"dutch": 1}})
    boarded_npc(wanted, pirate).then(e.GloryGained(0, "battle", 1))
    assert wanted.seat().gold == 0
    navy = two(npcs=NAVY, ships=("frigate", "sloop"))
    assert not boarded_npc(navy, "dutch").count(e.GoldChanged)
