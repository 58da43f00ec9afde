"""Chapter 21: what the words of the cards mean."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import IMPROVEMENTS, RESIDENCES
from domain.pirates_of_maracaibo.scoring import line_vp

from .scenario import Table, given

ANY_RESIDENCE, ANY_SHIP, ANY_CREW_OR_EQUIPMENT = "space:D1u", "space:D3l", "space:B4"


# From afar


@pytest.mark.rule("PM-253", "PM-085", "PM-080", "PM-416", "PM-C44")
def test_any_residence_of_the_sea_is_built_at_the_normal_price() -> None:
    """Hacienda (16) and, with a discount of 3, 13; a Residence with the own token and one too dear are refused."""
    costs = {card: RESIDENCES[card].cost for card in RESIDENCES}
    cheap, dear = sorted(costs, key=lambda card: costs[card])[0], sorted(costs, key=lambda card: costs[card])[-1]
    others = [card for card in RESIDENCES if card not in (cheap, dear)][:2]
    sea = {"c9r1": cheap, "c9r2": dear, "c9r3": others[0], "c1r1": others[1]}
    table = given(sea=sea, built={others[0]: [0], cheap: [1]}, improvements=["I17"], doubloons=costs[cheap] - 3)
    table.effects(ANY_RESIDENCE)
    assert table.top == f.ConstructRemote(0)
    table.when(c.ConstructAt("c1r2")).refused("not_a_residence")
    table.when(c.ConstructAt("gulf")).refused("not_a_residence")
    table.when(c.ConstructAt("c9r3")).refused("already_built")
    table.when(c.ConstructAt("c9r2")).refused("cannot_afford")
    built = table.when(c.ConstructAt("c9r1"))
    built.then(e.ResidenceConstructed(0, "c9r1", cheap, costs[cheap] - 3, False))
    assert table.seat().doubloons == 0
    assert table.seat().vp == 0
    first = given(sea=sea, doubloons=99)
    first.effects(ANY_RESIDENCE)
    first.when(c.ConstructAt("c9r2")).then(e.ResidenceConstructed(0, "c9r2", dear, costs[dear], True))
    assert first.seat().vp == 2
    left = given(sea=sea, doubloons=99)
    left.effects(ANY_RESIDENCE)
    left.when(c.Decline()).then(e.EffectSkipped(0, "construct_residence", "declined"))


@pytest.mark.rule("PM-416")
def test_without_an_affordable_residence_nothing_is_built() -> None:
    table = given(doubloons=0)
    table.effects(ANY_RESIDENCE).then(e.EffectSkipped(0, "construct_residence", "nothing_to_do"))


@pytest.mark.rule("PM-254", "PM-257", "PM-C43", "PM-416")
def test_any_ship_improvement_of_the_sea_is_acquired_at_the_normal_price() -> None:
    """Schooner (5), where the own ship lies; Ghost Ship (8); the Tier II Galleon (9) is too dear."""
    sea = {"c1r1": "I20", "c9r1": "I17", "c9r2": "I51", "c9r3": "I1"}
    table = given(sea=sea, at={0: "c1r1"}, doubloons=8)
    table.effects(ANY_SHIP)
    assert table.top == f.AcquireRemote(0, "ship", 0)
    table.when(c.AcquireFrom("c9r3")).refused("wrong_type")
    table.when(c.AcquireFrom("c9r2")).refused("cannot_afford")
    table.when(c.AcquireFrom("maracaibo")).refused("not_an_improvement")
    residence = next(space for space, card in table.state.sea.items() if card.id in RESIDENCES)
    table.when(c.AcquireFrom(residence)).refused("not_an_improvement")
    table.when(c.AcquireFrom("c1r1")).then(e.ImprovementAcquired(0, "c1r1", "I20", 5))
    left = given(sea=sea)
    left.effects(ANY_SHIP)
    left.when(c.Decline()).then(e.EffectSkipped(0, "acquire_improvement", "declined"))
    none = given(sea=sea, doubloons=4)
    none.effects(ANY_SHIP).then(e.EffectSkipped(0, "acquire_improvement", "nothing_to_do"))


@pytest.mark.rule("PM-257", "PM-347", "PM-436", "PM-C43")
def test_a_face_down_card_is_refused_whatever_it_is() -> None:
    table = given(sea={"c9r1": "I51"}, modules=["fog_of_war_improvements", "fog_of_war_locations"], doubloons=99)
    table.effects(ANY_SHIP)
    for space, card in table.state.sea.items():
        if not card.face_up:
            table.when(c.AcquireFrom(space)).refused("face_down")
    assert table.legal() == [c.AcquireFrom("c9r1"), c.Decline()]


@pytest.mark.rule("PM-255", "PM-064", "PM-065", "PM-E09")
@pytest.mark.parametrize(("figurehead", "improvements", "paid"), [("", [], 6), ("", ["I17"], 3), ("FL", ["I17"], 1)])
def test_crew_and_equipment_from_afar_cost_three_more(figurehead: str, improvements: list[str], paid: int) -> None:
    """Rum Barrels (3) from Barbados."""
    table = given(sea={"c1r1": "L8", "c9r1": "I10"}, figurehead=figurehead, improvements=improvements)
    table.all_of(c.SailTo("c1r1"), c.Decline(), c.TakeAction(0, 0))
    table.when(c.AcquireFrom("c9r1")).then(e.ImprovementAcquired(0, "c9r1", "I10", paid))
    crew = given(sea={"c9r1": "I1"}, figurehead=figurehead, improvements=improvements)
    crew.effects(ANY_CREW_OR_EQUIPMENT)
    crew.when(c.ChooseSide(0, 0))
    crew.when(c.AcquireFrom("c9r1")).then(e.ImprovementAcquired(0, "c9r1", "I1", max(0, paid - 1)))


@pytest.mark.rule("PM-256", "PM-068", "PM-069")
def test_a_card_acquired_from_afar_is_replaced_and_ships_stay() -> None:
    table = given(sea={"c9r1": "I17"}, at={1: "c9r1"}, next_cards=["I23"])
    table.effects(ANY_SHIP)
    acquired = table.when(c.AcquireFrom("c9r1"))
    assert acquired.happens(e.SpaceRefilled).card.id == "I23"
    assert table.state.sea["c9r1"].id == "I23"
    assert table.seat(1).ship == "c9r1"


@pytest.mark.rule("PM-453", "PM-143", "PM-070")
def test_an_acquired_card_may_lead_to_the_one_laid_in_its_place() -> None:
    """Interpreter: the Explorer's space B4 again; First Mate has come where the Interpreter lay."""
    table = given(sea={"c1r1": "I30"}, next_cards=["I23"], explorers={0: "B4"}, doubloons=20)
    table.all_of(c.SailTo("c1r1"), c.AcquireImprovement(), c.TakeEffect(1), c.ChooseSide(0, 0))
    table.when(c.AcquireFrom("c1r1")).then(e.ImprovementAcquired(0, "c1r1", "I23", 8))
    assert table.seat().improvements == ("I30", "I23")


