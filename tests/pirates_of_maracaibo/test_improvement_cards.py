"""Chapter 5: ignoring and acquiring Improvements; Open Water."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import IMPROVEMENTS, LOCATIONS, TIER_TWO
from domain.pirates_of_maracaibo.values import OPEN_WATER, LaidCard, SeaCard

from .scenario import Table, given

EVERY_TIER_TWO_IMPROVEMENT = [card for card in TIER_TWO if card in IMPROVEMENTS]
TIER_TWO_LOCATIONS = {f"c9r{row}": f"L{row + 8}" for row in (1, 2, 3)} | {"c8r2": "L12"}


def standing_on(card: str, **position: Any) -> Table:
    """Seat 0 has just sailed to this card in c1r1."""
    table = given(sea={"c1r1": card, **position.pop("sea", {})}, **position)
    table.when(c.SailTo("c1r1"))
    return table


@pytest.mark.rule("PM-062", "PM-063", "PM-C07", "PM-V09", "PM-396")
@pytest.mark.parametrize("doubloons", [0, 1, 2, 99])
def test_an_improvement_may_always_be_ignored_for_five_doubloons(doubloons: int) -> None:
    """Cabin Boy costs 2; the decision is asked even if only one answer is possible."""
    table = standing_on("I1", doubloons=doubloons)
    assert table.top == f.ImprovementCard(0)
    assert table.legal() == [c.IgnoreCard(), *([c.AcquireImprovement()] if doubloons >= 2 else [])]
    table.when(c.Decline()).refused("wrong_decision")
    table.when(c.ConstructResidence()).refused("wrong_decision")
    table.when(c.IgnoreCard()).then(e.CardIgnored(0, "c1r1", 5))
    assert table.seat().doubloons == doubloons + 5
    assert table.seat().improvements == ()
    assert table.state.sea["c1r1"].id == "I1"
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-064", "PM-062", "PM-066", "PM-C08", "PM-V10")
def test_the_price_is_paid_in_full() -> None:
    poor = standing_on("I9", doubloons=7)
    poor.when(c.AcquireImprovement()).refused("cannot_afford")
    table = standing_on("I9", doubloons=8)
    table.when(c.AcquireImprovement()).then(e.ImprovementAcquired(0, "c1r1", "I9", 8))
    assert table.seat().doubloons == 0


@pytest.mark.rule("PM-064", "PM-065", "PM-E08", "PM-E10")
@pytest.mark.parametrize(
    ("discounts", "price"),
    [
        ({}, 8),
        ({"improvements": ["I17"]}, 5),
        ({"improvements": ["I17"], "upgrades": ["U1", "U2", "U3", "U4", "U5", "U6", "U14"]}, 3),
        ({"improvements": ["I17", "I54"], "figurehead": "FL"}, 1),
        ({"improvements": ["I17", "I18", "I54"], "figurehead": "FL"}, 0),
        ({"improvements": ["I17", "I18", "I53", "I54"], "figurehead": "FL"}, 0),
    ],
)
def test_discounts_of_cards_upgrades_and_figurehead_add_up(discounts: Any, price: int) -> None:
    """Tobacco costs 8; Ghost Ship 3, slot U14 2, Barque 2, Unicorn 2, Sloop and Flagship 1 each."""
    if price:
        standing_on("I9", doubloons=price - 1, **discounts).when(c.AcquireImprovement()).refused("cannot_afford")
    table = standing_on("I9", doubloons=price, **discounts)
    table.when(c.AcquireImprovement()).then(e.ImprovementAcquired(0, "c1r1", "I9", price))
    assert table.seat().doubloons == 0


@pytest.mark.rule("PM-066")
def test_effects_of_the_card_cannot_pay_for_it() -> None:
    """The Fluyt costs 8 and gives 2 doubloons for its own income."""
    standing_on("I55", doubloons=7).when(c.AcquireImprovement()).refused("cannot_afford", price=8, available=7)


@pytest.mark.rule("PM-076")
def test_a_card_is_no_cheaper_by_its_own_discount() -> None:
    """The Ghost Ship costs 8; the Schooner, bought after it, 5 - 3."""
    standing_on("I17", doubloons=7).when(c.AcquireImprovement()).refused("cannot_afford")
    table = standing_on("I17", doubloons=10, sea={"c9r1": "I20"})
    table.when(c.AcquireImprovement()).then(e.ImprovementAcquired(0, "c1r1", "I17", 8))
    table.effects("space:D3l")
    table.when(c.AcquireFrom("c9r1")).then(e.ImprovementAcquired(0, "c9r1", "I20", 2))


@pytest.mark.rule("PM-067", "PM-068", "PM-069", "PM-V10", "PM-V11", "PM-I04")
def test_the_card_is_kept_and_the_top_tier_two_card_takes_its_place() -> None:
    """The Boatswain's Upgrade comes after the First Mate has been laid."""
    table = standing_on("I8", at={1: "c1r1"}, next_cards=["I23", "I24"], doubloons={0: 10})
    acquired = table.when(c.AcquireImprovement())
    acquired.then(
        e.ImprovementAcquired(0, "c1r1", "I8", 4),
        e.SpaceRefilled("c1r1", LaidCard("I23", "tier_2", True)),
        e.EffectsOpened(0, "improvement:I8", ("upgrade_ship",), True),
    )
    assert acquired.count(e.TierTwoTopChanged) == 0
    assert table.seat().improvements == ("I8",)
    assert table.state.sea["c1r1"] == SeaCard("I23", "tier_2", True)
    assert table.state.tier_two[0].id == "I24"
    assert [seat.ship for seat in table.state.seats] == ["c1r1", "c1r1"]
    assert table.decision == "upgrade"


