"""Chapters 9 and 11: gaining, storing and burying Treasure; markers on the islands."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import value_of
from domain.pirates_of_maracaibo.state import buried, treasures

from .scenario import Table, given

ANY_TREASURE = "space:D8"
BURY_ONE, BURY_TWO = "tile:B1:front", "improvement:I33"


def gaining(treasure: str, **position: Any) -> Table:
    """Seat 0 gains a Treasure of this type and is asked where to store it."""
    table = given(**position)
    table.effects(ANY_TREASURE)
    table.all_of(c.TakeEffect(0), c.ChooseTreasure(treasure))
    return table


@pytest.mark.rule("PM-119", "PM-120", "PM-V22", "PM-I07")
def test_a_treasure_comes_from_its_island_and_makes_the_type_cheaper() -> None:
    table = given(islands={"gold": 5})
    table.effects(ANY_TREASURE)
    table.when(c.TakeEffect(0))
    assert value_of(table.state.islands["gold"]) == 4
    table.when(c.ChooseTreasure("gold")).then(e.TreasureGained(0, "gold", "island"))
    assert table.state.islands == {"gold": 4, "emerald": 4, "pearl": 4}
    assert value_of(table.state.islands["gold"]) == 3


@pytest.mark.rule("PM-119", "PM-125")
def test_an_empty_island_can_be_chosen_and_the_supply_gives() -> None:
    table = given(islands={"emerald": 0})
    table.effects("improvement:I41")
    table.when(c.TakeEffect(0))
    assert table.legal() == [c.ChooseTreasure("emerald"), c.ChooseTreasure("pearl")]
    table.when(c.ChooseTreasure("emerald")).then(e.TreasureGained(0, "emerald", "supply"))
    assert table.state.islands["emerald"] == 0


@pytest.mark.rule("PM-010")
def test_doubloons_markers_and_tokens_never_run_out() -> None:
    """There are doubloons for 162 in the box, and 7 tokens for each player."""
    table = given(
        doubloons={0: 200, 1: 200},
        islands={"gold": 0, "emerald": 90},
        stored={0: ["gold:plain"] * 60, 1: ["gold:plain"] * 60},
        sea={"c1r1": "R1", "c2r1": "R2", "c2r2": "R3", "c2r3": "R4"},
        built={"R2": [1, 0], "R3": [0, 1], "R4": [0, 1]},
        tiles={0: {"B1": "L1", "B2": "L2", "B3": "L3", "B4": "L4", "B5": "L5"}},
    )
    table.when(c.SailTo("c1r1"))
    table.when(c.ConstructResidence()).then(e.ResidenceConstructed(0, "c1r1", "R1", 16, True))
    table.effects(ANY_TREASURE)
    table.all_of(c.TakeEffect(0), c.ChooseTreasure("gold"), c.StoreTreasure("gold:plain"))
    assert table.seat().stored == {"gold": 61}
    table.effects("space:A4u")
    table.all_of(c.TakeEffect(0), c.PlaceMarkersOn("emerald"))
    assert table.state.islands["emerald"] == 91
    table.effects("space:D9")
    assert table.seat().doubloons == 200 - 16 + 6


@pytest.mark.rule("PM-125", "PM-C30", "PM-444")
def test_only_the_types_of_the_effect_can_be_chosen() -> None:
    table = given()
    table.effects("space:B1u")
    table.when(c.TakeEffect(0))
    table.when(c.ChooseTreasure("pearl")).refused("type_not_allowed", allowed=["gold", "emerald"])
    table.when(c.ChooseTreasure("ruby")).refused("type_not_allowed")
    assert table.legal() == [c.ChooseTreasure("gold"), c.ChooseTreasure("emerald")]


@pytest.mark.rule("PM-121", "PM-122", "PM-V23", "PM-C31", "PM-406")
def test_a_treasure_is_stored_plainly_or_on_a_bonus_space_of_its_area() -> None:
    table = gaining("pearl")
    assert table.top == f.StoreTreasure(0, "pearl")
    assert table.legal() == [c.StoreTreasure("pearl:plain"), c.StoreTreasure("HPS1"), c.StoreTreasure("HPS2")]
    table.when(c.StoreTreasure("HGS1")).refused("wrong_area")
    table.when(c.StoreTreasure("gold:plain")).refused("wrong_area")
    table.when(c.StoreTreasure("HPB1")).refused("wrong_area")
    stored = table.when(c.StoreTreasure("HPS1"))
    stored.then(
        e.TreasureStored(0, "pearl", "HPS1"), e.DoubloonsChanged(0, 1, "storage:HPS1"), e.VpGained(0, 1, "storage:HPS1")
    )
    plain = gaining("gold")
    plain.when(c.StoreTreasure("gold:plain")).then(e.TreasureStored(0, "gold", "gold:plain"))
    assert plain.seat().stored == {"gold": 1}
    assert (plain.seat().vp, plain.seat().doubloons) == (0, 10)


@pytest.mark.rule("PM-123", "PM-C31", "PM-016")
def test_a_bonus_space_holds_one_marker_and_plain_storage_any_number() -> None:
    table = gaining("gold", stored=["HGS1", *["gold:plain"] * 9])
    table.when(c.StoreTreasure("HGS1")).refused("space_taken")
    assert table.legal() == [c.StoreTreasure("gold:plain"), c.StoreTreasure("HGS2")]
    table.when(c.StoreTreasure("gold:plain"))
    assert table.seat().stored == {"gold": 10}


@pytest.mark.rule("PM-124")
def test_a_bonus_space_works_again_once_its_marker_is_buried() -> None:
    table = given(stored=["HES1"])
    table.effects(BURY_ONE)
    table.all_of(c.ChooseBuryMarker("HES1"), c.ChooseBurySpace("HEB4"))
    assert table.seat().covered == {"HEB4": "emerald"}
    table.effects(ANY_TREASURE)
    table.all_of(c.TakeEffect(0), c.ChooseTreasure("emerald"))
    table.when(c.StoreTreasure("HES1")).then(e.VpGained(0, 2, "storage:HES1"))


@pytest.mark.rule("PM-126", "PM-127", "PM-C49", "PM-V14", "PM-007")
def test_markers_of_one_effect_go_on_one_island_without_limit() -> None:
    table = given(islands={"pearl": 40})
    table.effects("space:D2l")
    table.when(c.TakeEffect(0))
    table.when(c.PlaceMarkersOn("ruby")).refused("unknown_island")
    table.when(c.PlaceMarkersOn("pearl")).then(e.MarkerPlaced("pearl", 2, "space:D2l"))
    assert table.state.islands == {"gold": 4, "emerald": 4, "pearl": 42}


@pytest.mark.rule("PM-126")
def test_a_marker_for_a_named_island_goes_there_unasked() -> None:
    table = given(stored=["gold:plain"])
    table.effects(BURY_ONE)
    table.when(c.ChooseBuryMarker("gold:plain"))
    table.when(c.ChooseBurySpace("HGB2")).then(e.MarkerPlaced("gold", 1, "buried:HGB2"))
    assert table.decision == "end_turn"


# Burying


@pytest.mark.rule("PM-144", "PM-146", "PM-V24", "PM-V51", "PM-C36", "PM-C38")
def test_a_stored_marker_is_buried_on_an_empty_space_of_its_area() -> None:
    table = given(stored=["gold:plain", "HPS1"], buried=["HPB1"])
    table.effects(BURY_ONE)
    assert set(table.legal()) == {c.ChooseBuryMarker("gold:plain"), c.ChooseBuryMarker("HPS1"), c.Decline()}
    table.when(c.ChooseBuryMarker("emerald:plain")).refused("no_marker_there")
    table.when(c.ChooseBuryMarker("HES1")).refused("no_marker_there")
    table.when(c.ChooseBuryMarker("HPB1")).refused("no_marker_there")
    table.when(c.ChooseBuryMarker("HPS1")).then(e.BuryMarkerChosen(0, "pearl", "HPS1"))
    assert table.legal() == [c.ChooseBurySpace(space) for space in ("HPB2", "HPB3", "HPB4")]
    table.when(c.ChooseBurySpace("HPB1")).refused("space_taken")
    table.when(c.ChooseBurySpace("HGB1")).refused("wrong_area")
    table.when(c.ChooseBurySpace("FGS1")).refused("wrong_area")
    table.when(c.ChooseBurySpace("HPS2")).refused("wrong_area")
    table.when(c.ChooseBurySpace("HPB3")).then(e.TreasureBuried(0, "pearl", "HPS1", "HPB3"))
    assert table.seat().covered == {"HPB1": "pearl", "HPB3": "pearl"}
    assert table.seat().stored == {"gold": 1}


@pytest.mark.rule("PM-145", "PM-E20", "PM-150")
def test_the_bonus_of_the_space_covered_is_gained() -> None:
    """Jasmin's only Emerald; a blank space gives nothing."""
    table = given(stored=["emerald:plain"])
    table.effects(BURY_ONE)
    table.when(c.ChooseBuryMarker("emerald:plain"))
    table.when(c.ChooseBurySpace("HEB1")).then(e.MarkerPlaced("emerald", 1, "buried:HEB1"))
    assert table.state.islands["emerald"] == 5
    assert (treasures(table.seat(), "emerald"), buried(table.seat(), "emerald")) == (1, 1)
    blank = given(stored=["emerald:plain"])
    blank.effects(BURY_ONE)
    blank.when(c.ChooseBuryMarker("emerald:plain"))
    assert blank.when(c.ChooseBurySpace("HEB4")).count(e.EffectsOpened) == 0
    assert (blank.seat().vp, blank.seat().doubloons) == (0, 10)


