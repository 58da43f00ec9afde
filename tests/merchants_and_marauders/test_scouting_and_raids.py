"""Chapters 5 and 8: scouting, merchants found and merchant raids."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .scenario import SKULL, Table, given

CALM = ("cocoa_1", "cocoa_4", "cocoa_5")
"""Escapes only, worth 1 + 3 + 3."""


def found(**position: object) -> Table:
    """A merchant has been found at Havana; its token is English."""
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"}, **position)  # type: ignore[arg-type]
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    return table


@pytest.mark.rule("MM-071", "MM-072")
def test_only_a_captain_at_sea_scouts_and_only_for_what_is_there() -> None:
    table = given(at_sea={1: "port_royal"})
    table.when(c.ScoutMerchant("roll")).refused("in_port")
    sea = given(seats=3, at_sea={0: "havana", 2: "nassau"})
    sea.when(c.ScoutNpc("spanish")).refused("target_not_here")
    sea.when(c.ScoutCaptain(2)).refused("target_not_here")
    sea.when(c.ScoutCaptain(1)).refused("target_in_port")


@pytest.mark.rule("MM-073", "MM-075", "MM-074")
def test_a_failed_scout_costs_the_action_and_cannot_be_repeated() -> None:
    table = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")})
    table.when(c.ScoutMerchant("roll"), 1, 1, 1)
    table.when(c.Decline()).has(e.Scouted(0, "merchant:havana", False))
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    table.when(c.ScoutMerchant("roll")).refused("already_scouted")
    assert c.ScoutNpc("dutch") in table.legal()


@pytest.mark.rule("MM-076", "MM-193", "MM-194", "MM-K05")
def test_success_against_a_ship_starts_a_battle_with_its_bounty() -> None:
    table = given(at_sea={0: "havana", 1: "havana"})
    table.when(c.ScoutCaptain(1), SKULL).has(
        e.Scouted(0, "captain:1", True), e.BountyChanged(0, "spanish", 1, 1), e.BattleStarted(0, 1, None)
    )
    naval = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")})
    naval.when(c.ScoutNpc("dutch"), SKULL).has(e.BountyChanged(0, "dutch", 1, 1), e.BattleStarted(0, "dutch", 1))


@pytest.mark.rule("MM-195")
def test_attacking_pirates_brings_no_bounty() -> None:
    table = given(at_sea={0: "havana", 1: "havana"}, bounties={1: {"dutch": 1}})
    assert not table.when(c.ScoutCaptain(1), SKULL).count(e.BountyChanged)
    npc = given(at_sea={0: "havana"}, npcs={"pirate_sloop": ("npc_ps_1", "havana")})
    assert not npc.when(c.ScoutNpc("pirate_sloop"), SKULL).count(e.BountyChanged)


@pytest.mark.rule("MM-046")
def test_nobody_scouts_in_a_gale() -> None:
    table = given(at_sea={0: "havana"}, event="gale")
    table.when(c.ScoutMerchant("roll")).refused("scouting_forbidden")


@pytest.mark.rule("MM-168", "MM-171", "MM-169", "MM-I04")
def test_a_merchant_found_goes_to_the_track_whatever_happens() -> None:
    table = found()
    assert table.top == f.MerchantFound(0, "english", ("english", "spanish"))
    assert table.state.merchant_track == ("english",)
    assert "havana" not in table.state.merchants
    table.when(c.RaidAs("dutch")).refused("nation_not_possible")
    attempt = table.when(c.LetGo())
    attempt.has(e.MerchantLetGo("havana"))
    assert not table.seat().bounties


@pytest.mark.rule("MM-170")
def test_in_the_caribbean_sea_only_the_tokens_nation_is_possible() -> None:
    table = given(at_sea={0: "caribbean_sea"}, merchants={"caribbean_sea": "dutch"})
    table.when(c.ScoutMerchant("roll"), SKULL)
    assert table.top == f.MerchantFound(0, "dutch", ("dutch",))


@pytest.mark.rule("MM-147", "MM-148")
def test_at_cartagena_a_spanish_merchant_is_found_without_a_roll() -> None:
    table = given(at_sea={0: "cartagena"}, merchants={"cartagena": "french"})
    attempt = table.when(c.ScoutMerchant("sure_spanish"))
    assert not attempt.count(e.CheckRolled)
    assert table.top == f.MerchantFound(0, "french", ("spanish",))
    elsewhere = given(at_sea={0: "havana"})
    elsewhere.when(c.ScoutMerchant("sure_spanish")).refused("way_not_available")


@pytest.mark.rule("MM-172", "MM-173")
def test_nobody_raids_with_a_destroyed_location() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"}, damage={0: ("cannons",)})
    attempt = table.when(c.ScoutMerchant("roll"), SKULL)
    # Letting it go is all that is left, so it happens by itself.
    attempt.has(e.MerchantLetGo("havana"))


@pytest.mark.rule("MM-174", "MM-175", "MM-186", "MM-187")
def test_a_raid_brings_a_bounty_and_what_the_cards_show() -> None:
    table = found(next_cargo=CALM)
    table.when(c.RaidAs("english"), 1, 1, 1).has(
        e.RaidStarted(0, "english"),
        e.BountyChanged(0, "english", 1, 1),
        e.RaidCardDrawn(("cocoa_1",)),
        e.RaidCardDrawn(("cocoa_4",)),
        e.RaidCardDrawn(("cocoa_5",)),
        e.RaidEnded(0, "success", 3, 0, 7, CALM),
        e.GoldChanged(0, 7, "raid"),
    )
    table.when(c.TakeCard("cocoa_1"))
    table.when(c.TakeCard("cocoa_4"))
    table.when(c.TakeCard("cocoa_5")).refused("no_cargo_space")
    table.when(c.FinishLot()).has(e.CargoTaken(0, ("cocoa_1", "cocoa_4"), ("cocoa_5",), "raid", open=True))
    assert table.seat().gold == 7


@pytest.mark.rule("MM-182", "MM-415")
def test_as_many_escapes_as_maneuverability_let_the_merchant_escape() -> None:
    table = given(ships=("frigate", "sloop"), at_sea={0: "havana"}, merchants={"havana": "english"}, next_cargo=CALM)
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("english"), 1, 1, 1).has(e.RaidEnded(0, "escaped", 3, 0, 0, ()))
    assert table.state.cargo.discard[-3:] == CALM
    assert table.seat().gold == 0


@pytest.mark.rule("MM-181", "MM-183")
def test_a_location_destroyed_by_the_hits_makes_the_raid_fail() -> None:
    table = found(next_cargo=("cocoa_6", "cocoa_1", "cocoa_4"))
    table.when(c.RaidAs("english"), 1, 1, 1).has(
        e.HitApplied(0, "cannons", False, 0, "raid"),
        e.LocationDestroyed(0, "cannons"),
        e.RaidEnded(0, "failed", 2, 1, 0, ()),
    )


@pytest.mark.rule("MM-184", "MM-302")
def test_hits_on_the_hull_sink_the_raider() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"}, next_cargo=("cocoa_7", "food_8", "cocoa_1"))
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("english"), 1, 1, 1).has(
        e.HitApplied(0, "hull", False, 1, "raid"),
        e.HitApplied(0, "hull", False, 0, "raid"),
        e.CaptainDied(0, "francis_wright"),
        e.BelongingsLost(0),
        e.CaptainTurnEnded(0),
    )


@pytest.mark.rule("MM-179")
def test_successes_draw_discard_and_exchange() -> None:
    table = found(next_cargo=(*CALM, "food_1", "food_2", "food_3"))
    table.when(c.RaidAs("english"), SKULL, SKULL, SKULL)
    assert isinstance(table.top, f.RaidSpend)
    table.when(c.RaidDraw()).has(e.RaidCardDrawn(("food_1",), used=True))
    table.when(c.RaidDiscard("food_1")).has(e.RaidCardDiscarded("food_1"))
    table.when(c.RaidExchange("cocoa_1", False)).has(
        e.RaidCardExchanged("cocoa_1", "food_2", False), e.RaidEnded(0, "success", 3, 0, 8, ("cocoa_4", "cocoa_5", "food_2"))
    )


@pytest.mark.rule("MM-179")
def test_successes_may_be_left_unused() -> None:
    table = found(next_cargo=CALM)
    table.when(c.RaidAs("english"), SKULL, SKULL, SKULL)
    table.when(c.RaidStop()).has(e.RaidEnded(0, "success", 3, 0, 7, CALM))


@pytest.mark.rule("MM-177", "MM-178", "MM-321")
def test_special_weapons_turn_failed_dice() -> None:
    table = found(next_cargo=CALM, weapons=("chain_shot", "grapeshot"))
    table.when(c.RaidAs("english"), SKULL, SKULL, 1)
    table.when(c.SpendWeapon("chain_shot")).has(e.WeaponSpent(0, "chain_shot", "raid"))
    table.when(c.SpendWeapon("grapeshot")).refused("stale_decision")
    assert isinstance(table.top, f.RaidSpend)
    assert table.top is not None
    assert table.seat().weapons == ("grapeshot",)


@pytest.mark.rule("MM-188", "MM-204", "MM-205")
def test_twelve_gold_earn_a_point_and_its_card() -> None:
    table = found(next_cargo=("cocoa_8", "food_7", "cocoa_4"), next_glory=("g01:1",))
    table.when(c.RaidAs("english"), 1, 1, 1).has(
        e.GoldChanged(0, 12, "raid"), e.GloryGained(0, "raid", 1), e.GloryDrawn(0, "g01:1")
    )


@pytest.mark.rule("MM-189", "MM-158")
def test_additions_of_the_zone_count_toward_the_twelve() -> None:
    table = given(
        at_sea={0: "san_juan"}, merchants={"san_juan": "spanish"}, next_cargo=("cocoa_4", "food_7", "food_2"), glory={}
    )
    table.when(c.ScoutMerchant("roll"), SKULL)
    table.when(c.RaidAs("spanish"), 1, 1, 1).has(e.GoldChanged(0, 12, "raid"), e.GloryGained(0, "raid", 1))


@pytest.mark.rule("MM-151", "MM-152")
def test_off_havana_a_fourth_card_is_kept_if_it_shows_a_hit() -> None:
    table = found(next_cargo=(*CALM, "food_2"))
    attempt = table.when(c.RaidAs("spanish"), 1, 1, 1)
    attempt.has(e.RaidCardDrawn(("food_2",)), e.RaidCardDiscarded("food_2", used=False))
    hit = found(next_cargo=(*CALM, "food_1"))
    attempt = hit.when(c.RaidAs("spanish"), 1, 1, 1)
    assert not attempt.count(e.RaidCardDiscarded)
    attempt.has(e.HitApplied(0, "cargo", False, 1, "raid"))


@pytest.mark.rule("MM-053")
def test_the_treasure_fleet_makes_spanish_raids_richer() -> None:
    table = given(
        at_sea={0: "caracas"},
        merchants={"caracas": "spanish"},
        event="treasure_fleet",
        drawn=("caracas",),
        next_cargo=("cocoa_1", "rum_1", "food_1", "cocoa_4"),
    )
    table.when(c.ScoutMerchant("roll"), SKULL)
    attempt = table.when(c.RaidAs("spanish"), 1, 1, 1)
    assert attempt.count(e.RaidCardDrawn) == 4
    attempt.has(e.BountyChanged(0, "spanish", 1, 1), e.BountyChanged(0, "spanish", 1, 2), e.GoldChanged(0, 12, "raid"))
