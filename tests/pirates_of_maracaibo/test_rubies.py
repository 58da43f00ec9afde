"""Chapter 23.5: Rubies."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import LOCATIONS, RUBY_MARKET

from .scenario import Table, given
from .solo import ALL_SLOTS, solo

ALL_SPACES = ("RM1", "RM2", "RM3", "RM4", "RM5", "RM6")


def in_gulf(**position: Any) -> Table:
    """Seat 0 comes to the Gulf."""
    table = given(**{"modules": ["rubies"], "at": {0: "c9r1"}, "rubies": {0: 2}, **position})
    table.when(c.SailTo("gulf"))
    return table


@pytest.mark.rule("PM-365")
def test_two_locations_supply_rubies_and_the_market_has_six_spaces() -> None:
    assert {card.name for card in LOCATIONS.values() if card.ruby_supply} == {"Bonaire", "Tobago"}
    assert tuple(RUBY_MARKET) == ALL_SPACES
    assert all(space.effects for space in RUBY_MARKET.values())


@pytest.mark.rule("PM-366", "PM-367", "PM-C06", "PM-V34")
@pytest.mark.parametrize("location", ["L2", "L3"])
def test_a_ruby_is_offered_before_all_else(location: str) -> None:
    table = given(modules=["rubies"], sea={"c1r1": location}, tiles={"B5": location})
    table.when(c.SailTo("c1r1"))
    assert table.top == f.GainRuby(0)
    assert table.legal() == [c.GainRuby(), c.Decline()]
    table.when(c.GainRuby()).then(e.RubyGained(0))
    assert table.seat().rubies == 1
    # Then come the own tile and the other steps.
    assert table.decision == "own_black_market"
    declined = given(modules=["rubies"], sea={"c1r1": location}, tiles={"B5": location})
    declined.all_of(c.SailTo("c1r1"), c.Decline())
    assert declined.seat().rubies == 0
    assert declined.decision == "own_black_market"


@pytest.mark.rule("PM-366", "PM-C06")
def test_every_stop_gives_one_but_only_with_the_module_and_at_a_supply() -> None:
    table = given(modules=["rubies"], sea={"c1r1": "L2"}, rubies={0: 2})
    table.all_of(c.SailTo("c1r1"), c.GainRuby())
    assert table.seat().rubies == 3
    without = given(sea={"c1r1": "L2"})
    without.when(c.SailTo("c1r1"))
    assert without.decision == "upgrade"
    without.when(c.GainRuby()).refused("wrong_decision")
    other = given(modules=["rubies"], sea={"c1r1": "L1"})
    other.when(c.SailTo("c1r1"))
    assert other.decision == "upgrade"


@pytest.mark.rule("PM-368", "PM-370", "PM-C21", "PM-V34", "PM-371")
def test_a_ruby_is_sold_for_the_bonus_of_an_empty_space() -> None:
    table = in_gulf()
    assert table.decision == "sell_ruby"
    assert table.legal() == [*map(c.SellRuby, ALL_SPACES), c.Decline()]
    table.when(c.SellRuby("RM2")).then(e.RubySold(0, "RM2"), e.VpGained(0, 6, "ruby:RM2"))
    assert (table.seat().vp, table.seat().rubies, table.state.ruby_market) == (6, 1, {"RM2": 0})
    # One is all that can be sold; then comes the return, then the Upgrade.
    assert table.decision == "return_rubies"
    table.when(c.FinishRubies())
    assert table.decision == "upgrade"
    table.when(c.Decline())
    assert table.decision == "gulf_option"


@pytest.mark.rule("PM-368", "PM-C21", "PM-395", "PM-371")
def test_refused_sales() -> None:
    table = in_gulf(ruby_market=["RM2"])
    assert c.SellRuby("RM2") not in table.legal()
    table.when(c.SellRuby("RM2")).refused("market_space_taken")
    table.when(c.SellRuby("RM7")).refused("unknown_market_space")
    table.when(c.ReturnRuby()).refused("wrong_decision")
    full = given(modules=["rubies"], at={0: "c9r1"}, rubies={0: 2}, ruby_market=ALL_SPACES)
    assert full.when(c.SailTo("gulf")).count(e.EffectSkipped) == 0
    assert full.decision == "return_rubies"
    full.when(c.SellRuby("RM1")).refused("wrong_decision")
    none = in_gulf(rubies={})
    assert none.decision == "upgrade"


@pytest.mark.rule("PM-368")
@pytest.mark.parametrize(
    ("space", "told", "then"),
    [
        ("RM1", e.DoubloonsChanged(0, 8, "ruby:RM1"), "return_rubies"),
        ("RM3", e.VpGained(0, 2, "ruby:RM3"), "upgrade"),
        ("RM4", e.DoubloonsChanged(0, 3, "ruby:RM4"), "gain_quest"),
        ("RM5", e.VpGained(0, 1, "ruby:RM5"), "choose_treasure"),
        ("RM6", e.RubySold(0, "RM6"), "explore"),
    ],
)
def test_the_bonus_is_gained_at_once(space: str, told: e.Event, then: str) -> None:
    table = in_gulf()
    table.when(c.SellRuby(space)).then(e.RubySold(0, space), *([] if isinstance(told, e.RubySold) else [told]))
    assert table.decision == then


@pytest.mark.rule("PM-369", "PM-370", "PM-C22", "PM-V34")
def test_any_number_is_returned_for_two_vp_each_whether_one_was_sold_or_not() -> None:
    table = in_gulf(rubies={0: 3})
    table.when(c.Decline())
    assert table.legal() == [c.ReturnRuby(), c.FinishRubies()]
    table.when(c.ReturnRuby()).then(e.RubyReturned(0), e.VpGained(0, 2, "ruby"))
    assert table.decision == "return_rubies"
    table.when(c.ReturnRuby())
    assert (table.seat().vp, table.seat().rubies) == (4, 1)
    table.when(c.FinishRubies())
    assert (table.seat().rubies, table.decision) == (1, "upgrade")
    both = in_gulf()
    both.all_of(c.SellRuby("RM1"), c.ReturnRuby())
    assert (both.seat().vp, both.seat().rubies, both.seat().doubloons) == (2, 0, 18)
    # Without a Ruby left there is nothing to ask.
    assert both.decision == "upgrade"


@pytest.mark.rule("PM-370", "PM-368")
def test_after_the_sale_of_the_only_ruby_the_upgrade_follows() -> None:
    table = in_gulf(rubies={0: 1})
    table.when(c.SellRuby("RM1"))
    assert table.decision == "upgrade"


@pytest.mark.rule("PM-371", "PM-237")
def test_a_sold_ruby_stays_where_it_is() -> None:
    table = in_gulf(rubies={0: 1})
    table.when(c.SellRuby("RM1"))
    table.after(e.RoundEnded(1, 0, 1))
    assert table.state.ruby_market == {"RM1": 0}


# Jordan


@pytest.mark.rule("PM-373", "PM-427")
@pytest.mark.parametrize(("location", "card"), [("L2", "SA1"), ("L3", "SA2")])
def test_jordan_gains_a_ruby_wherever_there_are_any(location: str, card: str) -> None:
    table = solo({"c3r1": location}, cards=[card], modules=["rubies"])
    table.jordan_acts().then(e.RubyGained("jordan"), e.UpgradePlaced("jordan", "J1"))
    assert table.jordan.rubies == 1
    plain = solo({"c3r1": location}, cards=[card])
    assert plain.jordan_acts().count(e.RubyGained) == 0
    other = solo({"c3r1": "L1"}, cards=["SA1"], modules=["rubies"])
    assert other.jordan_acts().count(e.RubyGained) == 0


def selling(**position: Any) -> Table:
    """Jordan will go to the Gulf to explore."""
    given = {"modules": ["rubies"], "at": {"jordan": "c9r1"}, "rubies": {"jordan": 2}, "cards": ["SA2"], **position}
    return solo(**given)


@pytest.mark.rule("PM-374", "PM-375", "PM-439", "PM-371")
@pytest.mark.parametrize(
    ("die", "space", "vp"), [(1, "RM1", 0), (2, "RM2", 6), (3, "RM3", 2), (4, "RM4", 0), (5, "RM5", 1), (6, "RM6", 0)]
)
def test_jordan_sells_one_ruby_where_the_die_says_for_its_vp(die: int, space: str, vp: int) -> None:
    table = selling()
    attempt = table.jordan_acts(die)
    attempt.then(
        e.SailingEnded("jordan", "gulf", None),
        e.JordanDieRolled("ruby", (die,)),
        e.RubySold("jordan", space),
        e.UpgradePlaced("jordan", "J1"),
    )
    assert sum(event.amount for event in attempt.events if isinstance(event, e.VpGained) and event.cause == "ruby") == vp
    # 3 VP and 4 spaces are those of the explore.
    assert (table.jordan.vp, table.jordan.rubies, table.jordan.explorer) == (3 + vp, 1, "A4l")
    assert attempt.count(e.JordanTreasureGained) == 0
    assert table.state.ruby_market == {space: "jordan"}


@pytest.mark.rule("PM-374")
@pytest.mark.parametrize(
    ("die", "taken", "space"),
    [(2, ["RM2"], "RM3"), (6, ["RM6"], "RM1"), (5, ["RM5", "RM6", "RM1"], "RM2"), (1, ALL_SPACES[:5], "RM6")],
)
def test_an_occupied_space_gives_way_to_the_next_empty_one(die: int, taken: list[str], space: str) -> None:
    table = selling(ruby_market=taken)
    table.jordan_acts(die).then(e.JordanDieRolled("ruby", (die,)), e.RubySold("jordan", space))


@pytest.mark.rule("PM-439")
def test_without_a_ruby_or_an_empty_space_jordan_sells_nothing() -> None:
    without: tuple[dict[str, Any], ...] = ({"rubies": {}}, {"ruby_market": ALL_SPACES})
    for position in without:
        attempt = selling(**position, upgrades={"jordan": ALL_SLOTS}).jordan_acts()
        assert attempt.count(e.RubySold) == attempt.count(e.JordanDieRolled) == 0