@pytest.mark.rule("PM-147", "PM-410", "PM-C36")
def test_a_type_without_an_empty_buried_space_cannot_be_buried() -> None:
    full = ["HGB1", "HGB2", "HGB3", "HGB4"]
    table = given(stored=["gold:plain", "pearl:plain"], buried=full)
    table.effects(BURY_ONE)
    assert set(table.legal()) == {c.ChooseBuryMarker("pearl:plain"), c.Decline()}
    table.when(c.ChooseBuryMarker("gold:plain")).refused("no_buried_space")
    only_gold = given(stored=["gold:plain"], buried=full)
    only_gold.effects(BURY_ONE).then(e.EffectSkipped(0, "bury_treasure", "nothing_to_do"))


@pytest.mark.rule("PM-148", "PM-149", "PM-407", "PM-C37")
def test_each_of_two_shovels_is_optional_and_of_any_type() -> None:
    table = given(stored=["gold:plain", "pearl:plain", "pearl:plain"])
    table.effects(BURY_TWO)
    table.all_of(c.ChooseBuryMarker("gold:plain"), c.ChooseBurySpace("HGB1"))
    assert table.top == f.Bury(0, 1)
    table.all_of(c.ChooseBuryMarker("pearl:plain"), c.ChooseBurySpace("HPB4"))
    assert table.decision == "end_turn"
    assert table.seat().covered == {"HGB1": "gold", "HPB4": "pearl"}
    one = given(stored=["pearl:plain", "pearl:plain"])
    one.effects(BURY_TWO)
    one.all_of(c.ChooseBuryMarker("pearl:plain"), c.ChooseBurySpace("HPB4"))
    one.when(c.Decline()).then(e.EffectSkipped(0, "bury_treasure", "declined"))
    assert one.seat().stored == {"pearl": 1}
    none = given(stored=["pearl:plain", "pearl:plain"])
    none.effects(BURY_TWO)
    none.when(c.Decline())
    assert none.decision == "end_turn"
    assert none.seat().stored == {"pearl": 2}


