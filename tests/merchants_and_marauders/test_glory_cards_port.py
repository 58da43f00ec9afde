"""Chapter 10: glory cards played in a Port action, and what refuses a card."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import GLORY, MISSIONS
from domain.merchants_and_marauders.missions import claim_checks

from .business import Covered, in_port_action
from .scenario import Table, given

CARDS = Covered()
SMUGGLERS = {"at_sea": {0: "havana"}, "bounties": {0: {"spanish": 1}}, "event": "smugglers_night"}
"""A pirate off a port that lets him in to sell, buy and recruit only (MM-398)."""


def smuggling(card: str, **position: object) -> Table:
    """A Port action of a captain who entered by Smugglers' Night."""
    table = given(glory={0: (f"{card}:1",)}, **{**SMUGGLERS, **position})  # type: ignore[arg-type]
    table.when(c.EnterPort("event"))
    table.when(c.OpenPortAction())
    return table


# What refuses a card


@pytest.mark.rule("MM-208")
def test_a_card_waits_for_the_timing_it_names() -> None:
    hand = ("g07:1", "g23:1", "g09:1", "g36:1")
    table = given(glory={0: hand}, bounties={0: {"english": 1}, 1: {"dutch": 1}}, damage={0: ("masts",)})
    table.when(c.PlayGlory("g01:1")).refused("not_in_hand")
    for card in hand:
        table.when(c.PlayGlory(card)).refused("wrong_timing")
    table.when(c.OpenPortAction())
    table.when(c.PlayGlory("g01:1")).refused("not_in_hand")
    for card in hand[1:]:
        table.when(c.PlayGlory(card)).refused("wrong_timing")
    # Its own timing has come, and all else fits.
    table.when(c.PlayGlory("g07:1"))


@pytest.mark.rule("MM-208")
@pytest.mark.parametrize("card", sorted(card.id for card in GLORY.values() if card.kind == "action"))
def test_each_card_is_played_in_the_own_turn_only_if_its_timing_is_of_it(card: str) -> None:
    timing = GLORY[card].timing
    for table, timings in (
        (given(at_sea={0: "havana"}, glory={0: (f"{card}:1",)}), ("own_turn", "own_turn_at_sea")),
        (given(glory={0: (f"{card}:1",)}), ("own_turn",)),
        (in_port_action(glory={0: (f"{card}:1",)}), ("own_turn", "port_action", "before_buy")),
    ):
        if timing not in timings:
            table.when(c.PlayGlory(f"{card}:1")).refused("wrong_timing")


@pytest.mark.rule("MM-207", "MM-204", "MM-I16")
def test_a_fifth_card_is_drawn_and_one_is_discarded_before_any_is_played() -> None:
    hand = ("g01:1", "g05:1", "g08:1", "g02:1")
    table = given(
        demand={"port_royal": "rum"},
        cargo=("rum_1", "rum_2", "rum_3"),
        glory={0: hand},
        next_glory=("g33:1",),
    )
    table.when(c.OpenPortAction())
    table.when(c.StartSelling())
    for card in ("rum_1", "rum_2", "rum_3"):
        table.when(c.AddToSale(card))
    table.when(c.FinishSale()).then(e.GloryGained(0, "sale", 1), e.GloryDrawn(0, "g33:1"))
    assert table.top == f.DiscardToLimit(0, "glory")
    assert table.seat().glory == (*hand, "g33:1")
    table.when(c.PlayGlory("g01:1")).refused("wrong_decision")
    table.when(c.DiscardGlory("g06:1")).refused("not_in_hand")
    table.when(c.DiscardCargo("rum_1")).refused("not_your_card")
    table.when(c.DiscardGlory("g05:1")).then(e.GloryDiscarded(0, "g05:1"))
    assert table.state.glory.discard == ("g05:1",)
    table.when(c.PlayGlory("g01:1"))


@pytest.mark.rule("MM-206")
def test_gold_put_away_brings_points_without_cards() -> None:
    table = in_port_action(gold=30, next_glory=("g01:1",))
    table.when(c.StartStashing())
    attempt = table.when(c.DepositGold("all"))
    assert not attempt.count(e.GloryDrawn) + attempt.count(e.GloryGained)
    assert not table.seat().glory


# Bounties, crew and demand


@CARDS.by("g07")
@pytest.mark.parametrize(("count", "delta"), [(3, -2), (2, -2), (1, -1)])
def test_royal_favour_takes_up_to_two_bounties_of_the_ports_nation(count: int, delta: int) -> None:
    table = in_port_action(in_port={0: "havana"}, glory={0: ("g07:1",)}, bounties={0: {"spanish": count, "english": 4}})
    table.when(c.PlayGlory("g07:1")).then(e.BountyChanged(0, "spanish", delta, count + delta))
    assert table.seat().bounties == {"english": 4} | ({"spanish": 1} if count == 3 else {})


