"""Chapter 6: the Port action."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .scenario import SKULL, Table, given

RUMS = ("rum_1", "rum_2", "rum_3")


def in_port(**position: object) -> Table:
    table = given(**position)  # type: ignore[arg-type]
    table.when(c.OpenPortAction())
    return table


@pytest.mark.rule("MM-039")
def test_one_port_action_a_turn_and_only_in_a_port() -> None:
    table = in_port()
    table.when(c.EndPortAction())
    table.when(c.OpenPortAction()).refused("port_action_used")
    sea = given(at_sea={0: "havana"})
    sea.when(c.OpenPortAction()).refused("at_sea")


@pytest.mark.rule("MM-078", "MM-079", "MM-080")
def test_selling_comes_first_and_each_activity_once() -> None:
    table = in_port(cargo=RUMS[:1], gold=9)
    assert c.EndPortAction() in table.legal()
    table.when(c.VisitShipyard())
    table.when(c.LeaveShipyard())
    table.when(c.VisitShipyard()).refused("activity_used")
    table.when(c.StartSelling()).refused("selling_not_first")


@pytest.mark.rule("MM-082")
def test_opening_the_port_action_turns_the_modification_up() -> None:
    table = given()
    attempt = table.when(c.OpenPortAction())
    shown = attempt.happens(e.ModificationRevealed)
    assert shown.port == "port_royal"
    assert table.state.face_up == ("port_royal",)


@pytest.mark.rule("MM-086", "MM-087", "MM-088")
def test_a_lot_is_paid_and_then_the_demand_is_replaced() -> None:
    table = in_port(cargo=("rum_1", "food_1"), demand={"port_royal": "rum"})
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    table.when(c.AddToSale("rum_1")).refused("already_in_lot")
    table.when(c.AddToSale("food_1"))
    attempt = table.when(c.FinishSale())
    attempt.has(e.GoodsSold(0, ("rum_1", "food_1"), 9))
    replaced = attempt.happens(e.DemandReplaced)
    assert (replaced.port, replaced.old) == ("port_royal", "rum")
    assert table.seat().gold == 9
    assert table.state.cargo.discard == ("rum_1", "food_1")
    table.when(c.StartSelling()).refused("activity_used")


@pytest.mark.rule("MM-091")
def test_three_demanded_cards_earn_a_point() -> None:
    table = in_port(cargo=RUMS, demand={"port_royal": "rum"})
    table.when(c.StartSelling())
    for card in RUMS:
        table.when(c.AddToSale(card))
    table.when(c.FinishSale()).has(e.GoodsSold(0, RUMS, 18), e.GloryGained(0, "sale", 1))


@pytest.mark.rule("MM-150", "MM-153", "MM-092")
def test_ports_change_what_goods_bring() -> None:
    havana = in_port(in_port={0: "havana"}, cargo=("rum_1",), demand={"havana": "rum"})
    havana.when(c.StartSelling())
    havana.when(c.AddToSale("rum_1"))
    havana.when(c.FinishSale()).has(e.GoodsSold(0, ("rum_1",), 7))
    nassau = in_port(in_port={0: "nassau"}, cargo=("rum_1", "food_1"), demand={"nassau": "rum"})
    nassau.when(c.StartSelling())
    nassau.when(c.AddToSale("rum_1"))
    nassau.when(c.AddToSale("food_1"))
    nassau.when(c.FinishSale()).has(e.GoodsSold(0, ("rum_1", "food_1"), 8))


@pytest.mark.rule("MM-093")
def test_a_purser_adds_a_gold_to_demanded_cards() -> None:
    table = in_port(cargo=("rum_1", "food_1"), demand={"port_royal": "rum"}, specialists=("g48:1",))
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    table.when(c.AddToSale("food_1"))
    table.when(c.FinishSale()).has(e.GoodsSold(0, ("rum_1", "food_1"), 10))


@pytest.mark.rule("MM-094", "MM-098", "MM-099", "MM-101", "MM-102")
def test_buying_prices_goods_by_the_copies_drawn() -> None:
    offer = ("cocoa_1", "food_1", "food_2", "rum_1", "rum_2", "rum_3")
    table = in_port(gold=6, demand={"port_royal": "wood"}, next_cargo=("wood_1", *offer))
    table.when(c.StartBuying()).has(e.OfferDrawn(0, offer, ("wood_1",), in_port="port_royal"))
    for card in ("cocoa_1", "food_1", "rum_1"):
        table.when(c.TakeCard(card))
    table.when(c.TakeCard("rum_2")).refused("not_enough_gold")
    table.when(c.FinishLot()).has(e.GoodsBought(0, ("cocoa_1", "food_1", "rum_1"), 6, ("food_2", "rum_2", "rum_3")))
    assert table.seat().gold == 0
    assert table.state.cargo.discard == ("wood_1", "food_2", "rum_2", "rum_3")


@pytest.mark.rule("MM-101", "MM-083", "MM-I09")
def test_own_cargo_makes_room_for_what_is_bought() -> None:
    table = in_port(gold=6, cargo=("sugar_1", "sugar_2", "sugar_3", "sugar_4", "sugar_5", "sugar_6"))
    table.when(c.StartBuying())
    card = table.seat().offer[0]
    table.when(c.TakeCard(card)).refused("no_cargo_space")
    table.when(c.DropCargo("sugar_1")).has(e.CargoDiscarded(0, ("sugar_1",), "room"))
    table.when(c.TakeCard(card)).has(e.CardSetAside(0, card))


@pytest.mark.rule("MM-144", "MM-163")
def test_some_ports_offer_more() -> None:
    for port, size in (("caracas", 8), ("st_maarten", 7), ("havana", 6)):
        table = in_port(in_port={0: port})
        assert len(table.when(c.StartBuying()).happens(e.OfferDrawn).cards) == size
    dutch = in_port(captains=("joost_verhage", "francis_wright"), in_port={0: "st_maarten"})
    assert len(dutch.when(c.StartBuying()).happens(e.OfferDrawn).cards) == 8


@pytest.mark.rule("MM-145", "MM-146")
def test_at_cartagena_the_dearest_of_three_is_free() -> None:
    table = in_port(
        in_port={0: "cartagena"},
        gold=3,
        demand={"cartagena": "wood"},
        next_cargo=("cocoa_1", "food_1", "food_2", "rum_1", "rum_2", "rum_3"),
    )
    table.when(c.StartBuying())
    table.when(c.TakeCard("rum_1"))
    table.when(c.TakeCard("rum_2"))
    table.when(c.TakeCard("cocoa_1")).has(e.CardSetAside(0, "cocoa_1"))
    table.when(c.FinishLot()).has(e.GoodsBought(0, ("rum_1", "rum_2", "cocoa_1"), 2, ("food_1", "food_2", "rum_3")))


@pytest.mark.rule("MM-159")
def test_at_santo_domingo_the_offer_may_be_redrawn_once() -> None:
    table = in_port(in_port={0: "santo_domingo"}, gold=5)
    old = table.when(c.StartBuying()).happens(e.OfferDrawn).cards
    table.when(c.RedrawOffer())
    assert not set(old) & set(table.seat().offer)
    assert len(table.seat().offer) == len(old)
    assert table.seat().gold == 4
    table.when(c.RedrawOffer()).refused("redraw_used")
    elsewhere = in_port(gold=5)
    elsewhere.when(c.StartBuying())
    elsewhere.when(c.RedrawOffer()).refused("redraw_not_available")


@pytest.mark.rule("MM-103", "MM-104", "MM-107", "MM-111")
def test_a_ship_is_bought_with_the_old_one_set_off_and_earns_a_point() -> None:
    table = in_port(gold=35)
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("man_o_war")).refused("ship_not_for_sale")
    table.when(c.BuyShip("frigate")).has(e.ShipBought(0, "frigate", 30, 2), e.GloryGained(0, "ship", 1))
    assert table.seat().gold == 5
    assert table.seat().ship is not None
    assert table.seat().ship.now.crew == 2
    table.when(c.BuyShip("sloop")).refused("ship_already_bought")


@pytest.mark.rule("MM-105", "MM-108", "MM-333")
def test_modifications_raise_and_damage_lowers_the_sale_price() -> None:
    table = in_port(gold=20, modifications={0: ("chasers", "long_guns")}, damage={0: ("masts", "crew")})
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("flute")).has(e.ShipBought(0, "flute", 4, 1))
    assert table.top == f.PlaceModification(0)
    table.when(c.PlaceModification("havana")).refused("port_has_modification")
    choice = table.legal()
    assert len(choice) == 2
    assert table.when(choice[0]).count(e.ModificationReturned) == 2, "the last port is no choice"
    assert set(table.state.modifications) == set(table.state.demand)


@pytest.mark.rule("MM-112", "MM-113", "MM-I07")
def test_special_weapons_are_bought_once_each_and_not_sold_back_at_once() -> None:
    table = in_port(gold=9, weapons=("grapeshot",))
    table.when(c.VisitShipyard())
    table.when(c.BuyWeapon("chain_shot")).has(e.WeaponBought(0, "chain_shot", 3))
    table.when(c.BuyWeapon("chain_shot")).refused("already_owned")
    table.when(c.SellWeapon("chain_shot")).refused("bought_this_action")
    table.when(c.SellWeapon("grapeshot")).has(e.WeaponSold(0, "grapeshot", 1))
    assert table.seat().gold == 7


@pytest.mark.rule("MM-114")
def test_repairs_cost_two_gold_a_point_and_never_crew() -> None:
    table = in_port(gold=5, damage={0: ("masts", "crew")})
    table.when(c.VisitShipyard())
    table.when(c.Repair("crew")).refused("crew_not_repairable")
    table.when(c.Repair("hull")).refused("not_damaged")
    table.when(c.Repair("masts")).has(e.DamageRepaired(0, "masts", 1, 2))


@pytest.mark.rule("MM-155", "MM-156")
def test_ports_that_repair_free_or_not_at_all() -> None:
    free = in_port(in_port={0: "old_providence"}, bounties={0: {"spanish": 1}}, damage={0: ("masts",)}, gold=1)
    free.when(c.VisitShipyard())
    free.when(c.BuyWeapon("grapeshot")).has(e.WeaponBought(0, "grapeshot", 1))
    free.when(c.Repair("masts")).has(e.DamageRepaired(0, "masts", 1, 0))
    pirate = in_port(in_port={0: "petite_goave"}, bounties={0: {"dutch": 1}}, damage={0: ("masts", "crew")}, gold=9)
    pirate.when(c.StartRecruiting()).refused("activity_forbidden")
    pirate.when(c.VisitShipyard())
    pirate.when(c.Repair("masts")).refused("repair_forbidden")
    honest = in_port(in_port={0: "petite_goave"}, damage={0: ("masts", "crew")})
    honest.when(c.StartRecruiting()).has(e.CrewRecruited(0, 1, 0))
    honest.when(c.VisitShipyard())
    honest.when(c.Repair("masts")).has(e.DamageRepaired(0, "masts", 1, 0))


@pytest.mark.rule("MM-120", "MM-157", "MM-121")
def test_recruiting_rolls_leadership_and_hires_on_failure() -> None:
    table = in_port(in_port={0: "havana"}, damage={0: ("crew",)}, gold=2)
    table.when(c.StartRecruiting(), 1, 1, 1)
    table.when(c.HireOne()).has(e.CrewRecruited(0, 1, 2))
    table.when(c.HireOne()).refused("crew_full")
    lucky = in_port(in_port={0: "havana"}, damage={0: ("crew",)})
    lucky.when(c.StartRecruiting(), 1, SKULL, 1).has(e.CrewRecruited(0, 1, 0))
    pirate = in_port(bounties={0: {"dutch": 1}}, damage={0: ("crew",)})
    assert not pirate.when(c.StartRecruiting()).count(e.CheckRolled)


@pytest.mark.rule("MM-122", "MM-149")
def test_a_rumor_costs_two_gold_and_an_influence_check() -> None:
    table = in_port(gold=2)
    table.when(c.SeekRumor(), 1).has(e.GoldChanged(0, -2, "rumor"))
    assert not table.seat().rumors
    lucky = in_port(gold=2)
    lucky.when(c.SeekRumor(), SKULL).happens(e.RumorDrawn)
    poor = in_port(gold=1)
    poor.when(c.SeekRumor()).refused("not_enough_gold")
    free = in_port(in_port={0: "curacao"})
    assert not free.when(c.SeekRumor(), 1).count(e.GoldChanged)


@pytest.mark.rule("MM-123")
def test_of_two_rumors_one_is_kept() -> None:
    table = in_port(gold=2, rumor="r05")
    new = table.when(c.SeekRumor(), SKULL).happens(e.RumorDrawn).card
    assert table.top == f.ChooseRumor(0)
    table.when(c.KeepRumor(new)).happens(e.RumorReturned)
    assert table.seat().rumors == (new,)
    assert "r05" in table.state.rumor.cards


@pytest.mark.rule("MM-124", "MM-125", "MM-126", "MM-401")
def test_a_true_rumor_pays_and_earns_a_point() -> None:
    table = given(at_sea={0: "caribbean_sea"}, rumor="r01")
    table.when(c.PlayRumor(), SKULL, 1, 1).has(
        e.RumorPlayed(0, "r01", True, False), e.GoldChanged(0, 12, "rumor"), e.GloryGained(0, "rumor", 1)
    )
    false = given(at_sea={0: "caribbean_sea"}, rumor="r01")
    attempt = false.when(c.PlayRumor(), 1, 1, 1)
    attempt.has(e.RumorPlayed(0, "r01", False, False))
    assert not attempt.count(e.GloryGained)
    assert false.state.rumor.discard == ("r01",)
    away = given(at_sea={0: "havana"}, rumor="r01")
    away.when(c.PlayRumor()).refused("wrong_place")


@pytest.mark.rule("MM-127", "MM-400")
def test_a_kept_rumor_lies_open_and_serves_as_a_cove() -> None:
    table = given(at_sea={0: "old_providence"}, rumor="r06", gold=7)
    table.when(c.PlayRumor(), SKULL, 1, 1).has(e.RumorPlayed(0, "r06", True, True))
    table.when(c.PlayRumor()).refused("rumor_already_played")
    table.when(c.UseCove())
    table.when(c.DepositGold("all")).has(e.GoldStashed(0, 7))


@pytest.mark.rule("MM-128", "MM-130", "MM-404")
def test_a_mission_is_claimed_and_done_by_visits() -> None:
    table = in_port(laid_out=("m01", "m02"))
    attempt = table.when(c.ClaimMission("m01"), SKULL)
    attempt.has(e.MissionClaimed(0, "m01", 0))
    assert attempt.count(e.MissionLaidOut) == 1
    table.when(c.ClaimMission("m02")).refused("activity_used")
    done = given(in_port={0: "bridgetown"}, mission="m01")
    done.when(c.OpenPortAction()).has(
        e.GoldChanged(0, 12, "mission"), e.MissionCompleted(0, "m01"), e.GloryGained(0, "mission", 1)
    )


@pytest.mark.rule("MM-129")
def test_a_failed_check_leaves_the_mission_and_a_known_requirement_forbids_it() -> None:
    table = in_port(laid_out=("m01", "m22"))
    table.when(c.ClaimMission("m22")).refused("requirement_not_met")
    attempt = table.when(c.ClaimMission("m01"), 1)
    assert not attempt.count(e.MissionClaimed)
    assert "m01" in table.state.missions


@pytest.mark.rule("MM-132", "MM-134", "MM-406")
def test_a_delivery_gives_up_the_goods_named() -> None:
    table = in_port(in_port={0: "curacao"}, mission="m03", cargo=("sugar_3", "rum_1", "sugar_1", "sugar_2"))
    table.when(c.WorkMission()).has(
        e.CargoDiscarded(0, ("sugar_1", "sugar_2"), "mission"),
        e.GoldChanged(0, 15, "mission"),
        e.MissionCompleted(0, "m03"),
        e.GloryGained(0, "mission", 1),
    )
    short = in_port(in_port={0: "curacao"}, mission="m03", cargo=("sugar_3",))
    short.when(c.WorkMission()).refused("goods_missing")


@pytest.mark.rule("MM-136", "MM-137")
def test_gold_is_stashed_and_taken_out_in_the_home_port() -> None:
    table = in_port(gold=12)
    table.when(c.StartStashing())
    table.when(c.DepositGold(10)).has(e.GoldStashed(0, 10))
    table.when(c.FinishStashing())
    table.when(c.WithdrawGold(5)).has(e.GoldWithdrawn(0, 5))
    assert (table.seat().gold, table.seat().stash) == (7, 5)
    away = in_port(in_port={0: "havana"}, gold=12, stash=4)
    away.when(c.StartStashing()).refused("stash_not_allowed_here")
    away.when(c.WithdrawGold(1)).refused("not_home_port")


@pytest.mark.rule("MM-162", "MM-139")
def test_st_maarten_takes_a_fee_for_stashing() -> None:
    table = in_port(in_port={0: "st_maarten"}, gold=6)
    table.when(c.StartStashing()).has(e.GoldChanged(0, -5, "stash_fee"))
    table.when(c.DepositGold("all")).has(e.GoldStashed(0, 1))
    poor = in_port(in_port={0: "st_maarten"}, gold=5)
    poor.when(c.StartStashing()).refused("no_gold")


@pytest.mark.rule("MM-216", "MM-217", "MM-218")
def test_a_specialist_is_hired_for_gold() -> None:
    table = in_port(gold=12, glory={0: ("g36:1", "g44:1", "g37:1", "g39:1")})
    table.when(c.HireSpecialist("g38:1")).refused("not_in_hand")
    table.when(c.HireSpecialist("g36:1")).has(e.SpecialistHired(0, "g36:1", 6))
    assert table.seat().glory == ("g44:1", "g37:1", "g39:1")
    assert table.seat().specialists == ("g36:1",)
    assert table.seat().gold == 6
    table.when(c.HireSpecialist("g44:1")).refused("not_enough_gold")
    table.when(c.HireSpecialist("g37:1")).refused("already_employed")
    table.when(c.HireSpecialist("g39:1")).refused("hired_by_deed_only")
    other = in_port(gold=12, glory={0: ("g01:1",)})
    other.when(c.HireSpecialist("g01:1")).refused("not_a_specialist")


@pytest.mark.rule("MM-055", "MM-198")
def test_a_royal_pardon_sells_two_bounties_a_round() -> None:
    table = in_port(gold=20, bounties={0: {"dutch": 1, "spanish": 3}}, event="pardon")
    table.when(c.BuyPardon("dutch")).has(e.PardonBought(0, "dutch", 5), e.BountyChanged(0, "dutch", -1, 0))
    assert table.seat().bounties == {"spanish": 3}
    table.when(c.BuyPardon("spanish"))
    table.when(c.BuyPardon("spanish")).refused("pardon_limit")


@pytest.mark.rule("MM-050")
def test_fever_takes_crew_but_never_the_last() -> None:
    table = in_port(event="fever")
    table.when(c.EndPortAction(), 1, 1, 1).has(e.HitApplied(0, "crew", False, 1, "fever"))
    last = in_port(event="fever", damage={0: ("crew",)})
    assert not last.when(c.EndPortAction(), 1, 1, 1).count(e.HitApplied)
