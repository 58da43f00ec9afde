"""Chapters 11.5 and 13: declarations (D-18), and who declares for an NPC ship."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.game import Hidden, Secret
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.view import view

from .fights import FOUND, against, at_havana, duel, play_on
from .scenario import SKULL


@pytest.mark.rule("MM-262", "MM-266")
def test_the_scouting_captain_is_the_aggressor_and_declares_first() -> None:
    table = duel()
    fight = table.state.stack[-2]
    assert isinstance(fight, f.Battle)
    assert (fight.aggressor.who, fight.defender.who) == (0, 1)
    assert table.top == f.Declare(0, 0)
    table.when(c.Board()).then(e.ActionDeclared(0, 2, "board"))
    assert table.top == f.Declare(1, 1)
    fight = table.state.stack[-2]
    assert isinstance(fight, f.Battle)
    assert fight.aggressor.declared == "board", "the defender knows it"


@pytest.mark.rule("MM-262", "MM-247", "MM-266")
def test_an_npc_that_found_a_captain_declares_first() -> None:
    table = at_havana(npc="pirate_sloop", at_sea={0: "nassau"})
    table.when(c.Sail("havana"), *FOUND).then(e.BattleStarted("pirate_sloop", 0, 1))
    assert table.top == f.Declare(1, 0)
    table.when(c.Shoot())
    assert table.top == f.Declare(0, 1)


@pytest.mark.rule("MM-267")
def test_in_the_first_round_there_is_nothing_to_declare_but_shoot() -> None:
    attempt = at_havana(1).when(c.ScoutCaptain(1), *FOUND)
    attempt.then(
        e.CombatRoundStarted(1), e.ActionDeclared(0, 1, "shoot"), e.ActionDeclared(1, 1, "shoot"), e.CombatRoundStarted(2)
    )
    table = at_havana(1).after(e.BattleStarted(0, 1, None), e.CombatRoundStarted(1), e.FrameOpened(f.Declare(0, 0)))
    assert table.legal() == [c.Shoot()]
    table.when(c.Board()).refused("first_round_shoot_only")
    table.when(c.Flee()).refused("first_round_shoot_only")


@pytest.mark.rule("MM-268")
def test_without_masts_a_ship_only_shoots_and_without_crew_it_does_not_board() -> None:
    no_masts = duel(damage={0: ("masts", "masts"), 1: ("masts", "masts", "crew", "crew")})
    # Both can only shoot, so nobody is asked and the battle goes on to its end.
    assert isinstance(no_masts.top, f.TakeAction)
    crippled = at_havana(1, damage={0: ("masts", "masts", "crew", "crew")})
    crippled.after(e.BattleStarted(0, 1, None), e.CombatRoundStarted(1), e.CombatRoundStarted(2))
    crippled.after(e.FrameOpened(f.Declare(0, 0)))
    assert crippled.legal() == [c.Shoot()]
    crippled.when(c.Flee()).refused("masts_destroyed")
    crippled.when(c.Board()).refused("crew_destroyed")
    sound = duel(damage={0: ("crew", "crew")})
    assert sound.legal() == [c.Shoot(), c.Flee()]
    sound.when(c.Board()).refused("crew_destroyed")


@pytest.mark.rule("MM-268")
def test_refusals_of_declarations_come_in_the_order_of_their_table() -> None:
    table = at_havana(1, npc="pirate_sloop", damage={0: ("masts", "masts"), "pirate_sloop": ("masts", "masts")})
    first = (e.BattleStarted("pirate_sloop", 0, 1), e.CombatRoundStarted(1), e.FrameOpened(f.Declare(1, 0)))
    table.after(*first)
    table.when(c.Flee()).refused("first_round_shoot_only")
    table.when(c.Board()).refused("first_round_shoot_only")
    table.after(e.FrameClosed("reroll", 1), e.CombatRoundStarted(2), e.FrameOpened(f.Declare(1, 0)))
    # The Sloops are equal, so it could not flee with its Masts either.
    table.when(c.Flee()).refused("masts_destroyed")
    table.when(c.Board()).refused("masts_destroyed")


@pytest.mark.rule("MM-250")
@pytest.mark.parametrize(
    ("damage", "may"),
    [({}, False), ({"pirate_sloop": ("crew",)}, True), ({"pirate_sloop": ("cannons",)}, True), ({0: ("crew",)}, False)],
)
def test_an_npc_flees_only_with_fewer_cannons_or_fewer_crew(damage: dict[int | str, tuple[str, ...]], may: bool) -> None:
    table = against("pirate_sloop", damage=damage)
    table.when(c.Shoot())
    assert table.top == f.Declare(1, 1)
    assert (c.Flee() in table.legal()) is may
    if not may:
        table.when(c.Flee()).refused("npc_may_not_flee")


@pytest.mark.rule("MM-250")
def test_a_captain_flees_however_strong_he_is() -> None:
    table = against("pirate_sloop", ships=("galleon", "sloop"))
    assert c.Flee() in table.legal()


@pytest.mark.rule("MM-248", "MM-K05")
def test_the_next_seat_clockwise_plays_the_npc() -> None:
    table = at_havana(2, npc="pirate_sloop", seats=3, at_sea={2: "havana"})
    table.when(c.EndTurn())
    table.when(c.EndTurn(), *FOUND).then(e.BattleStarted("pirate_sloop", 2, 0))
    assert table.top == f.Declare(0, 0)
    table.when(c.Shoot(), seat=1).refused("not_your_turn")
    table.when(c.Shoot(), seat=2).refused("not_your_turn")
    table.when(c.Shoot())
    assert table.top == f.Declare(2, 1)


@pytest.mark.rule("MM-249", "MM-248")
def test_with_two_players_the_other_plays_every_npc() -> None:
    assert against("dutch").state.stack[-1] == f.Declare(0, 0)
    table = at_havana(1, npc="pirate_sloop", at_sea={1: "havana"})
    table.when(c.EndTurn(), *FOUND).then(e.BattleStarted("pirate_sloop", 1, 0))
    assert table.top == f.Declare(0, 0)


@pytest.mark.rule("MM-248", "MM-K07", "MM-251")
def test_a_seat_without_a_captain_plays_an_npc_all_the_same() -> None:
    table = against("pirate_sloop", seats=3, dead=(1,), ships=("frigate", "sloop", "sloop"))
    # Round 2: the seat declares for the NPC; 3 hits of which one is an X, which it gives to a location.
    table.when(c.Shoot())
    assert table.top == f.Declare(1, 1)
    table.when(c.Shoot(), contest=(SKULL, 1, 1, 1, 1, 1), hits=(SKULL, 1, 1))
    assert table.top == f.AssignX(1, 1)
    table.when(c.AssignX("crew")).then(e.XAssigned("pirate_sloop", "crew"))
    table.when(c.Flee())
    table.when(c.Shoot(), SKULL).then(e.BattleEnded(None, "fled"))
    play_on(table)


@pytest.mark.rule("MM-251")
def test_the_controller_chooses_for_the_npc_as_a_captain_would() -> None:
    table = against("pirate_sloop", ships=("frigate", "sloop"))
    table.when(c.Shoot())
    assert table.legal() == [c.Shoot(), c.Board(), c.Flee()]
    # The NPC boards a ship that has more Crew.
    attempt = table.when(c.Board(), contest=(1, 1, 1, SKULL, 1, 1), crew=(1, 1, 1, SKULL, SKULL))
    attempt.then(
        e.ContestDecided("pirate_sloop", "successes"),
        e.Boarded("pirate_sloop"),
        e.CrewRoundRolled(1, (1, 1, 1), (0, 0), 0, 2, ANY),
    )


@pytest.mark.rule("MM-252", "MM-394", "MM-253", "MM-K05")
def test_an_npc_has_nothing_but_its_ship_and_its_controller_plays_no_card_for_it() -> None:
    table = at_havana(
        npc="pirate_sloop",
        ships=("flute", "sloop"),
        # Foul the Rudder and Sharp Tack would serve the NPC; the weapons and the Gunner Captain too.
        glory={1: ("g18:1", "g14:1")},
        weapons={1: ("chain_shot", "grapeshot", "grappling_hooks")},
        specialists={1: ("g38:1",)},
        modifications={1: ("chasers", "reinforced_hull")},
    )
    attempt = table.when(c.ScoutNpc("pirate_sloop"), scout=FOUND, contest=(1, 1, 1, SKULL, 1, 1, 1))
    attempt.then(e.LocationsRolled("pirate_sloop", (1,), ("cargo",), "guns"), e.HitApplied(0, "cargo", False, 3, "battle"))
    table.when(c.Flee(), SKULL)
    assert table.top == f.Declare(1, 1)
    table.when(c.Board(), 1, 1, 1, SKULL, 1, 1)
    assert isinstance(table.top, f.TakeAction)


@pytest.mark.rule("MM-K06")
def test_who_decides_for_an_npc_sees_no_more_of_the_captain_than_before() -> None:
    position: dict[str, Any] = {"cargo": ("cocoa_1",), "glory": {0: ("g01:1",), 1: ("g02:1",)}, "gold": 7, "rumor": "r01"}
    before = view(at_havana(npc="pirate_sloop", **position).state, 1)
    table = against("pirate_sloop", **position)
    table.when(c.Shoot())
    assert table.top == f.Declare(1, 1)
    seen = view(table.state, 1)
    assert seen.seats == before.seats
    assert (seen.seats[0].gold, seen.seats[0].cargo, seen.seats[0].glory, seen.seats[0].rumors) == (
        Secret(),
        Hidden(1),
        Hidden(1),
        Hidden(1),
    )
    assert seen.seats[1].glory == ("g02:1",), "his own he sees"
    assert table.legal(1)


@pytest.mark.rule("MM-141")
def test_off_basse_terre_a_french_naval_ship_may_reroll_all_its_dice_once_a_round() -> None:
    table = at_havana(npc="french", at_sea={0: "basse_terre"}, npcs={"french": ("npc_fr_1", "basse_terre")})
    table.when(c.ScoutNpc("french"), *FOUND)
    assert table.top == f.Reroll(1, 1, "zone", "contest", whole=True, marked=(0, 1, 2))
    assert set(table.legal()) == {c.RerollMarked(), c.KeepDice()}
    attempt = table.when(c.RerollMarked(), SKULL, 2, 3)
    attempt.then(e.ContestRerolled("french", "zone", (0, 2, 3)), e.ContestDecided("french", "successes"))
    table.when(c.Shoot())
    table.when(c.Shoot(), 1, 1, 1, SKULL, SKULL, SKULL)
    assert isinstance(table.top, f.Reroll), "again in the next round"
    table.when(c.KeepDice()).then(e.ContestDecided("french", "successes"))


@pytest.mark.rule("MM-141")
def test_other_ships_there_and_french_ships_elsewhere_do_not_reroll() -> None:
    dutch = at_havana(npc="dutch", at_sea={0: "basse_terre"}, npcs={"dutch": ("npc_nl_1", "basse_terre")})
    dutch.when(c.ScoutNpc("dutch"), *FOUND).then(e.ContestDecided(None, "none"))
    assert against("french").top == f.Declare(0, 0)
    captain = at_havana(1, captains=("odette_lancelin", "francis_wright"), at_sea=dict.fromkeys((0, 1), "basse_terre"))
    captain.when(c.ScoutCaptain(1), SKULL).then(e.ContestDecided(None, "none"))