@pytest.mark.rule("MM-212")
def test_royal_favour_needs_a_bounty_of_the_ports_nation() -> None:
    table = in_port_action(in_port={0: "havana"}, glory={0: ("g07:1",)}, bounties={0: {"english": 4}})
    table.when(c.PlayGlory("g07:1")).refused("card_has_no_effect")


@CARDS.by("g28")
def test_a_cornered_market_demands_another_good_of_the_pool() -> None:
    table = in_port_action(in_port={0: "havana"}, demand={"havana": "wood"}, glory={0: ("g28:1",)})
    pool = Counter(table.state.demand_pool)
    assert pool["wood"] == 2
    table.when(c.PlayGlory("g28:1"))
    assert isinstance(table.top, f.Choose)
    assert set(table.top.options) == set(pool) - {"wood"}
    table.when(c.Choose("wood")).refused("option_not_offered")
    table.when(c.Choose("tobacco")).then(e.DemandReplaced("havana", "wood", "tobacco"))
    assert table.state.demand["havana"] == "tobacco"
    assert Counter(table.state.demand_pool) == pool + Counter(wood=1) - Counter(tobacco=1)


@CARDS.by("g30")
@pytest.mark.rule("MM-016")
def test_a_press_gang_fills_the_crew_even_where_recruiting_is_forbidden() -> None:
    table = in_port_action(
        ships=("frigate", "sloop"),
        in_port={0: "petite_goave"},
        bounties={0: {"dutch": 1}},
        damage={0: ("crew", "crew")},
        glory={0: ("g30:1",)},
    )
    table.when(c.StartRecruiting()).refused("activity_forbidden")
    attempt = table.when(c.PlayGlory("g30:1"))
    attempt.then(e.CrewRecruited(0, 2, 0))
    assert not attempt.count(e.CheckRolled)
    full = in_port_action(glory={0: ("g30:1",)})
    full.when(c.PlayGlory("g30:1")).refused("card_has_no_effect")


# Gold


@CARDS.by("g10")
def test_a_gold_courier_stashes_in_a_foreign_port_for_this_port_action() -> None:
    table = in_port_action(in_port={0: "havana"}, gold=12, glory={0: ("g10:1",)}, next_events=("npc_en_1",))
    table.when(c.StartStashing()).refused("stash_not_allowed_here")
    table.when(c.PlayGlory("g10:1"))
    started = table.when(c.StartStashing())
    assert not started.count(e.GoldChanged)
    table.when(c.DepositGold(10))
    table.when(c.FinishStashing())
    assert (table.seat().gold, table.seat().stash) == (2, 10)
    late = in_port_action(in_port={0: "havana"}, gold=12, glory={0: ("g10:1",)}, next_events=("npc_en_1",))
    late.when(c.PlayGlory("g10:1"))
    late.when(c.EndPortAction())
    late.end_round()
    late.when(c.OpenPortAction())
    late.when(c.StartStashing()).refused("stash_not_allowed_here")


@CARDS.by("g10")
def test_a_gold_courier_spares_the_fee_of_st_maarten() -> None:
    table = in_port_action(in_port={0: "st_maarten"}, gold=12, glory={0: ("g10:1",)})
    table.when(c.PlayGlory("g10:1"))
    assert not table.when(c.StartStashing()).count(e.GoldChanged)


@pytest.mark.rule("MM-212")
def test_a_gold_courier_is_of_no_use_at_home_without_gold_or_after_stashing() -> None:
    home = in_port_action(gold=12, glory={0: ("g10:1",)})
    home.when(c.PlayGlory("g10:1")).refused("card_has_no_effect")
    poor = in_port_action(in_port={0: "havana"}, glory={0: ("g10:1",)})
    poor.when(c.PlayGlory("g10:1")).refused("card_has_no_effect")
    done = in_port_action(in_port={0: "st_maarten"}, gold=12, glory={0: ("g10:1",)})
    done.when(c.StartStashing())
    done.when(c.FinishStashing())
    done.when(c.PlayGlory("g10:1")).refused("card_has_no_effect")
    free = in_port_action(
        captains=("katrijn_oosterling", "luc_garrigue"), in_port={0: "curacao"}, gold=12, glory={0: ("g10:1",)}
    )
    free.when(c.PlayGlory("g10:1")).refused("card_has_no_effect")
    smuggling("g10", gold=12).when(c.PlayGlory("g10:1")).refused("card_has_no_effect")


