"""Chapter 8: what is decided about a merchant found and in a raid (D-15 to D-17)."""

from __future__ import annotations

import pytest

from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.view import view

from .raiding import CALM, NO_SUCCESS, found, raided
from .scenario import SKULL, given

# Merchants found


@pytest.mark.rule("MM-168", "MM-171", "MM-I04")
def test_a_merchant_found_goes_to_the_track_whatever_the_captain_decides() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"})
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1).then(e.MerchantRevealed("havana", "english"))
    assert table.state.merchant_track == ("english",)
    assert "havana" not in table.state.merchants
    shown = view(table.state, 1)
    assert isinstance(shown.decision, f.MerchantFound)
    assert shown.decision.nation == "english"
    assert shown.merchant_track == Hidden(1)
    table.when(c.LetGo()).then(e.MerchantLetGo("havana"))
    assert (table.seat().bounties, table.top) == ({}, f.TakeAction(0))
    assert table.state.merchant_track == ("english",)


@pytest.mark.rule("MM-169", "MM-170")
@pytest.mark.parametrize(
    ("zone", "token", "nations"),
    [
        ("havana", "english", ("english", "spanish")),
        ("havana", "spanish", ("spanish",)),
        ("curacao", "french", ("french", "dutch")),
        ("caribbean_sea", "dutch", ("dutch",)),
    ],
)
def test_the_merchant_is_of_the_tokens_or_the_zones_nation(zone: str, token: str, nations: tuple[str, ...]) -> None:
    table = found(zone, token)
    assert [command.nation for command in table.legal() if isinstance(command, c.RaidAs)] == list(nations)
    for nation in {"english", "spanish", "french", "dutch"} - set(nations):
        table.when(c.RaidAs(nation)).refused("nation_not_possible")
    table.when(c.RaidAs(nations[-1]), *NO_SUCCESS).then(e.RaidStarted(0, nations[-1]))


@pytest.mark.rule("MM-172", "MM-173")
@pytest.mark.parametrize("place", ["cargo", "masts", "crew", "cannons"])
def test_a_captain_with_a_destroyed_location_scouts_but_must_let_the_merchant_go(place: str) -> None:
    """Letting it go is all that is left, so it happens by itself."""
    hits = {"cannons": 1}.get(place, 2)
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"}, damage={0: (place,) * hits})
    attempt = table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    attempt.then(e.MerchantRevealed("havana", "english"), e.MerchantLetGo("havana"))
    assert not attempt.count(e.RaidStarted)
    asked = given(at_sea={0: "havana"}, damage={0: (place,) * hits})
    asked.after(e.FrameOpened(f.MerchantFound(0, "english", ("english", "spanish"))))
    asked.when(c.RaidAs("dutch")).refused("nation_not_possible")
    asked.when(c.RaidAs("english")).refused("location_destroyed")


# Weapons and successes


@pytest.mark.rule("MM-177", "MM-178", "MM-321")
def test_special_weapons_turn_failed_dice_into_successes() -> None:
    table, _ = raided(CALM, SKULL, 1, 1, weapons=("chain_shot", "grapeshot"))
    assert table.top == f.RaidWeapons(0)
    table.when(c.SpendWeapon("grappling_hooks")).refused("not_owned")
    table.when(c.SpendWeapon("chain_shot")).then(e.WeaponSpent(0, "chain_shot", "raid"))
    assert table.top == f.RaidWeapons(0)
    table.when(c.FinishWeapons())
    assert table.seat().weapons == ("grapeshot",)
    table.when(c.RaidDiscard("cocoa_1"))
    table.when(c.RaidDiscard("cocoa_4")).then(e.RaidEnded(0, "success", 1, 0, 3, ("cocoa_5",)))