@pytest.mark.rule("PM-148")
def test_the_second_shovel_comes_after_the_bonus_of_the_first() -> None:
    table = given(stored=["gold:plain", "gold:plain"])
    table.effects(BURY_TWO)
    table.all_of(c.ChooseBuryMarker("gold:plain"), c.ChooseBurySpace("HGB3"))
    assert [type(frame) for frame in table.state.stack[-2:]] == [f.ResolveEffects, f.Explore]
    table.when(c.Decline())
    assert table.top == f.Bury(0, 1)
    # With nothing left to bury the second shovel is over by itself.
    last = given(stored=["gold:plain"])
    last.effects(BURY_TWO)
    last.when(c.ChooseBuryMarker("gold:plain"))
    last.when(c.ChooseBurySpace("HGB4")).then(e.EffectSkipped(0, "bury_treasure", "nothing_to_do"))
    # So is one for which there is a marker, but no buried space of its area.
    full = given(stored=["gold:plain", "gold:plain"], buried=["HGB1", "HGB2", "HGB3"])
    full.effects(BURY_TWO)
    full.when(c.ChooseBuryMarker("gold:plain")).then(
        e.TreasureBuried(0, "gold", "gold:plain", "HGB4"), e.EffectSkipped(0, "bury_treasure", "nothing_to_do")
    )


