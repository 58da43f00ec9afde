"""Chapter 6.5: what every rumor card brings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import RUMORS, ZONES

from .business import Covered
from .rumor_play import FALSE, TRUE, earned, holding, played
from .scenario import SKULL, given

COVERED = Covered()

AT_ONCE: list[tuple[str, dict[str, object], list[e.Event]]] = [
    ("r01", {}, [e.GoldChanged(0, 12, "rumor")]),
    ("r02", {}, [e.GoldChanged(0, 10, "rumor")]),
    ("r03", {}, [e.GoldChanged(0, 15, "rumor")]),
    ("r07", {}, [e.GoldChanged(0, 15, "rumor")]),
    (
        "r09",
        {"bounties": {0: {"spanish": 5, "dutch": 1}}},
        [e.BountyChanged(0, "spanish", -5, 0), e.GoldChanged(0, 5, "rumor")],
    ),
    (
        "r13",
        {"damage": {0: ("crew", "crew")}, "weapons": ("chain_shot",)},
        [e.CrewRecruited(0, 2, 0), e.WeaponGained(0, "grappling_hooks"), e.WeaponGained(0, "grapeshot")],
    ),
    ("r19", {}, [e.GoldChanged(0, 20, "rumor"), e.BountyChanged(0, "spanish", 1, 1)]),
    ("r21", {}, [e.GoldChanged(0, 14, "rumor")]),
    (
        "r24",
        {"damage": {0: ("hull", "cargo", "masts", "masts", "cannons", "crew")}},
        [
            e.DamageRepaired(0, "hull", 1, 0),
            e.DamageRepaired(0, "cargo", 1, 0),
            e.DamageRepaired(0, "masts", 2, 0),
            e.DamageRepaired(0, "cannons", 1, 0),
            e.GoldChanged(0, 8, "rumor"),
        ],
    ),
]


@COVERED.by(*(card for card, _, _ in AT_ONCE))
@pytest.mark.parametrize(("card", "position", "events"), AT_ONCE)
def test_rumors_that_work_at_once(card: str, position: dict[str, object], events: Sequence[e.Event]) -> None:
    table, attempt = played(card, **position)
    attempt.then(e.RumorPlayed(0, card, True, False), *events, e.GloryGained(0, "rumor", 1))
    assert earned(table)


@pytest.mark.parametrize(("crew", "left"), [((), 1), (("crew",), 1)])
def test_r03_costs_one_crew_on_failure_but_never_the_last(crew: tuple[str, ...], left: int) -> None:
    table, _ = played("r03", *FALSE, damage={0: crew})
    ship = table.seat().ship
    assert ship is not None
    assert ship.now.crew == left


@COVERED.by("r04")
def test_r04_brings_gold_and_two_cards() -> None:
    table, attempt = played("r04", next_cargo=("rum_1", "food_1"))
    attempt.then(e.GoldChanged(0, 10, "rumor"), e.OfferDrawn(0, ("rum_1", "food_1"), ()))
    assert table.top == f.BuyLot(0, "cargo", 0)
    table.when(c.TakeCard("rum_1"))
    table.when(c.FinishLot()).then(e.GloryGained(0, "rumor", 1))
    assert (table.seat().cargo, table.seat().gold) == (("rum_1",), 10)
    assert table.state.cargo.discard == ("food_1",)


@COVERED.by("r05")
def test_r05_offers_five_cards_as_far_as_they_fit() -> None:
    found = ("rum_1", "rum_2", "rum_3", "rum_4", "rum_5")
    table, _ = played("r05", next_cargo=found, cargo=("food_1",))
    assert table.seat().offer == found
    table.when(c.TakeCard("rum_1"))
    table.when(c.TakeCard("rum_2")).refused("no_cargo_space")
    table.when(c.DropCargo("food_1"))
    table.when(c.TakeCard("rum_2"))
    table.when(c.FinishLot())
    assert (table.seat().cargo, table.seat().gold) == (("rum_1", "rum_2"), 0)
    assert earned(table)


@COVERED.by("r06")
@pytest.mark.rule("MM-127", "MM-400", "MM-139")
def test_r06_is_kept_and_serves_as_a_cove_for_an_action() -> None:
    table, attempt = played("r06", gold=7)
    attempt.then(e.RumorPlayed(0, "r06", True, True), e.GloryGained(0, "rumor", 1))
    assert (table.seat().rumors, table.seat().open_rumor) == (("r06",), "r06")
    table.when(c.PlayRumor()).refused("rumor_already_played")
    table.when(c.UseCove()).then(e.ActionSpent(0, "cove", False, 1))
    assert table.top == f.Stash(0)
    table.when(c.DepositGold(5)).then(e.GoldStashed(0, 5))
    table.when(c.FinishStashing())
    assert (table.seat().gold, table.seat().stash) == (2, 5)
    table.when(c.WithdrawGold(1)).refused("not_home_port")
    table.when(c.UseCove()).happens(e.ActionSpent)
    table.when(c.DepositGold("all")).then(e.GoldStashed(0, 2))
    # Only finishing is left, and a stash may hide how much gold that was: it is asked all the same.
    table.when(c.FinishStashing())
    table.when(c.UseCove()).refused("no_actions_left")


def test_the_cove_of_r06_is_used_at_sea_in_its_zone_only() -> None:
    unplayed = given(at_sea={0: "old_providence"}, rumor="r06", gold=7)
    unplayed.when(c.UseCove()).refused("no_rumor")
    played = e.RumorPlayed(0, "r06", True, True)
    away = given(at_sea={0: "havana"}, rumor="r06").after(played)
    away.when(c.UseCove()).refused("wrong_place")
    harboured = given(in_port={0: "old_providence"}, rumor="r06").after(played)
    harboured.when(c.UseCove()).refused("in_port")
    harboured.when(c.OpenPortAction())
    harboured.when(c.StartStashing()).refused("stash_not_allowed_here")
    poor = given(at_sea={0: "old_providence"}, rumor="r06").after(played)
    poor.when(c.UseCove()).refused("no_gold")


@COVERED.by("r08")
def test_r08_lifts_three_bounties_of_one_nation() -> None:
    table, attempt = played("r08", bounties={0: {"spanish": 4, "dutch": 2}})
    assert table.top == f.Choose(0, "nation", ("spanish", "dutch"))
    assert not attempt.count(e.GloryGained)
    table.when(c.Choose("french")).refused("option_not_offered")
    table.when(c.Choose("spanish")).then(e.BountyChanged(0, "spanish", -3, 1), e.GloryGained(0, "rumor", 1))
    few, _ = played("r08", bounties={0: {"spanish": 1, "dutch": 2}})
    few.when(c.Choose("dutch")).then(e.BountyChanged(0, "dutch", -2, 0))
    clean, _ = played("r08")
    assert earned(clean)


@COVERED.by("r10")
@pytest.mark.rule("MM-335")
@pytest.mark.parametrize("owned", [False, True])
def test_r10_brings_a_modification_from_any_port_and_gold(owned: bool) -> None:
    """A ship can have only one of the two Chasers; the other one is then turned up and stays."""
    table, _ = played("r10", modifications={0: ("chasers",)} if owned else None)
    assert table.top == f.Choose(0, "port", tuple(sorted(table.state.modifications)))
    port = next(port for port, token in table.state.modifications.items() if token == "chasers")
    attempt = table.when(c.Choose(port))
    attempt.then(e.ModificationRevealed(port, "chasers"), e.GoldChanged(0, 5, "rumor"), e.GloryGained(0, "rumor", 1))
    assert attempt.count(e.ModificationGained) == (not owned)
    assert table.state.modifications.get(port) == ("chasers" if owned else None)
    assert (port in table.state.face_up) is owned
    ship = table.seat().ship
    assert ship is not None
    assert ship.modifications == ("chasers",)


@COVERED.by("r11")
def test_r11_repairs_all_and_brings_a_modification() -> None:
    table, attempt = played("r11", damage={0: ("hull", "cargo", "masts", "masts", "cannons", "crew")})
    repaired = [
        (event.location, event.points, event.price) for event in attempt.events if isinstance(event, e.DamageRepaired)
    ]
    assert repaired == [("hull", 1, 0), ("cargo", 1, 0), ("masts", 2, 0), ("cannons", 1, 0)]
    port = next(port for port, token in table.state.modifications.items() if token == "extended_cargo_hold")
    table.when(c.Choose(port)).then(e.ModificationGained(0, "extended_cargo_hold", port), e.GloryGained(0, "rumor", 1))
    assert table.seat().gold == 0


@COVERED.by("r12")
def test_r12_makes_a_big_ship_twenty_gold_cheaper_in_this_port_action() -> None:
    """At Curacao a Frigate costs 30 gold; the sloop given back brings 5."""
    table, _ = played("r12", gold=5)
    assert earned(table)
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("flute")).then(e.ShipBought(0, "flute", 5, 1))
    for ship in ("frigate", "galleon"):
        other, _ = played("r12", gold=5)
        other.when(c.VisitShipyard())
        other.when(c.BuyShip(ship)).then(e.ShipBought(0, ship, 5, 2), e.GloryGained(0, "ship", 2))
    over, _ = played("r12", gold=5)
    over.when(c.EndPortAction())
    assert over.state.lasting == ()


@COVERED.by("r14", "r15")
@pytest.mark.parametrize(
    ("card", "deck", "employed", "hired"),
    [
        ("r14", ("g44:1", "g40:1", "g38:1"), (), "g40:1"),
        ("r14", ("g44:1", "g40:1", "g38:1"), ("g41:1",), "g38:1"),
        ("r15", ("g40:1", "g50:1", "g44:1"), (), "g50:1"),
        ("r15", ("g40:1", "g50:1", "g44:1"), ("g51:1",), "g44:1"),
    ],
)
def test_r14_and_r15_hire_the_first_specialist_found(
    card: str, deck: Sequence[str], employed: Sequence[str], hired: str
) -> None:
    table, attempt = played(card, next_glory=deck, specialists=employed)
    attempt.then(e.SpecialistHired(0, hired, 0, from_hand=False))
    assert table.seat().specialists == (*employed, hired)
    shuffled = attempt.happens(e.GloryDeckShuffled).deck
    assert hired not in shuffled
    assert sorted(shuffled) == sorted(table.state.glory.cards + table.seat().glory)
    assert earned(table)


@COVERED.by("r16")
def test_r16_sells_eight_cards_for_one_gold_each() -> None:
    found = ("cocoa_1", "food_1", "rum_1", "spices_1", "sugar_1", "tobacco_1", "textiles_1", "wood_1")
    table, _ = played("r16", gold=2, demand={"caracas": "rum"}, next_cargo=found)
    assert table.seat().offer == found
    table.when(c.TakeCard("rum_1"))
    table.when(c.TakeCard("cocoa_1"))
    table.when(c.TakeCard("food_1")).refused("cannot_afford")
    attempt = table.when(c.FinishLot())
    attempt.then(e.GloryGained(0, "rumor", 1))
    assert (attempt.happens(e.GoodsBought).price, table.seat().gold) == (2, 0)
    table.when(c.StartBuying()).then(e.ActivityStarted(0, "buy_goods"))
    assert len(table.seat().offer) == 8


@COVERED.by("r17")
@pytest.mark.parametrize("lying", [("rum_5",), ("rum_5", "rum_6", "rum_7", "rum_8")])
def test_r17_takes_three_cards_of_a_good_from_the_discard_pile_first(lying: tuple[str, ...]) -> None:
    table = holding("r17", gold=0).after(e.OfferDrawn(0, (), lying))
    table.when(c.PlayRumor(), *TRUE)
    assert table.top == f.Choose(0, "good", ("cocoa", "food", "rum", "spices", "sugar", "tobacco", "textiles", "wood"))
    attempt = table.when(c.Choose("rum"))
    assert table.top == f.BuyLot(0, "cargo", 0)
    found = (*lying, "rum_1", "rum_2")[:3]
    assert table.seat().offer == found
    assert attempt.count(e.DeckReshuffled) == (len(lying) < 3)
    assert "rum_5" not in table.state.cargo.discard
    table.when(c.TakeCard("rum_5"))
    table.when(c.FinishLot()).then(e.GloryGained(0, "rumor", 1))
    assert (table.seat().cargo, table.seat().gold) == (("rum_5",), 0)
    assert set(found[1:]) <= set(table.state.cargo.discard)


@COVERED.by("r18")
@pytest.mark.rule("MM-403")
def test_r18_sells_four_cards_for_six_gold_and_leaves_the_demand() -> None:
    held = ("rum_1", "rum_2", "rum_3", "food_1")
    table, _ = played("r18", cargo=(*held, "food_2"), demand={"san_juan": "rum"})
    for card in held:
        table.when(c.AddToSale(card))
    table.when(c.AddToSale("food_2")).refused("sale_limit_reached")
    attempt = table.when(c.FinishSale())
    attempt.then(e.GoodsSold(0, held, 24, by_rumor=True), e.GloryGained(0, "rumor", 1))
    assert table.state.demand["san_juan"] == "rum"
    assert (table.seat().gold, table.seat().cargo) == (24, ("food_2",))
    assert earned(table)
    assert table.state.turn is not None
    assert table.state.turn.sold == 0
    table.when(c.StartSelling()).then(e.ActivityStarted(0, "sell_goods"))


@COVERED.by("r20")
def test_r20_sends_a_naval_ship_to_any_zone() -> None:
    npcs = {"dutch": ("npc_nl_1", "curacao"), "spanish": ("npc_es_1", "havana"), "pirate_sloop": ("npc_ps_1", "tortuga")}
    table, _ = played("r20", npcs=npcs)
    assert table.top == f.Choose(0, "npc", ("spanish", "dutch"))
    table.when(c.Choose("dutch"))
    assert table.top == f.Choose(0, "zone", tuple(zone for zone in ZONES if zone != "curacao"), ("dutch",))
    table.when(c.Choose("st_john")).then(
        e.NpcMoved("dutch", "curacao", "st_john", "card"), e.GoldChanged(0, 8, "rumor"), e.GloryGained(0, "rumor", 1)
    )
    empty, attempt = played("r20")
    attempt.then(e.GoldChanged(0, 8, "rumor"))
    assert earned(empty)


def test_r21_is_a_cargo_hit_on_failure() -> None:
    table, attempt = played("r21", *FALSE, cargo=("rum_1", "rum_2"))
    attempt.then(e.HitApplied(0, "cargo", False, 1, "card"), e.CargoDiscarded(0, ("rum_1",), "damage"))
    assert not earned(table)


@COVERED.by("r22")
@pytest.mark.rule("MM-401")
def test_r22_is_a_crew_combat_for_eighteen_gold() -> None:
    table, attempt = played("r22", next_glory=("g01:1",))
    assert table.top == f.AcceptOffer(0, "start_crew_combat")
    assert not attempt.count(e.GloryGained)
    # The sloop's crew of 2 deals at most two hits, so three crew last for two rounds.
    attempt = table.when(c.Accept(), SKULL, SKULL, SKULL, 1, 1, SKULL, 1, 1, 1, 1)
    attempt.then(
        e.CrewRoundRolled(1, (0, 0, 0), (1, 1), 2, 0, (0, "r22")),
        e.CrewRoundRolled(2, (0, 1, 1), (1, 1), 1, 0, (0, "r22")),
        e.BattleEnded(0, "crew"),
        e.GoldChanged(0, 18, "rumor"),
        e.GloryGained(0, "rumor", 1),
        e.GloryDrawn(0, "g01:1"),
    )
    assert attempt.count(e.GloryGained) == 1
    assert (table.seat().gold, table.top) == (18, f.TakeAction(0))


@pytest.mark.rule("MM-401")
def test_r22_earns_its_point_also_if_it_is_declined_or_nobody_wins() -> None:
    declined, _ = played("r22")
    declined.when(c.Decline()).then(e.GloryGained(0, "rumor", 1))
    assert declined.seat().gold == 0
    drawn, _ = played("r22", captains=("margery_thorne", "francis_wright"))
    attempt = drawn.when(c.Accept(), SKULL, 1, 1, 1, SKULL, SKULL, SKULL, SKULL)
    attempt.then(e.BattleEnded(None, "draw"), e.GloryGained(0, "rumor", 1))
    assert drawn.seat().gold == 0
    ship = drawn.seat().ship
    assert ship is not None
    assert ship.now.crew == 0


@pytest.mark.rule("MM-402", "MM-313")
def test_who_dies_by_a_rumor_gets_no_point_for_it() -> None:
    lost, _ = played("r22")
    attempt = lost.when(c.Accept(), 1, 1, 1, SKULL, SKULL)
    attempt.happens(e.CaptainDied)
    assert not attempt.count(e.GloryGained)
    assert "r22" in lost.state.rumor.discard
    sunk, _ = played("r25", next_cargo=("food_8", "cocoa_7", "rum_1", "rum_3"))
    attempt = sunk.when(c.Accept(), 1, 1, 1)
    attempt.then(e.RaidEnded(0, "sunk", 2, 2, 0, ()), e.CaptainDied(0, "francis_wright"))
    assert not attempt.count(e.GloryGained)
    assert sunk.seat().points == 0


@COVERED.by("r23")
def test_r23_brings_gold_and_two_more_glory_cards() -> None:
    table, attempt = played("r23", next_glory=("g01:1", "g02:1", "g03:1"))
    attempt.then(
        e.GoldChanged(0, 8, "rumor"),
        e.GloryDrawn(0, "g01:1"),
        e.GloryDrawn(0, "g02:1"),
        e.GloryGained(0, "rumor", 1),
        e.GloryDrawn(0, "g03:1"),
    )
    assert table.seat().glory == ("g01:1", "g02:1", "g03:1")


@pytest.mark.rule("MM-207")
def test_the_limit_of_the_hand_holds_after_each_card_of_r23() -> None:
    hand = ("g04:1", "g05:1", "g06:1", "g07:1")
    table, attempt = played("r23", glory={0: hand}, next_glory=("g01:1", "g02:1", "g03:1"))
    for drawn in ("g01:1", "g02:1", "g03:1"):
        attempt.then(e.GloryDrawn(0, drawn))
        assert table.top == f.DiscardToLimit(0, "glory")
        attempt = table.when(c.DiscardGlory(drawn))
    assert table.seat().glory == hand
    assert table.top == f.PortMenu(0, "nassau")


@COVERED.by("r25")
@pytest.mark.rule("MM-192", "MM-176", "MM-401")
def test_r25_is_a_raid_on_a_dutch_merchant_with_one_card_more() -> None:
    table, _ = played("r25", next_cargo=("rum_1", "rum_3", "cocoa_1", "food_5"), merchants={"curacao": "english"})
    assert table.top == f.AcceptOffer(0, "start_raid")
    attempt = table.when(c.Accept(), 1, 1, 1)
    attempt.then(e.RaidStarted(0, "dutch"), e.BountyChanged(0, "dutch", 1, 1), e.GoldChanged(0, 8, "raid"))
    assert attempt.count(e.RaidCardDrawn) == 4
    assert table.state.merchants["curacao"] == "english"
    assert table.state.merchant_track == ()
    table.when(c.FinishLot()).then(e.GloryGained(0, "rumor", 1))
    declined, _ = played("r25")
    declined.when(c.Decline()).then(e.GloryGained(0, "rumor", 1))
    assert not declined.seat().bounties


@pytest.mark.rule("MM-172")
def test_the_raid_of_r25_cannot_be_accepted_with_a_destroyed_location() -> None:
    """Declining is all that is left, so it happens by itself."""
    table, attempt = played("r25", damage={0: ("cannons",)})
    assert not attempt.count(e.RaidStarted)
    assert earned(table)
    asked = given(at_sea={0: "curacao"}, damage={0: ("cannons",)}).after(e.FrameOpened(f.AcceptOffer(0, "start_raid")))
    asked.when(c.Accept()).refused("location_destroyed")


def test_every_rumor_has_a_test_of_what_it_brings() -> None:
    assert set(RUMORS) == COVERED
