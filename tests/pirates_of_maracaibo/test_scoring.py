"""Chapter 20: the final scoring and the winner."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.state import Score
from domain.pirates_of_maracaibo.values import Share
from domain.pirates_of_maracaibo.view import view

from .scenario import Attempt, Table, ended, given

SIX_MET = {
    "quests": ["Q8", "Q9", "Q17", "Q21", "Q22", "Q23"],
    "improvements": ["I3", "I4", "I5", "I6", "I7", "I11", "I12", "I13", "I17"],
    "rivers": [1],
}
"""5 Crew, 3 Equipment, a Ship and a river: Q8 and Q9 and Q23 score their bottom lines, the others their top ones."""


def score(table: Table, seat: int = 0) -> Score:
    assert table.state.result is not None
    return next(each for each in table.state.result.scores if each.who == seat)


def part(table: Table, what: str, seat: int = 0) -> int:
    (vp,) = (each.vp for each in score(table, seat).parts if each.what == what)
    return vp


def last_turn(**position: Any) -> tuple[Table, Attempt]:
    """Both seats have sailed to Maracaibo: the table, and what the end of the last turn led to."""
    table = given(**{"number": 3, "at": {0: "gulf", 1: "gulf"}, **position})
    table.quiet_turn("maracaibo")
    return table, table.quiet_turn("maracaibo")


@pytest.mark.rule("PM-240", "PM-V42", "PM-I13")
def test_the_parts_of_the_scoring_are_added_to_the_score() -> None:
    """20 VP and 6 for Maracaibo, and a part of each kind."""
    table, over = last_turn(
        vp={0: 20},
        doubloons={0: 13},
        rivers=[1, 2],
        improvements=["I3", "I5", "I44"],
        built={"R12": [1, 0]},
        stored=["gold:plain"],
        buried=["HPB1"],
        quests=["Q8", "Q15"],
        sea={"c1r1": "R12"},
    )
    parts = (
        Share("rivers", 8),
        Share("doubloons", 2),
        Share("improvements", 4 + 4 + 5),
        Share("lines", 2),
        Share("residences", 12),
        Share("treasures", 3 + 3),
        Share("buried", 2),
        Share("quests", 3 + 3),
        Share("many_quests", 0),
    )
    over.then(e.GameScored(0, parts, 26 + sum(each.vp for each in parts), 1))
    assert score(table).total == 26 + 51
    # The score itself is what was gained during the game.
    assert table.seat().vp == 26
    assert score(table, 1).total == 6 + part(table, "doubloons", 1)
    outcome = GAME.rules.outcome(table.state)
    assert outcome is not None
    parts = {each.id: each.scores for each in outcome.parts}
    assert parts["before_end"] == (26, 6)
    assert [parts[each.what][0] for each in score(table).parts] == [each.vp for each in score(table).parts]
    said = "Three rounds are played. Anne led before the last scoring, 26 to 6, and came out ahead."
    assert GAME.words.because(table.state, ("Anne", "Bo")) == said


@pytest.mark.rule("PM-240")
def test_the_end_says_what_the_last_scoring_has_turned() -> None:
    table, _ = last_turn(vp={1: 20}, rivers=[1, 2, 3, 4], improvements=["I3", "I5", "I44"], stored=["gold:plain"])
    said = "Three rounds are played. Bo led before the last scoring, 26 to 6; Anne gained more from rivers and Improvements."
    assert GAME.words.because(table.state, ("Anne", "Bo")) == said


@pytest.mark.rule("PM-241")
@pytest.mark.parametrize("rivers", [[], [3], [1, 2, 3, 4]])
def test_rivers_score_four_each(rivers: list[int]) -> None:
    assert part(ended(rivers=rivers), "rivers") == 4 * len(rivers)


@pytest.mark.rule("PM-242", "PM-E28")
@pytest.mark.parametrize(("doubloons", "vp"), [(0, 0), (4, 0), (5, 1), (14, 2), (15, 3)])
def test_every_full_five_doubloons_score_one(doubloons: int, vp: int) -> None:
    assert part(ended(doubloons={0: doubloons}), "doubloons") == vp


@pytest.mark.rule("PM-243", "PM-244", "PM-250", "PM-E30")
def test_printed_points_and_lines_of_improvements_score() -> None:
    """Logbook (5 per three scoring Quests) and Royal Charter (8) with seven Quests that score."""
    hand = [*SIX_MET["quests"], "Q12"]
    table = ended(**{**SIX_MET, "quests": hand, "improvements": [*SIX_MET["improvements"], "I45", "I46"]})
    printed = {"I3": 4, "I4": 3, "I5": 4, "I6": 3, "I7": 4, "I11": 3, "I12": 3, "I13": 3, "I17": 3, "I45": 5, "I46": 5}
    assert part(table, "improvements") == sum(printed.values())
    assert part(table, "lines") == 10 + 16
    assert part(table, "many_quests") == 10
    assert part(ended(improvements=SIX_MET["improvements"]), "lines") == 0


@pytest.mark.rule("PM-245", "PM-250", "PM-265")
def test_a_residence_counts_the_quests_that_score() -> None:
    """Guildhall: 4 each, at most 24."""
    table = ended(**SIX_MET, sea={"c1r1": "R7"}, built={"R7": [0, 1]})
    assert part(table, "residences") == 24
    two = ended(sea={"c1r1": "R7"}, built={"R7": [0]}, quests=["Q15", "Q16", "Q1"], rivers=[1, 2, 3])
    assert part(two, "residences") == 8
    assert part(two, "residences", 1) == 0


@pytest.mark.rule("PM-246", "PM-247", "PM-152", "PM-150", "PM-E27")
def test_treasures_are_worth_what_their_island_tells() -> None:
    table = ended(
        islands={"gold": 2, "emerald": 5, "pearl": 7},
        stored=["gold:plain", "HGS1", "emerald:plain", "pearl:plain"],
        buried=["HPB1", "HPB2"],
    )
    assert part(table, "treasures") == 4 + 4 + 15
    assert part(table, "buried") == 4
    assert score(table).buried == 2


@pytest.mark.rule("PM-246")
@pytest.mark.parametrize(
    ("markers", "vp"), [(0, 2), (1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4), (7, 5), (8, 5), (20, 5)]
)
def test_the_bands_of_the_islands(markers: int, vp: int) -> None:
    for treasure in ("gold", "emerald", "pearl"):
        assert part(ended(islands={treasure: markers}, stored=[f"{treasure}:plain"] * 2), "treasures") == 2 * vp


@pytest.mark.rule("PM-247", "PM-205", "PM-V42")
def test_treasures_on_poseidon_are_buried_ones() -> None:
    table = ended(figurehead="FG", buried=["FGS1:gold", "HGB1"])
    assert part(table, "buried") == 4
    assert part(table, "treasures") == 6
    assert score(table).buried == 2


@pytest.mark.rule("PM-248", "PM-162", "PM-V41", "PM-156")
def test_all_quests_are_revealed_and_score_their_better_line() -> None:
    """With 3 rivers Q15 scores its bottom line, Q16 its top one, Q1 nothing."""
    position: dict[str, Any] = {"quests": {0: ["Q15", "Q16", "Q1"], 1: ["Q2"]}, "rivers": [1, 2, 3]}
    before = given(number=3, **position)
    assert view(before.state, 1).seats[0].quests != ("Q15", "Q16", "Q1")
    table, over = last_turn(**position)
    over.then(
        e.QuestsRevealed(0, ("Q15", "Q16", "Q1"), ("bottom", "top", "none"), (6, 4, 0)),
        e.QuestsRevealed(1, ("Q2",), ("none",), (0,)),
    )
    assert (part(table, "quests"), part(table, "quests", 1)) == (10, 0)
    assert view(table.state, 1).seats[0].quests == ("Q15", "Q16", "Q1")


@pytest.mark.rule("PM-249", "PM-165")
@pytest.mark.parametrize(("held", "vp"), [(5, 0), (6, 10)])
def test_six_scoring_quests_bring_ten_more_points(held: int, vp: int) -> None:
    """A seventh that does not score makes no difference."""
    table = ended(**{**SIX_MET, "quests": [*SIX_MET["quests"][:held], "Q1"]})
    assert part(table, "many_quests") == vp


# The winner


@pytest.mark.rule("PM-251", "PM-V43")
def test_most_points_win() -> None:
    table, over = last_turn(vp={1: 1})
    over.then(e.GameEnded((1,), False))
    assert table.state.stack == ()
    assert table.state.result is not None
    assert table.state.result.winners == (1,)


@pytest.mark.rule("PM-251", "PM-V43")
def test_a_tie_is_broken_by_buried_treasures_those_on_poseidon_included() -> None:
    """2 VP and a Treasure of 3 on one side, a buried one of 3 and 2 on the other."""
    table, over = last_turn(vp={0: 2}, stored=["gold:plain"], buried={1: ["HGB1"]})
    over.then(e.GameEnded((1,), True))
    assert (score(table).total, score(table, 1).total) == (13, 13)
    said = "With 13 VP each, buried Treasures decide: Bo has 1 and Anne has 0."
    assert GAME.words.because(table.state, ("Anne", "Bo")).endswith(said)
    assert [each.figures for each in GAME.rules.criteria(table.state)] == [(13, 13), (0, 1)]
    _, over = last_turn(vp={1: 2}, buried=["FGS1:pearl"], stored={1: ["pearl:plain"]}, figurehead="FG")
    over.then(e.GameEnded((0,), True))
    # With more buried but fewer points there is no tie.
    _, over = last_turn(vp={0: 3}, stored=["gold:plain"], buried={1: ["HGB1"]})
    over.then(e.GameEnded((0,), False))


@pytest.mark.rule("PM-251", "PM-V43")
def test_if_still_tied_the_win_is_shared() -> None:
    table, over = last_turn()
    over.then(e.GameEnded((0, 1), False))
    said = "Anne and Bo are equal in points and in buried Treasures."
    assert GAME.words.because(table.state, ("Anne", "Bo")).endswith(said)
    three = given(seats=3, number=3, at=dict.fromkeys(range(3), "gulf"), buried={1: ["HGB1"], 2: ["HPB1"]}, vp={0: 5})
    three.quiet_turn("maracaibo")
    three.quiet_turn("maracaibo")
    three.quiet_turn("maracaibo").then(e.GameEnded((1, 2), True))


@pytest.mark.rule("PM-170", "PM-169", "PM-E23")
def test_the_score_goes_on_beyond_fifty() -> None:
    table = given(vp={0: 48})
    table.effects("space:D5").then(e.VpGained(0, 5, "space:D5"))
    assert table.seat().vp == 53
    assert view(table.state, None).seats[0].vp == 53


@pytest.mark.rule("PM-394", "PM-240")
def test_nothing_can_be_done_after_the_end() -> None:
    table = ended()
    for seat in (0, 1, 5):
        table.when(c.EndTurn(), seat=seat).refused("game_over")
    assert table.legal(0) == []
