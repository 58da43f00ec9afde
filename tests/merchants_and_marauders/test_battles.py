"""Chapters 9, 13 to 16 and 18: battles and what they bring."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .scenario import SKULL, Table, given

PIRATE = {"pirate_sloop": ("npc_ps_1", "havana")}
NAVY = {"dutch": ("npc_nl_1", "havana")}


def against(npc: str = "pirate_sloop", *dice: int, **position: object) -> Table:
    """Seat 0 has found an NPC at Havana; `dice` are those of the first round (forced to be Shoot on both sides)."""
    npcs = PIRATE if npc == "pirate_sloop" else NAVY
    table = given(**{"at_sea": {0: "havana"}, "npcs": npcs, "ships": ("frigate", "sloop"), **position})  # type: ignore[arg-type]
    table.when(c.ScoutNpc(npc), SKULL, 1, 1, *dice)
    return table


@pytest.mark.rule("MM-266", "MM-267", "MM-268", "MM-K05", "MM-248", "MM-249")
def test_after_a_round_of_shooting_both_declare_the_aggressor_first() -> None:
    table = against("pirate_sloop", 1, 1, 1, 1, 1, 1)
    assert table.top == f.Declare(0, 0)
    assert set(table.legal()) == {c.Shoot(), c.Board(), c.Flee()}
    table.when(c.Board()).then(e.ActionDeclared(0, 2, "board"))
    assert table.top == f.Declare(1, 1)
    table.when(c.Shoot(), seat=0).refused("not_your_turn")


@pytest.mark.rule("MM-250", "MM-251")
def test_an_npc_flees_only_from_a_stronger_ship() -> None:
    table = against("pirate_sloop", 1, 1, 1, 1, 1, 1)
    table.when(c.Shoot())
    assert c.Flee() in table.legal(1)
    weak = against("dutch", 1, 1, 1, 1, 1, 1, ships=("sloop", "sloop"))
    weak.when(c.Shoot())
    weak.when(c.Flee()).refused("npc_may_not_flee")


@pytest.mark.rule("MM-269", "MM-274", "MM-290", "MM-293", "MM-270")
def test_the_winner_with_shoot_deals_as_many_hits_as_cannons() -> None:
    table = given(at_sea={0: "havana"}, npcs=PIRATE, ships=("frigate", "sloop"))
    # Scouting; the contest of 3 and 3 dice; three location dice.
    attempt = table.when(c.ScoutNpc("pirate_sloop"), scout=(SKULL, 1, 1), contest=(SKULL, 1, 1, 1, 1, 1), hits=(1, 3, 4))
    attempt.then(
        e.ContestDecided(0, "successes"),
        e.HitsCounted(3, 0),
        e.LocationsRolled(0, (1, 3, 4), ("cargo", "crew", "cannons"), "guns"),
        e.HitApplied("pirate_sloop", "cargo", False, 1, "battle"),
        e.HitApplied("pirate_sloop", "crew", False, 1, "battle"),
        e.HitApplied("pirate_sloop", "cannons", False, 0, "battle"),
        e.LocationDestroyed("pirate_sloop", "cannons"),
    )


@pytest.mark.rule("MM-272", "MM-273", "MM-275")
def test_ties_are_settled_by_sums_and_losers_hit_for_each_success() -> None:
    table = given(at_sea={0: "havana"}, npcs=PIRATE, ships=("frigate", "sloop"))
    attempt = table.when(c.ScoutNpc("pirate_sloop"), scout=(SKULL, 1, 1), contest=(SKULL, 1, 1, SKULL, 4, 4), hits=(2, 2))
    attempt.then(e.ContestDecided("pirate_sloop", "sum"), e.HitsCounted(1, 1))
    none = given(at_sea={0: "havana"}, npcs=PIRATE, ships=("frigate", "sloop"))
    none.when(c.ScoutNpc("pirate_sloop"), scout=(SKULL, 1, 1), contest=(4, 4, 4, 1, 1, 1)).then(
        e.ContestDecided(None, "none"), e.HitsCounted(0, 0)
    )


@pytest.mark.rule("MM-291", "MM-292", "MM-295", "MM-294")
def test_the_target_gives_every_x_to_a_location() -> None:
    table = given(at_sea={0: "havana"}, npcs=PIRATE, ships=("frigate", "sloop"))
    table.when(c.ScoutNpc("pirate_sloop"), scout=(SKULL, 1, 1), contest=(SKULL, 1, 1, 1, 1, 1), hits=(SKULL, 4, SKULL))
    assert table.top == f.AssignX(1, 1)
    table.when(c.AssignX("cannons"))
    table.when(c.AssignX("hull")).then(
        e.HitApplied("pirate_sloop", "cannons", False, 0, "battle"),
        e.HitApplied("pirate_sloop", "hull", True, 1, "battle"),
        e.HitApplied("pirate_sloop", "hull", False, 0, "battle"),
        e.BattleEnded(0, "sunk"),
    )


@pytest.mark.rule("MM-282", "MM-284", "MM-203", "MM-336", "MM-226", "MM-289")
def test_sinking_a_pirate_brings_a_point_and_a_reward_but_no_plunder() -> None:
    table = given(at_sea={0: "havana"}, npcs=PIRATE, ships=("frigate", "sloop"), next_glory=("g01:1",))
    table.when(c.ScoutNpc("pirate_sloop"), scout=(SKULL, 1, 1), contest=(SKULL, 1, 1, 1, 1, 1), hits=(SKULL, SKULL, SKULL))
    table.when(c.AssignX("hull"))
    table.when(c.AssignX("hull"))
    attempt = table.when(c.AssignX("cargo"))
    attempt.then(
        e.BattleEnded(0, "sunk"),
        e.NpcDefeated("pirate_sloop", "npc_ps_1", 0),
        e.GloryGained(0, "battle", 1),
        e.GoldChanged(0, 5, "reward"),
    )
    assert table.state.npcs["pirate_sloop"].zone is None
    assert isinstance(table.top, f.TakeAction), "the turn goes on (MM-288)"


@pytest.mark.rule("MM-280", "MM-281", "MM-276", "MM-255", "MM-288")
def test_a_flee_that_won_works_only_without_successes_of_the_other() -> None:
    table = against("pirate_sloop", SKULL, 1, 1, 1, 1, 1, 1, 3, 4)
    table.when(c.Flee())
    attempt = table.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1)
    attempt.then(e.BattleEnded(None, "fled"), e.NpcShipChanged("pirate_sloop", "sloop"))
    assert isinstance(table.top, f.TakeAction)
    assert table.state.npcs["pirate_sloop"].zone == "havana"
    caught = against("pirate_sloop", 1, 1, 1, 1, 1, 1)
    caught.when(c.Flee())
    assert not caught.when(c.Shoot(), contest=(SKULL, SKULL, 1, SKULL, 1, 1), hits=(1,)).count(e.BattleEnded)


@pytest.mark.rule("MM-278", "MM-304", "MM-305", "MM-306", "MM-309", "MM-347", "MM-348", "MM-349")
def test_boarding_leads_to_crew_combat_and_the_ship_may_be_claimed() -> None:
    table = against("pirate_sloop", 1, 1, 1, 1, 1, 1)
    table.when(c.Board())
    # The contest, then Leadership 3 against 2.
    attempt = table.when(c.Shoot(), contest=(SKULL, 1, 1, 1, 1, 1), crew=(SKULL, SKULL, 1, SKULL, 1))
    attempt.then(
        e.Boarded(0),
        e.CrewRoundRolled(1, (0, 0, 1), (0, 1), 2, 1, ANY),
        e.HitApplied("pirate_sloop", "crew", False, 0, "battle"),
        e.HitApplied(0, "crew", False, 2, "battle"),
        e.BattleEnded(0, "crew"),
    )
    assert table.top == f.ClaimShip(0, "pirate_sloop")
    claimed = table.when(c.TakeShip()).happens(e.ShipClaimed)
    assert (claimed.ship, claimed.now.crew) == ("sloop", 2)


@pytest.mark.rule("MM-343", "MM-196")
def test_a_naval_ship_taken_gives_three_cards_and_their_gold() -> None:
    table = against("dutch", 1, 1, 1, 1, 1, 1, next_cargo=("cocoa_1", "cocoa_4", "food_8"))
    table.when(c.Board())
    table.when(c.Shoot(), contest=(SKULL, 1, 1, 1, 1, 1), crew=(SKULL, SKULL, SKULL, 1, 1))
    attempt = table.when(c.KeepOwnShip())
    attempt.then(e.GoldChanged(0, 9, "plunder"))
    assert table.seat().bounties == {"dutch": 2}
    table.when(c.TakeCard("food_8"))
    table.when(c.FinishLot()).then(e.CargoTaken(0, ("food_8",), ("cocoa_1", "cocoa_4"), "plunder", open=True))


@pytest.mark.rule("MM-314", "MM-321")
def test_grappling_hooks_reroll_dice_of_a_boarder() -> None:
    table = against("pirate_sloop", 1, 1, 1, 1, 1, 1, weapons=("grappling_hooks",))
    table.when(c.Board())
    table.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1)
    assert isinstance(table.top, f.Reroll)
    table.when(c.RerollMarked()).refused("nothing_marked")
    table.when(c.MarkDie(1))
    table.when(c.MarkDie(1)).refused("already_marked")
    table.when(c.MarkDie(7)).refused("no_such_die")
    table.when(c.RerollMarked(), SKULL).then(
        e.WeaponSpent(0, "grappling_hooks", "contest"), e.ContestRerolled(0, "grappling_hooks", (0, 0, 1))
    )


@pytest.mark.rule("MM-316", "MM-318", "MM-395")
def test_chain_shot_sends_every_x_to_the_masts_and_never_to_the_hull() -> None:
    table = given(at_sea={0: "havana"}, npcs=PIRATE, ships=("frigate", "sloop"), weapons=("chain_shot", "grapeshot"))
    table.when(c.ScoutNpc("pirate_sloop"), scout=(SKULL, 1, 1), contest=(SKULL, 1, 1, 1, 1, 1), hits=(SKULL, SKULL, SKULL))
    assert set(table.legal()) == {c.UseChainShot(), c.UseGrapeshot(), c.FinishVolley()}
    # Only one shot for a volley: with it the decision is over.
    table.when(c.UseChainShot()).then(
        e.WeaponSpent(0, "chain_shot", "volley"),
        e.ShotUsed(0, "chain_shot"),
        e.HitApplied("pirate_sloop", "masts", False, 1, "battle"),
        e.HitApplied("pirate_sloop", "masts", False, 0, "battle"),
        e.HitCancelled("pirate_sloop", "masts", "shot"),
    )
    assert table.hull("pirate_sloop") == 2


@pytest.mark.rule("MM-324", "MM-325")
def test_a_reinforced_hull_cancels_a_hit_once() -> None:
    table = given(
        at_sea={0: "havana"},
        merchants={"havana": "english"},
        modifications={0: ("reinforced_hull",)},
        next_cargo=("cocoa_7", "food_8", "cocoa_1"),
    )
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("english"), 1, 1, 1)
    assert table.top == f.HitResponse(0, "hull")
    table.when(c.Absorb("surgeon")).refused("not_available")
    table.when(c.Absorb("reinforced_hull")).then(
        e.ModificationFlipped(0, "reinforced_hull", False),
        e.HitCancelled(0, "hull", "reinforced_hull"),
        e.HitApplied(0, "hull", False, 1, "raid"),
    )


@pytest.mark.rule("MM-304")
def test_a_crew_round_without_hits_is_followed_by_another() -> None:
    table = against("pirate_sloop", 1, 1, 1, 1, 1, 1)
    table.when(c.Board())
    calm = (1, 1, 1, 1, 1)
    attempt = table.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1, *calm, *calm, SKULL, SKULL, 1, 1, 1)
    assert attempt.count(e.CrewRoundRolled) == 3
    attempt.then(e.BattleEnded(0, "crew"))


@pytest.mark.rule("MM-332", "MM-263")
def test_long_guns_fire_before_the_first_round() -> None:
    table = given(at_sea={0: "havana"}, npcs=PIRATE, modifications={0: ("long_guns",)})
    table.when(c.ScoutNpc("pirate_sloop"), scout=(SKULL, 1, 1), long_guns=(SKULL,), hits=(4,)).then(
        e.LocationsRolled(0, (4,), ("cannons",), "long_guns"),
        e.HitApplied("pirate_sloop", "cannons", False, 0, "battle"),
        e.CombatRoundStarted(1),
    )
