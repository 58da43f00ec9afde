"""Chapters 22.4 and 22.5: the Quests that Jordan takes, its Upgrades and bonus actions."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import JORDAN_SLOTS

from .scenario import Table
from .solo import ALL_SLOTS, acting, solo, upgrading

# Quests


@pytest.mark.rule("PM-311", "PM-317", "PM-V40", "PM-V29")
def test_the_rightmost_quest_is_taken_the_others_slide_and_place_one_is_refilled() -> None:
    for modules, shown, slid in (
        ([], ["Q1", "Q2"], ("", "Q1")),
        (["quest_hunters"], ["Q1", "Q2", "Q5"], ("", "Q1", "Q2")),
    ):
        table = upgrading(0, modules=modules, market=shown, next_quests=["Q3"])
        table.jordan_acts().then(
            e.UpgradePlaced("jordan", "J1"),
            e.JordanQuestTaken(f"market_{len(shown)}", shown[-1], slid),
            e.QuestMarketRefilled(1, "Q3"),
        )
        assert table.state.quest_market == ("Q3", *slid[1:])
        assert table.jordan.quests == (shown[-1],)


@pytest.mark.rule("PM-311", "PM-159", "PM-423")
def test_with_an_empty_deck_the_others_still_slide() -> None:
    table = upgrading(0, modules=["quest_hunters"], market=["Q1", "Q2", "Q5"], no_more_quests=True)
    table.after(e.QuestGained(0, "market_2", "Q2"))
    table.jordan_acts().then(e.JordanQuestTaken("market_3", "Q5", ("", "Q1", "")))
    # One more Quest comes under the empty deck: place 1 is refilled with it.
    table = upgrading(0, modules=["quest_hunters"], market=["Q1", "Q2", "Q5"], no_more_quests=True)
    table.after(e.QuestGained(0, "market_3", "Q5"), e.QuestDiscarded(0, "Q5"))
    table.jordan_acts().then(e.JordanQuestTaken("market_2", "Q2", ("", "Q1", "")), e.QuestMarketRefilled(1, "Q5"))
    assert table.state.quest_market == ("Q5", "Q1", "")


@pytest.mark.rule("PM-312", "PM-V40")
def test_without_a_market_the_top_of_the_deck_is_taken_if_there_is_one() -> None:
    table = upgrading(0, market=["Q1", "Q2"], no_more_quests=True)
    table.after(e.QuestGained(0, "market_1", "Q1"), e.QuestGained(0, "market_2", "Q2"))
    bare = Table(table.state)
    assert bare.jordan_acts().count(e.JordanQuestTaken) == 0
    table.after(e.QuestDiscarded(0, "Q1"), e.QuestDiscarded(0, "Q2"))
    table.jordan_acts().then(e.JordanQuestTaken("deck", "Q1", ("", "")))
    assert (table.jordan.quests, table.state.quest_deck) == (("Q1",), ("Q2",))


# Upgrades


@pytest.mark.rule("PM-313", "PM-430", "PM-322", "PM-314", "PM-V56", "PM-V17")
def test_the_slots_are_covered_one_after_the_other() -> None:
    assert [slot.id for slot in JORDAN_SLOTS] == [f"J{number}" for number in range(1, 16)]
    columns = ["quest figurehead advance", "quest figurehead residence", "advance quest figurehead"]
    columns += ["quest figurehead residence", "advance quest residence"]
    assert [slot.op.removeprefix("solo_slot_") for slot in JORDAN_SLOTS] == " ".join(columns).split()
    effects: dict[str, Any] = {
        "quest": e.JordanQuestTaken,
        "figurehead": e.FigureheadGained,
        "residence": e.ResidenceConstructed,
    }
    effects["advance"] = e.JordanTrackAdvanced
    for covered, slot in enumerate(JORDAN_SLOTS):
        table = upgrading(covered)
        attempt = table.jordan_acts(1)
        assert attempt.happens(e.UpgradePlaced) == e.UpgradePlaced("jordan", slot.id)
        assert {op for op, kind in effects.items() if attempt.count(kind)} == {slot.op.removeprefix("solo_slot_")}
        assert table.jordan.upgrades == covered + 1
    full = upgrading(15)
    attempt = full.jordan_acts()
    assert not any(attempt.count(kind) for kind in (e.UpgradePlaced, e.JordanDieRolled, *effects.values()))


@pytest.mark.rule("PM-314")
@pytest.mark.parametrize(("track", "then"), [(1, 2), (2, 3), (3, 4), (4, 4)])
def test_the_marker_stops_on_position_four(track: int, then: int) -> None:
    table = upgrading(2, track=track)
    assert table.jordan_acts().count(e.JordanTrackAdvanced) == then - track
    assert table.jordan.position == then


@pytest.mark.rule("PM-315", "PM-269", "PM-V31")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_chooses_the_figurehead(die: int) -> None:
    table = upgrading(1, figurehead_market=["FB", "FE", "FI"])
    taken = ["FB", "FE", "FI"][(die - 1) // 2]
    attempt = table.jordan_acts(die)
    attempt.then(e.JordanDieRolled("figurehead", (die,)), e.FigureheadGained("jordan", taken))
    assert table.jordan.figurehead == taken
    assert table.state.figurehead_market == tuple(card for card in ("FB", "FE", "FI") if card != taken)
    assert attempt.count(e.JordanTreasureGained) == 0


@pytest.mark.rule("PM-315")
def test_a_figurehead_does_nothing_for_jordan() -> None:
    table = acting({"c1r1": "L3"}, "SA2", figurehead={"jordan": "FB"})
    table.jordan_acts().then(e.ExplorerMoved("jordan", "S", "A3l", 3, 0, ()))
    own = solo(figurehead={"jordan": "FF"}, at={"jordan": "gulf"}, upgrades={"jordan": ALL_SLOTS})
    assert own.jordan_acts().happens(e.IncomePaid) == e.IncomePaid(0, 0, 0, 0)
    assert own.jordan.vp == 6


@pytest.mark.rule("PM-316")
@pytest.mark.parametrize("owner", [0, "jordan"])
def test_the_figurehead_slot_does_nothing_once_one_is_taken(owner: Any) -> None:
    table = upgrading(4, figurehead={owner: "FB"})
    attempt = table.jordan_acts(1)
    assert attempt.happens(e.UpgradePlaced).slot == "J5"
    assert attempt.count(e.JordanDieRolled) == attempt.count(e.FigureheadGained) == 0


ROW = {"c6r1": "R1", "c6r2": "R2", "c4r4": "R3", "c9r3": "R4"}
"""In this sea they are numbered R3, R1, R2, R4."""


@pytest.mark.rule("PM-318", "PM-319", "PM-320", "PM-V13")
@pytest.mark.parametrize(
    ("die", "space", "residence"), [(1, "c4r4", "R3"), (2, "c6r1", "R1"), (3, "c6r2", "R2"), (4, "c9r3", "R4")]
)
def test_a_die_chooses_the_residence(die: int, space: str, residence: str) -> None:
    table = upgrading(5, sea=ROW)
    table.jordan_acts(die).then(
        e.UpgradePlaced("jordan", "J6"),
        e.JordanDieRolled("residence", (die,)),
        e.ResidenceConstructed("jordan", space, residence, 0, True),
    )
    assert table.jordan.vp == 6 + 2
    assert table.state.residences[residence] == ("jordan",)


@pytest.mark.rule("PM-318", "PM-320", "PM-E39", "PM-V55")
@pytest.mark.parametrize(("tokens", "vp"), [([], 8), ([0], 6)])
def test_other_rolls_are_repeated_and_only_the_first_token_gives_vp(tokens: list[int], vp: int) -> None:
    table = upgrading(5, sea=ROW, built={"R1": tokens})
    table.jordan_acts(6, 2).then(e.JordanDieRolled("residence", (6, 2)))
    assert table.state.residences["R1"] == (*tokens, "jordan")
    assert table.jordan.vp == vp
    again = upgrading(11, sea=ROW, built={"R3": ["jordan"], "R1": ["jordan"]})
    again.jordan_acts(5, 1, 2, 6, 4).then(
        e.JordanDieRolled("residence", (5, 1, 2, 6, 4)), e.ResidenceConstructed("jordan", "c9r3", "R4", 0, True)
    )


@pytest.mark.rule("PM-318")
def test_residences_keep_their_numbers_when_jordan_has_built_on_some() -> None:
    table = upgrading(11, sea=ROW, built={"R3": ["jordan"]})
    table.jordan_acts(2).then(e.ResidenceConstructed("jordan", "c6r1", "R1", 0, True))


@pytest.mark.rule("PM-321")
def test_with_a_token_everywhere_the_slot_does_nothing() -> None:
    table = upgrading(14, sea=ROW, built={card: ["jordan"] for card in ROW.values()})
    attempt = table.jordan_acts()
    assert attempt.happens(e.UpgradePlaced).slot == "J15"
    assert attempt.count(e.JordanDieRolled) == attempt.count(e.ResidenceConstructed) == 0


# Bonus actions


@pytest.mark.rule("PM-323", "PM-324", "PM-285")
@pytest.mark.parametrize("card", ["SB1", "SB2", "SB3", "SB4", "SB5", "SB6"])
def test_the_bonus_comes_before_the_move(card: str) -> None:
    table = solo({"c1r1": "I1"}, cards=[card], track=3)
    attempt = table.jordan_acts(2)
    sailing = e.ShipSailed("jordan", "start", "c1r1", 1)
    match card:
        case "SB1" | "SB6":
            attempt.then(e.UpgradePlaced("jordan", "J1"), sailing)
        case "SB4":
            attempt.then(e.VpGained("jordan", 2, "raid"), e.JordanTreasureGained("emerald", "island"), sailing)
        case _:
            # 1 movement and 2 more for the track.
            attempt.then(e.VpGained("jordan", 4, "explore"), e.ExplorerMoved("jordan", "S", "A3l", 3, 0, ()), sailing)
    attempt.then(
        e.SoloCardRevealed(card, "solo_buy_improvement", False), sailing, e.ImprovementAcquired("jordan", "c1r1", "I1", 0)
    )
    kinds = (e.UpgradePlaced, e.JordanTreasureGained, e.ExplorerMoved)
    assert sum(attempt.count(kind) for kind in kinds) == 1
    plain = solo({"c1r1": "I1"}, cards=["SA1"]).jordan_acts()
    assert not any(plain.count(kind) for kind in kinds)
