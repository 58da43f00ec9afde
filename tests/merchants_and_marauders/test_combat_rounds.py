"""Chapter 13: the order of things in a combat round, its windows, and battles that nobody can win."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .fights import FOUND, against, at_havana, duel, hits, play_on, story
from .scenario import SKULL, Attempt, Table


def watched(**position: object) -> Table:
    """Both captains hold a card and pass every window, so that each pass is told."""
    table = at_havana(1, windows="uniform", glory={0: ("g01:1",), 1: ("g01:2",)}, **position)
    return table.passing(0, 1)


def from_battle(attempt: Attempt) -> list[str]:
    told = story(attempt)
    return told[told.index("battle_started") :]


ROUND = [
    "combat_round_started",
    "action_declared",
    "action_declared",
    "combat_before_contest",
    "combat_before_contest",
    "contest_rolled",
    "combat_after_contest",
    "combat_after_contest",
    "contest_decided",
    "hits_counted",
]


@pytest.mark.rule("MM-264", "MM-265", "MM-263", "MM-K20", "MM-K19", "MM-419")
def test_a_round_of_shooting_runs_in_its_order_after_the_long_guns() -> None:
    table = watched(modifications={0: ("long_guns",)})
    attempt = table.when(c.ScoutCaptain(1), *FOUND, SKULL, 3, SKULL, SKULL, 1, SKULL, 1, 1, 1, 2)
    assert from_battle(attempt) == [
        "battle_started",
        "combat_before_first_round",
        "combat_before_first_round",
        "check_rolled",
        "locations_rolled",
        "hit_received",
        "hit_applied",
        *ROUND,
        "locations_rolled",
        "locations_rolled",
        "combat_after_location",
        "combat_after_location",
        "hit_received",
        "hit_applied",
        "hit_received",
        "hit_applied",
        "combat_round_started",
    ]
    attempt.then(e.ActionDeclared(0, 1, "shoot"), e.ActionDeclared(1, 1, "shoot"))
    assert hits(attempt) == [(1, "crew"), (1, "cargo"), (0, "masts")]
    asked = [event.seat for event in attempt.events if isinstance(event, e.ReactionPassed)]
    assert asked[-8:] == [0, 1, 0, 1, 0, 1, 1, 0], "the aggressor first, except where hits are received"


@pytest.mark.rule("MM-265", "MM-K20", "MM-330", "MM-278")
def test_crew_combat_runs_in_its_order_after_the_swivel_guns() -> None:
    table = watched(modifications={0: ("swivel_guns",)})
    table.when(c.ScoutCaptain(1), *FOUND)
    table.when(c.Board())
    calm, victory = (1, 1, 1, 1, 1), (SKULL, SKULL, 1, 1, 1)
    attempt = table.when(c.Shoot(), SKULL, 1, 1, 1, 1, 1, 1, 1, *calm, *victory)
    assert story(attempt) == [
        *ROUND[2:],
        "combat_after_location",
        "combat_after_location",
        "boarded",
        "crew_before_first_round",
        "crew_before_first_round",
        "check_rolled",
        "crew_before_roll",
        "crew_before_roll",
        "crew_round_rolled",
        "crew_after_round",
        "crew_after_round",
        "crew_before_roll",
        "crew_before_roll",
        "crew_round_rolled",
        "hit_received",
        "hit_applied",
        "hit_applied",
        "location_destroyed",
        "battle_ended",
        "captain_died",
        "glory_gained",
        "glory_drawn",
    ]


@pytest.mark.rule("MM-264", "MM-416", "MM-329")
def test_chasers_fire_after_both_declarations_and_before_the_window_of_the_contest() -> None:
    table = at_havana(1, modifications={0: ("chasers",), 1: ("chasers",)}, glory={0: ("g18:1",)})
    table.when(c.ScoutCaptain(1), *FOUND)
    table.when(c.Pass())
    table.when(c.Shoot())
    table.when(c.Flee())
    assert table.top == f.FireChasers(0, 0)
    table.when(c.FireChasers(), SKULL)
    assert table.top == f.FireChasers(1, 1)
    table.when(c.FireChasers(), 2)
    assert table.top == f.AssignX(1, 1)
    attempt = table.when(c.AssignX("masts"))
    assert hits(attempt) == [(1, "masts"), (0, "masts")]
    assert table.top == f.React(0, "combat_before_contest")
    attempt = table.when(c.Pass())
    assert attempt.count(e.ContestRolled) == 1
    assert not hits(attempt), "they are not dealt again with the hits of the round"


@pytest.mark.rule("MM-264", "MM-251")
def test_everything_between_the_contest_and_the_hits_is_asked_in_its_order() -> None:
    table = at_havana(
        at_sea={0: "basse_terre"},
        npcs={"french": ("npc_fr_1", "basse_terre")},
        ships=("frigate", "sloop"),
        specialists=("g38:1",),
        weapons=("chain_shot",),
        # Foul the Rudder, Double-shotted Guns, Lucky Shot and Braced Timbers.
        glory={0: ("g18:1", "g12:1", "g11:1", "g22:1")},
    )
    table.when(c.ScoutNpc("french"), *FOUND)
    assert table.top == f.React(0, "combat_before_contest")
    table.when(c.Pass(), SKULL, SKULL, 1, SKULL, 1, 1)
    assert table.top == f.Reroll(1, 1, "zone", "contest", whole=True, marked=(0, 1, 2))
    table.when(c.KeepDice())
    assert table.top == f.React(0, "combat_after_contest")
    table.when(c.Pass(), SKULL, 1, 1, SKULL)
    assert table.top == f.Reroll(0, 0, "gunner_captain", "location", most=1)
    table.when(c.KeepDice())
    assert table.top == f.Volley(0, 0)
    table.when(c.FinishVolley())
    assert table.top == f.React(0, "combat_after_location")
    table.when(c.Pass())
    assert table.top == f.AssignX(1, 1)
    table.when(c.AssignX("crew"))
    assert table.top == f.AssignX(0, 0)
    attempt = table.when(c.AssignX("hull"))
    assert hits(attempt) == [("french", "cargo"), ("french", "cargo"), ("french", "crew")]
    assert table.top == f.React(0, "hit_received")
    assert hits(table.when(c.Pass())) == [(0, "hull")]


@pytest.mark.rule("MM-419", "MM-K19")
def test_the_defender_gives_his_x_and_answers_his_hits_first() -> None:
    table = at_havana(1, glory={0: ("g22:1",), 1: ("g22:2",)})
    table.when(c.ScoutCaptain(1), scout=FOUND, contest=(SKULL, SKULL, 1, SKULL, 1, 1), hits=(SKULL, SKULL))
    assert table.top == f.AssignX(1, 1)
    assert not hits(table.when(c.AssignX("hull")))
    assert table.top == f.AssignX(0, 0)
    assert not hits(table.when(c.AssignX("hull")))
    assert table.top == f.React(1, "hit_received")
    assert hits(table.when(c.Pass())) == [(1, "hull")]
    assert table.top == f.React(0, "hit_received")
    assert hits(table.when(c.Pass())) == [(0, "hull")]


@pytest.mark.rule("MM-K20")
def test_each_window_of_a_round_opens_once_in_that_round() -> None:
    table = watched()
    first = story(table.when(c.ScoutCaptain(1), *FOUND))
    table.when(c.Shoot())
    second = story(table.when(c.Shoot(), contest=(SKULL, SKULL, 1, SKULL, 1, 1), hits=(1, 1)))
    assert first.count("combat_before_first_round") == 2, "once for each of the two captains"
    assert second.count("combat_before_first_round") == 0
    for timing in ("combat_before_contest", "combat_after_contest", "combat_after_location"):
        assert second.count(timing) == 2
    assert second.count("hit_received") == 2


@pytest.mark.rule("MM-265", "MM-394")
def test_a_card_before_the_first_round_comes_before_the_long_guns() -> None:
    table = at_havana(1, glory={1: ("g17:1",)}, modifications={0: ("long_guns",)})
    assert not table.when(c.ScoutCaptain(1), *FOUND).count(e.CheckRolled) - 1, "only the Scouting roll"
    assert table.top == f.React(1, "combat_before_first_round")
    table.when(c.Announce("g17:1"))
    attempt = table.when(c.PlayAnnounced())
    attempt.then(e.BattleEnded(None, "card"))
    assert not attempt.count(e.CheckRolled)
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-265")
def test_a_card_before_crew_combat_comes_before_the_swivel_guns() -> None:
    table = duel(glory={0: ("g20:1",)}, modifications={0: ("swivel_guns",)})
    table.when(c.Board())
    assert not table.when(c.Shoot(), SKULL).count(e.CheckRolled)
    assert table.top == f.React(0, "crew_before_first_round")
    table.when(c.Announce("g20:1"))
    table.when(c.PlayAnnounced(), SKULL, 1).then(
        e.HitApplied(1, "crew", False, 1, "battle"),
        e.CheckRolled(0, "swivel_guns", (0, 1), 1, True, "swivel_guns"),
        e.HitApplied(1, "crew", False, 0, "battle"),
        e.BattleEnded(0, "crew"),
    )


@pytest.mark.rule("MM-418")
@pytest.mark.parametrize("side", [0, 1])
def test_a_ship_sunk_by_long_guns_ends_the_battle_before_the_first_round(side: int) -> None:
    table = at_havana(1, modifications={side: ("long_guns",)}, damage={1 - side: ("hull",)})
    table.when(c.ScoutCaptain(1), scout=FOUND, long_guns=(SKULL,), hits=(SKULL,))
    assert table.top == f.AssignX(1 - side, 1 - side)
    attempt = table.when(c.AssignX("hull"))
    attempt.then(e.BattleEnded(side, "sunk"), e.GloryGained(side, "battle", 1))
    assert not attempt.count(e.CombatRoundStarted)
    assert not attempt.count(e.ContestRolled)
    play_on(table)


@pytest.mark.rule("MM-263", "MM-418", "MM-283")
def test_long_guns_of_both_sides_fire_together_and_may_sink_both() -> None:
    guns = {0: ("long_guns",), 1: ("long_guns",)}
    table = at_havana(1, modifications=guns)
    # Seat 0 destroys the one Cannon of seat 1, which has fired all the same.
    table.when(c.ScoutCaptain(1), *FOUND, SKULL, 4, SKULL, 4).then(
        e.LocationsRolled(0, (4,), ("cannons",), "long_guns"),
        e.LocationsRolled(1, (4,), ("cannons",), "long_guns"),
        e.HitApplied(1, "cannons", False, 0, "battle"),
        e.HitApplied(0, "cannons", False, 0, "battle"),
    )
    sunk = at_havana(1, modifications=guns, damage={0: ("hull",), 1: ("hull",)})
    sunk.when(c.ScoutCaptain(1), *FOUND, SKULL, SKULL, SKULL, SKULL)
    sunk.when(c.AssignX("hull"))
    sunk.when(c.AssignX("hull")).then(
        e.BattleEnded(None, "sunk"), e.CaptainDied(0, "francis_wright"), e.CaptainDied(1, "odette_lancelin")
    )
    # Each lays out his Long Guns before anything goes on; to the second only one port is left.
    assert sunk.top == f.PlaceModification(0)
    laid_out = sunk.when(sunk.legal()[0])
    assert [event.seat for event in laid_out.events if isinstance(event, e.ModificationReturned)] == [0, 1]
    play_on(sunk)


@pytest.mark.rule("MM-418", "MM-416")
def test_a_ship_sunk_by_chasers_ends_the_battle_before_the_contest() -> None:
    table = duel(modifications={1: ("chasers",)}, damage={0: ("hull",)})
    table.when(c.Flee())
    table.when(c.Shoot())
    table.when(c.FireChasers(), SKULL)
    attempt = table.when(c.AssignX("hull"))
    attempt.then(e.BattleEnded(1, "sunk"), e.CaptainDied(0, "francis_wright"))
    assert not attempt.count(e.ContestRolled)
    play_on(table)


@pytest.mark.rule("MM-416", "MM-271")
def test_a_flee_stands_though_chasers_destroy_the_masts_and_is_rolled_with_one_die() -> None:
    table = duel(modifications={1: ("chasers",)}, damage={0: ("masts",)})
    table.when(c.Flee())
    table.when(c.Shoot())
    attempt = table.when(c.FireChasers(), hits=(2,), contest=(SKULL, 1, 1, 1))
    attempt.then(
        e.HitApplied(0, "masts", False, 0, "battle"),
        e.ContestRolled(2, (0,), (1, 1, 1), ANY),
        e.ContestDecided(0, "successes"),
        e.BattleEnded(None, "fled"),
    )


@pytest.mark.rule("MM-416", "MM-417")
def test_a_boarder_whose_crew_the_chasers_took_wins_without_boarding() -> None:
    table = duel(modifications={1: ("chasers",)}, damage={0: ("crew",)})
    table.when(c.Board())
    table.when(c.Flee())
    attempt = table.when(c.FireChasers(), hits=(3,), contest=(SKULL, 1, 1, 1, 1, 1))
    attempt.then(e.HitApplied(0, "crew", False, 0, "battle"), e.ContestDecided(0, "successes"), e.CombatRoundStarted(3))
    assert not attempt.count(e.Boarded)
    assert table.top == f.Declare(0, 0)


HELPLESS = ("cannons", "masts", "masts", "crew", "crew")
"""All that a Sloop can lose but Hull and Cargo."""


@pytest.mark.rule("MM-286")
def test_a_battle_in_which_neither_side_can_do_anything_is_over() -> None:
    attempt = at_havana(1, damage={0: HELPLESS, 1: HELPLESS}).when(c.ScoutCaptain(1), *FOUND)
    attempt.then(e.BattleStarted(0, 1, None), e.BattleEnded(None, "draw"))
    assert not attempt.count(e.CombatRoundStarted)
    assert not attempt.count(e.GloryGained)


@pytest.mark.rule("MM-286")
@pytest.mark.parametrize("left", [("masts",), ("cannons",)])
def test_it_goes_on_while_one_side_can_shoot_or_flee(left: tuple[str, ...]) -> None:
    lost = tuple(place for place in HELPLESS if place not in left)
    for damage in ({0: HELPLESS, 1: lost}, {0: lost, 1: HELPLESS}):
        table = at_havana(1, damage=damage)
        assert table.when(c.ScoutCaptain(1), *FOUND).count(e.CombatRoundStarted)


@pytest.mark.rule("MM-286", "MM-250")
def test_an_npc_that_may_not_flee_cannot_keep_a_battle_going() -> None:
    npc = ("cannons", "crew", "crew")
    attempt = at_havana(npc="pirate_sloop", damage={0: HELPLESS, "pirate_sloop": npc}).when(
        c.ScoutNpc("pirate_sloop"), *FOUND
    )
    attempt.then(e.BattleEnded(None, "draw"))
    assert not attempt.count(e.CombatRoundStarted)
    # With Crew left on the other side it has fewer and may flee.
    manned = against("pirate_sloop", damage={0: ("cannons", "masts", "masts"), "pirate_sloop": npc})
    assert manned.top == f.Declare(1, 1)


@pytest.mark.rule("MM-286")
def test_it_ends_at_the_start_of_the_round_after_the_last_means_are_lost() -> None:
    lost = ("masts", "masts", "crew", "crew")
    table = at_havana(1, damage={0: HELPLESS, 1: (*lost,)}, modifications={0: ("long_guns",)})
    attempt = table.when(c.ScoutCaptain(1), *FOUND)
    assert attempt.count(e.BattleEnded), "both can only shoot, so the battle plays itself"
    assert attempt.count(e.CombatRoundStarted) == 50
    ended = at_havana(1, damage={0: lost, 1: lost}).when(c.ScoutCaptain(1), scout=FOUND, contest=(SKULL, SKULL), hits=(4, 4))
    ended.then(e.HitApplied(1, "cannons", False, 0, "battle"), e.HitApplied(0, "cannons", False, 0, "battle"))


@pytest.mark.rule("MM-287")
def test_three_quiet_rounds_running_without_cannons_end_the_battle() -> None:
    # In the first round both still have their Cannon, so it is not one of them.
    table = duel(SKULL, SKULL, 1, SKULL, 1, 1, 4, 4)
    for _ in range(2):
        table.when(c.Shoot())
        assert not table.when(c.Shoot()).count(e.BattleEnded)
    table.when(c.Shoot())
    attempt = table.when(c.Shoot())
    attempt.then(e.ContestDecided(None, "none"), e.BattleEnded(None, "draw"))
    assert not attempt.count(e.CombatRoundStarted)
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-287")
@pytest.mark.parametrize("busy", [(c.Flee(), c.Shoot()), (c.Shoot(), c.Board())])
def test_a_board_or_flee_between_them_starts_the_count_again(busy: tuple[c.Command, c.Command]) -> None:
    table = duel(damage={0: ("cannons",), 1: ("cannons",)})
    quiet = (c.Shoot(), c.Shoot())
    # Round 1 was quiet; so is round 2, but not round 3.
    for one, two in (quiet, busy, quiet, quiet):
        table.when(one)
        assert not table.when(two).count(e.BattleEnded)
    table.when(c.Shoot())
    assert table.when(c.Shoot()).count(e.BattleEnded)


@pytest.mark.rule("MM-287")
def test_rounds_are_not_quiet_while_one_side_has_a_cannon() -> None:
    table = duel(damage={0: ("cannons",)})
    for _ in range(6):
        table.when(c.Shoot())
        assert not table.when(c.Shoot()).count(e.BattleEnded)


@pytest.mark.rule("MM-420", "MM-I25")
def test_naval_combat_ends_after_fifty_rounds() -> None:
    table = duel()
    for number in range(3, 51):
        table.when(c.Shoot())
        table.when(c.Shoot()).then(e.CombatRoundStarted(number))
    table.when(c.Shoot())
    attempt = table.when(c.Shoot())
    attempt.then(e.ContestDecided(None, "none"), e.BattleEnded(None, "draw"))
    assert not attempt.count(e.CombatRoundStarted)
    assert table.top == f.TakeAction(0)
    play_on(table)
