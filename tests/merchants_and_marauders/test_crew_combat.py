"""Chapter 15: crew combat between ships, and against the guards and derelicts of cards."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .fights import FOUND, against, at_havana, duel, hits, play_on
from .scenario import SKULL, Attempt, Table, given

WON = (SKULL, 1, 1, 1, 1, 1)
"""The contest with which seat 0 boards."""
FLUTES = ("flute", "flute")
"""With one Crew each."""


def boarded(*dice: int, **position: Any) -> tuple[Table, Attempt]:
    """Seat 0, with Leadership 3, boards the ship of seat 1, with Leadership 2; `dice` are those of crew combat."""
    table = duel(**position)
    table.when(c.Board())
    return table, table.when(c.Shoot(), *WON, *dice)


@pytest.mark.rule("MM-304", "MM-305", "MM-306")
def test_both_sides_roll_leadership_round_by_round_and_deal_a_hit_for_each_success() -> None:
    table, attempt = boarded(1, 1, 1, 1, 1, SKULL, 1, 1, SKULL, 1, SKULL, 1, 1, 1, 1)
    attempt.then(
        e.Boarded(0),
        e.CrewRoundRolled(1, (1, 1, 1), (1, 1), 0, 0, ANY),
        e.CrewRoundRolled(2, (0, 1, 1), (0, 1), 1, 1, ANY),
        e.HitApplied(1, "crew", False, 1, "battle"),
        e.HitApplied(0, "crew", False, 1, "battle"),
        e.CrewRoundRolled(3, (0, 1, 1), (1, 1), 1, 0, ANY),
        e.HitApplied(1, "crew", False, 0, "battle"),
        e.BattleEnded(0, "crew"),
    )
    assert not [event for event in attempt.events if isinstance(event, e.FrameOpened) and isinstance(event.frame, f.Declare)]
    assert table.top == f.ClaimShip(0, 1)


@pytest.mark.rule("MM-306", "MM-307")
def test_nobody_deals_more_hits_than_he_has_crew_and_none_reaches_the_hull() -> None:
    table, attempt = boarded(SKULL, SKULL, SKULL, SKULL, SKULL, damage={1: ("crew",)})
    # Three successes with two Crew, two successes with one.
    attempt.then(e.CrewRoundRolled(1, (0, 0, 0), (0, 0), 2, 1, ANY))
    assert hits(attempt) == [(1, "crew"), (0, "crew")]
    assert (table.hull(0), table.hull(1)) == (2, 2)


@pytest.mark.rule("MM-308")
def test_a_side_without_crew_has_lost_when_it_is_boarded() -> None:
    table, attempt = boarded(damage={1: ("crew", "crew")})
    attempt.then(e.Boarded(0), e.BattleEnded(0, "crew"), e.CaptainDied(1, "odette_lancelin"))
    assert not attempt.count(e.CrewRoundRolled)
    assert table.top == f.ClaimShip(0, 1)


@pytest.mark.rule("MM-309", "MM-313")
def test_who_loses_his_last_crew_is_dead_and_his_turn_is_over() -> None:
    table, attempt = boarded(1, 1, 1, SKULL, SKULL)
    attempt.then(
        e.HitApplied(0, "crew", False, 0, "battle"),
        e.BattleEnded(1, "crew"),
        e.CaptainDied(0, "francis_wright"),
        e.GloryGained(1, "battle", 1),
    )
    # His attack made him a pirate, so his conqueror is offered a reward first.
    table.when(c.DeclineReward())
    table.when(c.KeepOwnShip())
    table.when(c.FinishPlunder()).then(e.BelongingsLost(0), e.CaptainTurnEnded(0))
    assert table.top == f.TakeAction(1)
    play_on(table)


@pytest.mark.rule("MM-309", "MM-347")
def test_a_captain_boarded_by_an_npc_in_his_own_turn_dies_and_the_npc_is_repaired() -> None:
    table = at_havana(npc="pirate_sloop", at_sea={0: "nassau"})
    table.when(c.Sail("havana"), found_by=FOUND, contest=(SKULL, 1, 1, SKULL, SKULL, 1), hits=(1, 4))
    table.when(c.Board())
    attempt = table.when(c.Shoot(), contest=WON, crew=(SKULL, SKULL, SKULL, 1, 1))
    attempt.then(
        e.Boarded("pirate_sloop"),
        e.CrewRoundRolled(1, (0, 0), (0, 1, 1), 2, 1, ANY),
        e.BattleEnded("pirate_sloop", "crew"),
        e.NpcShipChanged("pirate_sloop", "sloop"),
        e.CaptainDied(0, "francis_wright"),
        e.BelongingsLost(0),
        e.CaptainTurnEnded(0),
    )
    assert table.state.npcs["pirate_sloop"].now.cannons == 1
    play_on(table)


# Both lose their last Crew


@pytest.mark.rule("MM-310", "MM-311")
@pytest.mark.parametrize(
    ("own", "other", "winner"),
    [
        ((SKULL, SKULL, 1), (SKULL, 4), 0),
        ((SKULL, 4, 4), (SKULL, SKULL), 1),
        ((SKULL, 2, 1), (SKULL, 2), 0),
        ((SKULL, 1, 1), (SKULL, 4), 1),
    ],
)
def test_if_both_lose_their_last_crew_more_successes_then_the_sum_decide(
    own: tuple[int, ...], other: tuple[int, ...], winner: int
) -> None:
    table, attempt = boarded(*own, *other, ships=FLUTES)
    attempt.then(e.CrewRoundRolled(1, own, other, 1, 1, ANY), e.BattleEnded(winner, "crew"))
    dead = table.seat(1 - winner)
    assert dead.captain is None
    alive = table.seat(winner)
    assert alive.captain is not None
    assert alive.ship is not None
    assert alive.ship.now.crew == 0
    play_on(table)


@pytest.mark.rule("MM-310", "MM-311")
def test_if_the_sums_are_equal_too_both_live_on_without_crew() -> None:
    table, attempt = boarded(SKULL, 2, 1, SKULL, 3, ships=FLUTES)
    attempt.then(e.BattleEnded(None, "draw"))
    assert not attempt.count(e.CaptainDied)
    assert not attempt.count(e.GloryGained)
    for seat in (0, 1):
        ship = table.seat(seat).ship
        assert table.seat(seat).captain is not None
        assert ship is not None
        assert ship.now.crew == 0
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-421", "MM-I25")
def test_crew_combat_ends_after_fifty_rounds_and_all_keep_their_crew() -> None:
    table, attempt = boarded(SKULL, 1, 1, SKULL, 1)
    assert attempt.count(e.CrewRoundRolled) == 50
    attempt.then(e.HitApplied(1, "crew", False, 1, "battle"), e.BattleEnded(None, "draw"))
    for seat in (0, 1):
        ship = table.seat(seat).ship
        assert ship is not None
        assert ship.now.crew == 1
    assert table.top == f.TakeAction(0)
    play_on(table)


# Responses to hits


@pytest.mark.rule("MM-430", "MM-431", "MM-324")
def test_the_hits_of_a_round_are_one_volley_that_surgeon_hull_and_abilities_answer() -> None:
    table, _ = boarded(
        *(SKULL, SKULL, SKULL, 1, 1),
        captains=("francis_wright", "felipe_de_los_reyes"),
        ships=("frigate", "frigate"),
        specialists={1: ("g42:1",)},
        modifications={1: ("reinforced_hull",)},
        glory={1: ("g22:1",)},
    )
    assert table.top == f.HitResponse(1, "crew")
    assert set(table.legal()) >= {c.Absorb("surgeon"), c.Absorb("reinforced_hull"), c.AcceptHit()}
    table.when(c.Absorb("surgeon")).then(e.HitCancelled(1, "crew", "surgeon"))
    table.when(c.MoveHit("cargo")).then(e.HitMoved(1, "crew", "cargo", "move_hit"))
    table.when(c.AcceptHit()).then(e.HitApplied(1, "cargo", False, 2, "battle"))
    table.when(c.Absorb("reinforced_hull")).then(e.HitCancelled(1, "crew", "reinforced_hull"))
    ship = table.seat(1).ship
    assert ship is not None
    assert ship.now.crew == 3


@pytest.mark.rule("MM-431")
def test_who_lost_the_last_crew_is_judged_after_all_responses() -> None:
    table, attempt = boarded(SKULL, 4, 4, SKULL, 1, ships=FLUTES, specialists={1: ("g42:1",)})
    # The defender answers first, and without the Surgeon seat 0 would win by the sum of its dice.
    assert table.top == f.HitResponse(1, "crew")
    assert not attempt.count(e.BattleEnded)
    table.when(c.Absorb("surgeon")).then(
        e.HitCancelled(1, "crew", "surgeon"),
        e.HitApplied(0, "crew", False, 0, "battle"),
        e.BattleEnded(1, "crew"),
        e.CaptainDied(0, "francis_wright"),
    )


@pytest.mark.rule("MM-431", "MM-306")
def test_the_hits_of_both_sides_are_counted_before_any_is_applied() -> None:
    _, attempt = boarded(SKULL, SKULL, 1, SKULL, SKULL)
    attempt.then(
        e.CrewRoundRolled(1, (0, 0, 1), (0, 0), 2, 2, ANY),
        e.HitApplied(1, "crew", False, 0, "battle"),
        e.HitApplied(0, "crew", False, 0, "battle"),
    )


@pytest.mark.rule("MM-282", "MM-336", "MM-430")
def test_a_crew_hit_moved_to_the_hull_may_sink_the_ship_which_leaves_no_plunder() -> None:
    table, _ = boarded(*(SKULL, 1, 1, 1, 1), captains=("francis_wright", "felipe_de_los_reyes"), damage={1: ("hull",)})
    attempt = table.when(c.MoveHit("hull"))
    attempt.then(e.HitApplied(1, "hull", False, 0, "battle"), e.BattleEnded(0, "sunk"), e.GloryGained(0, "battle", 1))
    assert not attempt.count(e.PlunderTaken)
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-305", "MM-304")
def test_what_helped_in_the_contest_does_not_help_in_crew_combat() -> None:
    # Boarding Rush: two dice more in the contest, none in crew combat.
    rush = duel(glory={0: ("g15:1",)})
    rush.when(c.Board())
    rush.when(c.Shoot())
    rush.when(c.Announce("g15:1"))
    attempt = rush.when(c.PlayAnnounced(), SKULL)
    assert len(attempt.happens(e.ContestRolled).aggressor) == 5
    assert {len(event.aggressor) for event in attempt.events if isinstance(event, e.CrewRoundRolled)} == {3}
    # Foul the Rudder: two dice fewer in the contest, none fewer in crew combat.
    foul = duel(glory={1: ("g18:1",)})
    foul.when(c.Pass())
    foul.when(c.Board())
    foul.when(c.Shoot())
    foul.when(c.Announce("g18:1"))
    attempt = foul.when(c.PlayAnnounced(), SKULL)
    assert len(attempt.happens(e.ContestRolled).aggressor) == 1
    assert {len(event.aggressor) for event in attempt.events if isinstance(event, e.CrewRoundRolled)} == {3}


# Guards and derelicts of cards


def with_rumor(**position: Any) -> Table:
    """The rumor of a derelict off Havana, with Crew 3 and Leadership 2, has been found true."""
    table = given(at_sea={0: "havana"}, rumor="r22", **position)
    table.when(c.PlayRumor(), *FOUND)
    assert table.top == f.AcceptOffer(0, "start_crew_combat")
    return table


@pytest.mark.rule("MM-312", "MM-K30", "MM-401")
def test_a_derelict_fights_by_the_numbers_of_its_card_and_brings_what_it_says() -> None:
    table = with_rumor()
    attempt = table.when(c.Accept(), SKULL, SKULL, 1, SKULL, 1, SKULL, 1, 1, 1, 1)
    attempt.then(
        e.BattleStarted(0, "r22", None, 3, 2),
        e.CrewRoundRolled(1, (0, 0, 1), (0, 1), 2, 1, ANY),
        e.CardCrewHit(1),
        e.HitApplied(0, "crew", False, 1, "battle"),
        e.CrewRoundRolled(2, (0, 1, 1), (1, 1), 1, 0, ANY),
        e.CardCrewHit(0),
        e.BattleEnded(0, "crew"),
        e.GoldChanged(0, 18, "rumor"),
        e.GloryGained(0, "rumor", 1),
    )
    assert attempt.count(e.GloryGained) == 1
    assert not attempt.count(e.PlunderTaken)
    assert not attempt.count(e.CombatRoundStarted)
    assert not attempt.count(e.CheckRolled)
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-312", "MM-306")
def test_guards_deal_at_most_as_many_hits_as_they_have_crew() -> None:
    table = with_rumor(ships=("frigate", "sloop"))
    attempt = table.when(c.Accept(), SKULL, SKULL, 1, 1, 1, 1, 1, 1, SKULL, SKULL)
    attempt.then(e.CardCrewHit(1), e.CrewRoundRolled(2, (1, 1, 1), (0, 0), 0, 1, ANY))


@pytest.mark.rule("MM-313", "MM-312", "MM-402", "MM-K30")
def test_losing_to_a_derelict_is_death() -> None:
    table = with_rumor()
    attempt = table.when(c.Accept(), 1, 1, 1, SKULL, SKULL)
    attempt.then(
        e.BattleEnded("r22", "crew"), e.CaptainDied(0, "francis_wright"), e.BelongingsLost(0), e.CaptainTurnEnded(0)
    )
    assert not attempt.count(e.GloryGained)
    assert not attempt.count(e.GoldChanged)
    play_on(table)


@pytest.mark.rule("MM-310", "MM-312", "MM-401")
def test_a_tie_with_a_derelict_leaves_the_captain_alive_without_its_gold() -> None:
    table = with_rumor(ships=("man_o_war", "sloop"), damage={0: ("crew",) * 3})
    attempt = table.when(c.Accept(), SKULL, 1, 1, 1, 1, SKULL, SKULL, 1, SKULL, SKULL)
    attempt.then(e.CardCrewHit(2), e.CardCrewHit(0), e.HitApplied(0, "crew", False, 0, "battle"))
    attempt.then(e.BattleEnded(0, "crew"))
    even = with_rumor(ships=("flute", "sloop"))
    attempt = even.when(c.Accept(), SKULL, 1, 1, 1, 1, SKULL, 1, 1, 1, 1, SKULL, 1, 1, SKULL, 2)
    attempt.then(e.CardCrewHit(0), e.HitApplied(0, "crew", False, 0, "battle"), e.BattleEnded(None, "draw"))
    assert not attempt.count(e.CaptainDied)
    assert not attempt.count(e.GoldChanged)
    attempt.then(e.GloryGained(0, "rumor", 1))


@pytest.mark.rule("MM-312", "MM-134", "MM-K30")
def test_guards_of_a_mission_beaten_complete_it() -> None:
    table = given(at_sea={0: "santo_domingo"}, mission="m16", ships=("frigate", "sloop"))
    attempt = table.when(c.WorkMission(), SKULL, SKULL, SKULL, SKULL, 1)
    attempt.then(
        e.BattleStarted(0, "m16", None, 3, 2),
        e.BattleEnded(0, "crew"),
        e.GoldChanged(0, 10, "mission"),
        e.CrewRecruited(0, 1, 0),
        e.MissionCompleted(0, "m16"),
        e.GloryGained(0, "mission", 1),
    )
    play_on(table)


@pytest.mark.rule("MM-407", "MM-421", "MM-313")
def test_guards_of_a_mission_not_beaten_end_it() -> None:
    draw = given(at_sea={0: "santo_domingo"}, mission="m16")
    attempt = draw.when(c.WorkMission())
    attempt.then(e.BattleEnded(None, "draw"), e.MissionLost(0, "m16"))
    assert attempt.count(e.CrewRoundRolled) == 50
    play_on(draw)
    lost = given(at_sea={0: "santo_domingo"}, mission="m16")
    lost.when(c.WorkMission(), 1, 1, 1, SKULL, SKULL).then(
        e.BattleEnded("m16", "crew"), e.CaptainDied(0, "francis_wright"), e.BelongingsLost(0)
    )
    play_on(lost)


@pytest.mark.rule("MM-422", "MM-330")
def test_swivel_guns_and_cards_work_against_guards_too() -> None:
    guns = with_rumor(modifications={0: ("swivel_guns",)})
    guns.when(c.Accept(), SKULL, 1).then(
        e.CheckRolled(0, "swivel_guns", (0, 1), 1, True, "swivel_guns"),
        e.CardCrewHit(2),
        e.CrewRoundRolled(1, (1, 1, 1), (1, 1), 0, 0, ANY),
    )
    # Primed Pistols and Last Stand.
    cards = with_rumor(glory={0: ("g20:1", "g19:1")})
    cards.when(c.Accept())
    assert cards.top == f.React(0, "crew_before_first_round")
    cards.when(c.Announce("g20:1"))
    cards.when(c.PlayAnnounced()).then(e.CardCrewHit(2))
    cards.when(c.Announce("g19:1"))
    attempt = cards.when(c.PlayAnnounced(), SKULL, SKULL, 1, 1, 1, 1, 1)
    attempt.then(e.CrewRoundRolled(1, (0, 0, 1, 1, 1), (1, 1), 2, 0, ANY), e.BattleEnded(0, "crew"))


@pytest.mark.rule("MM-422", "MM-430", "MM-308")
def test_the_captain_may_answer_the_hits_of_guards() -> None:
    table = with_rumor(specialists=("g42:1",))
    table.when(c.Accept(), 1, 1, 1, SKULL, 1)
    assert table.top == f.HitResponse(0, "crew")
    table.when(c.Absorb("surgeon")).then(e.HitCancelled(0, "crew", "surgeon"))
    helpless = with_rumor(damage={0: ("crew", "crew")})
    helpless.when(c.Accept()).then(e.BattleEnded("r22", "crew"), e.CaptainDied(0, "francis_wright"))


@pytest.mark.rule("MM-308", "MM-343")
def test_an_npc_without_crew_is_taken_without_a_fight() -> None:
    table = against("dutch", damage={"dutch": ("crew",) * 3})
    table.when(c.Board())
    attempt = table.when(c.Shoot(), *WON)
    attempt.then(e.Boarded(0), e.BattleEnded(0, "crew"), e.NpcDefeated("dutch", "npc_nl_1", 0))
    assert not attempt.count(e.CrewRoundRolled)
    assert table.top == f.ClaimShip(0, "dutch")
