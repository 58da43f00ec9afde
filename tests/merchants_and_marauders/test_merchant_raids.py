"""Chapter 8: how a raid runs, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import CARGO
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.values import Deck
from domain.merchants_and_marauders.view import view

from .raiding import CALM, NO_SUCCESS, found, raided
from .scenario import SKULL, Dice, Table, given


@pytest.mark.rule("MM-174", "MM-175", "MM-185", "MM-186")
def test_a_raid_brings_a_bounty_and_what_the_cards_show() -> None:
    table, attempt = raided(CALM, glory={})
    attempt.then(
        e.RaidStarted(0, "english"),
        e.BountyChanged(0, "english", 1, 1),
        e.RaidCardDrawn(("cocoa_1",)),
        e.RaidCardDrawn(("cocoa_4",)),
        e.RaidCardDrawn(("cocoa_5",)),
        e.CheckRolled(0, "seamanship", NO_SUCCESS, 1, False, "raid"),
        e.RaidEnded(0, "success", 3, 0, 7, CALM),
        e.GoldChanged(0, 7, "raid"),
    )
    assert attempt.count(e.RaidCardDrawn) == 3
    assert attempt.count(e.GloryGained) == 0
    assert table.seat().gold == 7


@pytest.mark.rule("MM-187", "MM-383")
def test_cards_are_kept_as_far_as_they_fit_and_own_cargo_may_make_room() -> None:
    table, _ = raided(CALM, cargo=("rum_1",))
    assert table.top == f.BuyLot(0, "raid", 0)
    assert view(table.state, 1).seats[0].offer == CALM
    table.when(c.TakeCard("cocoa_1"))
    table.when(c.TakeCard("cocoa_4")).refused("no_cargo_space")
    table.when(c.DropCargo("rum_1")).then(e.CargoDiscarded(0, ("rum_1",), "room"))
    table.when(c.TakeCard("cocoa_4"))
    taken = table.when(c.FinishLot()).happens(e.CargoTaken)
    assert (taken.cards, taken.left, taken.source) == (("cocoa_1", "cocoa_4"), ("cocoa_5",), "raid")
    assert table.seat().cargo == ("cocoa_1", "cocoa_4")
    assert table.state.cargo.discard == ("rum_1", "cocoa_5")
    assert view(table.state, 1).seats[0].cargo == Hidden(2)


@pytest.mark.rule("MM-187", "MM-068")
def test_damage_and_freight_leave_less_room_for_what_was_plundered() -> None:
    """A galleon with 5 spaces, of which one is damaged in this raid, and freight of 2."""
    table, attempt = raided(
        ("food_1", *CALM), SKULL, 1, 1, ships=("galleon", "sloop"), mission="m02", specialists=("g50:1",)
    )
    table.when(c.RaidDiscard("cocoa_4"))
    assert table.top == f.BuyLot(0, "raid", 0)
    table.when(c.TakeCard("food_1"))
    table.when(c.TakeCard("cocoa_1"))
    table.when(c.FinishLot())
    assert attempt.count(e.RaidCardDrawn) == 3
    assert (table.seat().cargo, table.seat().freight) == (("food_1", "cocoa_1"), 2)


@pytest.mark.rule("MM-176")
def test_extra_cards_are_drawn_with_the_first_three_before_the_roll() -> None:
    table = found(
        "caracas",
        "spanish",
        event="treasure_fleet",
        drawn=("caracas",),
        next_cargo=("cocoa_1", "rum_1", "food_1", "cocoa_4"),
    )
    attempt = table.when(c.RaidAs("spanish"), *NO_SUCCESS)
    kinds = [type(event) for event in attempt.events if isinstance(event, e.RaidCardDrawn | e.CheckRolled)]
    assert kinds == [e.RaidCardDrawn] * 4 + [e.CheckRolled]


@pytest.mark.rule("MM-180")
def test_without_any_card_left_none_is_drawn() -> None:
    """No game comes so far, since most of the cargo cards are always in the deck or on the discard pile."""
    table = found()
    short = replace(table.state, cargo=Deck(("cocoa_1", "cocoa_4")))
    state = decide(short, 0, c.RaidAs("english"), Dice((SKULL, SKULL, 1))).state
    raid = state.stack[-2]
    assert isinstance(raid, f.Raid)
    assert raid.table == ("cocoa_1", "cocoa_4")
    asked = Table(state)
    asked.when(c.RaidExchange("cocoa_1", False)).refused("deck_empty")
    asked.when(c.RaidDraw()).refused("deck_empty")


@pytest.mark.rule("MM-084")
def test_a_raid_that_takes_the_last_card_makes_the_deck_anew() -> None:
    table = found().after(e.OfferDrawn(0, (), tuple(card for card in CARGO if card not in CALM)))
    attempt = table.when(c.RaidAs("english"), *NO_SUCCESS)
    attempt.then(e.RaidCardDrawn(("cocoa_5",)))
    attempt.happens(e.DeckReshuffled)
    assert len(table.state.cargo.cards) == 64 - 3


@pytest.mark.rule("MM-181", "MM-191")
def test_each_hit_icon_is_a_hit_in_the_order_of_the_locations() -> None:
    """A Man-o-War takes hits on Hull, Cannons, Crew, Masts and Cargo."""
    cards = ("cocoa_7", "cocoa_6", "cocoa_3", "cocoa_2", "food_1", "food_7")
    table, _ = raided(cards, SKULL, SKULL, SKULL, ships=("man_o_war", "sloop"), specialists=("g50:1",))
    table.when(c.RaidDraw())
    table.when(c.RaidDraw())
    attempt = table.when(c.RaidDraw())
    applied = [(event.location, event.value) for event in attempt.events if isinstance(event, e.HitApplied)]
    assert applied == [("cargo", 2), ("masts", 4), ("crew", 4), ("cannons", 4), ("hull", 4)]
    attempt.then(e.RaidEnded(0, "success", 1, 5, 4 + 3 + 3 + 2 + 1 + 4, cards))


@pytest.mark.rule("MM-182", "MM-415")
@pytest.mark.parametrize(("cards", "outcome"), [(CALM, "escaped"), ((*CALM[:2], "food_1"), "success")])
def test_as_many_escapes_as_maneuverability_let_the_merchant_escape(cards: Sequence[str], outcome: str) -> None:
    """A frigate has a Maneuverability of 3."""
    table, attempt = raided(cards, ships=("frigate", "sloop"))
    assert attempt.happens(e.RaidEnded).outcome == outcome
    if outcome == "escaped":
        assert (table.state.cargo.discard, table.seat().gold, table.seat().offer) == (CALM, 0, ())
        assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-182", "MM-414")
def test_hits_are_applied_before_the_escape() -> None:
    table, _ = raided((*CALM, "food_1"), SKULL, 1, 1, ships=("frigate", "sloop"))
    table.when(c.RaidDraw()).then(e.HitApplied(0, "cargo", False, 2, "raid"), e.RaidEnded(0, "escaped", 3, 1, 0, ()))


@pytest.mark.rule("MM-183", "MM-185", "MM-415")
def test_a_location_destroyed_by_the_hits_makes_the_raid_fail() -> None:
    cards = ("cocoa_6", "cocoa_1", "cocoa_4")
    table, attempt = raided(cards)
    attempt.then(
        e.HitApplied(0, "cannons", False, 0, "raid"),
        e.LocationDestroyed(0, "cannons"),
        e.RaidEnded(0, "failed", 2, 1, 0, ()),
    )
    assert (table.seat().gold, table.seat().cargo, table.seat().bounties) == (0, (), {"english": 1})
    assert table.state.cargo.discard == cards


@pytest.mark.rule("MM-184", "MM-302", "MM-415")
@pytest.mark.parametrize("fitted", [(), ("chasers",), ("chasers", "long_guns")])
def test_further_hits_go_to_the_hull_and_sink_the_raider(fitted: tuple[str, ...]) -> None:
    """Three hits on the Cannons, of which the sloop has one, and its Hull of two."""
    cards = ("cocoa_6", "rum_5", "wood_6")
    table, attempt = raided(cards, modifications={0: fitted})
    attempt.then(
        e.HitApplied(0, "cannons", False, 0, "raid"),
        e.HitApplied(0, "hull", True, 1, "raid"),
        e.HitApplied(0, "hull", True, 0, "raid"),
        e.RaidEnded(0, "sunk", 0, 3, 0, ()),
        e.CaptainDied(0, "francis_wright"),
        e.BelongingsLost(0),
    )
    assert attempt.count(e.RaidEnded) == 1
    assert table.state.cargo.discard == cards
    if len(fitted) == 2:
        assert table.top == f.PlaceModification(0)
        attempt = table.when(table.legal()[0])
    assert attempt.count(e.ModificationReturned) == len(fitted)
    attempt.then(e.CaptainTurnEnded(0))


@pytest.mark.rule("MM-188", "MM-204", "MM-205")
@pytest.mark.parametrize(
    ("cards", "gold"), [(("cocoa_8", "food_7", "cocoa_4"), 12), (("cocoa_8", "cocoa_5", "cocoa_4"), 11)]
)
def test_twelve_gold_earn_a_point_and_its_card(cards: Sequence[str], gold: int) -> None:
    table, attempt = raided(cards, next_glory=("g01:1",))
    attempt.then(e.GoldChanged(0, gold, "raid"))
    assert (table.seat().points, table.seat().glory) == ((1, ("g01:1",)) if gold == 12 else (0, ()))


@pytest.mark.rule("MM-189")
def test_a_card_that_adds_plunder_counts_toward_the_twelve() -> None:
    table, _ = raided(("cocoa_8", "cocoa_1", "cocoa_4"), glory={0: ("g25:1",)}, next_glory=("g01:1",))
    table.when(c.Announce("g25:1"))
    table.when(c.PlayAnnounced()).then(e.GoldChanged(0, 12, "raid"), e.GloryGained(0, "raid", 1))


@pytest.mark.rule("MM-190", "MM-219", "MM-323")
@pytest.mark.parametrize(
    ("position", "outcome"),
    [({}, "escaped"), ({"modifications": {0: ("advanced_rigs",)}}, "success"), ({"specialists": ("g50:1",)}, "success")],
)
def test_rigs_and_a_sailing_master_help_against_escapes(position: dict[str, object], outcome: str) -> None:
    """Three escapes against the Maneuverability of a frigate."""
    _, attempt = raided(CALM, ships=("frigate", "sloop"), **position)
    assert attempt.happens(e.RaidEnded).outcome == outcome


@pytest.mark.rule("MM-190")
def test_guns_and_chasers_do_nothing_in_a_raid() -> None:
    cards = ("food_1", "cocoa_1", "cocoa_4")
    _, plain = raided(cards, ships=("frigate", "sloop"))
    _, armed = raided(cards, ships=("frigate", "sloop"), modifications={0: ("chasers", "swivel_guns", "long_guns")})
    assert armed.events == plain.events


@pytest.mark.rule("MM-174")
def test_a_letter_of_marque_spares_the_bounty_of_a_raid_on_an_enemy() -> None:
    position = {
        "at_sea": {0: "havana"},
        "merchants": {"havana": "french"},
        "glory": {0: ("g06:1",)},
        "wars": [("english", "spanish")],
    }
    for nation, bounties in (("spanish", {}), ("french", {"french": 1})):
        table = given(**position)  # type: ignore[arg-type]
        table.when(c.PlayGlory("g06:1"))
        table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
        table.when(c.RaidAs(nation), *NO_SUCCESS)
        assert table.seat().bounties == bounties


@pytest.mark.rule("MM-192")
def test_a_raid_without_a_token_takes_none() -> None:
    table = given(
        at_sea={0: "curacao"},
        merchants={"curacao": "english"},
        rumor="r25",
        next_cargo=("rum_1", "rum_3", "rum_6", "food_2"),
    )
    table.when(c.PlayRumor(), SKULL, 1, 1)
    attempt = table.when(c.Accept(), *NO_SUCCESS)
    attempt.then(e.RaidStarted(0, "dutch"), e.BountyChanged(0, "dutch", 1, 1))
    assert not attempt.count(e.MerchantRevealed)
    assert table.state.merchants["curacao"] == "english"


@pytest.mark.rule("MM-414")
def test_a_raid_runs_in_its_order_with_its_windows() -> None:
    """A frigate with a Surgeon raids: cards before the draw, after the roll and after success, a weapon, a success."""
    cards = ("rum_2", "cocoa_1", "cocoa_4", "food_2", "cocoa_3", "food_3")
    table = found(
        ships=("frigate", "sloop"),
        glory={0: ("g26:1", "g24:1", "g25:1")},
        weapons=("chain_shot",),
        specialists=("g42:1",),
        next_cargo=cards,
        next_glory=("g01:1",),
    )
    seen: list[object] = []

    def when(command: c.Command, *dice: int) -> None:
        milestones = (
            e.BountyChanged,
            e.RaidCardDrawn,
            e.CheckRolled,
            e.HitApplied,
            e.RaidEnded,
            e.GoldChanged,
            e.GloryGained,
        )
        seen.extend(type(event) for event in table.when(command, *dice).events if isinstance(event, milestones))
        seen.append(type(table.top))

    when(c.RaidAs("english"))
    assert table.top == f.React(0, "raid_before_draw")
    when(c.Announce("g26:1"))
    when(c.PlayAnnounced(), SKULL, 1, 1)
    assert table.top == f.React(0, "raid_after_roll")
    when(c.Announce("g24:1"))
    when(c.PlayAnnounced())
    when(c.SpendWeapon("chain_shot"))
    when(c.RaidDraw())
    when(c.RaidExchange("food_2", False))
    when(c.AcceptHit())
    assert table.top == f.React(0, "raid_after_success")
    when(c.Announce("g25:1"))
    when(c.PlayAnnounced())
    when(c.FinishLot())
    assert seen == [
        *(e.BountyChanged, f.React, f.ResolveCard),
        *(e.RaidCardDrawn, e.RaidCardDrawn, e.RaidCardDrawn, e.RaidCardDrawn, e.CheckRolled),
        *(f.React, f.ResolveCard, f.RaidWeapons, f.RaidSpend),
        *(e.RaidCardDrawn, f.RaidSpend, f.HitResponse),
        *(e.HitApplied, f.React, f.ResolveCard),
        *(e.RaidEnded, e.GoldChanged, e.GloryGained, f.BuyLot, f.TakeAction),
    ]
    assert table.seat().gold == 2 + 1 + 3 + 3 + 3 + 3


@pytest.mark.rule("MM-382")
@pytest.mark.parametrize("ship", ["frigate", "sloop"])
def test_a_sale_after_a_raid_is_covered(ship: str) -> None:
    """What lay open in the raid is gone, whether the merchant escaped or not; a lot put together later is covered."""
    table, _ = raided(CALM, ships=(ship, "sloop"), cargo=("rum_1",))
    if ship == "sloop":
        table.when(c.FinishLot()).happens(e.CargoTaken)
    table.when(c.EnterPort("open"))
    table.when(c.OpenPortAction())
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    assert view(table.state, 1).seats[0].lot == Hidden(1)
