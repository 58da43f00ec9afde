"""Chapter 14: where hits fall, what answers them, and what damage does in and outside battles."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import LOCATIONS
from domain.merchants_and_marauders.state import full_values

from .fights import DUELLISTS, FOUND, at_havana, duel, hits, play_on
from .scenario import SKULL, given

WON = (SKULL, 1, 1, 1, 1, 1)
"""A contest that seat 0 wins and in which seat 1 has no success."""
LOST = (1, 1, 1, SKULL, 1, 1)


@pytest.mark.rule("MM-290", "MM-292", "MM-293")
def test_the_five_faces_of_the_location_die() -> None:
    table = at_havana(1, ships=("man_o_war", "galleon"))
    rolled = table.when(c.ScoutCaptain(1), scout=FOUND, contest=WON, hits=(SKULL, 1, 2, 3, 4)).happens(e.LocationsRolled)
    assert rolled.locations == ("x", "cargo", "masts", "crew", "cannons")
    attempt = table.when(c.AssignX("crew"))
    assert hits(attempt) == [(1, "cargo"), (1, "masts"), (1, "crew"), (1, "cannons"), (1, "crew")]
    now = table.seat(1).ship
    assert now is not None
    assert (now.now.hull, now.now.cargo, now.now.masts, now.now.crew, now.now.cannons) == (4, 4, 3, 2, 3)


@pytest.mark.rule("MM-291", "MM-292", "MM-K04")
def test_the_target_chooses_one_of_five_locations_for_every_x() -> None:
    table = duel(*WON, SKULL, 1, SKULL, ships=("frigate", "frigate"))
    assert table.top == f.AssignX(1, 1)
    assert table.legal() == [c.AssignX(place) for place in LOCATIONS]
    table.when(c.AssignX("stern")).refused("no_such_location")
    table.when(c.AssignX("hull"), seat=0).refused("not_your_turn")
    assert not hits(table.when(c.AssignX("masts")))
    assert table.top == f.AssignX(1, 1), "the second X"
    attempt = table.when(c.AssignX("hull"))
    assert hits(attempt) == [(1, "cargo"), (1, "masts"), (1, "hull")]


@pytest.mark.rule("MM-294", "MM-I10")
def test_a_hit_on_a_destroyed_location_is_dealt_to_the_hull() -> None:
    attempt = at_havana(1, ships=("frigate", "galleon"), damage={1: ("cargo",) * 4}).when(
        c.ScoutCaptain(1), scout=FOUND, contest=(SKULL, 1, 1, 1, 1, 1, 1), hits=(1, 1)
    )
    # One Cargo is left: the first hit destroys it, the others of the volley pass to the Hull.
    attempt.then(
        e.HitApplied(1, "cargo", False, 0, "battle"),
        e.LocationDestroyed(1, "cargo"),
        e.HitApplied(1, "hull", True, 3, "battle"),
        e.HitApplied(1, "hull", True, 2, "battle"),
    )


@pytest.mark.rule("MM-295")
def test_an_x_may_be_given_to_a_destroyed_location_and_counts_against_the_hull() -> None:
    table = duel(*WON, SKULL, damage={1: ("cargo", "cargo")})
    assert c.AssignX("cargo") in table.legal()
    table.when(c.AssignX("cargo")).then(e.XAssigned(1, "cargo"), e.HitApplied(1, "hull", True, 1, "battle"))


@pytest.mark.rule("MM-302")
def test_hits_left_over_when_a_ship_sinks_are_dropped() -> None:
    table = duel(*WON, SKULL, 1, 1, ships=("frigate", "sloop"), damage={1: ("hull", "cargo", "cargo")})
    attempt = table.when(c.AssignX("cargo"))
    assert hits(attempt) == [(1, "hull")]
    attempt.then(e.BattleEnded(0, "sunk"))


@pytest.mark.rule("MM-I10", "MM-322", "MM-326", "MM-327")
@pytest.mark.parametrize(
    ("ship", "token", "place"),
    [
        ("man_o_war", "extra_hammocks", "crew"),
        ("galleon", "extended_cargo_hold", "cargo"),
        ("man_o_war", "extra_cannon_port", "cannons"),
    ],
)
def test_no_full_value_exceeds_five(ship: str, token: str, place: str) -> None:
    assert getattr(full_values(ship, (token,)), place) == 5
    assert getattr(full_values("sloop", (token,)), place) == getattr(full_values("sloop"), place) + 1


# Cargo


CARDS = ("cocoa_1", "cocoa_4", "food_8")


@pytest.mark.rule("MM-296")
def test_each_cargo_damage_at_sea_costs_a_card_drawn_by_lot() -> None:
    table = at_havana(1, ships=("frigate", "frigate"), cargo=CARDS)
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=LOST, hits=(1, 2, 1), draws=(1, 1))
    # Of three cards the second, then of two the second again.
    attempt.then(
        e.HitApplied(0, "cargo", False, 2, "battle"),
        e.CargoDiscarded(0, ("cocoa_4",), "damage"),
        e.HitApplied(0, "cargo", False, 1, "battle"),
        e.CargoDiscarded(0, ("food_8",), "damage"),
    )
    assert table.seat().cargo == ("cocoa_1",)
    assert table.state.cargo.discard == ("cocoa_4", "food_8")


@pytest.mark.rule("MM-296")
def test_cards_that_still_fit_stay_on_board() -> None:
    table = at_havana(1, ships=("frigate", "sloop"), cargo=CARDS[:2])
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=LOST, hits=(1,))
    attempt.then(e.HitApplied(0, "cargo", False, 2, "battle"))
    assert not attempt.count(e.CargoDiscarded)


@pytest.mark.rule("MM-298", "MM-135")
def test_freight_stays_as_long_as_it_fits_and_cards_go_first() -> None:
    # A carry mission whose freight takes 1 of the 2 spaces of a Sloop.
    table = at_havana(1, ships=("sloop", "sloop"), mission="m12", cargo=("cocoa_1",))
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=LOST, hits=(1,))
    attempt.then(e.HitApplied(0, "cargo", False, 1, "battle"), e.CargoDiscarded(0, ("cocoa_1",), "damage"))
    assert (table.seat().mission, table.seat().freight) == ("m12", 1)
    table.when(c.Shoot())
    table.when(c.Shoot(), contest=LOST, hits=(1,)).then(
        e.HitApplied(0, "cargo", False, 0, "battle"), e.MissionLost(0, "m12")
    )
    assert table.seat().freight == 0


@pytest.mark.rule("MM-297", "MM-067")
def test_a_captain_damaged_in_port_keeps_his_cards_until_he_leaves() -> None:
    table = given(in_port={1: "port_royal"}, cargo=CARDS[:2], glory={1: ("g34:1",)})
    table.when(c.EndTurn())
    table.when(c.PlayGlory("g34:1"))
    attempt = table.when(c.Choose("cargo"))
    attempt.then(e.HitApplied(0, "cargo", False, 1, "card"))
    assert not attempt.count(e.CargoDiscarded)
    assert table.seat().cargo == CARDS[:2]
    table.when(c.EndTurn())
    table.when(c.LeavePort())
    assert table.top == f.DiscardToLimit(0, "cargo")
    table.when(c.DiscardCargo("cocoa_4"))
    assert table.seat().cargo == ("cocoa_1",)


# Masts, Crew, Cannons


@pytest.mark.rule("MM-299")
def test_damaged_masts_change_nothing_before_they_are_destroyed() -> None:
    table = duel(ships=("galleon", "galleon"), damage={0: ("masts", "masts", "masts")})
    assert table.legal() == [c.Shoot(), c.Board(), c.Flee()]
    table.when(c.Flee())
    table.when(c.Shoot()).then(e.ContestRolled(2, (1, 1, 1), (1, 1, 1), ANY))
    destroyed = duel(ships=("galleon", "galleon"), damage={0: ("masts",) * 4})
    assert destroyed.top == f.Declare(1, 1), "nothing but Shoot is left to seat 0"


@pytest.mark.rule("MM-299", "MM-306")
def test_damaged_crew_deals_fewer_hits_in_crew_combat() -> None:
    table = duel(ships=("frigate", "frigate"), damage={0: ("crew", "crew")})
    table.when(c.Board())
    table.when(c.Shoot(), contest=WON, crew=(SKULL, SKULL, SKULL, 1, 1)).then(
        e.CrewRoundRolled(1, (0, 0, 0), (1, 1), 1, 0, ANY)
    )


@pytest.mark.rule("MM-301", "MM-014")
def test_a_captain_sails_on_with_destroyed_locations_until_the_next_battle() -> None:
    damage = ("cargo", "cargo", "masts", "masts", "crew", "crew", "cannons")
    table = given(
        captains=DUELLISTS,
        at_sea={0: "nassau", 1: "havana"},
        ships=("sloop", "galleon"),
        damage={0: damage},
    )
    table.when(c.Sail("havana")).then(e.ShipMoved(0, "nassau", "havana"))
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=(SKULL, 1, 1, 1))
    attempt.then(e.ContestRolled(1, (0,), (1, 1, 1), ANY), e.ContestDecided(0, "successes"), e.HitsCounted(0, 0))
    assert table.top == f.Declare(1, 1), "seat 0 has nothing to declare but Shoot"


# Means against hits (D-22)


@pytest.mark.rule("MM-K19", "MM-395", "MM-324")
def test_every_hit_is_answered_with_the_means_that_are_left() -> None:
    table = duel(
        *(*WON, 1, 3, 3),
        captains=("francis_wright", "felipe_de_los_reyes"),
        ships=("frigate", "frigate"),
        specialists={1: ("g42:1",)},
        modifications={1: ("reinforced_hull",)},
    )
    assert table.top == f.HitResponse(1, "cargo")
    assert c.Absorb("surgeon") not in table.legal()
    table.when(c.Absorb("surgeon")).refused("wrong_location")
    table.when(c.MoveHit("cargo")).refused("same_location")
    table.when(c.MoveHit("crew")).then(e.HitMoved(1, "cargo", "crew", "move_hit"))
    assert table.top == f.HitResponse(1, "crew"), "the hit is about to be applied to the Crew now"
    table.when(c.MoveHit("hull")).refused("ability_used")
    table.when(c.MoveHit("crew")).refused("ability_used")
    table.when(c.Absorb("surgeon")).then(e.HitCancelled(1, "crew", "surgeon"))
    assert table.top == f.HitResponse(1, "crew")
    table.when(c.Absorb("surgeon")).refused("not_available")
    table.when(c.AcceptHit()).then(e.HitApplied(1, "crew", False, 2, "battle"))
    table.when(c.Absorb("reinforced_hull")).then(
        e.ModificationFlipped(1, "reinforced_hull", False), e.HitCancelled(1, "crew", "reinforced_hull")
    )
    # With nothing left the next hits are applied without asking.
    table.when(c.Shoot())
    assert hits(table.when(c.Shoot(), contest=WON, hits=(3, 1, 2))) == [(1, "crew"), (1, "cargo"), (1, "masts")]


@pytest.mark.rule("MM-295", "MM-294")
def test_a_hit_moved_to_a_destroyed_location_counts_against_the_hull() -> None:
    table = duel(*WON, 1, captains=("francis_wright", "felipe_de_los_reyes"), damage={1: ("crew", "crew")})
    table.when(c.MoveHit("crew")).then(
        e.HitMoved(1, "cargo", "crew", "move_hit"), e.HitApplied(1, "hull", True, 1, "battle")
    )


@pytest.mark.rule("MM-294")
def test_a_hit_passed_to_the_hull_is_asked_as_a_hit_on_the_hull() -> None:
    table = duel(*LOST, 1, damage={0: ("cargo", "cargo")}, modifications={0: ("reinforced_hull",)})
    assert table.top == f.HitResponse(0, "hull")
    table.when(c.Absorb("surgeon")).refused("not_available")
    table.when(c.MoveHit("masts")).refused("ability_used")
    table.when(c.AcceptHit()).then(e.HitApplied(0, "hull", True, 1, "battle"))


# Outside battles


@pytest.mark.rule("MM-303", "MM-045", "MM-I11")
def test_storm_hits_pass_to_the_hull_and_may_sink_a_ship() -> None:
    table = given(at_sea={0: "havana"}, event="storm_1", damage={0: ("cargo", "cargo")}, modifications={0: ("chasers",)})
    attempt = table.when(c.EndTurn(), 1, 1, 1, 1, 1, 1, 1, SKULL, 1, 1, 1, 1)
    attempt.then(
        e.HitApplied(0, "hull", True, 1, "storm"),
        e.HitApplied(0, "hull", False, 0, "storm"),
        e.LocationDestroyed(0, "hull"),
        e.CaptainDied(0, "francis_wright"),
        e.BelongingsLost(0),
    )
    assert len(hits(attempt)) == 2, "the third check is not made any more"
    play_on(table)


@pytest.mark.rule("MM-303", "MM-I11", "MM-K07")
def test_sabotage_may_sink_a_ship_in_port_in_the_turn_of_another() -> None:
    table = given(
        in_port={1: "port_royal"},
        captains=DUELLISTS,
        glory={0: ("g34:1",)},
        damage={1: ("masts", "masts", "hull")},
        modifications={1: ("swivel_guns", "chasers")},
    )
    table.when(c.PlayGlory("g34:1"))
    table.when(c.Choose("masts")).then(
        e.HitApplied(1, "hull", True, 0, "card"), e.CaptainDied(1, "odette_lancelin"), e.BelongingsLost(1)
    )
    assert table.top == f.PlaceModification(1)
    table.when(table.legal()[0])
    assert table.top == f.TakeAction(0)
    play_on(table)


@pytest.mark.rule("MM-303", "MM-296")
def test_a_cargo_hit_of_a_mission_or_rumor_costs_cargo_too() -> None:
    mission = given(at_sea={0: "st_maarten"}, mission="m14", cargo=CARDS[:2])
    mission.when(c.WorkMission(), mission=(1, 1, 1), hits=(1,)).then(
        e.HitApplied(0, "cargo", False, 1, "card"), e.CargoDiscarded(0, ("cocoa_1",), "damage")
    )
    rumor = given(at_sea={0: "cartagena"}, rumor="r21", damage={0: ("cargo", "cargo")})
    rumor.when(c.PlayRumor(), 1, 1, 1).then(e.HitApplied(0, "hull", True, 1, "card"))


@pytest.mark.rule("MM-293", "MM-412")
def test_powder_on_board_adds_a_hull_hit_to_every_cargo_hit() -> None:
    table = at_havana(1, ships=("galleon", "galleon"), mission="m13")
    attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=LOST, hits=(1, 2, 1, 4))
    assert hits(attempt) == [(0, "cargo"), (0, "hull"), (0, "masts"), (0, "cargo"), (0, "hull"), (0, "cannons")]
