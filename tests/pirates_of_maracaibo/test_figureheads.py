"""Chapter 15: Figureheads. Their raid actions: test_raids; Poseidon and the Hawk: test_treasure; the Whale: test_quests."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import FIGUREHEADS, effects_of
from domain.pirates_of_maracaibo.effects.feasibility import can_do_something

from .scenario import Table, given

GAIN = "slot:U6"


def choosing(**position: Any) -> Table:
    table = given(**{"figurehead_market": ["FA", "FB", "FC"], **position})
    table.effects(GAIN, optional=False)
    assert isinstance(table.top, f.TakeFigurehead)
    return table


@pytest.mark.rule("PM-190", "PM-191", "PM-173", "PM-C48", "PM-V31", "PM-I08")
def test_a_figurehead_costs_three_and_is_not_replaced_in_the_market() -> None:
    table = choosing()
    assert table.state.figurehead_market == ("FA", "FB", "FC", "FD")
    table.when(c.TakeFigurehead("FL")).refused("not_in_market")
    table.when(c.TakeFigurehead("FZ")).refused("not_in_market")
    table.when(c.TakeFigurehead("FB")).then(e.DoubloonsChanged(0, -3, "gain_figurehead"), e.FigureheadGained(0, "FB"))
    assert table.seat().doubloons == 7
    assert table.seat().figurehead == "FB"
    assert table.state.figurehead_market == ("FA", "FC", "FD")


@pytest.mark.rule("PM-194")
def test_discounts_do_not_lower_the_price() -> None:
    table = choosing(improvements=["I17"])
    table.when(c.TakeFigurehead("FB"))
    assert table.seat().doubloons == 7
    tile = given(improvements=["I17"], sea={"c1r1": "L1"})
    tile.effects("slot:U13", optional=False)
    tile.all_of(c.ChooseTile("B5"), c.PlaceTileAt("c1r1"))
    assert tile.seat().doubloons == 7


@pytest.mark.rule("PM-190", "PM-C48")
def test_a_figurehead_may_be_left() -> None:
    table = choosing()
    table.when(c.Decline())
    assert table.seat().figurehead is None
    assert table.seat().doubloons == 10


@pytest.mark.rule("PM-192", "PM-415")
@pytest.mark.parametrize("position", [{"figurehead": "FA"}, {"doubloons": 2}])
def test_a_second_one_or_one_without_three_doubloons_cannot_be_gained(position: Any) -> None:
    table = given(**position)
    table.effects(GAIN).then(e.EffectSkipped(0, "gain_figurehead", "nothing_to_do"))
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-415")
def test_nothing_can_be_gained_from_an_empty_market() -> None:
    """No game takes the last one, so the rule is asked directly."""
    state = replace(given().state, figurehead_market=())
    assert not can_do_something(state, 0, effects_of(GAIN)[0])


@pytest.mark.rule("PM-193")
def test_ongoing_effects_start_at_once() -> None:
    table = choosing()
    table.when(c.TakeFigurehead("FB"))
    table.effects("buried:HGB3")
    assert table.top == f.Explore(0, 4)


@pytest.mark.rule("PM-197", "PM-041", "PM-E02")
def test_the_harpy_sails_four_spaces_and_has_income_four() -> None:
    table = given(figurehead="FC")
    assert len(table.legal()) == 13
    assert len(given().legal()) == 9
    assert (FIGUREHEADS["FC"].income.doubloons, FIGUREHEADS["FC"].income.vp) == (4, 0)


def rounds_end(**position: Any) -> Table:
    """Seat 0 sails from the Gulf to Maracaibo, which ends the first round."""
    table = given(at={0: "gulf"}, doubloons=0, **position)
    table.when(c.SailTo("maracaibo"))
    table.when(c.Decline())
    table.when(c.EndTurn())
    assert table.state.round == 2
    return table


@pytest.mark.rule("PM-197", "PM-203", "PM-232")
@pytest.mark.parametrize(("figurehead", "doubloons", "vp"), [("FC", 4, 0), ("FF", 2, 2), ("FB", 0, 0)])
def test_figureheads_with_income(figurehead: str, doubloons: int, vp: int) -> None:
    table = rounds_end(figurehead=figurehead)
    assert (table.seat().doubloons, table.seat().vp) == (doubloons, 6 + vp)


@pytest.mark.rule("PM-199", "PM-201")
def test_the_whales_money_is_no_doubloon_income() -> None:
    table = rounds_end(figurehead="FD", quests={0: ["Q1", "Q2", "Q3"], 1: ["Q4"]})
    assert table.seat(0).doubloons == 3
    assert table.seat(1).doubloons == 0
    copied = given(figurehead="FD", quests=["Q1", "Q2"])
    copied.effects("space:C3l").then(e.EffectSkipped(0, "gain_doubloon_income", "nothing_to_do"))


@pytest.mark.rule("PM-211", "PM-065", "PM-E08", "PM-E10")
@pytest.mark.parametrize(
    ("card", "improvements", "figurehead", "paid"),
    [
        ("I9", [], "", 8),
        ("I9", ["I17"], "", 5),
        ("I9", [], "FL", 6),
        ("I9", ["I17"], "FL", 3),
        ("I10", ["I17"], "FL", 0),
    ],
)
def test_discounts_of_cards_and_the_unicorn_add_up(card: str, improvements: list[str], figurehead: str, paid: int) -> None:
    table = given(sea={"c1r1": card}, improvements=improvements, figurehead=figurehead)
    table.when(c.SailTo("c1r1"))
    table.when(c.AcquireImprovement()).then(e.ImprovementAcquired(0, "c1r1", card, paid))
    assert table.seat().doubloons == 10 - paid


@pytest.mark.rule("PM-211")
def test_the_unicorn_makes_residences_cheaper() -> None:
    table = given(sea={"c1r1": "R1"}, figurehead="FL", doubloons=30)
    table.when(c.SailTo("c1r1"))
    cheaper = table.when(c.ConstructResidence()).happens(e.ResidenceConstructed)
    full = given(sea={"c1r1": "R1"}, doubloons=30)
    full.when(c.SailTo("c1r1"))
    assert full.when(c.ConstructResidence()).happens(e.ResidenceConstructed).price == cheaper.price + 2
