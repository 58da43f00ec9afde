"""Chapters 14 and 16: Black Market tiles."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f

from .scenario import Table, given

PLACE, PLACE_FOR_2, ACTIVATE = "slot:U2", "slot:U8", "space:D1l"
SEA = {**{f"c{number}r1": f"L{number}" for number in range(1, 8)}, "c9r1": "L8"}
"""Location n lies at the top of column n, the last one in the last column."""


def placing(source: str = PLACE, **position: Any) -> Table:
    table = given(**{"sea": SEA, **position})
    table.effects(source, optional=False)
    assert isinstance(table.top, f.PlaceTile)
    return table


@pytest.mark.rule("PM-183", "PM-187", "PM-399", "PM-V15", "PM-V16", "PM-V52", "PM-C45", "PM-173")
def test_a_tile_is_paid_placed_and_its_effect_applied_at_once() -> None:
    table = placing(PLACE_FOR_2, tiles={"B2": "L8"}, rivers=[1, 2])
    table.when(c.ChooseTile("B2")).refused("tile_not_available")
    table.when(c.ChooseTile("B6")).refused("tile_not_available")
    assert table.legal() == [*(c.ChooseTile(tile) for tile in ("B1", "B3", "B4", "B5")), c.Decline()]
    table.when(c.ChooseTile("B4")).then(e.TileChosen(0, "B4"))
    assert table.seat().doubloons == 10
    table.when(c.PlaceTileAt("c1r1")).then(
        e.BlackMarketTilePlaced(0, "B4", "c1r1", 2), e.BlackMarketTileUsed(0, "B4"), e.VpGained(0, 4, "tile:B4:front")
    )
    assert table.seat().doubloons == 8
    assert table.seat().tiles == {"B2": "L8", "B4": "L1"}
    assert table.decision == "end_turn"


@pytest.mark.rule("PM-183", "PM-031")
def test_the_fixed_side_decides_the_effect() -> None:
    table = placing(tile_sides={"B4": "back"}, stored=["pearl:plain"] * 3, rivers=[1])
    table.when(c.ChooseTile("B4"))
    table.when(c.PlaceTileAt("c1r1")).then(e.VpGained(0, 3, "tile:B4:back"))


@pytest.mark.rule("PM-184", "PM-185", "PM-C46", "PM-I10")
def test_a_tile_goes_on_a_location_without_any_tile() -> None:
    table = placing(tiles={0: {"B2": "L2"}, 1: {"B1": "L3"}})
    table.when(c.ChooseTile("B1"))
    table.when(c.PlaceTileAt("c2r1")).refused("location_has_tile")
    table.when(c.PlaceTileAt("c3r1")).refused("location_has_tile")
    for nowhere in ("c1r2", "c9r2", "gulf", "maracaibo", "start", "L1"):
        table.when(c.PlaceTileAt(nowhere)).refused("not_a_location")
    assert table.legal() == [c.PlaceTileAt(f"c{column}r1") for column in (1, 4, 5, 6, 7, 9)]


@pytest.mark.rule("PM-334", "PM-414", "PM-436", "PM-C46")
def test_no_tile_goes_on_a_face_down_card() -> None:
    table = placing(sea={**SEA, "c9r2": "L9", "c9r3": "L10"}, modules=["fog_of_war_locations", "fog_of_war_improvements"])
    table.when(c.ChooseTile("B1"))
    assert table.legal() == [c.PlaceTileAt("c9r2"), c.PlaceTileAt("c9r3")]
    table.when(c.PlaceTileAt("c1r1")).refused("face_down")
    table.when(c.PlaceTileAt("c1r2")).refused("face_down")
    nowhere = given(sea=SEA, modules=["fog_of_war_locations"])
    nowhere.effects(PLACE).then(e.EffectSkipped(0, "place_black_market_tile", "nothing_to_do"))


@pytest.mark.rule("PM-189", "PM-414")
def test_without_a_tile_or_a_free_location_nothing_is_paid() -> None:
    locations = [f"L{number}" for number in range(1, 9)]
    tiles = [f"B{number}" for number in range(1, 6)]
    all_placed = given(tiles=dict(zip(tiles, locations, strict=False)))
    all_full = given(
        tiles={0: dict(zip(tiles, locations[:4], strict=False)), 1: dict(zip(tiles, locations[4:], strict=False))}
    )
    for table in (all_placed, all_full):
        table.effects(PLACE_FOR_2).then(e.EffectSkipped(0, "place_black_market_tile", "nothing_to_do"))
        assert table.seat().doubloons == 10


@pytest.mark.rule("PM-089", "PM-090", "PM-186", "PM-C11", "PM-E13")
def test_a_stop_offers_the_own_tile_before_the_upgrade() -> None:
    """Tobago with Blue's tile B1: seat 0 is Blue, then Black."""
    blue = given(sea={"c1r1": "L2"}, tiles={"B1": "L2"}, stored=["gold:plain"])
    blue.when(c.SailTo("c1r1"))
    assert blue.top == f.OwnBlackMarket(0, "B1")
    assert blue.legal() == [c.UseTileHere(), c.Decline()]
    blue.when(c.UseTileHere()).then(e.BlackMarketTileUsed(0, "B1"))
    blue.all_of(c.ChooseBuryMarker("gold:plain"), c.ChooseBurySpace("HGB4"))
    assert blue.top == f.Upgrade(0, 1)
    assert blue.seat().tiles == {"B1": "L2"}
    black = given(sea={"c1r1": "L2"}, tiles={1: {"B1": "L2"}}, stored=["gold:plain"])
    black.when(c.SailTo("c1r1"))
    assert black.top == f.Upgrade(0, 1)


