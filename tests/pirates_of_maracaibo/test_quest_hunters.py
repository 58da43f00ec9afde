"""Chapter 23.4: Quest Hunters."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e

from .scenario import Attempt, Table, given
from .setups import SEEDS, fresh
from .solo import ALL_SLOTS, solo

HUNTERS = ["quest_hunters"]
SIX = ["Q12", "Q8", "Q15", "Q16", "Q13", "Q9"]
"""All completed by these cards and rivers."""
FOR_SIX: dict[str, Any] = {
    "improvements": ["I1", "I2", "I3", "I4", "I5", "I17", "I18", "I19", "I20"],
    "rivers": [1, 2, 3, 4],
}


def scored(**position: Any) -> tuple[dict[str, int], Attempt]:
    """What the parts of the human's final scoring bring."""
    at = {"jordan": "gulf"}
    table = solo(**{"number": 3, "at": at, "modules": HUNTERS, "doubloons": 0, **position})
    attempt = table.jordan_acts()
    (score,) = (event for event in attempt.events if isinstance(event, e.GameScored) and event.who == 0)
    return {part.what: part.vp for part in score.parts}, attempt


@pytest.mark.rule("PM-358", "PM-V02")
def test_three_are_dealt_one_goes_back_and_three_lie_open() -> None:
    for seed in list(SEEDS)[:5]:
        table = Table(fresh(seed, 2, quest_hunters=True))
        for seat in (0, 1):
            dealt = table.seat(seat).dealt
            assert len(dealt) == 3
            assert table.seat(seat).quests == ()
            table.when(c.ReturnQuest(dealt[1]), seat=seat, draws=[0] * 22)
            assert table.seat(seat).quests == (dealt[0], dealt[2])
        assert len(table.state.quest_market) == 3
        assert len(table.state.quest_deck) == 25 - 4 - 3


@pytest.mark.rule("PM-358", "PM-447")
def test_the_third_place_is_taken_and_refilled() -> None:
    table = given(modules=HUNTERS, market=["Q1", "Q2", "Q3"], next_quests=["Q4"])
    table.effects("space:A3u")
    assert [command.source for command in table.legal() if isinstance(command, c.TakeQuest)] == [
        "deck",
        "market_1",
        "market_2",
        "market_3",
    ]
    table.when(c.TakeQuest("market_3")).then(e.QuestGained(0, "market_3", "Q3"), e.QuestMarketRefilled(3, "Q4"))
    assert table.state.quest_market == ("Q1", "Q2", "Q4")
    without = given(market=["Q1", "Q2"])
    without.effects("space:A3u")
    without.when(c.TakeQuest("market_3")).refused("source_empty")


@pytest.mark.rule("PM-359", "PM-360", "PM-E35", "PM-V41")
@pytest.mark.parametrize(("more", "line", "vp"), [("I23", "none", -5), ("I11", "bottom", 14)])
def test_the_bottom_line_doubled_or_five_less(more: str, line: Any, vp: int) -> None:
    """Q1 asks for a doubloon income of 10; Tobacco and Coffee give 9, the Spyglass 1 more. The top line asks for 6."""
    parts, attempt = scored(quests=["Q1"], improvements=["I9", "I48", more])
    assert parts["quests"] == vp
    attempt.then(e.QuestsRevealed(0, ("Q1",), (line,), (vp,)))


@pytest.mark.rule("PM-360", "PM-I13")
def test_each_quest_counts_by_itself_and_the_score_may_fall() -> None:
    parts, attempt = scored(quests=["Q1", "Q2", "Q15"], rivers=[1, 2, 3])
    assert parts["quests"] == -5 - 5 + 12
    parts, attempt = scored(quests=["Q1"])
    (score,) = (event for event in attempt.events if isinstance(event, e.GameScored) and event.who == 0)
    assert score.total == -5


@pytest.mark.rule("PM-361", "PM-362", "PM-249")
def test_only_completed_quests_are_counted_and_the_bonus_for_six_is_not_doubled() -> None:
    parts, attempt = scored(quests=SIX, **FOR_SIX)
    (revealed,) = (event for event in attempt.events if isinstance(event, e.QuestsRevealed) and event.who == 0)
    assert revealed.lines == ("bottom",) * 6
    assert parts["many_quests"] == 10
    # With 3 Ship cards the top line of Q13 is met, but not the bottom one.
    five = {**FOR_SIX, "improvements": FOR_SIX["improvements"][:-1]}
    parts, _ = scored(quests=SIX, **five)
    assert parts["many_quests"] == 0
    parts, _ = scored(quests=SIX, modules=[], **five)
    assert parts["many_quests"] == 10


@pytest.mark.rule("PM-361")
@pytest.mark.parametrize(("modules", "vp"), [(HUNTERS, 0), ([], 4)])
def test_a_residence_counts_completed_quests_only(modules: list[str], vp: int) -> None:
    """Guildhall: 4 VP for each scoring Quest. Of Q15 only the top line is met."""
    parts, _ = scored(quests=["Q15"], rivers=[1, 2], built={"R7": [0]}, modules=modules, sea={"c9r1": "R7"})
    assert parts["residences"] == vp


@pytest.mark.rule("PM-363", "PM-198", "PM-V28")
def test_the_whale_replaces_all_three() -> None:
    table = given(modules=HUNTERS, figurehead="FD", market=["Q1", "Q2", "Q3"], next_quests=["Q4", "Q5", "Q6"])
    table.effects("space:A3u")
    table.when(c.RefreshMarket())
    assert table.state.quest_market == ("Q4", "Q5", "Q6")
    assert sorted(table.state.quest_deck[-3:]) == ["Q1", "Q2", "Q3"]


@pytest.mark.rule("PM-364", "PM-311")
def test_jordan_has_one_quest_takes_the_third_and_scores_five() -> None:
    table = Table(fresh(1, 1, quest_hunters=True))
    table.when(c.ReturnQuest(table.seat().dealt[0]), draws=[0] * 22)
    assert len(table.jordan.quests) == 1
    assert len(table.state.quest_market) == 3
    table = solo(modules=HUNTERS, at={"jordan": "gulf"}, market=["Q1", "Q2", "Q3"])
    assert table.jordan_acts().happens(e.JordanQuestTaken).quest == "Q3"
    table = solo(modules=HUNTERS, at={"jordan": "gulf"}, quests={"jordan": ["Q1"]}, upgrades={"jordan": ALL_SLOTS}, number=3)
    attempt = table.jordan_acts()
    attempt.then(e.QuestsRevealed("jordan", ("Q1",), ("none",), (5,)))