@pytest.mark.rule("PM-151")
def test_a_buried_treasure_is_never_moved_again() -> None:
    table = given(buried=["HGB1", "FGS1:pearl"], figurehead="FG")
    table.effects(BURY_ONE).then(e.EffectSkipped(0, "bury_treasure", "nothing_to_do"))
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-152", "PM-246", "PM-247", "PM-E27")
def test_a_buried_treasure_scores_two_more_at_the_end() -> None:
    """Islands with 2 Gold, 5 Emerald and 7 Pearl markers."""
    table = given(
        number=3,
        at={0: "gulf", 1: "gulf"},
        islands={"gold": 2, "emerald": 5, "pearl": 7},
        stored=["gold:plain", "HGS1", "emerald:plain", "pearl:plain"],
        buried=["HPB3", "HPB4"],
    )
    table.all_of(*[c.SailTo("maracaibo"), c.Decline(), c.EndTurn()] * 2)
    assert table.state.result is not None
    parts = {part.what: part.vp for part in table.state.result.scores[0].parts}
    assert (parts["treasures"], parts["buried"]) == (4 + 4 + 15, 4)


@pytest.mark.rule("PM-153", "PM-204", "PM-205", "PM-C38")
def test_poseidon_takes_any_type() -> None:
    full = ["HGB1", "HGB2", "HGB3", "HGB4"]
    table = given(stored=["gold:plain", "emerald:plain"], buried=[*full, "FGS1:gold"], figurehead="FG")
    table.effects(BURY_ONE)
    table.when(c.ChooseBuryMarker("gold:plain"))
    assert table.legal() == [c.ChooseBurySpace(space) for space in ("FGS2", "FGS3", "FGS4")]
    table.when(c.ChooseBurySpace("FGS1")).refused("space_taken")
    table.when(c.ChooseBurySpace("FGS2")).then(
        e.TreasureBuried(0, "gold", "gold:plain", "FGS2"), e.VpGained(0, 4, "buried:FGS2")
    )
    assert buried(table.seat(), "gold") == 6
    assert buried(table.seat(), "emerald") == 0
    assert treasures(table.seat()) == 7


@pytest.mark.rule("PM-204")
@pytest.mark.parametrize(
    ("space", "decision", "doubloons", "vp"),
    [
        ("FGS1", "end_turn", 15, 0),
        ("FGS2", "end_turn", 10, 4),
        ("FGS3", "upgrade", 10, 0),
        ("FGS4", "choose_treasure", 10, 0),
    ],
)
def test_each_space_of_poseidon_has_its_bonus(space: str, decision: str, doubloons: int, vp: int) -> None:
    table = given(stored=["emerald:plain"], figurehead="FG")
    table.effects(BURY_ONE)
    table.all_of(c.ChooseBuryMarker("emerald:plain"), c.ChooseBurySpace(space))
    assert table.decision == decision
    assert (table.seat().doubloons, table.seat().vp) == (doubloons, vp)
    if space == "FGS4":
        assert len(table.legal()) == 3


@pytest.mark.rule("PM-207", "PM-208", "PM-193", "PM-V59")
def test_the_hawk_brings_three_treasures_of_one_type_one_after_the_other() -> None:
    table = given(islands={"pearl": 2}, figurehead_market=["FI"])
    table.effects("slot:U6", optional=False)
    table.when(c.TakeFigurehead("FI"))
    chosen = table.when(c.ChooseTreasure("pearl"))
    chosen.then(e.TreasureTypeChosen(0, "pearl"), e.TreasureGained(0, "pearl", "island"))
    table.when(c.StoreTreasure("HPS1")).then(e.VpGained(0, 1, "storage:HPS1"), e.TreasureGained(0, "pearl", "island"))
    table.when(c.StoreTreasure("pearl:plain")).then(e.TreasureGained(0, "pearl", "supply"))
    table.when(c.StoreTreasure("HPS2"))
    assert treasures(table.seat(), "pearl") == treasures(table.seat()) == 3
    assert table.state.islands["pearl"] == 0
    assert table.decision == "end_turn"
