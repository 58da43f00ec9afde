"""Chapters 22.3 and 22.4: what Jordan does where it arrives, its raids and its explores."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.jordan import actions as jordan_actions
from domain.pirates_of_maracaibo.values import LaidCard

from .scenario import Attempt, Table
from .solo import acting, solo


def raided(track: int, *dice: int, **position: Any) -> tuple[Table, Attempt]:
    """Jordan raids at Tobago, where no Treasure Value tile lies."""
    table = acting({"c1r1": "L2"}, "SA1", track=track, **position)
    return table, table.jordan_acts(*dice)


def explored(track: int, **position: Any) -> tuple[Table, Attempt]:
    """Jordan explores at Bonaire: 3 spaces are printed there."""
    table = acting({"c1r1": "L3"}, "SA2", track=track, **position)
    return table, table.jordan_acts()


def points(attempt: Attempt, cause: str) -> int:
    return sum(event.amount for event in attempt.events if isinstance(event, e.VpGained) and event.cause == cause)


# Main actions


@pytest.mark.rule("PM-292", "PM-313")
def test_a_raid_location_gives_marker_upgrade_and_raid() -> None:
    table = solo({"c2r1": "L1"}, cards=["SA1"], value_tiles={"L1": "emerald"})
    table.jordan_acts(3).then(
        e.SailingEnded("jordan", "c2r1", ANY),
        e.MarkerPlaced("emerald", 1, "treasure_value"),
        e.UpgradePlaced("jordan", "J1"),
        e.JordanDieRolled("treasure", (3,)),
        e.JordanTreasureGained("pearl", "island"),
    )


@pytest.mark.rule("PM-293", "PM-290")
@pytest.mark.parametrize(("location", "steps", "end"), [("L3", 3, "A3l"), ("L5", 3, "A3l"), ("L10", 2, "A2")])
def test_an_explore_location_gives_the_movement_printed_there(location: str, steps: int, end: str) -> None:
    table = solo({"c2r1": location}, cards=["SA2"])
    attempt = table.jordan_acts()
    attempt.then(
        e.UpgradePlaced("jordan", "J1"),
        e.VpGained("jordan", 3, "explore"),
        e.ExplorerMoved("jordan", "S", end, steps, 0, ()),
    )
    assert attempt.count(e.MarkerPlaced) == (location == "L5")
    # Neither the doubloons of Curacao nor the VP of Port Royal: no gain but that of exploring.
    gains = (e.VpGained, e.DoubloonsChanged, e.EffectsOpened, e.ActionTaken)
    assert sum(attempt.count(kind) for kind in gains) == 1


@pytest.mark.rule("PM-294", "PM-288")
def test_in_the_gulf_the_upgrade_comes_and_an_explore_has_four() -> None:
    table = solo(cards=["SA2"], at={"jordan": "c9r1"})
    attempt = table.jordan_acts()
    attempt.then(
        e.SailingEnded("jordan", "gulf", None),
        e.UpgradePlaced("jordan", "J1"),
        e.ExplorerMoved("jordan", "S", "A4l", 4, 0, ()),
    )
    assert attempt.count(e.MarkerPlaced) == 0


@pytest.mark.rule("PM-295", "PM-V40")
def test_a_quest_location_gives_the_rightmost_quest() -> None:
    table = solo({"c2r1": "L4"}, cards=["SA3"], market=["Q1", "Q2"], next_quests=["Q3", "Q4"], value_tiles={"L4": "gold"})
    table.jordan_acts().then(
        e.MarkerPlaced("gold", 1, "treasure_value"),
        e.UpgradePlaced("jordan", "J1"),
        e.JordanQuestTaken("market_2", "Q2", ("", "Q1")),
        e.JordanQuestTaken("market_2", "Q1", ("", "Q3")),
    )
    assert table.jordan.quests == ("Q2", "Q1")


@pytest.mark.rule("PM-296", "PM-290")
@pytest.mark.parametrize("location", ["L7", "L8"])
def test_a_crew_or_equipment_location_gives_the_top_tier_two_card(location: str) -> None:
    table = solo({"c2r1": location}, cards=["SA4"], next_cards=["I51", "I30"], value_tiles={location: "gold"})
    attempt = table.jordan_acts()
    attempt.then(
        e.MarkerPlaced("gold", 1, "treasure_value"),
        e.UpgradePlaced("jordan", "J1"),
        e.ImprovementAcquired("jordan", "deck", "I51", 0),
    )
    assert table.jordan.improvements == ("I51",)
    assert table.state.tier_two[0].id == "I30"
    assert attempt.count(e.SpaceRefilled) == 0


@pytest.mark.rule("PM-297", "PM-451", "PM-V58", "PM-V12")
def test_locations_on_top_are_shown_and_go_under_the_deck() -> None:
    modules = ["fog_of_war_improvements"]
    table = acting({"c2r1": "L8"}, "SA4", modules=modules, next_cards=["L9", "L12", "I30", "I51"])
    sides = list(table.state.tier_two[:2])
    attempt = table.jordan_acts()
    attempt.then(
        e.TierTwoCardReturned("L9"),
        e.TierTwoCardReturned("L12"),
        e.ImprovementAcquired("jordan", "deck", "I30", 0),
        e.TierTwoTopChanged(LaidCard("I51", "tier_2", True)),
    )
    assert list(table.state.tier_two[-2:]) == sides
    assert table.state.tier_two[0].id == "I51"


@pytest.mark.rule("PM-451")
def test_a_location_under_the_deck_keeps_its_side() -> None:
    table = acting({"c2r1": "L8"}, "SA4", modules=["fog_of_war_improvements"], face_down=["L9"], next_cards=["L9", "I30"])
    table.jordan_acts().then(e.TierTwoCardReturned("L9"))
    assert (table.state.tier_two[-1].id, table.state.tier_two[-1].face_up) == ("L9", False)


@pytest.mark.rule("PM-428")
def test_without_an_improvement_in_the_deck_the_other_steps_are_done() -> None:
    near = {"c2r1": "L8", "c1r1": "L9", "c1r2": "L10", "c1r3": "L11"}
    table = solo(near, cards=["SA4"], value_tiles={"L8": "gold"})
    while (top := table.state.tier_two[0].id) != "L12":
        table.after(e.ImprovementAcquired(0, "deck", top, 0))
    assert [card.id for card in table.state.tier_two] == ["L12"]
    attempt = table.jordan_acts()
    attempt.then(e.MarkerPlaced("gold", 1, "treasure_value"), e.UpgradePlaced("jordan", "J1"))
    assert attempt.count(e.ImprovementAcquired) == attempt.count(e.TierTwoCardReturned) == 0


@pytest.mark.rule("PM-298")
@pytest.mark.parametrize(("card", "taken"), [("SA1", "c1r1"), ("SA2", "c2r1"), ("SA3", "c3r1")])
def test_the_first_type_in_range_is_bought(card: str, taken: str) -> None:
    """SA1 wants Crew first, SA2 Equipment, SA3 a Ship."""
    near = {"c1r1": "I1", "c2r1": "I10", "c3r1": "I22"}
    acting(near, card).jordan_acts().then(
        e.SoloCardRevealed(card, "solo_buy_improvement", False), e.SailingEnded("jordan", taken, ANY)
    )
    # SA1 then takes Equipment, SA2 a Ship, SA3 Crew.
    second = {"SA1": "c2r1", "SA2": "c3r1", "SA3": "c1r1"}[card]
    acting({**near, taken: ""}, card).jordan_acts().then(e.SailingEnded("jordan", second, ANY))


@pytest.mark.rule("PM-298", "PM-299", "PM-300", "PM-V10", "PM-V11")
def test_what_is_bought_costs_nothing_does_nothing_and_is_replaced() -> None:
    """The Boatswain gives an Upgrade and income, but not to Jordan."""
    table = solo({"c3r1": "I8"}, cards=["SA1"], next_cards=["I51"])
    attempt = table.jordan_acts()
    attempt.then(
        e.ImprovementAcquired("jordan", "c3r1", "I8", 0),
        e.SpaceRefilled("c3r1", LaidCard("I51", "tier_2", True)),
    )
    assert attempt.count(e.UpgradePlaced) == attempt.count(e.EffectsOpened) == attempt.count(e.VpGained) == 0
    assert table.state.sea["c3r1"].id == "I51"
    assert table.jordan.improvements == ("I8",)


# Raids


@pytest.mark.rule("PM-301", "PM-303", "PM-271")
@pytest.mark.parametrize(("track", "vp", "gained", "checked"), [(1, 0, 1, 0), (2, 2, 1, 0), (3, 2, 1, 1), (4, 3, 2, 1)])
def test_a_raid_by_track_position(track: int, vp: int, gained: int, checked: int) -> None:
    table, attempt = raided(track, 1)
    assert points(attempt, "raid") == vp == table.jordan.vp
    assert table.jordan.treasures == {"gold": gained}
    assert attempt.count(e.JordanDieRolled) == 1
    assert attempt.count(e.MarkerPlaced) == checked
    assert table.state.islands["gold"] == 4 - gained + checked


@pytest.mark.rule("PM-302", "PM-303", "PM-V55")
@pytest.mark.parametrize(
    ("die", "islands", "kind"),
    [
        (1, {"gold": 0, "emerald": 9, "pearl": 9}, "gold"),
        (2, {"gold": 9, "emerald": 0, "pearl": 9}, "emerald"),
        (3, {"gold": 9, "emerald": 9, "pearl": 0}, "pearl"),
        (4, {"gold": 5, "emerald": 5, "pearl": 5}, "gold"),
        (5, {"gold": 4, "emerald": 5, "pearl": 5}, "emerald"),
        (6, {"gold": 4, "emerald": 5, "pearl": 6}, "pearl"),
        (4, {"gold": 7, "emerald": 5, "pearl": 6}, "gold"),
    ],
)
def test_the_type_of_the_treasure(die: int, islands: dict[str, int], kind: str) -> None:
    table, attempt = raided(1, die, islands=islands)
    assert attempt.happens(e.JordanDieRolled) == e.JordanDieRolled("treasure", (die,))
    assert table.jordan.treasures == {kind: 1}


@pytest.mark.rule("PM-304", "PM-305", "PM-I07")
def test_jordans_treasure_comes_from_the_island_or_the_supply() -> None:
    table, attempt = raided(4, 2, islands={"emerald": 1}, stored=["emerald:plain"] * 3)
    attempt.then(e.JordanTreasureGained("emerald", "island"), e.JordanTreasureGained("emerald", "supply"))
    assert table.state.islands["emerald"] == 0
    assert table.jordan.treasures == {"emerald": 2}
    assert attempt.count(e.TreasureStored) == attempt.count(e.TreasureBuried) == 0


@pytest.mark.rule("PM-306", "PM-307")
@pytest.mark.parametrize(("stored", "buried", "checked"), [(0, 0, 1), (1, 0, 0), (2, 0, 0), (0, 1, 0)])
def test_the_marker_check_is_made_after_the_treasures(stored: int, buried: int, checked: int) -> None:
    """Jordan then has 1 Gold; what the human has buried counts too."""
    _, attempt = raided(3, 1, stored=["gold:plain"] * stored, buried=["HGB1"] * buried)
    assert attempt.count(e.MarkerPlaced) == checked
    if checked:
        attempt.then(e.JordanTreasureGained("gold", "island"), e.MarkerPlaced("gold", 1, "jordan"))
    _, attempt = raided(3, 1, stored={0: ["gold:plain"] * 2, "jordan": ["emerald"] * 3})
    assert attempt.count(e.MarkerPlaced) == 0


@pytest.mark.rule("PM-E37", "PM-301", "PM-302")
@pytest.mark.parametrize(("stored", "island"), [(1, 4), (2, 3)])
def test_the_example_of_a_raid_on_position_four(stored: int, island: int) -> None:
    table, _ = raided(4, 5, islands={"gold": 5, "emerald": 5, "pearl": 4}, stored=["gold:plain"] * stored)
    assert (table.jordan.vp, table.jordan.treasures, table.state.islands["gold"]) == (3, {"gold": 2}, island)


# Explores


@pytest.mark.rule("PM-308", "PM-309", "PM-271")
@pytest.mark.parametrize(
    ("track", "vp", "end", "steps"), [(1, 3, "A3l", 3), (2, 3, "A4l", 4), (3, 4, "A5l", 5), (4, 6, "A5l", 5)]
)
def test_an_explore_by_track_position(track: int, vp: int, end: str, steps: int) -> None:
    """The full movement, on the branch with more spaces; A3l gives a human VP."""
    table, attempt = explored(track)
    assert points(attempt, "explore") == vp == table.jordan.vp
    attempt.then(e.ExplorerMoved("jordan", "S", end, steps, 0, ()))
    assert attempt.count(e.EffectsOpened) == 0


@pytest.mark.rule("PM-309", "PM-429")
@pytest.mark.parametrize(("start", "end"), [("A2", "A5l"), ("A6", "B3l"), ("C1", "C4l"), ("C6", "D3l")])
def test_at_a_fork_jordan_takes_the_longer_branch_whoever_stands_there(start: str, end: str) -> None:
    table, _ = explored(1, explorers={"jordan": start})
    assert table.jordan.explorer == end
    blocked = end.replace(end[1], str(int(end[1]) - 2))
    table, attempt = explored(1, explorers={"jordan": start, 0: blocked})
    assert attempt.happens(e.ExplorerMoved).skipped == 1
    assert table.jordan.explorer == {"A5l": "A6", "B3l": "B4", "C4l": "C5", "D3l": "D4"}[end]


@pytest.mark.rule("PM-429")
def test_of_equal_branches_jordan_takes_the_upper_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jordan_actions, "_branch_length", lambda space: 2)
    table, _ = explored(1, explorers={"jordan": "A2"})
    assert table.jordan.explorer == "A6"
    assert table.jordan.rivers == (1,)


@pytest.mark.rule("PM-310", "PM-325")
def test_jordan_skips_the_human_crosses_rivers_and_stops_at_the_end() -> None:
    table, attempt = explored(1, explorers={"jordan": "A5l", 0: "B1l"})
    attempt.then(e.ExplorerMoved("jordan", "A5l", "B3l", 3, 1, (1,)))
    assert table.jordan.rivers == (1,)
    table, attempt = explored(1, explorers={"jordan": "D10", 0: "D11"})
    attempt.then(e.ExplorerMoved("jordan", "D10", "END", 1, 1, ()))
    table, attempt = explored(1, explorers={"jordan": "D11", 0: "END"})
    attempt.then(e.ExplorerMoved("jordan", "D11", "END", 1, 0, ()))


@pytest.mark.rule("PM-137", "PM-310")
def test_a_river_is_crossed_also_where_the_human_is_skipped_right_behind_it() -> None:
    table, attempt = explored(1, explorers={"jordan": "A5l", 0: "A6"})
    attempt.then(e.ExplorerMoved("jordan", "A5l", "B3l", 3, 1, (1,)))
    assert table.jordan.rivers == (1,)


@pytest.mark.rule("PM-385")
def test_jordan_ignores_the_retirement_tile() -> None:
    for start in ("D6", "D7"):
        table, attempt = explored(1, explorers={"jordan": start}, modules=["retirement"])
        assert table.jordan.explorer == {"D6": "D9", "D7": "D10"}[start]
        assert attempt.count(e.ExplorerRetired) == attempt.count(e.ResidenceConstructed) == 0
