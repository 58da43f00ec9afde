"""Chapter 12: gaining and returning Quests, what they count; the Whale."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game import Hidden
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import QUESTS
from domain.pirates_of_maracaibo.effects.counters import count
from domain.pirates_of_maracaibo.scoring import met_line, quest_vp
from domain.pirates_of_maracaibo.state import State

from .scenario import Table, given

GAIN, DISCARD = "space:A3u", "improvement:I32"


def gaining(**position: Any) -> Table:
    table = given(**{"market": ["Q1", "Q2"], "next_quests": ["Q3", "Q4", "Q5"], **position})
    table.effects(GAIN)
    assert table.top == f.GainQuest(0, 1)
    return table


def score(state: State, quest: str, seat: int = 0) -> int:
    return quest_vp(state, quest, met_line(state, seat, quest))


@pytest.mark.rule("PM-154", "PM-158", "PM-447", "PM-C40", "PM-C41")
def test_a_quest_comes_from_the_deck_or_the_market_or_is_left() -> None:
    table = gaining()
    assert set(table.legal()) == {*(c.TakeQuest(source) for source in ("deck", "market_1", "market_2")), c.Decline()}
    for nowhere in ("market_0", "market_3", "Q1", ""):
        table.when(c.TakeQuest(nowhere)).refused("source_empty")
    table.when(c.Decline()).then(e.EffectSkipped(0, "gain_quest", "declined"))
    assert table.seat().quests == ()


@pytest.mark.rule("PM-154", "PM-V27")
def test_the_top_card_of_the_deck_leaves_the_market_as_it_is() -> None:
    table = gaining()
    gained = table.when(c.TakeQuest("deck"))
    gained.then(e.QuestGained(0, "deck", "Q3"))
    assert gained.count(e.QuestMarketRefilled) == 0
    assert table.seat().quests == ("Q3",)
    assert table.state.quest_market == ("Q1", "Q2")
    assert table.state.quest_deck[0] == "Q4"


@pytest.mark.rule("PM-155", "PM-423", "PM-V29")
@pytest.mark.parametrize(("source", "taken", "market"), [("market_1", "Q1", ("Q3", "Q2")), ("market_2", "Q2", ("Q1", "Q3"))])
def test_a_card_of_the_market_is_replaced_in_its_place(source: str, taken: str, market: tuple[str, str]) -> None:
    table = gaining()
    gained = table.when(c.TakeQuest(source))
    gained.then(e.QuestGained(0, source, taken), e.QuestMarketRefilled(int(source[-1]), "Q3"))
    assert table.seat().quests == (taken,)
    assert table.state.quest_market == market
    assert table.state.quest_deck[0] == "Q4"


@pytest.mark.rule("PM-157")
def test_there_is_no_hand_limit() -> None:
    table = gaining(quests=[f"Q{number}" for number in range(6, 26)])
    table.when(c.TakeQuest("deck"))
    assert len(table.seat().quests) == 21


@pytest.mark.rule("PM-159", "PM-411")
def test_without_a_deck_the_market_runs_empty_and_nothing_can_be_gained() -> None:
    table = given(market=["Q1", "Q2"], no_more_quests=True)
    table.effects(GAIN)
    table.when(c.TakeQuest("deck")).refused("source_empty")
    taken = table.when(c.TakeQuest("market_1"))
    assert taken.count(e.QuestMarketRefilled) == 0
    assert table.state.quest_market == ("", "Q2")
    table.effects(GAIN)
    assert set(table.legal()) == {c.TakeQuest("market_2"), c.Decline()}
    table.when(c.TakeQuest("market_1")).refused("source_empty")
    table.when(c.TakeQuest("market_2"))
    table.effects(GAIN).then(e.EffectSkipped(0, "gain_quest", "nothing_to_do"))


@pytest.mark.rule("PM-160", "PM-161", "PM-411", "PM-C42", "PM-V30", "PM-V33")
def test_a_quest_is_returned_under_the_deck_for_eight_doubloons() -> None:
    table = given(quests={0: ["Q7", "Q8"], 1: ["Q9"]})
    table.effects(DISCARD)
    table.when(c.DiscardQuest("Q9")).refused("not_your_quest")
    table.when(c.DiscardQuest("Q99")).refused("not_your_quest")
    table.when(c.DiscardQuest(Hidden(1))).refused("invalid_field")
    assert table.legal() == [c.DiscardQuest("Q7"), c.DiscardQuest("Q8"), c.Decline()]
    table.when(c.DiscardQuest("Q7")).then(e.QuestDiscarded(0, "Q7"), e.DoubloonsChanged(0, 8, "discard_quest"))
    assert table.seat().quests == ("Q8",)
    assert table.seat().doubloons == 18
    assert table.state.quest_deck[-1] == "Q7"
    kept = given(quests=["Q7"])
    kept.effects(DISCARD)
    kept.when(c.Decline())
    assert (kept.seat().quests, kept.seat().doubloons) == (("Q7",), 10)
    none = given()
    none.effects(DISCARD).then(e.EffectSkipped(0, "discard_quest", "nothing_to_do"))


# The Whale


@pytest.mark.rule("PM-198", "PM-200", "PM-C39", "PM-V28")
def test_the_whale_replaces_the_market_once_for_each_quest() -> None:
    table = gaining(figurehead="FD")
    deck = table.state.quest_deck
    refreshed = table.when(c.RefreshMarket(), draws=[0])
    assert refreshed.happens(e.QuestMarketRefreshed).removed == ("Q1", "Q2")
    assert table.state.quest_market == ("Q3", "Q4")
    # The old ones lie under the deck in an order of chance, here turned round.
    assert table.state.quest_deck == (*deck[2:], "Q2", "Q1")
    table.when(c.RefreshMarket()).refused("already_refreshed")
    table.when(c.TakeQuest("market_2"))
    table.effects(GAIN)
    table.when(c.RefreshMarket(), draws=[1])
    assert table.state.quest_deck[-2:] == ("Q3", "Q5")


@pytest.mark.rule("PM-200")
def test_the_replaced_cards_are_under_the_deck_before_new_ones_are_drawn() -> None:
    table = given(market=["Q1", "Q2"], no_more_quests=True, figurehead="FD")
    table.effects(GAIN)
    table.when(c.RefreshMarket(), draws=[0])
    assert table.state.quest_market == ("Q2", "Q1")
    assert table.state.quest_deck == ()


@pytest.mark.rule("PM-198", "PM-C39")
def test_only_the_whale_replaces_the_market() -> None:
    table = gaining(figurehead={1: "FD"})
    table.when(c.RefreshMarket()).refused("no_whale")
    assert c.RefreshMarket() not in table.legal()


@pytest.mark.rule("PM-363", "PM-358", "PM-447")
def test_with_quest_hunters_the_market_has_three_places() -> None:
    table = gaining(modules=["quest_hunters"], market=["Q1", "Q2", "Q6"], figurehead="FD")
    assert c.TakeQuest("market_3") in table.legal()
    table.when(c.RefreshMarket())
    assert table.state.quest_market == ("Q3", "Q4", "Q5")


# What Quests count


@pytest.mark.rule("PM-162", "PM-163", "PM-165", "PM-E26")
@pytest.mark.parametrize(
    ("improvements", "income", "line", "vp"),
    [
        (["I1", "I2"], 5, "none", 0),
        (["I2", "I10"], 6, "top", 3),
        (["I9", "I2", "I16"], 9, "top", 3),
        (["I9", "I2", "I10"], 10, "bottom", 7),
        (["I9", "I2", "I10", "I22"], 13, "bottom", 7),
    ],
)
def test_only_the_better_line_that_is_met_scores(improvements: list[str], income: int, line: str, vp: int) -> None:
    state = given(improvements=improvements).state
    assert count(state, 0, "doubloon_income") == income
    assert met_line(state, 0, "Q1") == line
    assert score(state, "Q1") == vp


@pytest.mark.rule("PM-163")
def test_every_number_of_a_line_must_be_reached() -> None:
    """Quest Q21: 2 Crew and 1 river, 3 Crew and 3 rivers."""
    assert score(given(improvements=["I1", "I2"]).state, "Q21") == 0
    assert score(given(improvements=["I1"], rivers=[1]).state, "Q21") == 0
    assert score(given(improvements=["I1", "I2"], rivers=[1]).state, "Q21") == 3
    assert score(given(improvements=["I1", "I2", "I3"], rivers=[1, 2]).state, "Q21") == 3
    assert score(given(improvements=["I1", "I2", "I3"], rivers=[1, 2, 3]).state, "Q21") == 7


@pytest.mark.rule("PM-164", "PM-E25")
def test_the_same_cards_serve_several_quests() -> None:
    state = given(improvements=["I1", "I2"], rivers=[1]).state
    assert [score(state, quest) for quest in ("Q8", "Q21")] == [3, 3]


@pytest.mark.rule("PM-166", "PM-097")
def test_improvements_plus_residences_counts_both_and_nothing_else_mixes_them() -> None:
    state = given(improvements=["I1", "I9"], built={"R1": [0], "R2": [0, 1], "R3": [1]}, sea={"c1r1": "L1"}).state
    counts = {name: count(state, 0, name) for name in ("improvements_and_residences", "residences", "ship_improvements")}
    assert counts == {"improvements_and_residences": 4, "residences": 2, "ship_improvements": 0}
    assert (count(state, 0, "crew_improvements"), count(state, 0, "equipment_improvements")) == (1, 1)


@pytest.mark.rule("PM-167", "PM-168")
def test_lightning_improvements_and_upgrades_are_counted() -> None:
    state = given(improvements=["I1", "I4", "I8"], upgrades=["U3", "U1", "U4"]).state
    assert count(state, 0, "lightning_improvements") == 2
    assert count(state, 0, "upgrades") == 3


@pytest.mark.rule("PM-150", "PM-205", "PM-262", "PM-267")
def test_stored_and_buried_treasures_are_counted_everywhere_but_no_rubies() -> None:
    state = given(
        stored=["gold:plain", "HES1", "pearl:plain", "pearl:plain"],
        buried=["HGB1", "FGS1:pearl"],
        figurehead="FG",
        rubies={0: 3},
        modules=["rubies"],
    ).state
    counters = ("gold_treasures", "emerald_treasures", "pearl_treasures", "treasures", "treasure_sets", "buried_treasures")
    assert [count(state, 0, counter) for counter in counters] == [2, 1, 3, 6, 1, 2]


@pytest.mark.rule("PM-266", "PM-233", "PM-234", "PM-E22")
def test_income_counts_amounts() -> None:
    state = given(improvements=["I10", "I16", "I6"], figurehead={1: "FF"}).state
    assert (count(state, 0, "doubloon_income"), count(state, 0, "vp_income")) == (5, 2)
    assert (count(state, 1, "doubloon_income"), count(state, 1, "vp_income")) == (2, 2)


@pytest.mark.rule("PM-004", "PM-162")
def test_the_bottom_line_is_the_harder_one_and_worth_more() -> None:
    assert len(QUESTS) == 25
    for quest in QUESTS.values():
        assert quest.bottom.vp > quest.top.vp
        harder = {need.counter: need.at_least for need in quest.bottom.needs}
        assert all(harder[need.counter] >= need.at_least for need in quest.top.needs)
