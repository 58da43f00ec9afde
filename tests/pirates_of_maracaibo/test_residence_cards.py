"""Chapter 6: ignoring and constructing Residences."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.state import Result

from .scenario import Table, ended, given

HACIENDA = {"c1r1": "R1"}


def standing_on(card: str = "R1", **position: Any) -> Table:
    """Seat 0 has just sailed to this card in c1r1."""
    table = given(sea={"c1r1": card, **position.pop("sea", {})}, **position)
    table.when(c.SailTo("c1r1"))
    assert table.top == f.ResidenceCard(0)
    return table


def share(table: Table, what: str, seat: int = 0) -> int:
    result = table.state.result
    assert isinstance(result, Result)
    return next(part.vp for part in result.scores[seat].parts if part.what == what)


@pytest.mark.rule("PM-077", "PM-C09", "PM-V09", "PM-396")
@pytest.mark.parametrize("doubloons", [0, 15, 16])
def test_a_residence_may_always_be_ignored_for_five_doubloons(doubloons: int) -> None:
    table = standing_on(doubloons=doubloons)
    assert table.legal() == [c.IgnoreCard(), *([c.ConstructResidence()] if doubloons == 16 else [])]
    table.when(c.AcquireImprovement()).refused("wrong_decision")
    table.when(c.Decline()).refused("wrong_decision")
    table.when(c.IgnoreCard()).then(e.CardIgnored(0, "c1r1", 5))
    assert table.seat().doubloons == doubloons + 5
    assert table.state.residences["R1"] == ()
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-078", "PM-077", "PM-C10", "PM-V13", "PM-E11")
def test_a_residence_costs_what_is_printed() -> None:
    standing_on(doubloons=15).when(c.ConstructResidence()).refused("cannot_afford")
    table = standing_on(doubloons=16)
    table.when(c.ConstructResidence()).then(e.ResidenceConstructed(0, "c1r1", "R1", 16, True))
    assert table.seat().doubloons == 0
    assert table.state.residences["R1"] == (0,)
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-078", "PM-065")
@pytest.mark.parametrize(
    ("discounts", "price"),
    [
        ({"improvements": ["I17"]}, 7),
        ({"improvements": ["I17"], "figurehead": "FL"}, 5),
        ({"improvements": ["I17", "I18", "I53", "I54"], "figurehead": "FL"}, 1),
        ({"improvements": ["I17", "I18", "I53", "I54"], "figurehead": "FL", "upgrades": [*"123456"]}, 0),
    ],
)
def test_discounts_make_residences_cheaper_but_not_below_nothing(discounts: dict[str, Any], price: int) -> None:
    """A manor costs 10; six Upgrades and slot U14 take 2 more off."""
    if "upgrades" in discounts:
        discounts = {**discounts, "upgrades": [*(f"U{number}" for number in discounts["upgrades"]), "U14"]}
    table = standing_on("R9", doubloons=price, **discounts)
    table.when(c.ConstructResidence()).then(e.ResidenceConstructed(0, "c1r1", "R9", price, True))
    assert table.seat().doubloons == 0


@pytest.mark.rule("PM-080", "PM-079", "PM-081", "PM-083", "PM-095", "PM-I09", "PM-V13")
def test_only_the_first_seat_gains_two_points_and_every_seat_has_room() -> None:
    table = given(seats=4, sea=HACIENDA, doubloons=20)
    for seat in range(4):
        table.when(c.SailTo("c1r1"))
        table.when(c.ConstructResidence()).then(e.ResidenceConstructed(seat, "c1r1", "R1", 16, seat == 0))
        table.when(c.EndTurn())
        assert table.state.sea["c1r1"].id == "R1"
    # From the left in the order of building.
    assert table.state.residences["R1"] == (0, 1, 2, 3)
    assert [seat.vp for seat in table.state.seats] == [2, 0, 0, 0]


@pytest.mark.rule("PM-081", "PM-082", "PM-C10", "PM-395")
def test_with_an_own_token_the_card_can_only_be_ignored() -> None:
    """Also without the money, for the token is looked at first."""
    for doubloons in (50, 0):
        table = standing_on(built={"R1": [1, 0]}, doubloons=doubloons)
        assert table.legal() == [c.IgnoreCard()]
        table.when(c.ConstructResidence()).refused("already_built")
        table.when(c.IgnoreCard())
        assert table.seat().doubloons == doubloons + 5
        assert table.state.residences["R1"] == (1, 0)


@pytest.mark.rule("PM-084", "PM-245", "PM-E11")
@pytest.mark.parametrize(
    ("improvements", "vp"),
    [([], 0), (["I9", "I11"], 10), (["I9", "I2", "I10", "I16"], 24), (["I9", "I2", "I10", "I22"], 24)],
)
def test_hacienda_scores_two_points_per_doubloon_income(improvements: list[str], vp: int) -> None:
    """Income 0, 5, 12 and 13; whoever built first."""
    table = ended(sea=HACIENDA, improvements=improvements, built={"R1": [1, 0]})
    assert share(table, "residences") == vp
    assert share(table, "residences", 1) == 0
    assert share(ended(sea=HACIENDA, improvements=improvements), "residences") == 0
    other = ended(sea=HACIENDA, improvements={1: improvements}, built={"R1": [1, 0]})
    assert share(other, "residences", 1) == vp


@pytest.mark.rule("PM-085", "PM-080", "PM-082", "PM-C44", "PM-395")
def test_from_afar_the_same_rules_hold() -> None:
    """Built by the seat comes before too dear, and no Residence before both."""
    sea = {"c9r1": "R1", "c9r2": "R9", "c9r3": "R10", "c8r2": "R8"}
    table = given(sea=sea, built={"R1": [0], "R10": [1]}, doubloons=10)
    table.effects("space:D1u")
    assert table.top == f.ConstructRemote(0)
    for nowhere in ("c1r1", "gulf", "maracaibo", "start", "R9"):
        table.when(c.ConstructAt(nowhere)).refused("not_a_residence")
    table.when(c.ConstructAt("c9r1")).refused("already_built")
    assert table.legal() == [*(c.ConstructAt(space) for space in ("c8r2", "c9r2", "c9r3")), c.Decline()]
    table.when(c.ConstructAt("c9r3")).then(e.ResidenceConstructed(0, "c9r3", "R10", 10, False))
    assert (table.seat().vp, table.seat().doubloons) == (0, 0)
    assert table.state.residences["R10"] == (1, 0)
    poor = given(sea=sea, doubloons=10)
    poor.effects("space:D1u")
    poor.when(c.ConstructAt("c9r1")).refused("cannot_afford")
    poor.when(c.ConstructAt("c9r2")).then(e.ResidenceConstructed(0, "c9r2", "R9", 10, True))
    assert poor.seat().vp == 2
