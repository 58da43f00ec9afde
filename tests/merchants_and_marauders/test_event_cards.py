"""Chapter 3: the global event cards, each drawn from the deck; those of the weather are in test_weather."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import EVENT_CARDS, GOODS, Effect, Effects

from .event_cards import Exercised, drawn
from .scenario import SKULL, Attempt, Table, given
from .test_npc_cards import NPC_CARDS
from .test_weather import WEATHER

CARDS = Exercised()


def test_every_event_card_has_a_test() -> None:
    assert set(EVENT_CARDS) == CARDS.ids | WEATHER.ids | NPC_CARDS


# Bounties


HUNTS = {"pirate_hunt_fr_es": ("french", "spanish", "dutch"), "pirate_hunt_en_nl": ("english", "dutch", "french")}
"""The two nations that hunt, and one that does not."""


@CARDS(*HUNTS)
@pytest.mark.rule("MM-054", "MM-036", "MM-197")
def test_a_pirate_hunt_raises_the_bounties_of_its_nations_up_to_five(card: str) -> None:
    one, two, left_alone = HUNTS[card]
    bounties = {0: {one: 1, left_alone: 2}, 1: {one: 5, two: 4}, 2: {two: 1}, 3: {left_alone: 1}}
    table, attempt = drawn(card, seats=4, bounties=bounties)
    assert [event for event in attempt.events if isinstance(event, e.BountyChanged)] == [
        e.BountyChanged(0, one, 1, 2),
        e.BountyChanged(1, two, 1, 5),
        e.BountyChanged(2, two, 1, 2),
    ]
    assert [dict(seat.bounties) for seat in table.state.seats] == [
        {one: 2, left_alone: 2},
        {one: 5, two: 5},
        {two: 2},
        {left_alone: 1},
    ]
    assert table.state.event is None


@CARDS("pardon")
@pytest.mark.rule("MM-055")
def test_a_royal_pardon_takes_a_bounty_for_five_gold_twice_in_the_round(card: str) -> None:
    table, _ = drawn(card, gold=19, bounties={0: {"english": 2, "dutch": 2}}, in_port={0: "havana"})
    table.when(c.OpenPortAction())
    table.when(c.BuyPardon("french")).refused("no_such_bounty")
    table.when(c.BuyPardon("english")).then(e.PardonBought(0, "english", 5), e.BountyChanged(0, "english", -1, 1))
    table.when(c.BuyPardon("dutch")).then(e.BountyChanged(0, "dutch", -1, 1))
    assert table.seat().gold == 9
    table.when(c.BuyPardon("dutch")).refused("pardon_limit")
    table.when(c.EndPortAction())
    table.end_round()
    table.when(c.OpenPortAction())
    table.when(c.BuyPardon("dutch")).refused("no_pardon_offered")


@pytest.mark.rule("MM-055", "MM-198")
def test_a_pardon_needs_its_gold_and_a_port_action_and_may_make_a_pirate_honest() -> None:
    table, _ = drawn("pardon", gold=7, bounties={0: {"english": 1, "dutch": 1}})
    table.when(c.BuyPardon("english")).refused("wrong_decision")
    table.when(c.OpenPortAction())
    table.when(c.BuyPardon("english"))
    assert table.seat().bounties == {"dutch": 1}
    table.when(c.BuyPardon("dutch")).refused("cannot_afford")


# Ports


@CARDS("smugglers_night")
@pytest.mark.rule("MM-056", "MM-398", "MM-397")
def test_smugglers_night_opens_closed_ports_to_pirates_for_trade_and_recruits(card: str) -> None:
    position = {"at_sea": {0: "havana"}, "gold": 30, "cargo": ("rum_1",), "damage": {0: ("crew", "hull")}}
    table, _ = drawn(card, bounties={0: {"spanish": 1}}, wars=[("english", "spanish")], rumor="r01", **position)
    table.when(c.EnterPort("open")).refused("port_closed_bounty")
    table.when(c.EnterPort("event")).then(e.PortEntered(0, "havana", "event"))
    table.when(c.OpenPortAction())
    for forbidden in (c.VisitShipyard(), c.SeekRumor(), c.StartStashing()):
        table.when(forbidden).refused("activity_forbidden")
    assert {c.StartSelling(), c.StartBuying(), c.StartRecruiting()} <= set(table.legal())
    table.when(c.EndPortAction())
    # The limit holds until he leaves, also in the next round.
    table.end_round()
    table.when(c.OpenPortAction())
    table.when(c.VisitShipyard()).refused("activity_forbidden")
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.EnterPort("event")).refused("means_not_available")


@pytest.mark.rule("MM-056", "MM-397")
def test_smugglers_night_is_for_pirates_and_closed_ports_alone() -> None:
    honest, _ = drawn("smugglers_night", at_sea={0: "havana"}, wars=[("english", "spanish")])
    honest.when(c.EnterPort("event")).refused("means_not_available")
    honest.when(c.EnterPort("open")).refused("port_closed_war")
    pirate, _ = drawn("smugglers_night", at_sea={0: "havana"}, bounties={0: {"dutch": 1}}, gold=9)
    pirate.when(c.EnterPort("event")).refused("means_not_available")
    pirate.when(c.EnterPort("open"))
    pirate.when(c.OpenPortAction())
    assert {c.VisitShipyard(), c.SeekRumor()} <= set(pirate.legal())


@CARDS("fever")
@pytest.mark.rule("MM-050", "MM-036")
def test_fever_takes_a_crew_after_a_port_action_unless_leadership_helps(card: str) -> None:
    table, _ = drawn(card, ships=("galleon", "sloop"))
    table.when(c.OpenPortAction())
    attempt = table.when(c.EndPortAction(), 1, 2, 3)
    attempt.then(
        e.PortActionEnded(0, "port_royal"),
        e.CheckRolled(0, "leadership", (1, 2, 3), 1, False, "fever"),
        e.HitApplied(0, "crew", False, 3, "fever"),
    )
    table.when(c.EndTurn())
    table.when(c.OpenPortAction())
    assert not table.when(c.EndPortAction(), SKULL).count(e.HitApplied)
    table.when(c.EndTurn())
    table.when(c.OpenPortAction())
    assert not table.when(c.EndPortAction()).count(e.CheckRolled)


@pytest.mark.rule("MM-050")
def test_fever_spares_the_last_crew_and_who_does_no_port_business() -> None:
    table, _ = drawn("fever", damage={0: ("crew",)})
    table.when(c.OpenPortAction())
    attempt = table.when(c.EndPortAction(), 1, 1, 1)
    attempt.then(e.CheckRolled(0, "leadership", (1, 1, 1), 1, False, "fever"))
    assert not attempt.count(e.HitApplied)
    idle, _ = drawn("fever")
    assert not idle.when(c.EndTurn()).count(e.CheckRolled)


def sale(table: Table, *lot: str) -> int:
    """What the cards bring together."""
    table.when(c.OpenPortAction())
    table.when(c.StartSelling())
    for card in lot:
        table.when(c.AddToSale(card))
    return int(table.when(c.FinishSale()).happens(e.GoodsSold).gold)


@CARDS("glut")
@pytest.mark.rule("MM-051", "MM-092", "MM-100")
@pytest.mark.parametrize("good", GOODS)
def test_a_glut_makes_one_good_cheap_for_a_round(card: str, good: str) -> None:
    other = "food" if good != "food" else "rum"
    wanted = "wood" if good != "wood" else "sugar"
    position = {
        "demand": {"port_royal": wanted},
        "cargo": (f"{good}_1", f"{good}_2", f"{other}_1"),
        "next_cargo": (f"{good}_3", f"{other}_2", "cocoa_7", "spices_7", "textiles_7", "tobacco_7"),
    }
    table, attempt = drawn(card, draws=(GOODS.index(good),), gold=4, **position)
    attempt.then(e.RandomDrawn("good", good), e.EventInForce("glut", (good,)))
    assert sale(table, f"{good}_1", f"{other}_1") == 2 + 3
    table.when(c.StartBuying())
    table.when(c.TakeCard(f"{good}_3"))
    table.when(c.FinishLot()).then(e.GoodsBought(0, (f"{good}_3",), 1, table.state.cargo.discard[-5:], in_port="port_royal"))
    table.when(c.EndPortAction())
    table.end_round()
    assert sale(table, f"{good}_2") == 3
    demanded, _ = drawn(card, draws=(GOODS.index(good),), **{**position, "demand": {"port_royal": good}})
    assert sale(demanded, f"{good}_1", f"{other}_1") == 6 + 3


@CARDS("shifting_demand")
@pytest.mark.rule("MM-052", "MM-I05", "MM-088")
def test_shifting_demand_replaces_the_tokens_of_four_ports(card: str) -> None:
    # The ports are shuffled (the place that takes one of 6 comes out lowest), then four draws take the pool's last token.
    draws = (*range(15, 5, -1), *range(4, 0, -1), *(7,) * 4)
    table = given(next_events=(card,))
    pool = list(table.state.demand_pool)
    attempt = table.end_round(draws)
    replaced = [event for event in attempt.events if isinstance(event, e.DemandReplaced)]
    assert len({event.port for event in replaced}) == len(replaced) == 4
    for event in replaced:
        assert event.new == pool.pop()
        pool.append(event.old)
    assert sorted(pool) == sorted(table.state.demand_pool)
    assert {event.port: event.new for event in replaced}.items() <= table.state.demand.items()


@pytest.mark.rule("MM-052")
def test_any_ports_may_shift() -> None:
    chosen = set()
    for last in range(16):
        attempt = given(next_events=("shifting_demand",)).end_round((last,))
        chosen |= {event.port for event in attempt.events if isinstance(event, e.DemandReplaced)}
    assert len(chosen) > 4


FLEET_ZONES = ("havana", "cartagena", "caracas", "santo_domingo", "san_juan")


def raided(table: Table, nation: str) -> Attempt:
    table.when(c.ScoutMerchant("roll"), SKULL)
    return table.when(c.RaidAs(nation), 1, 1, 1)


@CARDS("treasure_fleet")
@pytest.mark.rule("MM-053", "MM-174", "MM-176", "MM-189")
def test_the_treasure_fleet_enriches_spanish_raids_in_its_zone(card: str) -> None:
    loot = ("cocoa_1", "rum_1", "rum_2", "cocoa_4")
    position = {"merchants": {"caracas": "french"}, "at_sea": {0: "caracas"}, "next_cargo": loot}
    table, attempt = drawn(card, draws=(FLEET_ZONES.index("caracas"),), **position)
    attempt.then(e.RandomDrawn("zone", "caracas"))
    attempt = raided(table, "spanish")
    assert attempt.count(e.RaidCardDrawn) == 4
    # 1 + 1 + 2 + 3 on the cards, 6 of the fleet.
    attempt.then(
        e.BountyChanged(0, "spanish", 1, 1),
        e.BountyChanged(0, "spanish", 1, 2),
        e.GoldChanged(0, 13, "raid"),
        e.GloryGained(0, "raid", 1),
    )
    french, _ = drawn(card, draws=(FLEET_ZONES.index("caracas"),), **position)
    attempt = raided(french, "french")
    assert attempt.count(e.RaidCardDrawn) == 3
    assert attempt.count(e.BountyChanged) == 1
    attempt.then(e.GoldChanged(0, 4, "raid"))
    elsewhere, _ = drawn(card, draws=(FLEET_ZONES.index("san_juan"),), **position)
    attempt = raided(elsewhere, "spanish")
    assert attempt.count(e.RaidCardDrawn) == 3
    assert attempt.count(e.BountyChanged) == 1
    attempt.then(e.GoldChanged(0, 4, "raid"))
    later, _ = drawn(card, draws=(FLEET_ZONES.index("caracas"),), **position)
    later.end_round()
    raided(later, "spanish").then(e.BountyChanged(0, "spanish", 1, 1), e.GoldChanged(0, 4, "raid"))


@pytest.mark.rule("MM-053")
@pytest.mark.parametrize("zone", FLEET_ZONES)
def test_the_treasure_fleet_lies_in_one_of_five_zones(zone: str) -> None:
    table, attempt = drawn("treasure_fleet", draws=(FLEET_ZONES.index(zone),))
    assert attempt.happens(e.RandomDrawn) == e.RandomDrawn("zone", zone)
    assert (table.state.event, table.state.drawn) == ("treasure_fleet", (zone,))


@CARDS("governors_ball")
@pytest.mark.rule("MM-057", "MM-036", "MM-010")
def test_at_the_governors_ball_influence_checks_roll_one_more_die(card: str) -> None:
    """Every Influence check: for a rumor, for a mission, to enter Port Royal."""
    table, _ = drawn(card, gold=9, laid_out=("m01", "m02"))
    table.when(c.OpenPortAction())
    assert len(table.when(c.SeekRumor(), 1, 1).happens(e.CheckRolled).dice) == 2
    assert len(table.when(c.ClaimMission("m01"), 1, 1).happens(e.CheckRolled).dice) == 2
    table.when(c.EndPortAction())
    table.end_round()
    table.when(c.OpenPortAction())
    assert len(table.when(c.SeekRumor(), 1, 1).happens(e.CheckRolled).dice) == 1
    wanted, _ = drawn(
        card,
        captains=("dominique_de_richery", "francis_wright"),
        at_sea={0: "port_royal"},
        bounties={0: {"english": 1}},
        npcs={"dutch": ("npc_nl_1", "port_royal")},
    )
    assert len(wanted.when(c.EnterPort("influence"), 1, 1, 1, 1).happens(e.CheckRolled).dice) == 4
    # Other skills roll as always.
    assert len(wanted.when(c.ScoutMerchant("roll"), 1, 1, 1, 1).happens(e.CheckRolled).dice) == 4


# War, peace and the Naval Sweep: more about them is in test_war_and_peace and test_npc_movement


@CARDS("war_1", "war_2", "war_3")
@pytest.mark.rule("MM-257", "MM-036")
def test_war_begins_between_two_nations_and_lasts(card: str) -> None:
    table, attempt = drawn(card, draws=(3, 2, 1))
    attempt.then(e.RandomDrawn("nation_pair", "english spanish"), e.WarStarted(("english", "spanish")))
    table.end_round()
    assert table.state.wars == (("english", "spanish"),)


@CARDS("peace_1", "peace_2")
@pytest.mark.rule("MM-261")
def test_peace_ends_the_oldest_war_or_all(card: str) -> None:
    table, attempt = drawn(card, wars=[("french", "dutch"), ("english", "spanish")])
    ended = [event.nations for event in attempt.events if isinstance(event, e.WarEnded)]
    if card == "peace_1":
        assert ended == [("french", "dutch")]
        assert table.state.wars == (("english", "spanish"),)
    else:
        assert ended == [("french", "dutch"), ("english", "spanish")]
        assert table.state.wars == ()
    # Without a war there is nothing to end.
    assert not drawn(card)[1].count(e.WarEnded)


@CARDS("naval_sweep")
@pytest.mark.rule("MM-058")
def test_a_naval_sweep_moves_naval_ships_toward_those_they_hunt(card: str) -> None:
    table, attempt = drawn(
        card,
        at_sea={0: "nassau"},
        bounties={0: {"english": 1}},
        npcs={"english": ("npc_en_1", "petite_goave"), "pirate_sloop": ("npc_ps_1", "trinidad")},
    )
    attempt.then(e.NpcMoved("english", "petite_goave", "tortuga", "card"))
    assert table.state.npcs["english"].zone == "tortuga"


# The vocabulary


def parts(effects: Effects) -> list[Effect]:
    """The effects with those inside them."""
    return [part for effect in effects for part in (effect, *parts(effect.on_fail), *parts(effect.then))]


def test_the_events_use_no_op_or_condition_that_no_card_above_exercises() -> None:
    """Who adds an op to an event card has to write what it does, and its test."""
    effects = [effect for card in EVENT_CARDS.values() for effect in parts(card.effects)]
    assert {effect.op for effect in effects} == {
        *("add_dice", "add_plunder", "bounty", "check", "draw_random", "end_war", "forbid", "free_action", "hit"),
        *("limit_action", "move_npc", "open_port", "pay_for", "place_npc", "raid_extra_card", "redraw_demand"),
        *("set_price", "start_war"),
    }
    assert {condition.cond for effect in effects for condition in effect.if_} == {
        *("at_sea", "at_zone", "good_not_in_demand", "has_bounty_of", "merchant_nation", "pirate"),
        "zone_to_zone_move",
    }