@pytest.mark.rule("PM-089", "PM-C11", "PM-417")
def test_the_own_tile_may_be_left_and_is_not_offered_if_it_can_do_nothing() -> None:
    table = given(sea={"c1r1": "L2"}, tiles={"B1": "L2"}, stored=["gold:plain"])
    table.all_of(c.SailTo("c1r1"), c.Decline())
    assert table.top == f.Upgrade(0, 1)
    idle = given(sea={"c1r1": "L2"}, tiles={"B1": "L2"})
    idle.when(c.SailTo("c1r1"))
    assert idle.top == f.Upgrade(0, 1)


@pytest.mark.rule("PM-188")
def test_a_tile_placed_on_the_own_location_is_not_used_again_in_this_stop() -> None:
    table = given(sea={"c1r1": "L2"})
    table.all_of(c.SailTo("c1r1"), c.PlaceUpgrade("U2"), c.ChooseTile("B5"))
    table.when(c.PlaceTileAt("c1r1")).then(e.VpGained(0, 2, "tile:B5:front"))
    table.when(c.PlaceMarkersOn("gold"))
    assert table.decision == "location_actions"
    assert table.seat().vp == 2


@pytest.mark.rule("PM-252", "PM-414", "PM-417", "PM-C47")
def test_a_placed_tile_is_used_wherever_it_lies() -> None:
    table = given(sea=SEA, tiles={0: {"B4": "L8", "B2": "L7"}, 1: {"B5": "L6"}}, rivers=[3])
    table.effects(ACTIVATE)
    table.when(c.UseTile("B5")).refused("tile_not_placed")
    table.when(c.UseTile("B9")).refused("tile_not_placed")
    table.when(c.UseTile("B2")).refused("nothing_to_do")
    assert table.legal() == [c.UseTile("B4"), c.Decline()]
    table.when(c.UseTile("B4")).then(e.BlackMarketTileUsed(0, "B4"), e.VpGained(0, 2, "tile:B4:front"))
    left = given(sea=SEA, tiles={"B4": "L8"}, rivers=[3])
    left.effects(ACTIVATE)
    left.when(c.Decline())
    assert left.seat().vp == 0
    idle = given(sea=SEA, tiles={"B2": "L8"})
    idle.effects(ACTIVATE).then(e.EffectSkipped(0, "activate_placed_tile", "nothing_to_do"))


# The ten effects


def used(tile: str, side: str, **position: Any) -> Table:
    table = given(**position, tile_sides={tile: side})
    table.effects(f"tile:{tile}:{side}", optional=False)
    return table


BURIED_7 = ["HGB1", "HGB2", "HGB3", "HGB4", "HPB1", "HPB2", "HPB3"]
HAND_7 = [f"Q{number}" for number in range(1, 8)]
EQUIPMENT_7 = ["I9", "I10", "I11", "I12", "I13", "I14", "I15"]
CREW_7 = ["I1", "I2", "I3", "I4", "I5", "I6", "I7"]


@pytest.mark.rule("PM-213", "PM-214", "PM-215", "PM-217", "PM-218", "PM-219", "PM-220", "PM-221", "PM-E24", "PM-409")
@pytest.mark.parametrize(
    ("tile", "side", "few", "vp", "many"),
    [
        ("B2", "front", {"buried": BURIED_7[:2]}, 2, {"buried": BURIED_7}),
        ("B3", "front", {"quests": HAND_7[:3]}, 3, {"quests": HAND_7}),
        ("B4", "front", {"rivers": [1, 2]}, 4, {"rivers": [1, 2, 3, 4]}),
        ("B1", "back", {"improvements": [*EQUIPMENT_7[:2], "I1"]}, 2, {"improvements": EQUIPMENT_7}),
        ("B2", "back", {"improvements": [*CREW_7[:2], "I9", "I17"]}, 2, {"improvements": CREW_7}),
        ("B3", "back", {"stored": ["emerald:plain", "HES1", "gold:plain"]}, 2, {"stored": ["emerald:plain"] * 7}),
        ("B4", "back", {"stored": ["pearl:plain"], "buried": ["HPB1", "HGB1"]}, 2, {"stored": ["pearl:plain"] * 7}),
        ("B5", "back", {"stored": ["gold:plain", "pearl:plain"]}, 1, {"stored": ["gold:plain"] * 7}),
    ],
)
def test_points_for_what_is_owned_are_at_most_six(tile: str, side: str, few: Any, vp: int, many: Any) -> None:
    assert used(tile, side, **few).seat().vp == vp
    assert used(tile, side, **many).seat().vp == 6
    nothing = given()
    nothing.effects(f"tile:{tile}:{side}").then(e.EffectSkipped(0, "gain_vp_per", "nothing_to_do"))


@pytest.mark.rule("PM-212")
def test_effect_1_buries_a_treasure() -> None:
    table = used("B1", "front", stored=["gold:plain", "gold:plain"])
    assert table.top == f.Bury(0, 1)


@pytest.mark.rule("PM-216", "PM-073")
def test_effect_5_gives_two_points_and_a_marker() -> None:
    table = used("B5", "front")
    assert table.seat().vp == 2
    assert table.top == f.PlaceMarkers(0, 1)
    table.when(c.PlaceMarkersOn("emerald"))
    assert table.state.islands["emerald"] == 5
