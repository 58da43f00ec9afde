"""What others see of Quests; Treasure, islands and money are seen by all (chapters 9, 12, 13 and 24)."""

from __future__ import annotations

import pytest

from domain.game import Hidden
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.view import view
from domain.pirates_of_maracaibo.view.redactions import redact, redact_command

from .scenario import Attempt, given

EVERYONE = (0, 1, 2, None)
OTHERS = (1, 2, None)


@pytest.mark.rule("PM-128", "PM-172", "PM-393")
def test_islands_and_doubloons_are_public() -> None:
    state = given(seats=3, islands={"pearl": 9}, doubloons={0: 3, 1: 17, 2: 0}, stored={1: ["HGS1"]}).state
    for viewer in EVERYONE:
        seen = view(state, viewer)
        assert seen.islands == {"gold": 4, "emerald": 4, "pearl": 9}
        assert [seat.doubloons for seat in seen.seats] == [3, 17, 0]
        assert seen.seats[1].covered == {"HGS1": "gold"}


@pytest.mark.rule("PM-156", "PM-386")
def test_held_quests_are_hidden_until_the_final_scoring() -> None:
    table = given(seats=3, number=3, quests={0: ["Q1", "Q2"], 1: ["Q3"]}, at=dict.fromkeys(range(3), "gulf"))
    for viewer in OTHERS:
        assert view(table.state, viewer).seats[0].quests == Hidden(2)
    assert view(table.state, 0).seats[0].quests == ("Q1", "Q2")
    assert view(table.state, 0).seats[1].quests == Hidden(1)
    end: Attempt = table.all_of(*[c.SailTo("maracaibo"), c.Decline(), c.EndTurn()] * 3)
    for viewer in EVERYONE:
        assert [seat.quests for seat in view(table.state, viewer).seats] == [("Q1", "Q2"), ("Q3",), ()]
        assert redact(end.events[-1], viewer) == end.events[-1]


@pytest.mark.rule("PM-387", "PM-V27", "PM-V29")
def test_a_quest_of_the_market_is_known_to_all_and_one_of_the_deck_to_its_seat() -> None:
    table = given(seats=3, market=["Q1", "Q2"], next_quests=["Q3", "Q4"])
    table.effects("space:A3u")
    from_market = table.when(c.TakeQuest("market_1"))
    for event in (from_market.happens(e.QuestGained), from_market.happens(e.QuestMarketRefilled)):
        assert all(redact(event, viewer) == event for viewer in EVERYONE)
    table.effects("space:A3u")
    from_deck = table.when(c.TakeQuest("deck")).happens(e.QuestGained)
    assert from_deck == e.QuestGained(0, "deck", "Q4")
    assert redact(from_deck, 0) == from_deck
    assert all(redact(from_deck, viewer) == e.QuestGained(0, "deck", Hidden(1)) for viewer in OTHERS)


@pytest.mark.rule("PM-V30", "PM-386")
def test_a_discarded_quest_is_known_to_its_seat_alone() -> None:
    table = given(seats=3, quests=["Q7"])
    table.effects("improvement:I32")
    command = c.DiscardQuest("Q7")
    event = table.when(command).happens(e.QuestDiscarded)
    assert redact(event, 0) == event
    assert redact_command(command, 0, 0) == command
    for viewer in OTHERS:
        assert redact(event, viewer) == e.QuestDiscarded(0, Hidden(1))
        assert redact_command(command, 0, viewer) == c.DiscardQuest(Hidden(1))


@pytest.mark.rule("PM-V28", "PM-388", "PM-389")
def test_a_replaced_market_is_seen_and_the_deck_is_not() -> None:
    table = given(seats=3, market=["Q1", "Q2"], next_quests=["Q3", "Q4"], figurehead="FD")
    table.effects("space:A3u")
    event = table.when(c.RefreshMarket()).happens(e.QuestMarketRefreshed)
    for viewer in EVERYONE:
        assert redact(event, viewer) == e.QuestMarketRefreshed(0, ("Q1", "Q2"), ("Q3", "Q4"), Hidden(23))
        assert view(table.state, viewer).quest_deck == Hidden(23)
