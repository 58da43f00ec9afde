"""Chapter 23.2: Fog of War over the Improvements, and sailing in single steps."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.game import Hidden
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import TIER_ONE_IMPROVEMENTS, TIER_TWO
from domain.pirates_of_maracaibo.jordan.course import path_to
from domain.pirates_of_maracaibo.values import LaidCard
from domain.pirates_of_maracaibo.view import view
from domain.pirates_of_maracaibo.view.redactions import redact

from .scenario import Table, given
from .setups import SEEDS, fresh
from .solo import acting, solo

FOG = ["fog_of_war_improvements"]
BOTH = [*FOG, "fog_of_war_locations"]


def foggy(**position: Any) -> Table:
    return given(**{"modules": FOG, **position})


def lies(table: Table, space: str) -> tuple[str, bool]:
    card = table.state.sea[space]
    return card.id, card.face_up


def steps(table: Table) -> set[str]:
    return {command.space for command in table.legal() if isinstance(command, c.SailStep)}


# How the cards lie


@pytest.mark.rule("PM-339")
def test_the_tier_one_improvements_are_dealt_face_down() -> None:
    for seed in list(SEEDS)[:10]:
        for card in fresh(seed, fog_of_war_improvements=True).sea.values():
            assert card.face_up == (card.id not in TIER_ONE_IMPROVEMENTS)
            assert card.doubloons == 0


@pytest.mark.rule("PM-340", "PM-341")
def test_twenty_of_the_tier_two_cards_are_shuffled_in_face_up() -> None:
    orders, sides = set(), set()
    for seed in SEEDS:
        deck = fresh(seed, fog_of_war_improvements=True).tier_two
        assert sorted(card.id for card in deck) == sorted(TIER_TWO)
        assert sum(card.face_up for card in deck) == 20
        orders.add(tuple(card.face_up for card in deck))
        sides.add(frozenset(card.id for card in deck if card.face_up))
    assert len(orders) == len(sides) == len(SEEDS)
    assert view(fresh(fog_of_war_improvements=True), 0).tier_two_face_up == 20
    assert view(fresh(), 0).tier_two_face_up == 0


@pytest.mark.rule("PM-342", "PM-V11", "PM-V12", "PM-388")
def test_a_tier_two_card_enters_the_sea_as_it_lay_and_a_face_up_top_is_seen() -> None:
    table = foggy(sea={"c1r1": "I22"}, next_cards=["I23", "I24", "I25"], face_down=["I23", "I25"])
    assert view(table.state, 0).tier_two_top.id == Hidden(1)  # type: ignore[union-attr]
    table.when(c.SailStep("c1r1"))
    table.when(c.StopSailing())
    bought = table.when(c.AcquireImprovement())
    refilled = e.SpaceRefilled("c1r1", LaidCard("I23", "tier_2", False))
    top = e.TierTwoTopChanged(LaidCard("I24", "tier_2", True))
    bought.then(refilled, top)
    assert lies(table, "c1r1") == ("I23", False)
    for viewer in (0, 1, None):
        assert redact(refilled, viewer) == e.SpaceRefilled("c1r1", LaidCard(Hidden(1), "tier_2", False))
        assert redact(top, viewer) == top
        seen = view(table.state, viewer)
        assert (seen.sea["c1r1"].id, seen.sea["c1r1"].back) == (Hidden(1), "tier_2")
        assert seen.tier_two_top is not None
        assert seen.tier_two_top.id == "I24"
        assert seen.tier_two == Hidden(38 - 1 + 3)
    second = foggy(sea={"c1r1": "I22"}, next_cards=["I24", "I25"], face_down=["I25"])
    second.all_of(c.SailStep("c1r1"), c.StopSailing())
    bought = second.when(c.AcquireImprovement())
    bought.then(e.SpaceRefilled("c1r1", LaidCard("I24", "tier_2", True)))
    hidden = bought.happens(e.TierTwoTopChanged)
    assert redact(hidden, 0) == e.TierTwoTopChanged(LaidCard(Hidden(1), "tier_2", False))
    assert lies(second, "c1r1") == ("I24", True)


@pytest.mark.rule("PM-V12", "PM-342")
def test_only_this_module_shows_the_top_of_the_deck() -> None:
    table = given(sea={"c1r1": "I22"}, next_cards=["I23", "I24"])
    table.when(c.SailTo("c1r1"))
    assert table.when(c.AcquireImprovement()).count(e.TierTwoTopChanged) == 0
    top = view(table.state, 0).tier_two_top
    assert top is not None
    assert (top.id, top.face_up) == (Hidden(1), False)


@pytest.mark.rule("PM-V12", "PM-071", "PM-V11")
def test_an_empty_deck_has_no_top_and_gives_open_water() -> None:
    locations = dict(zip(("c2r1", "c2r2", "c2r3", "c2r4"), ("L9", "L10", "L11", "L12"), strict=True))
    table = foggy(sea={"c1r1": "I22", **locations})
    while table.state.tier_two:
        table.after(e.ImprovementAcquired(0, "deck", table.state.tier_two[0].id, 0))
    assert view(table.state, 0).tier_two_top is None
    table.all_of(c.SailStep("c1r1"), c.StopSailing())
    table.when(c.AcquireImprovement()).then(
        e.SpaceRefilled("c1r1", LaidCard("", "open_water", True)), e.TierTwoTopChanged(None)
    )
    assert view(table.state, 1).sea["c1r1"].id is None


# Single steps


@pytest.mark.rule("PM-343", "PM-344", "PM-V05", "PM-V06", "PM-C03", "PM-C04")
def test_each_step_is_made_for_itself_and_flips_what_it_enters() -> None:
    table = foggy(sea={"c1r1": "I1", "c2r1": "I2", "c3r1": "I3"})
    assert table.decision == "sail"
    first = table.when(c.SailStep("c1r1"))
    first.then(e.ShipSailed(0, "start", "c1r1", 1), e.CardFlipped("c1r1", "I1", None, False))
    assert first.count(e.SailingEnded) == 0
    assert table.top == f.Sail(0, 1)
    # It may stop or move on.
    assert c.StopSailing() in table.legal()
    table.when(c.SailStep("c2r1")).then(e.ShipSailed(0, "c1r1", "c2r1", 1), e.CardFlipped("c2r1", "I2", None, False))
    stopped = table.when(c.StopSailing())
    stopped.then(e.SailingEnded(0, "c2r1", ANY))
    assert stopped.count(e.CardFlipped) == 0
    assert table.decision == "improvement_card"
    assert (lies(table, "c1r1"), lies(table, "c2r1"), lies(table, "c3r1")) == (("I1", True), ("I2", True), ("I3", False))


@pytest.mark.rule("PM-344", "PM-C02", "PM-394")
def test_the_module_changes_the_commands() -> None:
    table = foggy()
    table.when(c.SailTo("c1r1")).refused("wrong_decision")
    assert not any(isinstance(command, c.SailTo) for command in table.legal())
    without = given()
    without.when(c.SailStep("c1r1")).refused("wrong_decision")
    without.when(c.StopSailing()).refused("wrong_decision")


@pytest.mark.rule("PM-C03", "PM-395", "PM-345", "PM-044")
def test_refused_steps() -> None:
    table = foggy()
    assert steps(table) == {"c1r1", "c1r2", "c1r3"}
    for nowhere in ("c10r1", "start", "gold"):
        table.when(c.SailStep(nowhere)).refused("unknown_space")
    table.when(c.SailStep("c2r1")).refused("not_adjacent")
    table.when(c.SailStep("gulf")).refused("not_adjacent")
    table.all_of(c.SailStep("c1r1"), c.SailStep("c2r1"), c.SailStep("c3r1"))
    # The sail is asked although there is only one answer.
    assert table.legal() == [c.StopSailing()]
    table.when(c.SailStep("c4r1")).refused("no_movement_left", range=3)
    table.when(c.SailStep("c9r3")).refused("no_movement_left")
    gulf = foggy(at={0: "gulf"})
    assert gulf.legal() == [c.SailStep("maracaibo")]
    gulf.when(c.SailStep("c9r1")).refused("must_enter_maracaibo")
    gulf.when(c.SailStep("nowhere")).refused("unknown_space")


@pytest.mark.rule("PM-345", "PM-C03", "PM-046")
def test_a_step_needs_a_legal_end_within_reach() -> None:
    table = foggy(at={0: "c2r3"})
    assert steps(table) == {"c1r2", "c1r3", "c2r2", "c2r4", "c3r3"}
    table.when(c.SailStep("c1r2"))
    # From c1r1 or c1r3 one movement does not lead to column 3.
    assert steps(table) == {"c2r2", "c2r3"}
    table.when(c.SailStep("c1r1")).refused("dead_end_step")
    table.when(c.SailStep("c2r2"))
    assert steps(table) == {"c3r1"}
    table.when(c.SailStep("c2r1")).refused("dead_end_step")


@pytest.mark.rule("PM-C04", "PM-395", "PM-045")
def test_refused_stops() -> None:
    table = foggy(at={0: "c2r3"})
    table.when(c.StopSailing()).refused("must_move")
    table.when(c.SailStep("c2r2"))
    table.when(c.StopSailing()).refused("not_rightward")
    table.when(c.SailStep("c3r1"))
    table.when(c.StopSailing()).then(e.SailingEnded(0, "c3r1", ANY))
    start = foggy()
    start.when(c.StopSailing()).refused("must_move")


@pytest.mark.rule("PM-041", "PM-344", "PM-C03")
def test_the_harpy_makes_four_steps() -> None:
    table = foggy(figurehead="FC")
    table.all_of(c.SailStep("c1r1"), c.SailStep("c2r1"), c.SailStep("c3r1"))
    assert "c4r1" in steps(table)
    table.when(c.SailStep("c4r1"))
    assert table.legal() == [c.StopSailing()]


@pytest.mark.rule("PM-433", "PM-049")
def test_the_gulf_and_maracaibo_end_the_move_at_once() -> None:
    table = foggy(at={0: "c9r1"})
    table.when(c.SailStep("gulf")).then(e.ShipSailed(0, "c9r1", "gulf", 1), e.SailingEnded(0, "gulf", None))
    assert table.decision == "upgrade"
    last = foggy(at={0: "gulf"})
    last.when(c.SailStep("maracaibo")).then(e.SailingEnded(0, "maracaibo", None), e.VpGained(0, 6, "maracaibo"))


@pytest.mark.rule("PM-434", "PM-343", "PM-070", "PM-069")
def test_a_card_laid_face_down_under_a_ship_stays_so_until_one_enters() -> None:
    table = foggy(sea={"c1r1": "I22"}, next_cards=["I23"], face_down=["I23"])
    table.all_of(c.SailStep("c1r1"), c.StopSailing())
    bought = table.when(c.AcquireImprovement())
    assert bought.count(e.CardFlipped) == 0
    ended = table.when(c.EndTurn())
    assert ended.count(e.CardFlipped) == 0
    assert lies(table, "c1r1") == ("I23", False)
    # In passing too.
    table.when(c.SailStep("c1r1")).then(e.CardFlipped("c1r1", "I23", None, False))
    assert lies(table, "c1r1") == ("I23", True)


@pytest.mark.rule("PM-343")
def test_a_ship_that_comes_back_to_its_card_enters_it() -> None:
    table = foggy(at={0: "c2r3"}, sea={"c2r3": "I23"}, face_down=["I23"])
    table.when(c.SailStep("c2r4"))
    assert lies(table, "c2r3") == ("I23", False)
    table.when(c.SailStep("c2r3"))
    assert lies(table, "c2r3") == ("I23", True)


@pytest.mark.rule("PM-346")
def test_a_face_down_tier_two_location_is_flipped_and_used() -> None:
    table = foggy(sea={"c1r1": "L9"}, face_down=["L9"])
    table.when(c.SailStep("c1r1")).then(e.CardFlipped("c1r1", "L9", None, False))
    table.all_of(c.StopSailing(), c.Decline())
    assert table.top == f.LocationActions(0, "L9")


@pytest.mark.rule("PM-349", "PM-329", "PM-330", "PM-392")
def test_with_both_modules_each_back_has_its_own_rules() -> None:
    table = given(modules=BOTH, sea={"c1r1": "L1", "c2r1": "I1", "c3r1": "L9"}, face_down=["L9"])
    seen = view(table.state, 0).sea
    backs = {space: (seen[space].id, seen[space].back) for space in ("c1r1", "c2r1", "c3r1")}
    assert backs == {
        "c1r1": (Hidden(1), "tier_1_location"),
        "c2r1": (Hidden(1), "tier_1_improvement"),
        "c3r1": (Hidden(1), "tier_2"),
    }
    assert table.when(c.SailStep("c1r1")).count(e.CardFlipped) == 0
    table.when(c.SailStep("c2r1")).then(e.CardFlipped("c2r1", "I1", None, False))
    table.when(c.SailStep("c3r1")).then(e.CardFlipped("c3r1", "L9", None, False))
    assert lies(table, "c1r1") == ("L1", False)
    ends = given(modules=BOTH, sea={"c1r1": "L1"})
    assert ends.when(c.SailStep("c1r1")).count(e.CardFlipped) == 0
    stopped = ends.when(c.StopSailing())
    stopped.then(e.FogDoubloonsRemoved("c1r1", 1), e.DoubloonsChanged(0, 1, "fog"))
    assert lies(ends, "c1r1") == ("L1", True)


# Jordan


@pytest.mark.rule("PM-348", "PM-343")
def test_jordan_flips_what_it_passes_and_goes_on() -> None:
    near = {"c1r1": "I1", "c2r1": "I2", "c3r1": "I22"}
    table = solo(near, cards=["SA3"], modules=FOG).after(e.CardFlipped("c3r1", "I22", None, False))
    attempt = table.jordan_acts()
    attempt.then(
        e.SailingEnded("jordan", "c3r1", ANY),
        e.CardFlipped("c1r1", "I1", None, False),
        e.CardFlipped("c2r1", "I2", None, False),
        e.ImprovementAcquired("jordan", "c3r1", "I22", 0),
    )
    assert attempt.count(e.VpGained) == 0
    assert lies(table, "c1r1") == ("I1", True)


@pytest.mark.rule("PM-347", "PM-298")
def test_jordan_buys_what_lies_face_up_only() -> None:
    near = {"c3r1": "I1", "c1r2": "I2"}
    table = acting(near, "SA1", modules=FOG).after(e.CardFlipped("c1r2", "I2", None, False))
    table.jordan_acts().then(e.ImprovementAcquired("jordan", "c1r2", "I2", 0))


@pytest.mark.rule("PM-348", "PM-435", "PM-336")
def test_tied_walks_are_compared_by_face_down_cards_of_both_kinds() -> None:
    """Three walks lead to c3r1: over c1r1 and c2r1, c1r1 and c2r2, or c1r2 and c2r2."""

    def way(**near: str) -> list[str]:
        return path_to(solo(near, modules=BOTH, face_down=["I23"]).state, "c3r1")[:2]

    assert way(c2r1="L4", c1r2="I1", c2r2="I23") == ["c1r2", "c2r2"]
    assert way(c1r1="L1", c2r1="L4", c1r2="I1") == ["c1r1", "c2r1"]
    assert way(c1r1="L1", c2r2="I23") == ["c1r1", "c2r2"]