@CARDS.by("g29")
def test_a_generous_patron_lowers_costs_at_the_shipyard_by_six_in_all() -> None:
    table = in_port_action(
        in_port={0: "havana"},
        ships=("frigate", "sloop"),
        gold=20,
        damage={0: ("hull", "masts", "masts", "cargo")},
        glory={0: ("g29:1",)},
    )
    table.when(c.PlayGlory("g29:1"))
    table.when(c.VisitShipyard())
    table.when(c.BuyWeapon("grapeshot")).then(e.WeaponBought(0, "grapeshot", 3))
    table.when(c.Repair("hull")).then(e.DamageRepaired(0, "hull", 1, 0))
    price = table.when(c.BuyModification()).happens(e.ModificationBought).price
    assert price == 0
    # 2 and 3 are used up; 1 is left.
    table.when(c.Repair("masts")).then(e.DamageRepaired(0, "masts", 1, 1))
    table.when(c.Repair("masts")).then(e.DamageRepaired(0, "masts", 1, 2))


@CARDS.by("g29")
def test_a_generous_patron_helps_to_a_ship_in_this_port_action_only() -> None:
    table = in_port_action(gold=9, glory={0: ("g29:1",)}, next_events=("npc_en_1",))
    table.when(c.PlayGlory("g29:1"))
    table.when(c.VisitShipyard())
    # A Flute costs 10, less 6, less the 5 that the Sloop brings.
    assert table.when(c.BuyShip("flute")).happens(e.ShipBought).price == -1
    late = in_port_action(gold=9, glory={0: ("g29:1",)}, next_events=("npc_en_1",))
    late.when(c.PlayGlory("g29:1"))
    late.when(c.EndPortAction())
    late.end_round()
    late.when(c.OpenPortAction())
    late.when(c.VisitShipyard())
    assert late.when(c.BuyShip("flute")).happens(e.ShipBought).price == 5


@pytest.mark.rule("MM-212")
def test_a_generous_patron_is_of_no_use_once_the_shipyard_was_visited_or_is_closed() -> None:
    table = in_port_action(gold=9, glory={0: ("g29:1",)})
    table.when(c.VisitShipyard())
    table.when(c.LeaveShipyard())
    table.when(c.PlayGlory("g29:1")).refused("card_has_no_effect")
    smuggling("g29", gold=12).when(c.PlayGlory("g29:1")).refused("card_has_no_effect")


# Goods


@CARDS.by("g27")
@pytest.mark.rule("MM-097", "MM-096")
def test_a_market_contact_shows_eight_cards_even_in_a_port_visited_before() -> None:
    table = in_port_action(
        in_port={0: "havana"}, gold=9, glory={0: ("g27:1", "g27:2")}, next_events=("npc_en_1", "npc_en_2"), cargo=("rum_1",)
    )
    table.when(c.PlayGlory("g27:1"))
    assert table.top == f.BuyLot(0, "goods")
    assert len(table.seat().offer) == 8
    assert table.state.demand["havana"] not in {card.rpartition("_")[0] for card in table.seat().offer}
    table.when(c.FinishLot())
    # It was the purchase of this Port action.
    table.when(c.StartBuying()).refused("activity_used")
    table.when(c.StartSelling()).refused("selling_not_first")
    table.when(c.PlayGlory("g27:2")).refused("card_has_no_effect")
    table.when(c.EndPortAction())
    table.end_round()
    table.when(c.OpenPortAction())
    table.when(c.PlayGlory("g27:2"))
    assert len(table.seat().offer) == 8
    assert table.seat().glory == ()


@pytest.mark.rule("MM-212", "MM-144")
def test_a_market_contact_is_of_no_use_where_as_many_cards_are_offered_anyway() -> None:
    table = in_port_action(gold=3, in_port={0: "caracas"}, glory={0: ("g27:1",)}, next_events=("npc_en_1",))
    table.when(c.PlayGlory("g27:1")).refused("card_has_no_effect")
    table.when(c.StartBuying())
    table.when(table.legal()[0])
    table.when(c.FinishLot())
    table.when(c.EndPortAction())
    table.end_round()
    table.when(c.OpenPortAction())
    # In the next turn the offer would be one of three cards.
    table.when(c.PlayGlory("g27:1"))
    assert len(table.seat().offer) == 8


# Rolls that succeed


@CARDS.by("g31")
@pytest.mark.rule("MM-409")
def test_an_old_shipmate_makes_the_next_rumor_roll_succeed() -> None:
    table = in_port_action(gold=9, glory={0: ("g31:1",)}, next_events=("npc_en_1",))
    table.when(c.PlayGlory("g31:1"))
    attempt = table.when(c.SeekRumor())
    attempt.then(e.GoldChanged(0, -2, "rumor"), e.EffectUsed(0, "glory:g31", 0), attempt.happens(e.RumorDrawn))
    assert not attempt.count(e.CheckRolled)
    assert not table.state.lasting
    # It does not wait for another Port action, nor serve twice.
    late = in_port_action(gold=9, glory={0: ("g31:1",)}, next_events=("npc_en_1",))
    late.when(c.PlayGlory("g31:1"))
    assert len(late.state.lasting) == 1
    late.when(c.EndPortAction())
    assert not late.state.lasting
    late.end_round()
    late.when(c.OpenPortAction())
    assert late.when(c.SeekRumor(), 1).happens(e.CheckRolled).success is False
    table.when(c.EndPortAction())
    table.end_round()
    table.when(c.OpenPortAction())
    assert table.when(c.SeekRumor(), 1).count(e.CheckRolled) == 1


