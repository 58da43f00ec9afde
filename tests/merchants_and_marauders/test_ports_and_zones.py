"""Chapter 7: the special rules of ports and zones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import PORTS, ZONES
from domain.merchants_and_marauders.state import to_act
from domain.merchants_and_marauders.state.modifiers import bearers, sources

from .business import Covered, in_port_action
from .scenario import SKULL, Attempt, Table, given

OFFER = ("cocoa_1", "food_1", "food_2", "rum_1", "rum_2", "rum_3")
CALM = ("rum_1", "rum_3", "rum_6", "food_2")
"""Escapes only, worth 1 + 3 + 3 + 2."""
COVERED = Covered()


def in_port_of(port: str, **position: object) -> Table:
    return in_port_action(in_port={0: port}, **position)


def sell(table: Table, *cards: str) -> int:
    """What these cards bring in one sale."""
    table.when(c.StartSelling())
    for card in cards:
        table.when(c.AddToSale(card))
    gold: int = table.when(c.FinishSale()).happens(e.GoodsSold).gold
    return gold


def offered(table: Table) -> int:
    table.when(c.StartBuying())
    return len(table.seat().offer)


def raid(zone: str, nation: str, cards: Sequence[str] = CALM) -> tuple[Table, Attempt]:
    """A raid on a merchant of this nation, without a success."""
    table = given(at_sea={0: zone}, merchants={zone: nation}, next_cargo=cards)
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    return table, table.when(c.RaidAs(nation), 1, 1, 1)


@pytest.mark.rule("MM-140")
@pytest.mark.parametrize("zone", [zone.id for zone in ZONES.values() if zone.port])
def test_port_rules_act_in_the_port_and_zone_rules_at_sea(zone: str) -> None:
    port = ZONES[zone].port
    assert port is not None
    rules = {"port": PORTS[port].port_rules, "zone": ZONES[zone].zone_rules}
    at_sea = list(sources(bearers(given(at_sea={0: zone}).state, 0)))
    in_port = list(sources(bearers(given(in_port={0: port}).state, 0)))
    if rules["zone"]:
        assert rules["zone"] in at_sea
        assert rules["zone"] not in in_port
    if rules["port"]:
        assert rules["port"] in in_port
        assert rules["port"] not in at_sea


# Ports


@COVERED.by("port:bridgetown")
@pytest.mark.rule("MM-142")
@pytest.mark.parametrize("ship", ["frigate", "galleon", "man_o_war"])
def test_the_reef_of_bridgetown_hits_big_ships_that_fail_a_seamanship_check(ship: str) -> None:
    failed = given(at_sea={0: "bridgetown"}, ships=(ship, "sloop"))
    hull = failed.hull()
    failed.when(c.EnterPort("open"), 1, 1, 1).then(
        e.PortEntered(0, "bridgetown", "open"),
        e.CheckRolled(0, "seamanship", (1, 1, 1), 1, False, "reef"),
        e.HitApplied(0, "hull", False, hull - 1, "reef"),
    )
    passed = given(at_sea={0: "bridgetown"}, ships=(ship, "sloop"))
    attempt = passed.when(c.EnterPort("open"), 1, SKULL, 1)
    attempt.happens(e.CheckRolled)
    assert not attempt.count(e.HitApplied)
    elsewhere = given(at_sea={0: "nassau"}, ships=(ship, "sloop"))
    assert not elsewhere.when(c.EnterPort("open")).count(e.CheckRolled)


@pytest.mark.rule("MM-142")
@pytest.mark.parametrize("ship", ["sloop", "flute"])
def test_small_ships_pass_the_reef(ship: str) -> None:
    table = given(at_sea={0: "bridgetown"}, ships=(ship, "sloop"))
    assert not table.when(c.EnterPort("open")).count(e.CheckRolled)


@pytest.mark.rule("MM-143")
def test_the_reef_may_sink_a_ship() -> None:
    table = given(at_sea={0: "bridgetown"}, ships=("frigate", "sloop"), damage={0: ("hull", "hull")})
    table.when(c.EnterPort("open"), 1, 1, 1).then(
        e.HitApplied(0, "hull", False, 0, "reef"), e.CaptainDied(0, "francis_wright"), e.CaptainTurnEnded(0)
    )


@COVERED.by("port:caracas", "port:st_maarten")
@pytest.mark.rule("MM-144", "MM-163")
@pytest.mark.parametrize(
    ("port", "captain", "size"),
    [
        ("caracas", "francis_wright", 8),
        ("st_maarten", "francis_wright", 7),
        ("st_maarten", "joost_verhage", 8),
        ("curacao", "joost_verhage", 6),
        ("havana", "francis_wright", 6),
    ],
)
def test_some_ports_offer_more_goods(port: str, captain: str, size: int) -> None:
    assert offered(in_port_of(port, captains=(captain, "felipe_de_los_reyes"))) == size


@COVERED.by("port:cartagena")
@pytest.mark.rule("MM-145", "MM-146")
@pytest.mark.parametrize(
    ("port", "cards", "price"),
    [
        ("cartagena", ("rum_1", "cocoa_1"), 1 + 3),
        ("cartagena", ("rum_1", "cocoa_1", "food_1"), 1 + 2),
        ("cartagena", ("rum_1", "rum_2", "food_1", "food_2"), 1 + 1 + 2),
        ("havana", ("rum_1", "cocoa_1", "food_1"), 1 + 3 + 2),
    ],
)
def test_at_cartagena_the_dearest_of_three_or_more_cards_is_free(port: str, cards: Sequence[str], price: int) -> None:
    table = in_port_of(port, gold=9, demand={port: "wood"}, next_cargo=OFFER)
    table.when(c.StartBuying())
    for card in cards:
        table.when(c.TakeCard(card))
    assert table.when(c.FinishLot()).happens(e.GoodsBought).price == price
    assert table.seat().gold == 9 - price


@COVERED.by("port:curacao")
@pytest.mark.rule("MM-149")
def test_curacao_tells_rumors_for_nothing() -> None:
    table = in_port_of("curacao")
    attempt = table.when(c.SeekRumor(), SKULL)
    assert not attempt.count(e.GoldChanged)
    attempt.happens(e.RumorDrawn)
    in_port_of("havana").when(c.SeekRumor()).refused("cannot_afford")


@pytest.mark.rule("MM-149")
@pytest.mark.parametrize(
    ("port", "ship", "price"),
    [("curacao", "frigate", 30), ("curacao", "galleon", 30), ("curacao", "flute", 10), ("havana", "frigate", 35)],
)
def test_curacao_sells_big_ships_for_thirty_gold(port: str, ship: str, price: int) -> None:
    """The sloop given back brings 5 gold."""
    table = in_port_of(port, gold=40)
    table.when(c.VisitShipyard())
    assert table.when(c.BuyShip(ship)).happens(e.ShipBought).price == price - 5


@COVERED.by("port:havana")
@pytest.mark.rule("MM-150")
@pytest.mark.parametrize(("bounties", "gold"), [({}, 7 + 3), ({"dutch": 1}, 6 + 3)])
def test_havana_pays_non_pirates_seven_gold_for_demanded_goods(bounties: dict[str, int], gold: int) -> None:
    table = in_port_of("havana", cargo=("rum_1", "food_1"), demand={"havana": "rum"}, bounties={0: bounties})
    assert sell(table, "rum_1", "food_1") == gold


@COVERED.by("port:nassau")
@pytest.mark.rule("MM-153")
def test_nassau_has_a_base_price_of_two() -> None:
    selling = in_port_of("nassau", cargo=("rum_1", "food_1"), demand={"nassau": "rum"})
    assert sell(selling, "rum_1", "food_1") == 6 + 2
    buying = in_port_of("nassau", gold=2, demand={"nassau": "wood"}, next_cargo=OFFER)
    buying.when(c.StartBuying())
    buying.when(c.TakeCard("cocoa_1"))
    assert buying.when(c.FinishLot()).happens(e.GoodsBought).price == 2


@COVERED.by("port:old_providence")
@pytest.mark.rule("MM-155")
@pytest.mark.parametrize(("nation", "weapon", "repair"), [("spanish", 1, 0), ("dutch", 3, 2)])
def test_old_providence_helps_who_is_wanted_by_spain(nation: str, weapon: int, repair: int) -> None:
    table = in_port_of("old_providence", gold=5, bounties={0: {nation: 1}}, damage={0: ("masts",)})
    table.when(c.VisitShipyard())
    table.when(c.BuyWeapon("grapeshot")).then(e.WeaponBought(0, "grapeshot", weapon))
    table.when(c.Repair("masts")).then(e.DamageRepaired(0, "masts", 1, repair))


@COVERED.by("port:petite_goave")
@pytest.mark.rule("MM-156")
def test_petit_goave_serves_non_pirates_for_nothing_and_pirates_not_at_all() -> None:
    position = {"damage": {0: ("masts", "crew")}, "gold": 9}
    pirate = in_port_of("petite_goave", **position, bounties={0: {"dutch": 1}})
    pirate.when(c.StartRecruiting()).refused("activity_forbidden")
    pirate.when(c.VisitShipyard())
    pirate.when(c.Repair("masts")).refused("repair_forbidden")
    pirate.when(c.BuyWeapon("grapeshot")).then(e.WeaponBought(0, "grapeshot", 3))
    honest = in_port_of("petite_goave", **position)
    attempt = honest.when(c.StartRecruiting())
    attempt.then(e.CrewRecruited(0, 1, 0))
    assert not attempt.count(e.CheckRolled)
    honest.when(c.VisitShipyard())
    honest.when(c.Repair("masts")).then(e.DamageRepaired(0, "masts", 1, 0))


@COVERED.by("port:port_royal")
@pytest.mark.rule("MM-157", "MM-121")
def test_pirates_recruit_free_at_port_royal() -> None:
    pirate = in_port_of("port_royal", bounties={0: {"dutch": 1}}, damage={0: ("crew", "crew")})
    attempt = pirate.when(c.StartRecruiting(), 1, 1, 1)
    attempt.then(e.CrewRecruited(0, 2, 0))
    assert not attempt.count(e.CheckRolled)
    honest = in_port_of("port_royal", damage={0: ("crew", "crew")})
    assert not honest.when(c.StartRecruiting(), 1, 1, 1).happens(e.CheckRolled).success
    assert honest.top == f.HireCrew(0)


@pytest.mark.rule("MM-064")
@pytest.mark.parametrize("means", ["gold", "influence"])
def test_port_royal_lets_in_who_is_wanted_by_england_for_gold_or_influence(means: str) -> None:
    """A captain of another home port."""
    captains = ("felipe_de_los_reyes", "francis_wright")
    table = given(captains=captains, at_sea={0: "port_royal"}, gold=2, bounties={0: {"english": 1}})
    table.when(c.EnterPort("open")).refused("port_closed_bounty")
    attempt = table.when(c.EnterPort(means), SKULL)  # type: ignore[arg-type]
    attempt.then(e.PortEntered(0, "port_royal", means))
    assert table.seat().gold == (0 if means == "gold" else 2)


@COVERED.by("port:santo_domingo")
@pytest.mark.rule("MM-159")
def test_at_santo_domingo_a_whole_offer_is_redrawn_once_for_a_gold() -> None:
    again = ("spices_1", "sugar_1", "tobacco_1", "textiles_1", "wood_2", "cocoa_2", "cocoa_3")
    table = in_port_of("santo_domingo", gold=5, demand={"santo_domingo": "wood"}, next_cargo=(*OFFER, *again))
    table.when(c.StartBuying())
    table.when(c.RedrawOffer()).then(
        e.OfferRedrawn(0, OFFER, 1), e.OfferDrawn(0, (*again[:4], *again[5:]), ("wood_2",), in_port="santo_domingo")
    )
    assert table.seat().gold == 4
    assert table.state.cargo.discard == (*OFFER, "wood_2")
    table.when(c.RedrawOffer()).refused("redraw_used")


@pytest.mark.rule("MM-159", "MM-096")
def test_a_reduced_offer_is_redrawn_at_its_size() -> None:
    table = in_port_of("santo_domingo", gold=5, next_events=("npc_en_1",))
    table.when(c.StartBuying())
    table.when(next(each for each in table.legal() if isinstance(each, c.TakeCard)))
    table.when(c.FinishLot())
    table.when(c.EndPortAction())
    table.end_round()
    table.when(c.OpenPortAction())
    assert offered(table) == 3
    table.when(c.RedrawOffer())
    assert len(table.seat().offer) == 3


@pytest.mark.rule("MM-162", "MM-139")
def test_anyone_stashes_at_st_maarten_for_five_gold() -> None:
    table = in_port_of("st_maarten", gold=6)
    table.when(c.StartStashing()).then(e.GoldChanged(0, -5, "stash_fee"))
    table.when(c.DepositGold("all")).then(e.GoldStashed(0, 1))
    assert (table.seat().gold, table.seat().stash) == (0, 1)
    home = in_port_of("st_maarten", captains=("hendrik_slot", "francis_wright"), gold=6)
    assert not home.when(c.StartStashing()).count(e.GoldChanged)


@COVERED.by("port:st_john")
@pytest.mark.rule("MM-160")
@pytest.mark.parametrize(("port", "price"), [("st_john", 1), ("havana", 3)])
def test_a_modification_costs_one_gold_at_st_john(port: str, price: int) -> None:
    table = in_port_of(port, gold=3)
    table.when(c.VisitShipyard())
    assert table.when(c.BuyModification()).happens(e.ModificationBought).price == price


# Zones


def contest_of(npc: str, card: str, zone: str, *, dead: Sequence[int] = ()) -> Table:
    """A battle against a naval ship, up to what follows the first contest, which it loses without a success."""
    table = given(seats=3, at_sea={0: zone}, npcs={npc: (card, zone)}, dead=dead)
    table.when(c.ScoutNpc(npc), scout=(SKULL, 1, 1), contest=(1, 1, 1, 1, 2, 3))
    return table


@COVERED.by("zone:basse_terre")
@pytest.mark.rule("MM-141")
def test_off_basse_terre_a_french_naval_ship_may_reroll_all_its_dice_once_a_round() -> None:
    table = contest_of("french", "npc_fr_1", "basse_terre")
    assert isinstance(table.top, f.Reroll)
    assert (table.top.seat, table.top.roll, table.top.marked) == (1, "contest", (0, 1, 2))
    table.when(c.MarkDie(0)).refused("already_marked")
    attempt = table.when(c.RerollMarked(), SKULL, SKULL, 4)
    rerolled = attempt.happens(e.ContestRerolled)
    assert (rerolled.side, rerolled.dice) == ("french", (0, 0, 4))
    attempt.then(e.ContestDecided("french", "successes"))
    kept = contest_of("french", "npc_fr_1", "basse_terre")
    attempt = kept.when(c.KeepDice())
    attempt.then(e.ContestDecided(None, "none"))
    assert not attempt.count(e.ContestRerolled)


@pytest.mark.rule("MM-141", "MM-K07")
def test_a_seat_without_a_captain_rerolls_for_the_ship_that_it_controls() -> None:
    table = contest_of("french", "npc_fr_1", "basse_terre", dead=(1,))
    assert table.seat(1).captain is None
    assert (type(table.top), to_act(table.state)) == (f.Reroll, (1,))
    table.when(c.RerollMarked(), SKULL, SKULL, 4).then(e.ContestDecided("french", "successes"))


@pytest.mark.rule("MM-141")
@pytest.mark.parametrize(
    ("npc", "card", "zone"),
    [("dutch", "npc_nl_1", "basse_terre"), ("french", "npc_fr_1", "havana"), ("pirate_sloop", "npc_ps_1", "basse_terre")],
)
def test_no_other_ship_and_no_other_zone_gives_that_reroll(npc: str, card: str, zone: str) -> None:
    assert isinstance(contest_of(npc, card, zone).top, f.Declare)


@COVERED.by("zone:cartagena")
@pytest.mark.rule("MM-147", "MM-148")
def test_off_cartagena_a_spanish_merchant_is_found_without_a_roll() -> None:
    table = given(at_sea={0: "cartagena"}, merchants={"cartagena": "french"})
    attempt = table.when(c.ScoutMerchant("sure_spanish"))
    attempt.then(e.ActionSpent(0, "scout", False, 2), e.MerchantRevealed("cartagena", "french"))
    assert not attempt.count(e.CheckRolled)
    assert table.top == f.MerchantFound(0, "french", ("spanish",))
    assert table.legal() == [c.RaidAs("spanish"), c.LetGo()]
    table.when(c.RaidAs("french")).refused("nation_not_possible")
    table.when(c.RaidAs("spanish"), 1, 1, 1).then(e.RaidStarted(0, "spanish"))
    rolled = given(at_sea={0: "cartagena"}, merchants={"cartagena": "french"})
    rolled.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    assert rolled.top == f.MerchantFound(0, "french", ("spanish", "french"))
    given(at_sea={0: "havana"}).when(c.ScoutMerchant("sure_spanish")).refused("way_not_available")


@COVERED.by("zone:havana")
@pytest.mark.rule("MM-151", "MM-152", "MM-176")
@pytest.mark.parametrize(("fourth", "kept"), [("food_1", True), ("food_2", False)])
def test_off_havana_a_fourth_card_is_kept_if_it_shows_a_hit(fourth: str, kept: bool) -> None:
    table, attempt = raid("havana", "spanish", (*CALM[:3], fourth))
    dropped = [] if kept else [e.RaidCardDiscarded(fourth, used=False)]
    check = e.CheckRolled(0, "seamanship", (1, 1, 1), 1, False, "raid")
    attempt.then(e.RaidCardDrawn((fourth,)), *dropped, check)
    assert attempt.count(e.RaidCardDiscarded) == len(dropped)
    assert table.seat().offer == (*CALM[:3], fourth)[: 3 + kept]
    assert attempt.count(e.HitApplied) == kept


@pytest.mark.rule("MM-151")
@pytest.mark.parametrize(("zone", "nation"), [("havana", "english"), ("caracas", "spanish")])
def test_no_fourth_card_for_other_merchants_or_elsewhere(zone: str, nation: str) -> None:
    _, attempt = raid(zone, nation)
    assert attempt.count(e.RaidCardDrawn) == 3


@COVERED.by("zone:san_juan")
@pytest.mark.rule("MM-158", "MM-189")
@pytest.mark.parametrize(
    ("zone", "nation", "gold"), [("san_juan", "spanish", 9 + 3), ("san_juan", "english", 9), ("caracas", "spanish", 9)]
)
def test_off_san_juan_spanish_merchants_bring_three_gold_more(zone: str, nation: str, gold: int) -> None:
    table, attempt = raid(zone, nation, ("rum_3", "rum_6", "food_3"))
    attempt.then(e.GoldChanged(0, gold, "raid"))
    assert table.seat().points == (gold >= 12)


@pytest.mark.rule("MM-158")
def test_a_failed_raid_off_san_juan_brings_nothing() -> None:
    table, attempt = raid("san_juan", "spanish", ("cocoa_6", "rum_6", "food_3"))
    attempt.then(e.RaidEnded(0, "failed", 2, 1, 0, ()))
    assert table.seat().gold == 0


NAVAL = {"english": "npc_en_2", "spanish": "npc_es_1", "french": "npc_fr_2", "dutch": "npc_nl_1"}
"""Naval captains with a Scouting skill of 2."""


@COVERED.by("zone:nassau")
@pytest.mark.rule("MM-154")
@pytest.mark.parametrize("npc", list(NAVAL))
def test_off_nassau_a_naval_ship_must_succeed_twice(npc: str) -> None:
    position = {"at_sea": {0: "havana"}, "bounties": {0: {npc: 1}}, "npcs": {npc: (NAVAL[npc], "nassau")}}
    table = given(**position)  # type: ignore[arg-type]
    attempt = table.when(c.Sail("nassau"), SKULL, 1, 1, 1)
    assert attempt.count(e.CheckRolled) == 2
    assert not attempt.count(e.BattleStarted)
    found = given(**position)  # type: ignore[arg-type]
    found.when(c.Sail("nassau"), SKULL, 1, 1, SKULL).happens(e.BattleStarted)


@COVERED.by("zone:trinidad", "zone:tortuga")
@pytest.mark.rule("MM-164", "MM-165", "MM-166")
@pytest.mark.parametrize(
    ("zone", "npc", "card", "captain", "bounties", "seen"),
    [
        *(("trinidad", npc, card, "francis_wright", {npc: 1}, False) for npc, card in NAVAL.items()),
        ("trinidad", "pirate_sloop", "npc_ps_1", "francis_wright", {}, True),
        ("tortuga", "french", "npc_fr_1", "francis_wright", {"dutch": 1}, False),
        ("tortuga", "french", "npc_fr_1", "francis_wright", {"dutch": 1, "french": 1}, True),
        ("tortuga", "dutch", "npc_nl_1", "francis_wright", {"dutch": 1}, True),
        ("tortuga", "pirate_sloop", "npc_ps_1", "luc_garrigue", {}, False),
        ("tortuga", "pirate_frigate", "npc_pf_1", "luc_garrigue", {}, False),
        ("tortuga", "pirate_sloop", "npc_ps_1", "francis_wright", {}, True),
    ],
)
def test_who_is_not_seen_off_trinidad_and_tortuga(
    zone: str, npc: str, card: str, captain: str, bounties: dict[str, int], seen: bool
) -> None:
    start = {"trinidad": "caracas", "tortuga": "havana"}[zone]
    table = given(captains=(captain, "joost_verhage"), at_sea={0: start}, bounties={0: bounties}, npcs={npc: (card, zone)})
    assert table.when(c.Sail(zone), 1, 1, 1).count(e.Scouted) == seen


def test_every_port_and_zone_with_a_rule_has_a_test() -> None:
    ports = {f"port:{port.id}" for port in PORTS.values() if port.port_rules}
    zones = {f"zone:{zone.id}" for zone in ZONES.values() if zone.zone_rules}
    assert ports | zones == COVERED
