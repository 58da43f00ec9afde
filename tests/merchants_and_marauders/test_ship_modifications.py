"""Chapter 17: what each ship modification does (D-22, D-23)."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.state import full, ship_of
from domain.merchants_and_marauders.state.modifiers import maneuverability

from .fights import FOUND, against, at_havana, duel, hits, play_on
from .scenario import SKULL, Table, given

WON = (SKULL, 1, 1, 1, 1, 1)
LOST = (1, 1, 1, SKULL, 1, 1)


def values(table: Table, seat: int = 0) -> tuple[int, ...]:
    now = ship_of(table.state, seat).now
    return now.hull, now.cargo, now.masts, now.crew, now.cannons


@pytest.mark.rule("MM-322")
def test_extra_hammocks_are_room_for_crew_that_must_be_recruited() -> None:
    table = given(modifications={0: ("extra_hammocks",)})
    assert full(ship_of(table.state, 0)).crew == 3
    assert values(table) == (2, 2, 2, 2, 1)
    table.when(c.OpenPortAction())
    table.when(c.StartRecruiting(), SKULL, 1, 1)
    assert values(table) == (2, 2, 2, 3, 1)


@pytest.mark.rule("MM-326", "MM-327")
@pytest.mark.parametrize(
    ("token", "fitted"), [("extended_cargo_hold", (2, 3, 2, 2, 1)), ("extra_cannon_port", (2, 2, 2, 2, 2))]
)
def test_a_larger_hold_and_another_port_count_at_once(token: str, fitted: tuple[int, ...]) -> None:
    table = given(modifications={0: (token,)})
    assert values(table) == fitted
    whole = full(ship_of(table.state, 0))
    assert (whole.cargo, whole.cannons) == (fitted[1], fitted[4])


@pytest.mark.rule("MM-327", "MM-274")
def test_the_added_cannon_fires() -> None:
    table = at_havana(1, modifications={0: ("extra_cannon_port",)})
    table.when(c.ScoutCaptain(1), scout=FOUND, contest=WON, hits=(1, 2)).then(e.HitsCounted(2, 0))


@pytest.mark.rule("MM-323", "MM-270")
def test_advanced_rigs_make_a_ship_nimbler() -> None:
    table = at_havana(1, ships=("sloop", "frigate"), modifications={0: ("advanced_rigs",)})
    assert maneuverability(table.state, 0) == 5
    assert len(table.when(c.ScoutCaptain(1), *FOUND).happens(e.ContestRolled).aggressor) == 4
    equal = at_havana(1, ships=("galleon", "frigate"), modifications={0: ("advanced_rigs",)})
    assert len(equal.when(c.ScoutCaptain(1), *FOUND).happens(e.ContestRolled).defender) == 3


# Reinforced Hull


@pytest.mark.rule("MM-324")
@pytest.mark.parametrize(("die", "place"), [(1, "cargo"), (2, "masts"), (3, "crew"), (4, "cannons")])
def test_a_reinforced_hull_cancels_one_hit_on_any_location(die: int, place: str) -> None:
    table = duel(*LOST, die, modifications={0: ("reinforced_hull",)})
    assert table.top == f.HitResponse(0, place)
    table.when(c.Absorb("surgeon")).refused("not_available")
    attempt = table.when(c.Absorb("reinforced_hull"))
    attempt.then(e.ModificationFlipped(0, "reinforced_hull", False), e.HitCancelled(0, place, "reinforced_hull"))
    assert not hits(attempt)
    assert values(table) == (2, 2, 2, 2, 1)


@pytest.mark.rule("MM-324")
def test_once_flipped_it_cancels_nothing_more_also_after_the_battle() -> None:
    table = duel(*LOST, 1, modifications={0: ("reinforced_hull",)})
    table.when(c.Absorb("reinforced_hull"))
    table.when(c.Shoot())
    assert hits(table.when(c.Shoot(), contest=LOST, hits=(1,))) == [(0, "cargo")]
    table.when(c.Flee())
    table.when(c.Shoot(), *WON).then(e.BattleEnded(None, "fled"))
    assert ship_of(table.state, 0).flipped == ("reinforced_hull",)


@pytest.mark.rule("MM-325", "MM-324", "MM-395")
def test_it_works_against_storms_and_cards_too() -> None:
    storm = given(at_sea={0: "havana"}, event="gale", modifications={0: ("reinforced_hull",)})
    storm.when(c.EndTurn(), storm=(1, 1, 1), hits=(2,))
    assert storm.top == f.HitResponse(0, "masts")
    storm.when(c.MoveHit("cargo")).refused("ability_used")
    storm.when(c.Absorb("reinforced_hull")).then(e.HitCancelled(0, "masts", "reinforced_hull"))
    card = given(in_port={1: "port_royal"}, glory={1: ("g34:1",)}, modifications={0: ("reinforced_hull",)})
    card.when(c.EndTurn())
    card.when(c.PlayGlory("g34:1"))
    card.when(c.Choose("cannons"))
    assert card.top == f.HitResponse(0, "cannons"), "in the turn of another"
    card.when(c.Absorb("reinforced_hull")).then(e.HitCancelled(0, "cannons", "reinforced_hull"))
    assert card.top == f.TakeAction(1)


@pytest.mark.rule("MM-325")
def test_it_works_against_long_guns_and_chasers() -> None:
    table = at_havana(1, modifications={0: ("reinforced_hull",), 1: ("long_guns", "chasers")})
    table.when(c.ScoutCaptain(1), scout=FOUND, long_guns=(SKULL,), hits=(1,))
    assert table.top == f.HitResponse(0, "cargo")
    table.when(c.AcceptHit()).then(e.HitApplied(0, "cargo", False, 1, "battle"))
    table.when(c.Flee())
    table.when(c.Shoot())
    table.when(c.FireChasers(), 4)
    assert table.top == f.HitResponse(0, "cannons")
    table.when(c.Absorb("reinforced_hull")).then(
        e.HitCancelled(0, "cannons", "reinforced_hull"), e.ContestRolled(2, (1, 1, 1), (1, 1, 1), ANY)
    )


# Chasers


@pytest.mark.rule("MM-328", "MM-329")
def test_chasers_fire_once_when_either_side_flees_and_are_turned_up_after_the_battle() -> None:
    table = duel(modifications={0: ("chasers",)})
    table.when(c.Board())
    table.when(c.Flee())
    assert table.top == f.FireChasers(0, 0)
    assert table.legal() == [c.FireChasers(), c.HoldChasers()]
    table.when(c.HoldChasers(), seat=1).refused("not_your_turn")
    attempt = table.when(c.FireChasers(), 4)
    attempt.then(
        e.ModificationFlipped(0, "chasers", False),
        e.LocationsRolled(0, (4,), ("cannons",), "chasers"),
        e.HitApplied(1, "cannons", False, 0, "battle"),
        e.ContestRolled(2, (1, 1, 1), (1, 1, 1), ANY),
    )
    assert len(hits(attempt)) == 1
    table.when(c.Flee())
    table.when(c.Flee(), *WON).then(e.BattleEnded(None, "fled"), e.ModificationFlipped(0, "chasers", True))
    assert not ship_of(table.state, 0).flipped
    play_on(table)


@pytest.mark.rule("MM-329", "MM-275")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_hit_of_chasers_is_not_dealt_again_after_a_contest_without_hits(owner: int) -> None:
    table = duel(modifications={owner: ("chasers",)})
    table.when(c.Shoot() if owner == 0 else c.Flee())
    table.when(c.Shoot() if owner == 1 else c.Flee())
    attempt = table.when(c.FireChasers(), 4)
    attempt.then(e.LocationsRolled(owner, (4,), ("cannons",), "chasers"), e.HitsCounted(0, 0), e.CombatRoundStarted(3))
    assert hits(attempt) == [(1 - owner, "cannons")]


@pytest.mark.rule("MM-328")
def test_chasers_may_be_held_and_are_offered_again_to_who_flees_too() -> None:
    table = duel(modifications={0: ("chasers",)})
    table.when(c.Flee())
    table.when(c.Shoot())
    attempt = table.when(c.HoldChasers())
    assert not attempt.count(e.ModificationFlipped)
    attempt.then(e.CombatRoundStarted(3))
    table.when(c.Flee())
    table.when(c.Shoot())
    assert table.top == f.FireChasers(0, 0)


@pytest.mark.rule("MM-328")
def test_without_a_flee_chasers_stay_silent() -> None:
    table = duel(modifications={0: ("chasers",), 1: ("chasers",)})
    table.when(c.Board())
    table.when(c.Shoot()).then(e.ContestRolled(2, (1, 1, 1), (1, 1, 1), ANY))
    table.when(c.Shoot())
    table.when(c.Flee())
    assert table.top == f.FireChasers(0, 0)


@pytest.mark.rule("MM-328", "MM-250")
def test_chasers_fire_at_an_npc_that_flees() -> None:
    table = against("pirate_sloop", ships=("frigate", "sloop"), modifications={0: ("chasers",)})
    table.when(c.Shoot())
    table.when(c.Flee())
    table.when(c.FireChasers(), 1).then(e.HitApplied("pirate_sloop", "cargo", False, 1, "battle"))


@pytest.mark.rule("MM-328")
def test_chasers_are_turned_up_when_their_battle_ends_by_boarding() -> None:
    table = duel(modifications={0: ("chasers",)}, damage={1: ("crew", "crew")})
    table.when(c.Board())
    table.when(c.Flee())
    table.when(c.FireChasers(), hits=(1,), contest=WON).then(
        e.Boarded(0), e.BattleEnded(0, "crew"), e.ModificationFlipped(0, "chasers", True)
    )


# Swivel Guns


@pytest.mark.rule("MM-330")
@pytest.mark.parametrize(("dice", "left"), [((SKULL, SKULL), 1), ((SKULL, 4), 1), ((1, SKULL), 1), ((4, 4), 2)])
def test_swivel_guns_of_the_boarder_roll_two_dice_for_one_crew_hit(dice: tuple[int, int], left: int) -> None:
    table = duel(modifications={0: ("swivel_guns",)})
    table.when(c.Board())
    attempt = table.when(c.Shoot(), *WON, *dice)
    attempt.then(e.Boarded(0), e.CheckRolled(0, "swivel_guns", dice, 1, left == 1, "swivel_guns"))
    assert ship_of(table.state, 1).now.crew == left


@pytest.mark.rule("MM-330")
def test_swivel_guns_of_the_boarded_fire_too() -> None:
    table = duel(modifications={1: ("swivel_guns",)})
    table.when(c.Board())
    table.when(c.Shoot(), contest=WON, swivel_guns=(SKULL, 1)).then(
        e.Boarded(0),
        e.CheckRolled(1, "swivel_guns", (0, 1), 1, True, "swivel_guns"),
        e.HitApplied(0, "crew", False, 1, "battle"),
        e.CrewRoundRolled(1, (1, 1, 1), (1, 1), 0, 0, ANY),
    )


@pytest.mark.rule("MM-331", "MM-309")
@pytest.mark.parametrize("side", [0, 1])
def test_swivel_guns_that_take_the_last_crew_win_the_battle(side: int) -> None:
    table = duel(modifications={side: ("swivel_guns",)}, damage={1 - side: ("crew",)})
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=WON, swivel_guns=(SKULL, 1))
    attempt.then(e.HitApplied(1 - side, "crew", False, 0, "battle"), e.BattleEnded(side, "crew"))
    assert attempt.count(e.CaptainDied) == 1
    assert not attempt.count(e.CrewRoundRolled)
    play_on(table)


@pytest.mark.rule("MM-331", "MM-311")
def test_swivel_guns_of_both_sides_that_take_the_last_crew_leave_no_winner() -> None:
    guns = {0: ("swivel_guns",), 1: ("swivel_guns",)}
    table = duel(modifications=guns, damage={0: ("crew",), 1: ("crew",)})
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=WON, swivel_guns=(SKULL, 1, SKULL, 1))
    attempt.then(
        e.HitApplied(1, "crew", False, 0, "battle"),
        e.HitApplied(0, "crew", False, 0, "battle"),
        e.BattleEnded(None, "draw"),
    )
    assert not attempt.count(e.CaptainDied)
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-308", "MM-331")
def test_swivel_guns_of_a_ship_without_crew_save_it_but_do_not_win() -> None:
    table = duel(modifications={1: ("swivel_guns",)}, damage={0: ("crew",), 1: ("crew", "crew")})
    table.when(c.Board())
    # When crew combat begins neither has Crew left, so neither has beaten the other.
    table.when(c.Shoot(), contest=WON, swivel_guns=(SKULL, 1)).then(
        e.HitApplied(0, "crew", False, 0, "battle"), e.BattleEnded(None, "draw")
    )


@pytest.mark.rule("MM-330", "MM-430", "MM-431")
def test_the_hit_of_swivel_guns_is_answered_like_any_other() -> None:
    table = duel(modifications={0: ("swivel_guns",), 1: ("reinforced_hull",)}, damage={1: ("crew",)})
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=WON, swivel_guns=(SKULL, 1))
    assert not attempt.count(e.BattleEnded)
    assert table.top == f.HitResponse(1, "crew")
    table.when(c.Absorb("reinforced_hull")).then(
        e.HitCancelled(1, "crew", "reinforced_hull"), e.CrewRoundRolled(1, (1, 1, 1), (1, 1), 0, 0, ANY)
    )


# Long Guns


@pytest.mark.rule("MM-332", "MM-263")
def test_long_guns_roll_a_die_for_each_cannon_that_is_left() -> None:
    table = at_havana(1, ships=("galleon", "galleon"), modifications={0: ("long_guns",)}, damage={0: ("cannons",)})
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, long_guns=(SKULL, 4, SKULL), hits=(1, 2))
    attempt.then(
        e.CheckRolled(0, "long_guns", (0, 4, 0), 1, True, "long_guns"),
        e.LocationsRolled(0, (1, 2), ("cargo", "masts"), "long_guns"),
        e.HitApplied(1, "cargo", False, 4, "battle"),
        e.HitApplied(1, "masts", False, 3, "battle"),
        e.CombatRoundStarted(1),
    )
    # They fire once in a battle, and the hits are not counted again in the rounds.
    attempt.then(e.HitsCounted(0, 0), e.CombatRoundStarted(2))
    assert len(hits(attempt)) == 2


@pytest.mark.rule("MM-332")
def test_long_guns_without_success_or_without_cannons_hit_nothing() -> None:
    missed = at_havana(1, modifications={0: ("long_guns",)}).when(c.ScoutCaptain(1), scout=FOUND, long_guns=(4,))
    missed.then(e.CheckRolled(0, "long_guns", (4,), 1, False, "long_guns"))
    assert not missed.count(e.LocationsRolled)
    silent = at_havana(1, modifications={0: ("long_guns",)}, damage={0: ("cannons",)})
    attempt = silent.when(c.ScoutCaptain(1), scout=FOUND, contest=(SKULL,))
    assert attempt.count(e.CheckRolled) == 1, "only the Scouting roll"
    assert not hits(attempt)


@pytest.mark.rule("MM-332", "MM-294", "MM-291")
def test_hits_of_long_guns_fall_like_others() -> None:
    table = at_havana(1, ships=("frigate", "sloop"), modifications={0: ("long_guns",)}, damage={1: ("cargo", "cargo")})
    table.when(c.ScoutCaptain(1), scout=FOUND, long_guns=(SKULL, SKULL, 1), hits=(SKULL, 1))
    assert table.top == f.AssignX(1, 1)
    attempt = table.when(c.AssignX("crew"))
    attempt.then(e.HitApplied(1, "hull", True, 1, "battle"), e.HitApplied(1, "crew", False, 1, "battle"))
    # The X of the Long Guns does not come back with the hits of the first round.
    assert table.top == f.Declare(0, 0)
