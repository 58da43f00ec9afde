"""Chapter 10: glory cards of naval combat."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .business import Covered
from .fights import FOUND, at_havana, duel, hits
from .scenario import SKULL, Attempt, Table
from .test_glory_cards_turn import played

CARDS = Covered()
FRIGATES = ("frigate", "frigate")


def second_round(one: c.Command, two: c.Command, *dice: int, **position: Any) -> tuple[Table, Attempt]:
    """Both sides declare after a first round without hits."""
    table = duel(**position)
    while isinstance(table.top, f.React):
        table.when(c.Pass())
    table.when(one)
    return table, table.when(two, *dice)


def watched(**position: Any) -> Table:
    """A duel in which every holder of a card is asked in every window; seat 0 has found the captain of seat 1."""
    table = at_havana(1, windows="uniform", **position)
    table.when(c.ScoutCaptain(1))
    table.when(c.Pass(), *FOUND)
    return table


def upto(table: Table, timing: str) -> Table:
    """Seat 0 passes windows and shoots until it is asked for this timing."""
    for _ in range(9):
        if table.top == f.React(0, timing):
            return table
        table.when(c.Pass() if isinstance(table.top, f.React) else c.Shoot())
    raise AssertionError(f"no window {timing}")


# Before a fight


@CARDS.by("g17")
@pytest.mark.rule("MM-193")
def test_a_fog_bank_ends_a_battle_that_the_owner_was_drawn_into() -> None:
    table = at_havana(1, glory={1: ("g17:1",)})
    table.when(c.ScoutCaptain(1), *FOUND).then(e.BountyChanged(0, "french", 1, 1), e.BattleStarted(0, 1, None))
    assert table.top == f.React(1, "combat_before_first_round")
    attempt = played(table, "g17:1")
    attempt.then(e.BattleEnded(None, "card"))
    assert not attempt.count(e.CombatRoundStarted) + attempt.count(e.GloryGained)
    assert table.top == f.TakeAction(0)
    assert table.seat().bounties == {"french": 1}


@CARDS.by("g17")
def test_a_fog_bank_hides_from_an_npc_ship_too() -> None:
    table = at_havana(npc="dutch", at_sea={0: "nassau"}, bounties={0: {"dutch": 1}}, glory={0: ("g17:1",)})
    # The naval ship off Havana finds him as he sails in.
    table.when(c.Sail("havana"), SKULL).then(e.Scouted("dutch", "captain:0", True), e.BattleStarted("dutch", 0, 1))
    assert table.top == f.React(0, "combat_before_first_round")
    played(table, "g17:1").then(e.BattleEnded(None, "card"))
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-212")
def test_an_aggressor_finds_no_fog() -> None:
    table = upto(watched(glory={0: ("g17:1",)}), "combat_before_first_round")
    table.when(c.Announce("g17:1")).refused("condition_not_met")


# Before the contest


@CARDS.by("g15")
def test_a_boarding_rush_rolls_two_dice_more_for_a_boarder() -> None:
    table, _ = second_round(c.Board(), c.Shoot(), glory={0: ("g15:1",)})
    assert table.top == f.React(0, "combat_before_contest")
    attempt = played(table, "g15:1", SKULL, 1, 1, 1, 1, 1, 1, 1, SKULL, SKULL, 1)
    attempt.then(e.SideHelped(0, "dice", 2), e.ContestRolled(2, (0, 1, 1, 1, 1), (1, 1, 1), ANY), e.Boarded(0))
    # It is no help in crew combat.
    assert len(attempt.happens(e.CrewRoundRolled).aggressor) == 3


@pytest.mark.rule("MM-212", "MM-271", "MM-416")
def test_a_boarding_rush_is_for_boarders_with_masts() -> None:
    shooting = upto(watched(glory={0: ("g15:1",)}), "combat_before_contest")
    shooting.when(c.Announce("g15:1")).refused("condition_not_met")
    # Chasers destroy the masts of a ship that has declared Board.
    table = watched(glory={0: ("g15:1",)}, damage={0: ("masts",)}, modifications={1: ("chasers",)})
    while isinstance(table.top, f.React):
        table.when(c.Pass())
    table.when(c.Board())
    table.when(c.Flee())
    table.when(c.FireChasers(), 2)
    table.when(c.Pass()).then(e.HitApplied(0, "masts", False, 0, "battle"))
    assert table.top == f.React(0, "combat_before_contest")
    table.when(c.Announce("g15:1")).refused("card_has_no_effect")


@CARDS.by("g18")
@pytest.mark.parametrize(("ship", "left"), [("npc", 1), ("captain", 1)])
def test_foul_the_rudder_takes_two_dice_from_the_enemy_but_not_his_last(ship: str, left: int) -> None:
    captains = ("francis_wright", "joost_verhage")
    table = at_havana(1, npc="dutch", captains=captains, glory={0: ("g18:1",)})
    # Seamanship 3 of the NPC, 2 of the captain.
    table.when(c.ScoutNpc("dutch") if ship == "npc" else c.ScoutCaptain(1), *FOUND)
    assert table.top == f.React(0, "combat_before_contest")
    rolled = played(table, "g18:1").happens(e.ContestRolled)
    assert (len(rolled.aggressor), len(rolled.defender)) == (3, left)
    # It is for this round.
    table.when(c.Shoot())
    again = table.when(c.Shoot()).happens(e.ContestRolled)
    assert len(again.defender) == (3 if ship == "npc" else 2)


@pytest.mark.rule("MM-212", "MM-011")
def test_foul_the_rudder_takes_nothing_from_one_who_rolls_one_die() -> None:
    table = upto(watched(captains=("francis_wright", "hendrik_slot"), glory={0: ("g18:1",)}), "combat_before_contest")
    table.when(c.Announce("g18:1")).refused("card_has_no_effect")


# After the contest


@CARDS.by("g14")
def test_a_sharp_tack_rolls_all_own_seamanship_dice_again() -> None:
    table = duel(1, 1, 1, SKULL, 1, 1, glory={0: ("g14:1",)})
    assert table.top == f.React(0, "combat_after_contest")
    played(table, "g14:1", SKULL, SKULL, 2).then(
        e.ContestRerolled(0, "card", (0, 0, 2)), e.ContestDecided(0, "successes"), e.HitsCounted(1, 1)
    )
    worse = duel(SKULL, 1, 1, 1, 1, 1, glory={0: ("g14:1",)})
    played(worse, "g14:1", 1, 1, 1).then(e.ContestDecided(None, "none"), e.HitsCounted(0, 0))


@CARDS.by("g12")
def test_double_shotted_guns_deal_one_hit_more() -> None:
    won = duel(SKULL, 1, 1, 1, 1, 1, glory={0: ("g12:1",)})
    attempt = played(won, "g12:1", 1, 2)
    attempt.then(e.HitsCounted(2, 0))
    assert hits(attempt) == [(1, "cargo"), (1, "masts")]
    lost = duel(1, 1, 1, SKULL, 1, 1, glory={0: ("g12:1",)})
    played(lost, "g12:1").then(e.HitsCounted(1, 1))
    # It is for this round.
    won.when(c.Shoot())
    won.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1).then(e.HitsCounted(1, 0))


@CARDS.by("g13")
def test_raking_fire_names_the_location_of_two_hits_of_the_winner() -> None:
    table = duel(SKULL, 1, 1, 1, 1, 1, ships=FRIGATES, glory={0: ("g13:1",)})
    played(table, "g13:1", 1, 1, SKULL).then(
        e.LocationsRolled(0, (1, 1, 0), ("cargo", "cargo", "x"), "guns"),
    )
    assert table.top == f.Volley(0, 0)
    table.when(c.SetLocation(0, "hull")).refused("hull_not_allowed")
    table.when(c.SetLocation(3, "crew")).refused("no_such_die")
    table.when(c.SetLocation(0, "crew")).then(e.LocationSet(0, 0, "crew", "card"))
    attempt = table.when(c.SetLocation(2, "crew"))
    assert hits(attempt) == [(1, "crew"), (1, "cargo"), (1, "crew")]


@CARDS.by("g16")
def test_cut_and_run_flees_from_an_enemy_with_successes() -> None:
    table, _ = second_round(c.Flee(), c.Shoot(), SKULL, SKULL, 1, SKULL, 1, 1, glory={0: ("g16:1", "g16:2")})
    assert table.top == f.React(0, "combat_after_contest")
    # Once it is sure, the second card would add nothing.
    played(table, "g16:1").then(e.ContestDecided(0, "successes"), e.BattleEnded(None, "fled"))
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-212")
@pytest.mark.parametrize(
    ("card", "declared", "contest", "code"),
    [
        ("g12:1", c.Board(), (SKULL, 1, 1, 1, 1, 1), "condition_not_met"),
        ("g13:1", c.Board(), (SKULL, 1, 1, 1, 1, 1), "condition_not_met"),
        ("g13:1", c.Shoot(), (1, 1, 1, SKULL, 1, 1), "condition_not_met"),
        ("g13:1", c.Shoot(), (SKULL, 1, 1, SKULL, 1, 1), "condition_not_met"),
        ("g16:1", c.Shoot(), (SKULL, SKULL, 1, SKULL, 1, 1), "condition_not_met"),
        ("g16:1", c.Flee(), (SKULL, 1, 1, SKULL, SKULL, 1), "condition_not_met"),
        ("g16:1", c.Flee(), (SKULL, SKULL, 1, 1, 1, 1), "card_has_no_effect"),
    ],
)
def test_cards_after_the_contest_depend_on_what_was_declared_and_who_won(
    card: str, declared: c.Command, contest: tuple[int, ...], code: str
) -> None:
    table = watched(glory={0: (card,)})
    while isinstance(table.top, f.React):
        table.when(c.Pass())
    table.when(declared)
    table.when(c.Shoot())
    table.when(c.Pass(), *contest)
    assert table.top == f.React(0, "combat_after_contest")
    table.when(c.Announce(card)).refused(code)


@pytest.mark.rule("MM-212", "MM-300")
def test_raking_fire_needs_a_cannon_to_fire() -> None:
    table = upto(watched(glory={0: ("g13:1",)}, damage={0: ("cannons",)}), "combat_before_contest")
    table.when(c.Pass(), SKULL, 1, 1, 1, 1, 1)
    assert table.top == f.React(0, "combat_after_contest")
    table.when(c.Announce("g13:1")).refused("card_has_no_effect")


@CARDS.by("g12", "g13")
def test_raking_fire_aims_the_hit_that_double_shotted_guns_deal_without_a_cannon() -> None:
    table = duel(SKULL, 1, 1, 1, 1, 1, glory={0: ("g12:1", "g13:1")}, damage={0: ("cannons",)})
    played(table, "g12:1")
    played(table, "g13:1", 1)
    table.when(c.SetLocation(0, "masts"))
    assert hits(table.when(c.FinishVolley())) == [(1, "masts")]


# After the location dice


@CARDS.by("g11")
@pytest.mark.rule("MM-264")
def test_a_lucky_shot_sets_one_own_location_die() -> None:
    table = duel(SKULL, 1, 1, 1, 1, 1, 1, 1, SKULL, ships=FRIGATES, glory={0: ("g11:1",)}, weapons=("chain_shot",))
    table.when(c.FinishVolley())
    assert table.top == f.React(0, "combat_after_location")
    played(table, "g11:1")
    # The time for shot is over.
    table.when(c.UseChainShot()).refused("shot_not_allowed")
    table.when(c.SetLocation(2, "hull")).refused("hull_not_allowed")
    attempt = table.when(c.SetLocation(2, "crew"))
    attempt.then(e.LocationSet(0, 2, "crew", "card"))
    assert hits(attempt) == [(1, "cargo"), (1, "cargo"), (1, "crew")]


@CARDS.by("g11", "g13")
def test_a_lucky_shot_does_not_bring_back_what_raking_fire_left() -> None:
    table = duel(SKULL, 1, 1, 1, 1, 1, ships=FRIGATES, glory={0: ("g11:1", "g13:1")})
    played(table, "g13:1", 1, 1, 1)
    table.when(c.FinishVolley())
    played(table, "g11:1")
    assert hits(table.when(c.SetLocation(0, "masts"))) == [(1, "masts"), (1, "cargo"), (1, "cargo")]


@pytest.mark.rule("MM-212")
def test_a_lucky_shot_needs_a_location_die() -> None:
    table = upto(watched(glory={0: ("g11:1",)}), "combat_after_location")
    table.when(c.Announce("g11:1")).refused("card_has_no_effect")
