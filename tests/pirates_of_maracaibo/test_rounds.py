"""Chapters 18 and 19: how rounds end, and income."""

from __future__ import annotations

from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.state import Result

from .scenario import Table, ended, given


def result(table: Table) -> Result:
    assert table.state.result is not None
    return table.state.result


@pytest.mark.rule("PM-228", "PM-232", "PM-237", "PM-238", "PM-V37", "PM-V38", "PM-V44", "PM-E31")
@pytest.mark.parametrize("number", [1, 2])
def test_the_first_two_rounds_end_with_the_turn_of_the_first_to_arrive(number: int) -> None:
    """Three seats; the second arrives, the third starts the next round."""
    table = given(seats=3, number=number, at={0: "c1r1", 1: "gulf", 2: "c9r1"}, improvements={0: ["I2"], 2: ["I6"]})
    table.quiet_turn("c2r1")
    table.when(c.SailTo("maracaibo"))
    assert (table.state.round, table.state.ended_by) == (number, 1)
    assert table.when(c.Decline()).count(e.RoundEnded) == 0
    over = table.when(c.EndTurn())
    over.then(
        e.TurnEnded(1, 0),
        e.IncomePaid(0, 3, 0, 0),
        e.IncomePaid(1, 0, 0, 0),
        e.IncomePaid(2, 0, 1, 0),
        e.RoundEnded(number, 1, 2),
        e.TurnStarted(2, number + 1),
    )
    assert [seat.ship for seat in table.state.seats] == ["start"] * 3
    assert (table.state.round, table.state.ended_by) == (number + 1, None)
    assert (table.decision, table.top.seat) == ("sail", 2)
    table.quiet_turn("c1r1")
    assert table.top.seat == 0


@pytest.mark.rule("PM-229", "PM-230", "PM-231", "PM-425", "PM-V37", "PM-E31", "PM-E42")
@pytest.mark.parametrize("third", ["gulf", "c1r1"])
def test_the_third_round_ends_with_the_turn_of_the_closing_seat(third: str) -> None:
    """The first seat arrives, then the second; the third takes the last turn of the game, wherever it is."""
    table = given(seats=3, number=3, at={0: "gulf", 1: "gulf", 2: third})
    assert table.state.closing_seat == 2
    table.quiet_turn("maracaibo").then(e.TurnStarted(1, 3))
    second = table.quiet_turn("maracaibo")
    second.then(e.TurnStarted(2, 3))
    assert (table.seat(0).vp, table.seat(1).vp) == (6, 6)
    assert table.state.ended_by == 0
    last = table.quiet_turn("maracaibo" if third == "gulf" else "c2r1")
    last.then(e.TurnEnded(2, 0), e.IncomePaid(2, 0, 0, 0), e.RoundEnded(3, 0, None))
    assert last.count(e.TurnStarted) == 0
    assert [score.who for score in result(table).scores] == [0, 1, 2]
    assert table.seat(2).vp == (6 if third == "gulf" else 0)
    # No round follows: the ships stay where they are.
    assert table.seat(0).ship == "maracaibo"


@pytest.mark.rule("PM-229", "PM-E31")
def test_if_the_closing_seat_arrives_first_its_turn_is_the_last() -> None:
    table = given(seats=3, number=3, at={0: "c1r1", 1: "c1r1", 2: "gulf"})
    table.quiet_turn("c2r1")
    table.quiet_turn("c2r1")
    table.quiet_turn("maracaibo").then(e.RoundEnded(3, 2, None))
    assert table.state.result is not None
    second = given(seats=3, number=3, at={0: "c1r1", 1: "gulf", 2: "c1r1"})
    second.quiet_turn("c2r1")
    second.quiet_turn("maracaibo").then(e.TurnStarted(2, 3))
    second.quiet_turn("c2r1").then(e.RoundEnded(3, 1, None))


