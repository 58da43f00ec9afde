"""Chapters 22.1 and 22.2: Jordan's setup, the Solo cards and where Jordan sails."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest

from domain.game import Hidden
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import SOLO_CARDS
from domain.pirates_of_maracaibo.decide import decide
from domain.pirates_of_maracaibo.decisions import legal_commands
from domain.pirates_of_maracaibo.jordan.course import in_range
from domain.pirates_of_maracaibo.state import Jordan, to_act
from domain.pirates_of_maracaibo.view import view
from tradewinds.testing import Chance

from .scenario import Attempt, given
from .setups import SEEDS, fresh
from .solo import ALL_SLOTS, NEAR, acting, solo

FOG = ("fog_of_war_locations", "fog_of_war_improvements")


def destination(attempt: Attempt) -> str:
    return str(attempt.happens(e.ShipSailed).to)


# Setup


@pytest.mark.rule("PM-268", "PM-269", "PM-270", "PM-271")
def test_the_human_is_first_and_jordan_starts_on_position_one_without_money() -> None:
    state = fresh(seats=1)
    assert (state.first_seat, state.closing_seat) == (0, "jordan")
    assert state.seats[0].doubloons == 10
    assert len(state.figurehead_market) == 3
    jordan = state.jordan
    assert jordan is not None
    assert (jordan.position, jordan.upgrades, jordan.vp, jordan.ship, jordan.explorer) == (1, 0, 0, "start", "S")
    assert not any("doubloon" in field for field in Jordan.__struct_fields__)


@pytest.mark.rule("PM-272")
@pytest.mark.parametrize("harder", range(7))
def test_b_cards_replace_random_a_cards(harder: int) -> None:
    decks = []
    for seed in SEEDS:
        jordan = fresh(seed, 1, b_cards=harder).jordan
        assert jordan is not None
        decks.append(jordan.deck)
    for deck in decks:
        assert len(set(deck)) == 6
        assert sum(SOLO_CARDS[card].deck == "B" for card in deck) == harder
    if 0 < harder < 6:
        assert {card for deck in decks for card in deck} == set(SOLO_CARDS)
        # They lie anywhere among the others.
        assert {SOLO_CARDS[deck[0]].deck for deck in decks} == {SOLO_CARDS[deck[5]].deck for deck in decks} == {"A", "B"}
    assert len(set(decks)) > 30
    assert len({deck[0] for deck in decks}) > 4


@pytest.mark.rule("PM-273", "PM-274", "PM-V02", "PM-391")
def test_jordan_is_dealt_a_random_quest_before_the_market_is_opened() -> None:
    held = set()
    for seed in SEEDS:
        state = fresh(seed, 1)
        returned = state.seats[0].dealt[0]
        recorder = decide(state, 0, c.ReturnQuest(returned), Chance(seed))
        deck = next(event.deck for event in recorder.events if isinstance(event, e.QuestDeckShuffled))
        assert isinstance(deck, tuple)
        assert returned in deck
        told = [event for event in recorder.events if isinstance(event, e.QuestsDealt | e.QuestMarketRevealed)]
        assert told == [e.QuestsDealt("jordan", deck[:1]), e.QuestMarketRevealed(deck[1:3])]
        jordan = view(recorder.state, 0).jordan
        assert jordan is not None
        assert jordan.quests == Hidden(1)
        held.add(deck[0])
    assert len(held) > 10


# Turns


@pytest.mark.rule("PM-275", "PM-279", "PM-270", "PM-300", "PM-305", "PM-400")
@pytest.mark.parametrize("seed", range(4))
def test_turns_alternate_to_the_end_of_the_game(seed: int) -> None:
    chance, state, events = Chance(seed), fresh(seed, 1, b_cards=seed), []
    while to_act(state):
        assert to_act(state) == (0,)
        legal = legal_commands(state, 0)
        recorder = decide(state, 0, legal[chance.below(len(legal))], chance)
        events += recorder.events
        state = recorder.state
    turns = [event.who for event in events if isinstance(event, e.TurnStarted)]
    assert turns == [0, "jordan"] * (len(turns) // 2)
    assert len(turns) >= 30
    bought = [event for event in events if isinstance(event, e.ImprovementAcquired | e.ResidenceConstructed)]
    assert {event.price for event in bought if event.who == "jordan"} == {0}
    assert {event.seat for event in events if isinstance(event, e.IncomePaid | e.DoubloonsChanged | e.TreasureBuried)} == {0}
    assert all(None in (event.payer, event.receiver) for event in events if isinstance(event, e.OpponentPaid))


@pytest.mark.rule("PM-276")
@pytest.mark.parametrize("seed", range(12))
def test_the_human_plays_as_among_several(seed: int) -> None:
    chance = Chance(seed)
    position: dict[str, Any] = {"doubloons": 40, "stored": ["gold:plain"], "explorers": {0: "B4"}}
    alone, among = given(seats=1, **position), given(seats=2, **position)
    turn = alone.state.turns
    while alone.state.turns == turn:
        legal = [each for each in alone.legal() if not isinstance(each, c.TakeFigurehead)]
        assert legal == [each for each in among.legal() if not isinstance(each, c.TakeFigurehead)]
        command = legal[chance.below(len(legal))]
        if isinstance(command, c.EndTurn):
            return
        assert alone.when(command, 3, 4, 5).events == among.when(command, 3, 4, 5).events


@pytest.mark.rule("PM-279", "PM-275", "PM-V39", "PM-400")
def test_jordans_whole_turn_follows_when_the_human_ends_one() -> None:
    table = solo({"c1r1": "I1", "c3r1": "I22"}, cards=["SA1"])
    table.all_of(c.SailTo("c1r1"), c.IgnoreCard())
    ended = table.when(c.EndTurn())
    ended.then(
        e.TurnEnded(0, 0),
        e.TurnStarted("jordan", 1),
        e.SoloCardRevealed("SA1", "solo_buy_improvement", False),
        e.TurnEnded("jordan", 0),
        e.TurnStarted(0, 1),
    )
    assert (table.decision, to_act(table.state)) == ("sail", (0,))
    assert table.jordan.ship == "c1r1"


@pytest.mark.rule("PM-277", "PM-357")
def test_the_human_pays_the_supply_on_jordans_card() -> None:
    table = solo({"c1r1": "I1"}, at={"jordan": "c1r1"}, vp={"jordan": 3})
    table.when(c.SailTo("c1r1")).then(e.OpponentPaid(0, None, 1))
    assert table.seat().doubloons == 9
    assert table.jordan.vp == 3
    poor = solo({"c1r1": "I1"}, at={"jordan": "c1r1"}, doubloons=0)
    assert poor.when(c.SailTo("c1r1")).count(e.OpponentPaid) == 0
    assert poor.decision == "improvement_card"
    away = solo({"c1r1": "I1"}, at={"jordan": "c1r2"})
    assert away.when(c.SailTo("c1r1")).count(e.OpponentPaid) == 0


@pytest.mark.rule("PM-278")
def test_the_supply_pays_the_human_when_jordan_comes() -> None:
    table = acting({"c3r1": "I1"}, "SA1", at={0: "c3r1"})
    table.jordan_acts().then(e.ShipSailed("jordan", "start", "c3r1", 3), e.OpponentPaid(None, 0, 1))
    assert table.seat().doubloons == 11
    away = acting({"c3r1": "I1"}, "SA1", at={0: "c2r1"})
    assert away.jordan_acts().count(e.OpponentPaid) == 0


@pytest.mark.rule("PM-057", "PM-278", "PM-438")
@pytest.mark.parametrize("modules", [[], ["pirate_skirmish"]])
def test_in_the_gulf_nobody_pays_or_fights(modules: list[str]) -> None:
    table = acting({}, "SA2", at={0: "gulf", "jordan": "c9r1"}, modules=modules)
    attempt = table.jordan_acts()
    attempt.then(e.SailingEnded("jordan", "gulf", None))
    assert attempt.count(e.OpponentPaid) == attempt.count(e.CombatFought) == 0
    assert table.seat().doubloons == 10


@pytest.mark.rule("PM-280", "PM-454", "PM-V56")
def test_from_the_gulf_jordan_goes_to_maracaibo_without_a_card() -> None:
    table = solo(at={"jordan": "gulf"}, upgrades={"jordan": ALL_SLOTS[:2]})
    attempt = table.jordan_acts()
    attempt.then(
        e.ShipSailed("jordan", "gulf", "maracaibo", 1),
        e.SailingEnded("jordan", "maracaibo", None),
        e.VpGained("jordan", 6, "maracaibo"),
        e.UpgradePlaced("jordan", "J3"),
        e.JordanTrackAdvanced(2),
        e.RoundEnded(1, "jordan", 0),
        e.TurnStarted(0, 2),
    )
    assert attempt.count(e.SoloCardRevealed) == 0
    assert (table.jordan.vp, table.jordan.ship) == (6, "start")


@pytest.mark.rule("PM-454", "PM-238")
def test_after_a_round_that_the_human_ended_jordan_starts() -> None:
    table = solo({"c3r1": "I22"}, cards=["SA1"], at={0: "gulf", "jordan": "c7r1"})
    table.all_of(c.SailTo("maracaibo"), c.Decline())
    table.when(c.EndTurn()).then(
        e.RoundEnded(1, 0, "jordan"),
        e.TurnStarted("jordan", 2),
        e.ShipSailed("jordan", "start", "c3r1", 3),
        e.TurnStarted(0, 2),
    )


# The Solo cards


@pytest.mark.rule("PM-281", "PM-V57", "PM-V39")
def test_the_top_card_is_revealed_and_an_empty_deck_shuffled_anew() -> None:
    table = solo({"c3r1": "I1"}, cards=["SA2", "SA5"])
    table.jordan_acts().then(e.SoloCardRevealed("SA2", "solo_buy_improvement", False))
    assert (table.jordan.deck[0], table.jordan.shown) == ("SA5", ("SA2",))
    table = solo({"c3r1": "I1"})
    table.after(*(e.SoloCardRevealed(f"SA{number}", None, False) for number in range(1, 7)))
    assert not table.jordan.deck
    drawn = table.jordan_acts(4, draws=[1, 0, 1, 1])
    # The places drawn are 4 of 6, 1 of 5, 0 of 4, 1 of 3 and 1 of 2.
    drawn.then(
        e.SoloDeckShuffled(("SA6", "SA3", "SA5", "SA1", "SA2", "SA4")),
        e.SoloCardRevealed("SA6", "solo_buy_improvement", False),
    )
    assert table.jordan.deck == ("SA3", "SA5", "SA1", "SA2", "SA4")


@pytest.mark.rule("PM-282", "PM-V39")
@pytest.mark.parametrize(
    ("near", "action"),
    [
        ({"c1r1": "L1", "c3r1": "I1", "c3r3": "L3"}, "solo_raid_location"),
        ({"c1r1": "I1", "c3r3": "L3"}, "solo_buy_improvement"),
        ({"c1r1": "L3"}, "solo_explore_location"),
    ],
)
def test_the_first_main_action_that_is_possible_is_done(near: dict[str, str], action: str) -> None:
    table = solo(near, cards=["SA1"])
    attempt = table.jordan_acts()
    assert attempt.happens(e.SoloCardRevealed) == e.SoloCardRevealed("SA1", action, False)
    assert destination(attempt) == "c1r1"


@pytest.mark.rule("PM-283", "PM-285", "PM-V39")
def test_a_card_without_a_possible_action_is_ignored_with_its_bonus() -> None:
    """Aruba is for Quests only: SB1 can do nothing there."""
    table = solo({"c1r1": "L4"}, cards=["SB1", "SB2"])
    attempt = table.jordan_acts()
    attempt.then(
        e.SoloCardRevealed("SB1", None, False),
        e.SoloCardRevealed("SB2", "solo_quest_location", False),
        e.ExplorerMoved("jordan", "S", "A1", 1, 0, ()),
        e.ShipSailed("jordan", "start", "c1r1", 1),
        e.UpgradePlaced("jordan", "J1"),
    )
    assert (attempt.count(e.SoloCardRevealed), attempt.count(e.UpgradePlaced)) == (2, 1)


@pytest.mark.rule("PM-310", "PM-282", "PM-V39")
def test_from_end_jordan_does_not_explore_but_goes_on_to_the_next_action() -> None:
    """SA2: explore, an Improvement, a raid."""
    near = {"c3r1": "L3", "c1r1": "L1"}
    table = acting(near, "SA2", explorers={"jordan": "END"})
    attempt = table.jordan_acts(1)
    attempt.then(e.SoloCardRevealed("SA2", "solo_raid_location", True), e.JordanTreasureGained("gold", "island"))
    assert destination(attempt) == "c1r1"
    assert attempt.count(e.ExplorerMoved) == attempt.count(e.VpGained) == 0
    before = acting(near, "SA2", explorers={"jordan": "D11"})
    before.jordan_acts().then(
        e.SoloCardRevealed("SA2", "solo_explore_location", False), e.ExplorerMoved("jordan", "D11", "END", 1, 0, ())
    )


@pytest.mark.rule("PM-310", "PM-283", "PM-284")
def test_a_card_with_nothing_but_exploring_to_do_is_ignored_from_end() -> None:
    table = acting({"c1r1": "L3"}, "SA2", explorers={"jordan": "END"})
    attempt = table.jordan_acts()
    attempt.then(*(e.SoloCardRevealed(card, None, True) for card in ("SA2", "SA1", "SA3", "SA4", "SA5", "SA6")))
    assert destination(attempt) == "c3r1"
    assert table.jordan.vp == 0


@pytest.mark.rule("PM-288", "PM-310")
def test_from_end_jordan_goes_to_the_gulf_for_raids_only() -> None:
    table = acting({}, "SA2", at={"jordan": "c9r1"}, explorers={"jordan": "END"})
    attempt = table.jordan_acts(2)
    attempt.then(e.SoloCardRevealed("SA2", "solo_raid_location", True), e.JordanTreasureGained("emerald", "island"))
    assert destination(attempt) == "gulf"
    assert attempt.count(e.VpGained) == 0
    # For an Improvement, which comes before the raid on SA2, Jordan stays away from the Gulf.
    buying = acting({}, "SA2", at={"jordan": "c7r1"}, sea={"c9r1": "I9"}, explorers={"jordan": "END"})
    assert destination(buying.jordan_acts()) == "c9r1"


@pytest.mark.rule("PM-310", "PM-285", "PM-323")
@pytest.mark.parametrize("card", ["SB2", "SB3", "SB5"])
def test_a_bonus_explore_on_end_does_nothing(card: str) -> None:
    table = acting({"c1r1": "I1"}, card, explorers={"jordan": "END"})
    attempt = table.jordan_acts()
    attempt.then(e.SoloCardRevealed(card, "solo_buy_improvement", True), e.ImprovementAcquired("jordan", "c1r1", "I1", 0))
    assert attempt.count(e.ExplorerMoved) == attempt.count(e.VpGained) == 0


@pytest.mark.rule("PM-310", "PM-285", "PM-324")
def test_where_the_bonus_leads_to_end_another_action_is_done_instead_of_exploring() -> None:
    """SB2: exploring as a bonus; a Quest, exploring, an Improvement, a raid."""
    near = {"c3r1": "L3", "c1r1": "L1"}
    table = acting(near, "SB2", explorers={"jordan": "D11"})
    attempt = table.jordan_acts(1)
    attempt.then(
        e.SoloCardRevealed("SB2", "solo_explore_location", False),
        e.VpGained("jordan", 3, "explore"),
        e.ExplorerMoved("jordan", "D11", "END", 1, 0, ()),
        e.SoloActionChosenAnew("SB2", "solo_raid_location"),
        e.ShipSailed("jordan", "start", "c1r1", 1),
        e.JordanTreasureGained("gold", "island"),
    )
    assert (attempt.count(e.VpGained), attempt.count(e.ExplorerMoved)) == (1, 1)
    # One space before, the bonus leaves a space to explore.
    far = acting(near, "SB2", explorers={"jordan": "D10"}).jordan_acts()
    assert (far.count(e.SoloActionChosenAnew), far.count(e.ExplorerMoved)) == (0, 2)
    assert destination(far) == "c3r1"
    # Any other main action stays as it is.
    quest = acting({**near, "c2r1": "L4"}, "SB2", explorers={"jordan": "D11"}).jordan_acts()
    assert (quest.count(e.SoloActionChosenAnew), quest.count(e.JordanQuestTaken)) == (0, 1)


@pytest.mark.rule("PM-310", "PM-283", "PM-284")
def test_where_the_bonus_leads_to_end_and_nothing_fits_the_next_card_is_drawn() -> None:
    table = solo({"c3r1": "L3", "c1r1": "L8"}, cards=["SB2", "SA4"], explorers={"jordan": "D11"})
    attempt = table.jordan_acts()
    attempt.then(
        e.SoloCardRevealed("SB2", "solo_explore_location", False),
        e.ExplorerMoved("jordan", "D11", "END", 1, 0, ()),
        e.SoloActionChosenAnew("SB2", None),
        e.SoloCardRevealed("SA4", "solo_crew_or_equipment_location", True),
        e.ShipSailed("jordan", "start", "c1r1", 1),
    )
    # It counts as ignored: with nothing on the five others either, Jordan sails to the best space.
    idle = solo({"c2r1": "L3"}, cards=["SB2"], explorers={"jordan": "D11"})
    attempt = idle.jordan_acts()
    attempt.then(e.SoloActionChosenAnew("SB2", None), e.ShipSailed("jordan", "start", "c3r1", 3))
    assert attempt.count(e.SoloCardRevealed) == 6
    assert idle.jordan.vp == 3


@pytest.mark.rule("PM-310", "PM-426")
def test_a_card_ignored_at_the_end_brings_no_second_bonus_after_a_reshuffle() -> None:
    """SA1 was drawn in an earlier turn, so the five others are shuffled in the middle of this one, and come again."""
    table = solo({"c2r1": "L3"}, cards=["SA1", "SB2"], explorers={"jordan": "D11"})
    table.after(e.SoloCardRevealed("SA1", None, False))
    attempt = table.jordan_acts()
    attempt.then(
        e.SoloCardRevealed("SB2", "solo_explore_location", False),
        e.SoloActionChosenAnew("SB2", None),
        e.SoloCardRevealed("SB2", None, True),
    )
    assert attempt.count(e.SoloCardRevealed) == 11
    assert (attempt.count(e.ExplorerMoved), table.jordan.vp) == (1, 3)


@pytest.mark.rule("PM-284", "PM-426", "PM-373")
def test_without_any_possible_action_jordan_sails_to_the_best_space() -> None:
    table = solo()
    attempt = table.jordan_acts()
    assert attempt.count(e.SoloCardRevealed) == 6
    assert destination(attempt) == "c3r1"
    assert attempt.count(e.UpgradePlaced) == 0
    # Grand Cayman has nothing for Jordan but the Upgrade.
    cayman = solo({"c3r1": "L11"})
    attempt = cayman.jordan_acts()
    attempt.then(e.ShipSailed("jordan", "start", "c3r1", 3), e.UpgradePlaced("jordan", "J1"))
    assert attempt.count(e.SoloCardRevealed) == 6


@pytest.mark.rule("PM-426", "PM-281")
def test_a_search_goes_on_over_a_reshuffle_for_eleven_draws_at_most() -> None:
    table = solo().after(e.SoloCardRevealed("SA1", None, False))
    attempt = table.jordan_acts()
    shuffled = attempt.happens(e.SoloDeckShuffled).deck
    assert sorted(shuffled) == [f"SA{number}" for number in range(1, 7)]
    # The one card that was not ignored before the shuffle comes last.
    assert shuffled[-1] == "SA1"
    assert attempt.count(e.SoloCardRevealed) == 11
    shorter = solo().after(e.SoloCardRevealed("SA1", None, False)).jordan_acts(6, draws=[4, 3, 2, 1])
    assert shorter.happens(e.SoloDeckShuffled).deck[0] == "SA1"
    assert shorter.count(e.SoloCardRevealed) == 6


# Where to


@pytest.mark.rule("PM-286")
def test_jordan_sails_three_spaces_at_most_and_always_to_the_right() -> None:
    table = given(seats=1, at={"jordan": "c2r3"})
    assert list(in_range(table.state)) == ["c5r3", "c4r1", "c4r2", "c4r3", "c4r4", "c3r1", "c3r3"]
    table = given(seats=1, at={"jordan": "c9r2"})
    assert list(in_range(table.state)) == ["gulf"]
    # The Harpy's range does not help it.
    table = given(seats=1, at={"jordan": "c8r2"}, figurehead={"jordan": "FC"})
    assert list(in_range(table.state)) == ["gulf", "c9r1", "c9r2", "c9r3"]
    far = acting({"c3r1": "I1"}, "SA1", sea={"c4r1": "L1"})
    assert destination(far.jordan_acts()) == "c3r1"


@pytest.mark.rule("PM-287", "PM-298")
@pytest.mark.parametrize("kind", ["L1", "I1"])
def test_the_column_closest_to_maracaibo_then_the_topmost_space(kind: str) -> None:
    other = "L2" if kind == "L1" else "I2"
    for better, worse in (("c3r1", "c3r3"), ("c3r3", "c2r1"), ("c2r2", "c2r3"), ("c2r4", "c1r1"), ("c1r1", "c1r3")):
        table = acting({worse: other, better: kind}, "SA1")
        assert destination(table.jordan_acts()) == better
    table = given(seats=1)
    assert list(in_range(table.state)) == list(NEAR)


@pytest.mark.rule("PM-288", "PM-E40")
def test_the_gulf_in_range_is_where_jordan_raids_and_explores() -> None:
    sea = {"c9r1": "L1", "c9r2": "L3", "c8r2": "L4", "c9r3": "", "c8r3": ""}
    position: dict[str, Any] = {"sea": sea, "at": {"jordan": "c7r1"}}
    for card, action in (("SA1", "solo_raid_location"), ("SA2", "solo_explore_location")):
        attempt = acting({}, card, **position).jordan_acts()
        attempt.then(e.SoloCardRevealed(card, action, False))
        assert destination(attempt) == "gulf"
    assert destination(acting({}, "SA3", **position).jordan_acts()) == "c8r2"


@pytest.mark.rule("PM-289")
@pytest.mark.parametrize(
    ("card", "location", "action"),
    [
        ("SA1", "L6", "solo_raid_location"),
        ("SA2", "L5", "solo_explore_location"),
        ("SA3", "L7", "solo_quest_location"),
        ("SA4", "L7", "solo_crew_or_equipment_location"),
        ("SA4", "L8", "solo_crew_or_equipment_location"),
    ],
)
def test_one_side_of_a_slash_is_enough(card: str, location: str, action: str) -> None:
    table = acting({"c2r2": location}, card)
    table.jordan_acts().then(e.SoloCardRevealed(card, action, False), e.SailingEnded("jordan", "c2r2", ANY))


@pytest.mark.rule("PM-290", "PM-291")
def test_only_the_named_action_is_used_and_no_tile() -> None:
    """Aruba also buries; the human's tile lies there. Tortuga gives VP for Crew, of which Jordan has two."""
    aruba = acting({"c1r1": "L4"}, "SA3", tiles={"B5": "L4"}, stored={"jordan": ["gold"]})
    attempt = aruba.jordan_acts()
    assert attempt.count(e.JordanQuestTaken) == 1
    assert attempt.count(e.BlackMarketTileUsed) == attempt.count(e.TreasureBuried) == attempt.count(e.VpGained) == 0
    tortuga = acting({"c1r1": "L9"}, "SA1", improvements={"jordan": ["I1", "I23"]})
    attempt = tortuga.jordan_acts(1)
    assert attempt.count(e.JordanTreasureGained) == 1
    assert attempt.count(e.VpGained) == 0
    assert tortuga.jordan.vp == 0


