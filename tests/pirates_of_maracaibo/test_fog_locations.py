"""Chapter 23.1: Fog of War over the Locations."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.game import Hidden
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import LOCATIONS, TIER_ONE_LOCATIONS
from domain.pirates_of_maracaibo.jordan.course import path_to
from domain.pirates_of_maracaibo.view import view
from domain.pirates_of_maracaibo.view.redactions import redact

from .scenario import Table, given
from .setups import SEEDS, fresh, laid_out, named
from .solo import acting, solo

FOG = ["fog_of_war_locations"]
WEST = {"c1r1": "L1", "c1r2": "L2", "c1r3": "L3", "c2r1": "L4", "c2r2": "L5", "c2r3": "L6", "c2r4": "L7", "c3r1": "L8"}


def foggy(**position: Any) -> Table:
    return given(**{"modules": FOG, "sea": WEST, **position})


def fog(table: Table, space: str) -> tuple[bool, int]:
    card = table.state.sea[space]
    return card.face_up, card.doubloons


@pytest.mark.rule("PM-328", "PM-V01")
def test_the_tier_one_locations_lie_face_down_with_a_doubloon_each() -> None:
    for seed in list(SEEDS)[:10]:
        for card in fresh(seed, fog_of_war_locations=True).sea.values():
            hidden = card.id in TIER_ONE_LOCATIONS
            assert (card.face_up, card.doubloons) == (not hidden, int(hidden))
    assert all(card.face_up and not card.doubloons for card in fresh().sea.values())


@pytest.mark.rule("PM-329")
def test_passing_changes_nothing() -> None:
    table = foggy(sea={**WEST, "c3r1": "I22"})
    attempt = table.when(c.SailTo("c3r1"))
    assert attempt.count(e.CardFlipped) == attempt.count(e.FogDoubloonsRemoved) == 0
    assert all(fog(table, space) == (False, 1) for space in ("c1r1", "c1r2", "c2r1", "c2r2"))
    assert table.seat().doubloons == 10


@pytest.mark.rule("PM-330", "PM-V06", "PM-V54", "PM-333")
def test_who_ends_there_gains_the_doubloons_and_the_card_is_flipped_and_used() -> None:
    table = foggy(value_tiles={"L1": "pearl"})
    table.when(c.SailTo("c1r1")).then(
        e.FogDoubloonsRemoved("c1r1", 1),
        e.DoubloonsChanged(0, 1, "fog"),
        e.CardFlipped("c1r1", "L1", "pearl", False),
        e.MarkerPlaced("pearl", 1, "treasure_value"),
    )
    assert table.seat().doubloons == 11
    assert fog(table, "c1r1") == (True, 0)
    assert table.decision == "upgrade"
    table.all_of(c.Decline(), c.FinishActions(), c.EndTurn())
    # It stays face up: the next one there gains nothing but pays the first.
    attempt = table.when(c.SailTo("c1r1"))
    attempt.then(e.OpponentPaid(1, 0, 1), e.MarkerPlaced("pearl", 1, "treasure_value"))
    assert attempt.count(e.FogDoubloonsRemoved) == attempt.count(e.CardFlipped) == 0


@pytest.mark.rule("PM-331")
def test_opponents_are_paid_before_the_doubloons_are_gained() -> None:
    table = foggy(at={1: "c1r1"}, doubloons={0: 0, 1: 5})
    attempt = table.when(c.SailTo("c1r1"))
    assert attempt.count(e.OpponentPaid) == 0
    assert (table.seat(0).doubloons, table.seat(1).doubloons) == (1, 5)
    rich = foggy(at={1: "c1r1"})
    rich.when(c.SailTo("c1r1")).then(e.OpponentPaid(0, 1, 1), e.FogDoubloonsRemoved("c1r1", 1))
    # One doubloon for two opponents: the choice comes first.
    torn = foggy(seats=3, at={1: "c1r1", 2: "c1r1"}, doubloons=1)
    torn.when(c.SailTo("c1r1"))
    assert torn.decision == "pay_opponents"
    assert fog(torn, "c1r1") == (False, 1)
    torn.when(c.ChoosePaidOpponent(2)).then(e.OpponentPaid(0, 2, 1), e.DoubloonsChanged(0, 1, "fog"))


@pytest.mark.rule("PM-332", "PM-E36", "PM-V54")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_income_adds_a_doubloon_to_what_is_still_face_down(number: int) -> None:
    table = foggy(number=number, seats=1, at={0: "c9r2", "jordan": "gulf"})
    table.after(e.CardFlipped("c1r2", "L2", None, False), e.FogDoubloonsRemoved("c1r2", 1))
    attempt = table.jordan_acts()
    hidden = sorted(space for space in WEST if space != "c1r2")
    assert sorted(event.space for event in attempt.events if isinstance(event, e.FogDoubloonsAdded)) == hidden
    assert all(fog(table, space) == (False, 2) for space in hidden)
    assert fog(table, "c1r2") == (True, 0)
    if number < 3:
        table.when(c.SailTo("c1r1")).then(e.FogDoubloonsRemoved("c1r1", 2), e.DoubloonsChanged(0, 2, "fog"))


@pytest.mark.rule("PM-333", "PM-392", "PM-V01", "PM-V06")
def test_the_tiles_are_secret_until_the_card_is_flipped() -> None:
    recorder = laid_out(fog_of_war_locations=True, rubies=True)
    for viewer in (0, None):
        seen = view(recorder.state, viewer)
        told = [redact(event, viewer) for event in recorder.events]
        assert not any(named(card, seen, told) for card in TIER_ONE_LOCATIONS)
        for card in seen.sea.values():
            if card.back == "tier_1_location":
                assert (card.id, card.value_tile, card.doubloons) == (Hidden(1), None, 1)
    table = foggy(modules=[*FOG, "rubies"], value_tiles={"L1": "gold"})
    ruby = table.when(c.SailTo("c1r3")).happens(e.CardFlipped)
    assert ruby == e.CardFlipped("c1r3", "L3", None, True)
    for space, location in (("c1r2", "L2"), ("c1r3", "L3")):
        # Without Rubies no tile for them lies on Tobago and Bonaire.
        assert foggy().when(c.SailTo(space)).happens(e.CardFlipped) == e.CardFlipped(space, location, None, False)
    shown = foggy(value_tiles={"L1": "gold"})
    shown.when(c.SailTo("c1r1"))
    card = view(shown.state, 1).sea["c1r1"]
    assert (card.id, card.value_tile) == ("L1", "gold")


@pytest.mark.rule("PM-335", "PM-V54")
@pytest.mark.parametrize(("number", "vp"), [(1, 1), (2, 3), (3, 5)])
def test_jordan_flips_what_it_passes_for_vp_and_the_supply_takes_the_doubloons(number: int, vp: int) -> None:
    near = {"c1r1": "L1", "c2r1": "L4", "c2r2": "I1", "c3r1": "I22"}
    table = acting(near, "SA3", modules=FOG, number=number, sea={"c1r2": "I2"})
    attempt = table.jordan_acts()
    attempt.then(
        e.SailingEnded("jordan", "c3r1", ANY),
        e.FogDoubloonsRemoved("c1r1", 1),
        e.CardFlipped("c1r1", "L1", table.state.value_tiles["L1"], False),
        e.VpGained("jordan", vp, "fog"),
        e.FogDoubloonsRemoved("c2r1", 1),
        e.CardFlipped("c2r1", "L4", table.state.value_tiles["L4"], False),
        e.VpGained("jordan", vp, "fog"),
    )
    assert table.jordan.vp == 2 * vp
    assert (fog(table, "c1r1"), fog(table, "c2r1")) == ((True, 0), (True, 0))
    assert table.seat().doubloons == 10
    # Nothing is done there.
    assert attempt.count(e.MarkerPlaced) == 0


@pytest.mark.rule("PM-336", "PM-337")
@pytest.mark.parametrize(
    ("hidden", "passed"),
    [
        ((), ["c1r1", "c2r1"]),
        (("c2r2",), ["c1r1", "c2r2"]),
        (("c1r2",), ["c1r2", "c2r2"]),
        (("c1r1", "c1r2"), ["c1r1", "c2r1"]),
        (("c2r1", "c1r2", "c2r2"), ["c1r2", "c2r2"]),
    ],
)
def test_of_the_shortest_walks_the_one_over_most_face_down_locations(hidden: tuple[str, ...], passed: list[str]) -> None:
    """Three of them lead to c3r1: over c1r1 and c2r1, c1r1 and c2r2, or c1r2 and c2r2."""
    near = {"c1r1": "I1", "c1r2": "I2", "c2r1": "I3", "c2r2": "I4", "c3r1": "I22"}
    table = acting({**near, **dict(zip(hidden, ("L1", "L4", "L5"), strict=False))}, "SA3", modules=FOG)
    assert path_to(table.state, "c3r1") == [*passed, "c3r1"]
    attempt = table.jordan_acts()
    assert attempt.happens(e.ShipSailed) == e.ShipSailed("jordan", "start", "c3r1", 3)
    flipped = [event.space for event in attempt.events if isinstance(event, e.CardFlipped)]
    assert flipped == [space for space in passed if space in hidden]


@pytest.mark.rule("PM-337")
def test_of_walks_as_good_the_column_closest_to_maracaibo_then_the_topmost_space() -> None:
    """From c4r3 to c6r2 lead walks by c4r2 and c5r1, and by c5r3 and c6r3."""
    table = given(seats=1, at={"jordan": "c4r3"})
    assert path_to(table.state, "c6r2") == ["c5r3", "c6r3", "c6r2"]
    table = given(seats=1, at={"jordan": "c4r3"}, modules=FOG, sea={"c4r2": "L1"})
    assert path_to(table.state, "c6r2") == ["c4r2", "c5r1", "c6r2"]
    table = given(seats=1, at={"jordan": "c8r2"})
    assert path_to(table.state, "gulf") == ["c9r1", "gulf"]


@pytest.mark.rule("PM-338")
def test_jordan_chooses_among_face_up_locations_only() -> None:
    table = acting({"c3r1": "L1", "c1r3": "L6"}, "SA1", modules=FOG)
    table.after(e.CardFlipped("c1r3", "L6", None, False))
    table.jordan_acts().then(e.SoloCardRevealed("SA1", "solo_raid_location", False), e.SailingEnded("jordan", "c1r3", ANY))
    none = acting({"c3r1": "L1", "c3r3": "L3"}, "SA1", modules=FOG)
    assert none.jordan_acts().count(e.JordanTreasureGained) == 0


@pytest.mark.rule("PM-432", "PM-335", "PM-348")
def test_a_face_down_tier_two_location_is_no_card_of_this_module() -> None:
    near = {"c1r1": "L9", "c2r1": "L10", "c3r1": "I22"}
    table = solo(near, cards=["SA3"], modules=[*FOG, "fog_of_war_improvements"], face_down=["L9", "L10"])
    table.after(e.CardFlipped("c3r1", "I22", None, False))
    attempt = table.jordan_acts()
    attempt.then(e.CardFlipped("c1r1", "L9", None, False), e.CardFlipped("c2r1", "L10", None, False))
    assert table.jordan.vp == 0
    assert attempt.count(e.FogDoubloonsRemoved) == 0


@pytest.mark.rule("PM-E43", "PM-432", "PM-436", "PM-347", "PM-C43")
def test_face_down_tier_two_cards_look_alike() -> None:
    """A Location and a Crew Improvement."""
    position: dict[str, Any] = {"modules": [*FOG, "fog_of_war_improvements"], "face_down": ["L9", "I23"], "doubloons": 40}
    table = given(sea={"c1r1": "L9", "c1r2": "I23", "c1r3": "L1", "c9r1": "I25"}, seats=1, at={"jordan": "gulf"}, **position)
    table.effects("location:L7/0/0")
    assert table.decision == "acquire_remote"
    for space in ("c1r1", "c1r2", "c1r3"):
        table.when(c.AcquireFrom(space)).refused("face_down")
    assert c.AcquireFrom("c9r1") in table.legal()
    seen = view(table.state, 0)
    assert seen.sea["c1r1"] == seen.sea["c1r2"]
    income = table.jordan_acts()
    assert {event.space for event in income.events if isinstance(event, e.FogDoubloonsAdded)}.isdisjoint({"c1r1", "c1r2"})
    assert (fog(table, "c1r1"), fog(table, "c1r2"), fog(table, "c1r3")) == ((False, 0), (False, 0), (False, 2))
    assert all(LOCATIONS[card.id].tier == 1 for card in table.state.sea.values() if card.doubloons)