@pytest.mark.rule("PM-403", "PM-228", "PM-I19", "PM-239")
def test_a_game_has_three_rounds() -> None:
    """All sail the same way, so who starts a round ends it: with a sixth turn, when the others have had five."""
    way = ["c3r1", "c5r1", "c7r1", "c9r1", "gulf", "maracaibo"]
    table = given(seats=3, sea={space: f"I{number}" for number, space in enumerate(way[:4], 1)})
    starters: list[int] = []
    turns = [0, 0, 0]
    started = table.top.seat
    while table.state.result is None:
        seat = table.top.seat
        ship = table.seat(seat).ship
        if ship == "start":
            starters += [seat] if all(each.ship == "start" for each in table.state.seats) else []
        turns[seat] += 1
        table.quiet_turn(way[way.index(ship) + 1 if ship != "start" else 0])
    assert started == 0
    assert starters == [0, 1, 2]
    assert table.state.round == 3
    assert len(set(turns)) == 1
    assert table.state.turns == sum(turns)


@pytest.mark.rule("PM-233", "PM-234", "PM-E22", "PM-V38", "PM-236")
def test_income_adds_up_the_icons_of_improvements_and_figurehead() -> None:
    """Rum Barrels (3), Sugar (2 and 1 VP), Gravedigger (1 VP); then the Sea Snake with 2 and 2. Slots add nothing."""
    position: dict[str, Any] = {"at": {0: "gulf"}, "improvements": ["I10", "I16", "I6"], "upgrades": ["U1", "U3"]}
    table = given(**position)
    over = table.quiet_turn("maracaibo")
    over.then(e.IncomePaid(0, 5, 2, 0), e.IncomePaid(1, 0, 0, 0), e.RoundEnded(1, 0, 1))
    assert (table.seat().doubloons, table.seat().vp) == (15, 8)
    assert (table.seat(1).doubloons, table.seat(1).vp) == (10, 0)
    # Nothing is asked: the next seat's turn has begun.
    assert (table.decision, table.top.seat) == ("sail", 1)
    snake = given(figurehead="FF", **position)
    snake.quiet_turn("maracaibo").then(e.IncomePaid(0, 7, 4, 0))


@pytest.mark.rule("PM-232", "PM-240")
def test_the_third_round_too_ends_with_income_before_the_final_scoring() -> None:
    """Tobacco pays 4: 10 and 4 doubloons are 2 VP."""
    table = ended(improvements=["I9"])
    parts = {part.what: part.vp for part in result(table).scores[0].parts}
    assert table.seat().doubloons == 14
    assert parts["doubloons"] == 2


@pytest.mark.rule("PM-239", "PM-237")
def test_all_but_the_ships_stays_as_it_is_between_rounds() -> None:
    table = given(
        at={0: "gulf", 1: "c5r1"},
        explorers={0: "A6", 1: "A2"},
        rivers=[1],
        stored=["gold:plain"],
        buried=["HPB1"],
        tiles={"B1": "L1"},
        built={"R1": [0]},
        quests=["Q9"],
        upgrades=["U3"],
        improvements={1: ["I1"]},
        islands={"gold": 6},
    )
    table.all_of(c.SailTo("maracaibo"), c.Decline())
    before = table.state
    table.when(c.EndTurn()).happens(e.RoundEnded)
    after = table.state
    for kept in (
        "sea",
        "islands",
        "residences",
        "tier_two",
        "quest_deck",
        "quest_market",
        "figurehead_market",
        "value_tiles",
    ):
        assert getattr(after, kept) == getattr(before, kept)
    for was, now in zip(before.seats, after.seats, strict=True):
        for kept in ("explorer", "rivers", "stored", "covered", "tiles", "quests", "upgrades", "improvements"):
            assert getattr(now, kept) == getattr(was, kept)
    assert [seat.doubloons for seat in after.seats] == [10, 12]


@pytest.mark.rule("PM-V36", "PM-111")
def test_the_power_left_is_lost_when_a_turn_ends() -> None:
    table = given(sea={"c1r1": "L1"})
    table.all_of(c.SailTo("c1r1"), c.Decline())
    table.when(c.TakeAction(0), 6, 1, 1)
    table.all_of(c.ChooseDie("yellow"), c.UseRaidAction("std_vp"), c.StopRaid(), c.FinishActions())
    table.when(c.EndTurn()).then(e.TurnEnded(0, 5), e.TurnStarted(1, 1))
    assert table.state.turn is not None
    assert table.state.turn.pools == ()