@CARDS.by("g32")
@pytest.mark.rule("MM-409")
def test_a_governors_ear_makes_the_next_check_of_a_claim_succeed() -> None:
    table = in_port_action(laid_out=("m01",), glory={0: ("g32:1",)}, next_events=("npc_en_1",))
    table.when(c.PlayGlory("g32:1"))
    attempt = table.when(c.ClaimMission("m01"))
    assert attempt.count(e.MissionClaimed) == 1
    assert not attempt.count(e.CheckRolled)
    assert not table.state.lasting
    late = in_port_action(laid_out=("m01",), glory={0: ("g32:1",)}, next_events=("npc_en_1",))
    late.when(c.PlayGlory("g32:1"))
    late.when(c.EndPortAction())
    late.end_round()
    late.when(c.OpenPortAction())
    missed = late.when(c.ClaimMission("m01"), 1)
    assert missed.happens(e.CheckRolled).success is False
    assert not missed.count(e.MissionClaimed)


@CARDS.by("g32")
@pytest.mark.rule("MM-128", "MM-409")
def test_a_governors_ear_spares_the_check_of_influence_alone() -> None:
    table = in_port_action(laid_out=("m01",), glory={0: ("g32:1",)})

    def skills(mission: str) -> list[str]:
        return [check.skill for check in claim_checks(table.state, 0, MISSIONS[mission])]

    assert (skills("m01"), skills("m12")) == (["influence"], ["leadership"])
    table.when(c.PlayGlory("g32:1"))
    assert (skills("m01"), skills("m12")) == ([], ["leadership"])


@CARDS.by("g31", "g32")
@pytest.mark.rule("MM-409")
def test_each_of_them_serves_its_own_roll() -> None:
    table = in_port_action(gold=9, laid_out=("m01",), glory={0: ("g31:1", "g32:1")})
    table.when(c.PlayGlory("g32:1"))
    assert table.when(c.SeekRumor(), 1).count(e.CheckRolled) == 1
    table.when(c.PlayGlory("g31:1")).refused("card_has_no_effect")
    assert not table.when(c.ClaimMission("m01")).count(e.CheckRolled)
    both = in_port_action(gold=9, laid_out=("m01",), glory={0: ("g31:1", "g32:1")})
    both.when(c.PlayGlory("g31:1"))
    both.when(c.PlayGlory("g32:1"))
    assert not both.when(c.ClaimMission("m01")).count(e.CheckRolled)
    assert not both.when(c.SeekRumor()).count(e.CheckRolled)


@pytest.mark.rule("MM-212", "MM-409")
def test_a_card_for_a_roll_is_of_no_use_after_it_or_where_there_is_none() -> None:
    sought = in_port_action(gold=9, glory={0: ("g31:1",)})
    sought.when(c.SeekRumor(), 1)
    sought.when(c.PlayGlory("g31:1")).refused("card_has_no_effect")
    claimed = in_port_action(laid_out=("m01",), glory={0: ("g32:1",)})
    claimed.when(c.ClaimMission("m01"), 1)
    claimed.when(c.PlayGlory("g32:1")).refused("card_has_no_effect")
    # No mission lies here, or none that rolls Influence.
    nothing = in_port_action(laid_out=("m02", "m03"), glory={0: ("g32:1",)})
    nothing.when(c.PlayGlory("g32:1")).refused("card_has_no_effect")
    other = in_port_action(in_port={0: "caracas"}, laid_out=("m12",), glory={0: ("g32:1",)})
    other.when(c.PlayGlory("g32:1")).refused("card_has_no_effect")
    for card in ("g31", "g32"):
        table = smuggling(card, gold=9, laid_out=("m02",))
        table.when(c.PlayGlory(f"{card}:1")).refused("card_has_no_effect")


@pytest.mark.rule("MM-212")
def test_a_card_that_is_in_force_already_adds_nothing() -> None:
    table = in_port_action(gold=9, glory={0: ("g31:1",)})
    table.when(c.PlayGlory("g31:1"))
    # The deck ran out, and the same card is drawn again.
    table.after(e.DeckReshuffled("glory", ("g31:1", *table.state.glory.cards)), e.GloryDrawn(0, "g31:1"))
    table.when(c.PlayGlory("g31:1")).refused("card_has_no_effect")