@pytest.mark.rule("PM-427", "PM-373", "PM-292")
def test_the_order_in_which_an_arrival_is_worked_off() -> None:
    near = {"c1r1": "L1", "c2r1": "I1", "c2r2": "I2", "c3r1": "L3"}
    table = solo(near, cards=["SA2"], modules=["fog_of_war_locations", "rubies"], at={0: "c3r1"})
    table.after(e.CardFlipped("c3r1", "L3", None, True))
    table.jordan_acts().then(
        e.ShipSailed("jordan", "start", "c3r1", 3),
        e.CardFlipped("c1r1", "L1", table.state.value_tiles["L1"], False),
        e.OpponentPaid(None, 0, 1),
        e.RubyGained("jordan"),
        e.UpgradePlaced("jordan", "J1"),
        e.VpGained("jordan", 3, "explore"),
        e.ExplorerMoved("jordan", "S", "A3l", 3, 0, ()),
    )
    marked = solo({"c3r1": "L1"}, cards=["SA1"], value_tiles={"L1": "pearl"})
    marked.jordan_acts(1).then(
        e.MarkerPlaced("pearl", 1, "treasure_value"),
        e.UpgradePlaced("jordan", "J1"),
        e.JordanDieRolled("treasure", (1,)),
    )


@pytest.mark.rule("PM-E44", "PM-284", "PM-336", "PM-348", "PM-435", "PM-338", "PM-347", "PM-337")
def test_with_both_fogs_jordan_finds_nothing_and_sails_where_most_is_hidden() -> None:
    near = {"c1r1": "R1", "c2r1": "L2", "c2r2": "I1", "c1r2": "I2", "c3r1": "L5"}
    table = given(seats=1, modules=FOG, sea={**near, "c3r3": "L1"}, value_tiles={"L5": "gold"})
    attempt = table.jordan_acts()
    assert [event.main_action for event in attempt.events if isinstance(event, e.SoloCardRevealed)] == [None] * 6
    attempt.then(
        e.ShipSailed("jordan", "start", "c3r1", 3),
        e.CardFlipped("c1r2", "I2", None, False),
        e.CardFlipped("c2r2", "I1", None, False),
        e.FogDoubloonsRemoved("c3r1", 1),
        e.CardFlipped("c3r1", "L5", "gold", False),
        e.VpGained("jordan", 1, "fog"),
        e.MarkerPlaced("gold", 1, "treasure_value"),
        e.UpgradePlaced("jordan", "J1"),
    )
    assert attempt.count(e.CardFlipped) == 3
    assert attempt.count(e.ExplorerMoved) == 0
    assert table.seat().doubloons == 10
