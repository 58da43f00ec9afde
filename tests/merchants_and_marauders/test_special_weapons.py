"""Chapter 16: grappling hooks, chain-shot and grapeshot (D-19, D-20)."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .fights import FOUND, against, at_havana, duel, hits
from .scenario import SKULL

WON = (SKULL, 1, 1, 1, 1, 1)
WON_OF_ONE_DIE = (SKULL, 1, 1, 1)
"""The contest against a ship without Masts."""
FRIGATES = ("frigate", "frigate")
SHOT = ("chain_shot", "grapeshot")
HOOKS = ("grappling_hooks",)


@pytest.mark.rule("MM-314", "MM-321")
def test_hooks_reroll_any_of_the_own_dice_once_after_a_declared_board() -> None:
    table = duel(weapons=HOOKS)
    table.when(c.Board())
    table.when(c.Shoot(), SKULL, 1, 1, SKULL, SKULL, 1)
    assert table.top == f.Reroll(0, 0, "grappling_hooks", "contest")
    table.when(c.RerollMarked()).refused("nothing_marked")
    table.when(c.MarkDie(3)).refused("no_such_die")
    table.when(c.MarkDie(-1)).refused("no_such_die")
    table.when(c.MarkDie(1))
    table.when(c.MarkDie(1)).refused("already_marked")
    table.when(c.MarkDie(2))
    # The new result stands; the other side's dice and the die not marked stay.
    attempt = table.when(c.RerollMarked(), SKULL, SKULL)
    attempt.then(
        e.WeaponSpent(0, "grappling_hooks", "contest"),
        e.ContestRerolled(0, "grappling_hooks", (0, 0, 0)),
        e.ContestDecided(0, "successes"),
        e.Boarded(0),
    )
    assert not table.seat(0).weapons


@pytest.mark.rule("MM-314", "MM-011")
def test_a_worse_result_stands_and_hooks_kept_are_offered_again() -> None:
    table = duel(weapons=HOOKS)
    table.when(c.Board())
    table.when(c.Shoot(), SKULL, 1, 1, SKULL, SKULL, 1)
    attempt = table.when(c.KeepDice())
    attempt.then(e.ContestDecided(1, "successes"))
    assert not attempt.count(e.WeaponSpent)
    assert table.seat(0).weapons == HOOKS
    table.when(c.Board())
    table.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1)
    table.when(c.MarkDie(0))
    table.when(c.RerollMarked(), 4).then(e.ContestRerolled(0, "grappling_hooks", (4, 1, 1)), e.ContestDecided(None, "none"))


@pytest.mark.rule("MM-314")
def test_hooks_are_not_offered_without_a_declared_board() -> None:
    table = duel(weapons={0: HOOKS, 1: HOOKS})
    table.when(c.Flee())
    table.when(c.Shoot())
    assert table.top == f.Declare(0, 0)
    assert table.seat(0).weapons == HOOKS


@pytest.mark.rule("MM-315")
def test_the_aggressor_uses_his_hooks_first_and_the_defender_sees_the_new_dice() -> None:
    table = duel(weapons={0: HOOKS, 1: HOOKS})
    table.when(c.Board())
    table.when(c.Board(), 1, 1, 1, SKULL, 1, 1)
    assert table.top == f.Reroll(0, 0, "grappling_hooks", "contest")
    table.when(c.MarkDie(0))
    table.when(c.RerollMarked(), SKULL)
    assert table.top == f.Reroll(1, 1, "grappling_hooks", "contest")
    fight = table.state.stack[-2]
    assert isinstance(fight, f.Battle)
    assert fight.aggressor.dice == (0, 1, 1)
    table.when(c.MarkDie(2))
    table.when(c.RerollMarked(), SKULL).then(e.ContestRerolled(1, "grappling_hooks", (0, 1, 0)), e.Boarded(1))


@pytest.mark.rule("MM-316", "MM-292", "MM-321")
def test_chain_shot_turns_every_x_into_a_hit_on_the_masts() -> None:
    table = duel(*WON, SKULL, 1, SKULL, ships=FRIGATES, weapons=("chain_shot",))
    assert table.top == f.Volley(0, 0)
    attempt = table.when(c.UseChainShot())
    attempt.then(e.WeaponSpent(0, "chain_shot", "volley"), e.ShotUsed(0, "chain_shot"))
    assert hits(attempt) == [(1, "cargo"), (1, "masts"), (1, "masts")]
    assert not table.seat(0).weapons


@pytest.mark.rule("MM-316")
def test_with_chain_shot_no_hit_on_destroyed_masts_reaches_the_hull() -> None:
    # A numbered Masts hit too; hits on other destroyed locations still pass to the Hull.
    table = duel(
        *WON_OF_ONE_DIE,
        SKULL,
        2,
        1,
        ships=FRIGATES,
        weapons=("chain_shot",),
        damage={1: ("masts", "masts", "masts", "cargo", "cargo", "cargo")},
    )
    table.when(c.UseChainShot())
    assert table.hull(1) == 2


@pytest.mark.rule("MM-317", "MM-321")
def test_grapeshot_turns_every_x_into_a_crew_hit_and_spares_the_hull() -> None:
    table = duel(*WON, SKULL, SKULL, SKULL, ships=("frigate", "sloop"), weapons=("grapeshot",))
    attempt = table.when(c.UseGrapeshot())
    attempt.then(
        e.WeaponSpent(0, "grapeshot", "volley"),
        e.ShotUsed(0, "grapeshot"),
        e.HitApplied(1, "crew", False, 1, "battle"),
        e.HitApplied(1, "crew", False, 0, "battle"),
        e.HitCancelled(1, "crew", "shot"),
    )
    assert table.hull(1) == 2
    assert not table.seat(0).weapons


@pytest.mark.rule("MM-317", "MM-316", "MM-294")
def test_without_shot_the_same_hits_reach_the_hull() -> None:
    for places, dice in ((("crew", "crew"), (*WON, 3)), (("masts", "masts"), (*WON_OF_ONE_DIE, 2))):
        table = duel(*dice, weapons=SHOT, damage={1: places})
        assert table.top == f.Volley(0, 0)
        table.when(c.FinishVolley()).then(e.HitApplied(1, "hull", True, 1, "battle"))
        assert table.seat(0).weapons == SHOT


@pytest.mark.rule("MM-316", "MM-317")
def test_each_shot_shields_only_its_own_location() -> None:
    masts = duel(*WON_OF_ONE_DIE, 2, weapons=SHOT, damage={1: ("masts", "masts")})
    masts.when(c.UseGrapeshot()).then(e.HitApplied(1, "hull", True, 1, "battle"))
    crew = duel(*WON, 3, weapons=SHOT, damage={1: ("crew", "crew")})
    crew.when(c.UseChainShot()).then(e.HitApplied(1, "hull", True, 1, "battle"))


@pytest.mark.rule("MM-318")
def test_only_one_shot_is_used_on_a_volley() -> None:
    # Raking Fire lets the captain set two locations, so the decision stays open after the shot.
    table = at_havana(1, ships=FRIGATES, weapons=("chain_shot", "grapeshot"), glory={0: ("g13:1",)})
    table.when(c.ScoutCaptain(1), scout=FOUND, contest=WON)
    table.when(c.Announce("g13:1"))
    table.when(c.PlayAnnounced(), SKULL, 1, 1)
    assert table.top == f.Volley(0, 0)
    table.when(c.UseChainShot())
    assert table.top == f.Volley(0, 0)
    table.when(c.UseGrapeshot()).refused("shot_already_used")
    table.when(c.UseChainShot()).refused("not_owned")
    assert table.seat(0).weapons == ("grapeshot",)


@pytest.mark.rule("MM-320")
def test_a_volley_without_an_x_may_be_fired_with_shot_to_spare_the_hull() -> None:
    table = duel(*WON, 3, 3, 3, ships=("frigate", "sloop"), weapons=("grapeshot",))
    assert table.top == f.Volley(0, 0)
    attempt = table.when(c.UseGrapeshot())
    attempt.then(e.HitApplied(1, "crew", False, 0, "battle"), e.HitCancelled(1, "crew", "shot"))
    assert table.hull(1) == 2


@pytest.mark.rule("MM-319")
def test_shot_is_not_used_on_the_hits_of_long_guns_and_chasers() -> None:
    table = at_havana(1, weapons=SHOT, modifications={0: ("long_guns", "chasers")})
    table.when(c.ScoutCaptain(1), scout=FOUND, long_guns=(SKULL,), hits=(SKULL,))
    assert table.top == f.AssignX(1, 1), "nothing is asked of the one who fires"
    table.when(c.AssignX("cargo"))
    table.when(c.Flee())
    table.when(c.Shoot())
    table.when(c.FireChasers(), SKULL)
    assert table.top == f.AssignX(1, 1)
    assert table.seat(0).weapons == SHOT


@pytest.mark.rule("MM-264", "MM-319")
def test_shot_is_over_when_a_card_sets_a_location_afterwards() -> None:
    table = duel(*WON, SKULL, 1, 1, ships=FRIGATES, weapons=SHOT, glory={0: ("g11:1",)})
    table.when(c.UseGrapeshot(), seat=1).refused("not_your_turn")
    table.when(c.FinishVolley())
    # Lucky Shot is played in the window after the locations.
    table.when(c.Announce("g11:1"))
    table.when(c.PlayAnnounced())
    assert table.top == f.Volley(0, 0, by_card=True)
    table.when(c.UseChainShot()).refused("shot_not_allowed")
    table.when(c.UseGrapeshot()).refused("shot_not_allowed")
    table.when(c.SetLocation(0, "hull")).refused("hull_not_allowed")
    table.when(c.SetLocation(3, "hull")).refused("no_such_die")
    attempt = table.when(c.SetLocation(0, "cannons"))
    assert hits(attempt) == [(1, "cannons"), (1, "cargo"), (1, "cargo")]


@pytest.mark.rule("MM-318")
def test_a_shot_that_was_used_is_the_first_reason_against_another() -> None:
    table = duel(*WON, SKULL, 1, 1, ships=FRIGATES, weapons=SHOT, glory={0: ("g11:1",)})
    table.when(c.UseChainShot())
    table.when(c.Announce("g11:1"))
    table.when(c.PlayAnnounced())
    table.when(c.UseGrapeshot()).refused("shot_already_used")


@pytest.mark.rule("MM-318")
def test_refusals_of_a_volley_come_in_the_order_of_their_table() -> None:
    table = duel(*WON, SKULL, 1, 1, ships=FRIGATES, weapons=("chain_shot",))
    table.when(c.UseGrapeshot()).refused("not_owned")
    # No card in force lets a location be set, be it there or not.
    table.when(c.SetLocation(0, "masts")).refused("not_allowed")
    table.when(c.SetLocation(9, "hull")).refused("not_allowed")


@pytest.mark.rule("MM-395", "MM-252")
def test_a_volley_is_asked_only_of_a_captain_with_shot() -> None:
    assert duel(*WON, SKULL).top == f.AssignX(1, 1)
    hooked = duel(*WON, SKULL, weapons=HOOKS)
    assert hooked.top == f.AssignX(1, 1)
    npc = against("pirate_sloop", 1, 1, 1, SKULL, 1, 1, SKULL, weapons={0: SHOT, 1: SHOT})
    assert npc.top == f.AssignX(0, 0)
    missed = duel(weapons=SHOT)
    assert missed.top == f.Declare(0, 0), "without a hit there is no volley"


@pytest.mark.rule("MM-264")
def test_the_aggressor_uses_his_shot_before_the_defender() -> None:
    table = duel(SKULL, SKULL, 1, SKULL, 1, 1, SKULL, SKULL, weapons={0: SHOT, 1: SHOT})
    assert table.top == f.Volley(0, 0)
    table.when(c.UseChainShot())
    assert table.top == f.Volley(1, 1)
    attempt = table.when(c.UseGrapeshot())
    assert hits(attempt) == [(1, "masts"), (0, "crew")]


@pytest.mark.rule("MM-316")
def test_shot_shields_only_the_target_of_its_volley() -> None:
    damage = {0: ("masts", "masts"), 1: ("masts", "masts")}
    table = duel(SKULL, SKULL, 2, 2, weapons={0: SHOT}, damage=damage)
    attempt = table.when(c.UseChainShot())
    attempt.then(e.HitCancelled(1, "masts", "shot"), e.HitApplied(0, "hull", True, 1, "battle"))


@pytest.mark.rule("MM-011", "MM-264")
def test_a_gunner_captain_rerolls_one_location_die() -> None:
    table = duel(*WON, SKULL, 1, 1, ships=FRIGATES, specialists=("g38:1",))
    assert table.top == f.Reroll(0, 0, "gunner_captain", "location", most=1)
    table.when(c.RerollMarked()).refused("nothing_marked")
    table.when(c.MarkDie(3)).refused("no_such_die")
    table.when(c.MarkDie(0))
    table.when(c.MarkDie(0)).refused("already_marked")
    table.when(c.MarkDie(1)).refused("die_limit_reached")
    attempt = table.when(c.RerollMarked(), 4)
    attempt.then(e.LocationSet(0, 0, "cannons", "gunner_captain"))
    assert hits(attempt) == [(1, "cannons"), (1, "cargo"), (1, "cargo")]