# Gains that count


@pytest.mark.rule("PM-258", "PM-259", "PM-075", "PM-266")
def test_income_is_copied_with_the_amounts_of_cards_and_figurehead() -> None:
    """The Fluyt (income 2) and the Corvette (income 1 VP) count themselves."""
    table = given(sea={"c1r1": "I55"}, improvements=["I9", "I24"], figurehead="FC", doubloons=8)
    table.when(c.SailTo("c1r1"))
    table.when(c.AcquireImprovement()).then(e.DoubloonsChanged(0, 4 + 2 + 4 + 2, "improvement:I55"))
    points = given(sea={"c1r1": "I56"}, improvements=["I16", "I24"], figurehead="FF")
    points.when(c.SailTo("c1r1"))
    points.when(c.AcquireImprovement()).then(e.VpGained(0, 1 + 3 + 2 + 1, "improvement:I56"))


@pytest.mark.rule("PM-260", "PM-075")
@pytest.mark.parametrize(
    ("source", "position", "vp"),
    [
        ("improvement:I34", {"improvements": ["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I9"]}, 7),
        ("improvement:I47", {"improvements": ["I9", "I10", "I11", "I12", "I13", "I14", "I15", "I1"]}, 7),
        ("location:L11/1", {"buried": ["HGB1", "HGB2", "HGB3", "HGB4", "HPB1", "HPB2", "HPB3"], "stored": ["HGS1"]}, 7),
        ("location:L12/1", {"rivers": [1, 2, 3, 4]}, 8),
        ("space:D7", {"rivers": [2]}, 2),
    ],
)
def test_points_for_each_thing_without_limit(source: str, position: Any, vp: int) -> None:
    table = given(**position)
    table.effects(source)
    assert table.seat().vp == vp


