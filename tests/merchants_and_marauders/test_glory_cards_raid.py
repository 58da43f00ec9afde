"""Chapter 10: glory cards of merchant raids."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .business import Covered
from .scenario import SKULL, Table, given
from .test_glory_cards_turn import played

CARDS = Covered()
ESCAPES = ("cocoa_1", "cocoa_4", "cocoa_5")
"""Three escapes, as many as a Frigate's Maneuverability; 7 gold."""


def found(
    *cards: str,
    hand: tuple[str, ...] = (),
    other: tuple[str, ...] = (),
    ship: str = "frigate",
    windows: str = "holders_only",
) -> Table:
    """An English merchant was found off Havana; the cargo deck begins with these cards. Seat 1 holds `other`."""
    table = given(
        windows=windows,
        ships=(ship, "sloop"),
        at_sea={0: "havana"},
        merchants={"havana": "english"},
        next_cargo=cards,
        glory={0: hand, 1: other},
    )
    table.when(c.ScoutMerchant("roll"), SKULL)
    while isinstance(table.top, f.React):
        table.when(c.Pass(), SKULL)
    return table


@CARDS.by("g24")
@pytest.mark.rule("MM-182", "MM-K18")
def test_false_colours_leave_one_escape_out_of_the_count() -> None:
    table = found(*ESCAPES, hand=("g24:1",))
    table.when(c.RaidAs("english"), 1, 1, 1)
    assert table.top == f.React(0, "raid_after_roll")
    played(table, "g24:1").then(e.RaidEnded(0, "success", 2, 0, 7, ESCAPES))
    # Two leave out two; without any the merchant is gone.
    both = found(*ESCAPES, "food_2", "food_3", hand=("g24:1", "g24:2"))
    both.when(c.RaidAs("english"), SKULL, 1, 1)
    played(both, "g24:1")
    played(both, "g24:2")
    both.when(c.RaidDraw()).then(e.RaidEnded(0, "success", 2, 0, 9, (*ESCAPES, "food_2")))
    none = found(*ESCAPES)
    none.when(c.RaidAs("english"), 1, 1, 1).then(e.RaidEnded(0, "escaped", 3, 0, 0, ()))


@pytest.mark.rule("MM-212")
def test_false_colours_need_an_escape_that_still_counts() -> None:
    table = found("cocoa_2", "food_1", "rum_2", hand=("g24:1",), windows="uniform")
    table.when(c.RaidAs("english"), 1, 1, 1)
    table.when(c.Pass())
    assert table.top == f.React(0, "raid_after_roll")
    table.when(c.Announce("g24:1")).refused("card_has_no_effect")
    one = found("cocoa_1", "food_1", "rum_2", hand=("g24:1", "g24:2"), windows="uniform")
    one.when(c.RaidAs("english"), 1, 1, 1)
    one.when(c.Pass())
    played(one, "g24:1")
    one.when(c.Announce("g24:2")).refused("card_has_no_effect")


@CARDS.by("g25")
@pytest.mark.rule("MM-188", "MM-189", "MM-414")
def test_a_fat_prize_adds_three_gold_that_count_toward_the_twelve() -> None:
    cards = ("cocoa_4", "food_3", "rum_3")
    table = found(*cards, hand=("g25:1",), ship="sloop")
    table.when(c.RaidAs("english"), 1, 1, 1)
    assert table.top == f.React(0, "raid_after_success")
    played(table, "g25:1").then(
        e.RaidEnded(0, "success", 3, 0, 12, cards), e.GoldChanged(0, 12, "raid"), e.GloryGained(0, "raid", 1)
    )
    # A raid that fails has no such window.
    lost = found(*ESCAPES, hand=("g25:1",))
    assert lost.when(c.RaidAs("english"), 1, 1, 1).count(e.RaidEnded) == 1
    assert lost.seat().glory == ("g25:1",)


@CARDS.by("g26")
@pytest.mark.rule("MM-176")
@pytest.mark.parametrize("extra", ["cocoa_8", "food_8"], ids=["escape", "hit"])
def test_an_inside_man_brings_a_card_more_whose_icon_is_ignored(extra: str) -> None:
    calm = ("cocoa_1", "cocoa_4", "rum_1")
    table = found(extra, *calm, hand=("g26:1",), ship="sloop")
    table.when(c.RaidAs("english"))
    assert table.top == f.React(0, "raid_before_draw")
    attempt = played(table, "g26:1", 1, 1, 1)
    attempt.then(
        e.RaidCardDrawn((extra,), blank=True),
        e.RaidCardDrawn(("cocoa_1",)),
        attempt.happens(e.CheckRolled),
        e.RaidEnded(0, "success", 3, 0, 10, (extra, *calm)),
    )
    assert not attempt.count(e.HitApplied)


@pytest.mark.rule("MM-K18")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
@pytest.mark.parametrize("card", ["g24", "g25", "g26"])
def test_only_who_raids_is_asked_in_the_windows_of_a_raid(card: str, windows: str) -> None:
    """The other captain holds cards for them too."""
    table = found("cocoa_1", "food_3", "rum_3", hand=(f"{card}:1",), other=("g24:2", "g25:2"), ship="sloop", windows=windows)
    attempt, asked = table.when(c.RaidAs("english"), 1, 1, 1), []
    while True:
        asked += [each.frame for each in attempt.events if isinstance(each, e.FrameOpened)]
        if not isinstance(table.top, f.React) or not table.top.timing.startswith("raid"):
            break
        attempt = table.when(c.Pass(), 1, 1, 1)
    reacting = [frame.seat for frame in asked if isinstance(frame, f.React) and frame.timing.startswith("raid")]
    assert set(reacting) == {0}


@CARDS.by("g26")
def test_the_icon_of_a_card_drawn_anew_counts() -> None:
    """The inside man's card is given up, the deck runs out, and the same card comes back."""
    table = found("food_8", "cocoa_1", "cocoa_4", "rum_1", hand=("g26:1",), ship="sloop")
    table.when(c.RaidAs("english"))
    played(table, "g26:1", SKULL, SKULL, 1)
    table.when(c.RaidDiscard("food_8"))
    table.after(e.DeckReshuffled("cargo", ("food_8", *table.state.cargo.cards)))
    table.when(c.RaidDraw()).then(e.HitApplied(0, "hull", False, 1, "raid"))


@pytest.mark.rule("MM-212", "MM-180")
def test_an_inside_man_is_of_no_use_without_a_card_to_draw() -> None:
    table = found(hand=("g26:1",), windows="uniform")
    cards = table.state.cargo.cards
    table.after(e.OfferDrawn(1, cards, ()))
    table.when(c.RaidAs("english"))
    assert table.top == f.React(0, "raid_before_draw")
    table.when(c.Announce("g26:1")).refused("card_has_no_effect")