@pytest.mark.rule("PM-070")
@pytest.mark.parametrize("new", ["I23", "L9"])
def test_the_new_card_is_not_used_in_this_turn(new: str) -> None:
    table = standing_on("I1", next_cards=[new])
    table.when(c.AcquireImprovement())
    assert table.state.sea["c1r1"].id == new
    assert table.legal() == [c.EndTurn()]


@pytest.mark.rule("PM-071", "PM-396", "PM-C07", "PM-C08", "PM-V11")
def test_when_the_deck_is_empty_open_water_is_left() -> None:
    position: Any = {"sea": TIER_TWO_LOCATIONS, "improvements": {1: EVERY_TIER_TWO_IMPROVEMENT}}
    table = standing_on("I1", **position)
    assert table.state.tier_two == ()
    table.when(c.AcquireImprovement()).then(e.SpaceRefilled("c1r1", LaidCard("", "open_water", True)))
    assert table.state.sea["c1r1"] == OPEN_WATER
    assert len(table.state.sea) == 27
    table.when(c.EndTurn())
    table.when(c.SailTo("c1r1"))
    assert table.top == f.ImprovementCard(1)
    assert table.legal() == [c.IgnoreCard()]
    table.when(c.AcquireImprovement()).refused("open_water")
    table.when(c.IgnoreCard()).then(e.CardIgnored(1, "c1r1", 5))
    # 1 went to seat 0, whose ship is there.
    assert table.seat(1).doubloons == 10 - 1 + 5


@pytest.mark.rule("PM-071", "PM-C08", "PM-395")
def test_open_water_is_refused_before_money_is_asked_for() -> None:
    standing_on("", doubloons=0).when(c.AcquireImprovement()).refused("open_water")


@pytest.mark.rule("PM-071", "PM-C43")
def test_open_water_cannot_be_acquired_from_afar() -> None:
    table = given(sea={"c1r1": "", "c9r1": "I17"}, doubloons=50)
    table.effects("space:D3l")
    table.when(c.AcquireFrom("c1r1")).refused("not_an_improvement")


@pytest.mark.rule("PM-075", "PM-072")
def test_ongoing_benefits_count_from_the_moment_of_acquisition() -> None:
    """The Scout's own Explore 2 already has the Scout's bonus."""
    table = standing_on("I4")
    table.when(c.AcquireImprovement())
    assert table.top == f.Explore(0, 3)


@pytest.mark.rule("PM-C43", "PM-395")
def test_the_refusals_of_a_purchase_from_afar_in_their_order() -> None:
    """A face-down card, no Improvement, one of another type that is too dear as well, one that is too dear."""
    sea = {"c9r1": "I25", "c9r2": "I51", "c9r3": "I17"}
    table = given(sea=sea, modules=["fog_of_war_improvements"], doubloons=8)
    table.after(e.CardFlipped("c9r3", "I17", None, False))
    table.effects("space:D3l")
    assert table.top == f.AcquireRemote(0, "ship", 0)
    hidden = next(space for space, card in table.state.sea.items() if not card.face_up)
    location = next(space for space, card in table.state.sea.items() if card.id in LOCATIONS)
    table.when(c.AcquireFrom(hidden)).refused("face_down")
    for nothing in (location, "gulf", "nowhere"):
        table.when(c.AcquireFrom(nothing)).refused("not_an_improvement")
    poorer = given(sea=sea, doubloons=8)
    poorer.effects("space:D3l")
    poorer.when(c.AcquireFrom("c9r1")).refused("wrong_type", wanted="ship")
    poorer.when(c.AcquireFrom("c9r2")).refused("cannot_afford")
    assert c.AcquireFrom("c9r3") in poorer.legal()