@pytest.mark.rule("MM-178")
def test_a_weapon_is_given_up_only_for_a_failed_die() -> None:
    table, _ = raided(CALM, SKULL, SKULL, 1, weapons=("chain_shot", "grapeshot"))
    table.when(c.SpendWeapon("chain_shot"))
    assert table.top == f.RaidSpend(0), "no failed die is left, so nothing more is asked about weapons"
    none, _ = raided(CALM, SKULL, SKULL, SKULL, weapons=("chain_shot",))
    assert none.top == f.RaidSpend(0)
    asked = given(at_sea={0: "havana"}, weapons=("chain_shot",))
    asked.after(e.FrameOpened(f.Raid(0, "english", "weapons", dice=(0, 0), successes=2)), e.FrameOpened(f.RaidWeapons(0)))
    asked.when(c.SpendWeapon("grapeshot")).refused("not_owned")
    asked.when(c.SpendWeapon("chain_shot")).refused("no_failed_die")


@pytest.mark.rule("MM-179")
def test_each_success_draws_discards_or_exchanges_one_card() -> None:
    table, _ = raided((*CALM, "food_8", "food_2", "food_3"), SKULL, SKULL, SKULL)
    table.when(c.RaidDraw()).then(e.RaidCardDrawn(("food_8",), used=True))
    table.when(c.RaidDiscard("food_8")).then(e.RaidCardDiscarded("food_8"))
    table.when(c.RaidExchange("cocoa_1", False)).then(
        e.RaidCardExchanged("cocoa_1", "food_2", False), e.RaidEnded(0, "success", 3, 0, 8, ("cocoa_4", "cocoa_5", "food_2"))
    )
    assert table.state.cargo.discard == ("food_8", "cocoa_1")
    assert table.hull() == 2


@pytest.mark.rule("MM-179")
def test_a_card_just_drawn_may_be_exchanged_too() -> None:
    table, _ = raided(("food_1", *CALM[:2], "food_8", "food_2"), SKULL, SKULL, 1)
    table.when(c.RaidDraw())
    table.when(c.RaidExchange("food_8", False)).then(e.RaidCardExchanged("food_8", "food_2", False))
    assert table.top == f.BuyLot(0, "raid", 0)


@pytest.mark.rule("MM-179")
@pytest.mark.parametrize("command", [c.RaidDraw(), c.RaidDiscard("cocoa_1"), c.RaidExchange("cocoa_1", False)])
def test_after_the_last_success_nothing_more_is_asked(command: c.Command) -> None:
    table, _ = raided(("cocoa_1", "cocoa_4", "food_1", "wood_3"), SKULL, 1, 1)
    attempt = table.when(command)
    attempt.happens(e.RaidEnded)
    assert not attempt.count(e.RaidStopped)


@pytest.mark.rule("MM-179")
def test_successes_may_be_left_unused() -> None:
    table, _ = raided(CALM, SKULL, SKULL, SKULL)
    table.when(c.RaidDiscard("cocoa_1"))
    table.when(c.RaidStop()).then(e.RaidEnded(0, "success", 2, 0, 6, CALM[1:]))


# What is refused, in the order of the tables


def test_refusals_while_successes_are_spent() -> None:
    """Only an ability asks for a choice without a success."""
    table = given(
        captains=("tobias_marsh", "francis_wright"), at_sea={0: "havana"}, merchants={"havana": "english"}, next_cargo=CALM
    )
    table.when(c.ScoutMerchant("roll"), SKULL, 1)
    table.when(c.RaidAs("english"), 1, 1, 1, 1)
    table.when(c.RaidDraw()).refused("no_success_left")
    table.when(c.RaidDiscard("rum_1")).refused("no_success_left")
    table.when(c.RaidExchange("rum_1", False)).refused("no_success_left")
    table.when(c.RaidExchange("rum_1", True)).refused("card_not_on_table")
    other, _ = raided(CALM, SKULL, 1, 1)
    other.when(c.RaidDiscard("rum_1")).refused("card_not_on_table")
    other.when(c.RaidExchange("rum_1", False)).refused("card_not_on_table")
    other.when(c.RaidExchange("rum_1", True)).refused("card_not_on_table")
    other.when(c.RaidExchange("cocoa_1", True)).refused("ability_used")
