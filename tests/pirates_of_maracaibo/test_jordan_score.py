"""Chapter 22.6: the final scoring against Jordan."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.game import GAME
from domain.values import Criterion

from .scenario import Attempt, Table
from .solo import ALL_SLOTS, solo


def ending(**position: Any) -> tuple[Table, Attempt]:
    """Round 3: Jordan reaches Maracaibo for 6 VP, and the game ends. The human has nothing but what is given."""
    given = {"number": 3, "at": {"jordan": "gulf"}, "upgrades": {"jordan": ALL_SLOTS}, "doubloons": 0, **position}
    table = solo(**given)
    return table, table.jordan_acts()


def scored(attempt: Attempt, who: int | str) -> tuple[dict[str, int], int]:
    (score,) = (event for event in attempt.events if isinstance(event, e.GameScored) and event.who == who)
    return {part.what: part.vp for part in score.parts if part.vp}, score.total


@pytest.mark.rule("PM-E38", "PM-325", "PM-326", "PM-V41", "PM-V42", "PM-391")
def test_the_example_of_jordans_score() -> None:
    quests = ["Q1", "Q2", "Q3", "Q4", "Q5", "Q6"]
    table, attempt = ending(
        rivers={"jordan": [1, 2, 3]},
        improvements={"jordan": ["I1", "I16", "I23", "I42", "I51"]},
        built={"R1": ["jordan"], "R2": [0, "jordan"]},
        quests={"jordan": quests},
        stored={"jordan": ["pearl", "pearl"]},
        islands={"pearl": 3},
        vp={"jordan": 20},
    )
    parts, total = scored(attempt, "jordan")
    expected = {"rivers": 12, "improvements": 30, "residences": 30, "quests": 30, "many_quests": 10, "treasures": 6}
    assert parts == expected
    assert total == 118 + 20 + 6
    attempt.then(e.QuestsRevealed("jordan", tuple(quests), ("none",) * 6, (5,) * 6))
    assert attempt.happens(e.GameEnded) == e.GameEnded(("jordan",), False)
    assert table.state.stack == ()


@pytest.mark.rule("PM-325", "PM-364")
def test_quests_count_whatever_they_say_and_five_give_no_more() -> None:
    for modules in ([], ["quest_hunters"]):
        _, attempt = ending(quests={"jordan": ["Q1", "Q2", "Q3", "Q4", "Q5"]}, modules=modules)
        assert scored(attempt, "jordan") == ({"quests": 25}, 31)


@pytest.mark.rule("PM-326", "PM-246", "PM-267")
def test_jordans_treasures_have_the_value_of_their_island() -> None:
    stored = {"jordan": ["gold", "gold", "emerald", "pearl"]}
    _, attempt = ending(stored=stored, islands={"gold": 2, "emerald": 5, "pearl": 7})
    assert scored(attempt, "jordan") == ({"treasures": 2 + 2 + 4 + 5}, 19)


@pytest.mark.rule("PM-376", "PM-372", "PM-267")
def test_jordans_rubies_score_and_those_of_the_human_do_not() -> None:
    _, attempt = ending(rubies={0: 3, "jordan": 2}, modules=["rubies"])
    assert scored(attempt, "jordan") == ({"rubies": 4}, 10)
    assert scored(attempt, 0) == ({}, 0)


@pytest.mark.rule("PM-327", "PM-431", "PM-V43")
@pytest.mark.parametrize(("vp", "winner"), [(5, "jordan"), (6, "jordan"), (7, 0)])
def test_the_human_needs_more_points_than_jordan(vp: int, winner: Any) -> None:
    table, attempt = ending(vp={0: vp})
    assert attempt.happens(e.GameEnded) == e.GameEnded((winner,), False)
    assert table.state.result is not None
    assert table.state.result.winners == (winner,)


@pytest.mark.rule("PM-431", "PM-251")
def test_buried_treasures_do_not_break_a_tie_with_jordan() -> None:
    table, attempt = ending(vp={0: 1}, buried=["HGB4"], islands={"gold": 4})
    said = "Jordan wins: against Jordan a tie is lost."
    assert GAME.words.because(table.state, ("Anne",)).endswith(said)
    assert GAME.rules.criteria(table.state) == [
        Criterion("most points", (6, 6)),
        Criterion("Jordan wins ties", (0, 1), condition=True),
    ]
    assert scored(attempt, 0) == ({"treasures": 3, "buried": 2}, 6)
    assert attempt.happens(e.GameEnded) == e.GameEnded(("jordan",), False)


@pytest.mark.rule("PM-275", "PM-229")
def test_in_round_three_jordan_takes_the_last_turn() -> None:
    table = solo({"c3r1": "I1"}, number=3, at={0: "gulf", "jordan": "c7r1"})
    table.all_of(c.SailTo("maracaibo"), c.Decline())
    table.when(c.EndTurn()).then(
        e.TurnStarted("jordan", 3), e.TurnEnded("jordan", 0), e.IncomePaid(0, 0, 0, 0), e.RoundEnded(3, 0, None)
    )
    assert table.state.result is not None