# At the end of the game


def line(table: Table, card: str, scoring_quests: int = 0) -> int:
    (only,) = IMPROVEMENTS[card].endgame
    return line_vp(table.state, 0, only, scoring_quests)


@pytest.mark.rule("PM-261", "PM-262", "PM-E29")
def test_full_sets_of_treasures_score() -> None:
    """Golden Idols (2 Gold and an Emerald) and Pearl Regalia (2 Pearls and an Emerald) may use the same Emerald."""
    five_gold = ["gold:plain", "gold:plain", "gold:plain", "HGS1", "emerald:plain"]
    table = given(stored=five_gold, buried=["HGB1", "HEB1"])
    assert line(table, "I42") == 14
    assert line(given(stored=["gold:plain"] * 5, buried=["HEB1"]), "I42") == 7
    assert line(given(stored=["gold:plain", "emerald:plain"]), "I42") == 0
    both = given(stored=["gold:plain", "gold:plain", "pearl:plain", "pearl:plain", "emerald:plain"])
    assert (line(both, "I42"), line(both, "I43")) == (7, 7)


@pytest.mark.rule("PM-263", "PM-E30")
@pytest.mark.parametrize(("scoring", "logbook", "charter"), [(2, 0, 0), (3, 5, 8), (7, 10, 16)])
def test_full_groups_of_three_quests_score(scoring: int, logbook: int, charter: int) -> None:
    table = given()
    assert line(table, "I45", scoring) == logbook
    assert line(table, "I46", scoring) == charter


@pytest.mark.rule("PM-264")
def test_dead_mans_chest_scores_two_for_each_buried_treasure() -> None:
    table = given(stored=["gold:plain"], buried=["HGB1", "HPB1", "FGS1:gold"], figurehead="FG")
    assert line(table, "I44") == 6


@pytest.mark.rule("PM-265", "PM-245")
def test_the_conditions_of_the_residences() -> None:
    """Each of the twelve with 2 of what it counts; and with very much, at most its limit."""
    few: Any = {
        "doubloon_income": (2, {"improvements": ["I1"]}),
        "vp_income": (3, {"improvements": ["I23"]}),
        "ship_improvements": (5, {"improvements": ["I17", "I18"]}),
        "equipment_improvements": (4, {"improvements": ["I11", "I12"]}),
        "crew_improvements": (4, {"improvements": ["I3", "I4"]}),
        "buried_treasures": (3, {"buried": ["HGB1", "HPB2"]}),
        "scoring_quests": (4, {}),
        "emerald_treasures": (4, {"stored": ["emerald:plain"], "buried": ["HEB1"]}),
        "gold_treasures": (4, {"stored": ["gold:plain"], "buried": ["HGB1"]}),
        "pearl_treasures": (4, {"stored": ["pearl:plain"], "buried": ["HPB1"]}),
        "treasure_sets": (8, {"stored": ["gold:plain", "emerald:plain", "pearl:plain"] * 2}),
        "rivers": (6, {"rivers": [1, 2]}),
    }
    assert sorted(card.scoring.counter for card in RESIDENCES.values()) == sorted(few)
    for card in RESIDENCES.values():
        each, position = few[card.scoring.counter]
        assert card.scoring.amount == each
        assert line_vp(given(**position).state, 0, card.scoring, 2) == 2 * each
        assert card.scoring.max == (25 if card.scoring.counter == "ship_improvements" else 24)
    much = given(stored=["gold:plain"] * 30)
    gold = next(card.scoring for card in RESIDENCES.values() if card.scoring.counter == "gold_treasures")
    assert line_vp(much.state, 0, gold, 0) == 24
