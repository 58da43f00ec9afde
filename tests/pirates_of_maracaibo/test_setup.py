"""Chapter 2: open cards, hidden cards, and the choice of Quests."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from domain.game import Hidden, Malformed
from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo import setup as setting_up
from domain.pirates_of_maracaibo.content import (
    FIGUREHEADS,
    IMPROVEMENTS,
    LAYOUTS,
    LOCATIONS,
    QUESTS,
    TIER_TWO,
    TILES,
)
from domain.pirates_of_maracaibo.decide import decide
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import resolve
from domain.pirates_of_maracaibo.state import column_of, to_act
from domain.pirates_of_maracaibo.values import TREASURES, LaidCard
from domain.pirates_of_maracaibo.view import view
from domain.pirates_of_maracaibo.view.redactions import redact
from tradewinds.testing import Chance

from .scenario import Table
from .setups import SEEDS, fresh, laid_out, named

MODULES = (
    "fog_of_war_locations",
    "fog_of_war_improvements",
    "pirate_skirmish",
    "quest_hunters",
    "rubies",
    "retirement",
)

# What can be chosen


@pytest.mark.rule("PM-001")
def test_one_to_four_seats_play_and_one_alone_against_jordan() -> None:
    for seats in (1, 2, 3, 4):
        state = fresh(seats=seats)
        assert len(state.seats) == seats
        assert (state.jordan is not None) == (seats == 1)
        assert setting_up.seats_allowed(Options(players=seats)) == (seats,)
    assert setting_up.seats_allowed(Options()) == range(1, 5)
    for seats in (0, 5):
        with pytest.raises(Malformed) as refused:
            resolve(Options(), seats)
        assert refused.value.code == "player_count_not_allowed"
        with pytest.raises(Malformed):
            setting_up.seats_allowed(Options(players=seats))
    with pytest.raises(Malformed):
        resolve(Options(players=3), 2)


@pytest.mark.rule("PM-017")
def test_the_table_chooses_layout_modules_clusters_and_b_cards() -> None:
    for layout in LAYOUTS:
        assert fresh(layout=layout).options.layout == layout
    assert set(LAYOUTS) == {"standard", "grid", "strait", "long_channel"}
    for wrong in ({"layout": "round"}, {"rubies": "yes"}, {"break_location_clusters": 2}):
        with pytest.raises(Malformed) as refused:
            resolve(Options(**wrong), 2)
        assert refused.value.code == "invalid_option"
    assert [resolve(Options(b_cards=number), 1).b_cards for number in (None, 0, 6)] == [0, 0, 6]
    for number, seats in ((-1, 1), (7, 1), (0, 2)):
        with pytest.raises(Malformed) as refused:
            resolve(Options(b_cards=number), seats)
        assert (refused.value.code, refused.value.params) == ("invalid_option", {"option": "b_cards"})


@pytest.mark.rule("PM-018")
def test_modules_are_combined_freely_and_none_is_required() -> None:
    assert not any(getattr(fresh().options, module) for module in MODULES)
    for number, chosen in enumerate(product((False, True), repeat=len(MODULES))):
        modules = dict(zip(MODULES, chosen, strict=True))
        state = fresh(seats=number % 4 + 1, **modules)
        assert {module: getattr(state.options, module) for module in MODULES} == modules
        assert len(state.sea) == 27


# Decks and markets


@pytest.mark.rule("PM-026", "PM-003")
def test_all_tier_two_cards_are_a_shuffled_face_down_deck() -> None:
    orders = {tuple(card.id for card in fresh(seed).tier_two) for seed in SEEDS}
    assert len(orders) == len(SEEDS)
    assert all(sorted(order) == sorted(TIER_TWO) for order in orders)
    seen = view(fresh(), 0)
    assert seen.tier_two == Hidden(41)
    assert seen.tier_two_top is not None
    assert seen.tier_two_top.id == Hidden(1)


@pytest.mark.rule("PM-027", "PM-029", "PM-030", "PM-404")
def test_where_everything_starts() -> None:
    state = fresh()
    assert state.islands == {"gold": 4, "emerald": 4, "pearl": 4}
    for seat in state.seats:
        assert (seat.ship, seat.explorer, seat.vp) == ("start", "S", 0)
    assert column_of(state, "start") == 0


@pytest.mark.rule("PM-028", "PM-006")
def test_the_value_tiles_lie_on_the_locations_with_the_symbol() -> None:
    assert sum(card.has_treasure_value_symbol for card in LOCATIONS.values()) == 6
    dealt = [fresh(seed).value_tiles for seed in SEEDS]
    for tiles in dealt:
        assert all(LOCATIONS[location].has_treasure_value_symbol for location in tiles)
        assert sorted(tiles.values()) == sorted(TREASURES * 2)
    for location in dealt[0]:
        assert {tiles[location] for tiles in dealt} == set(TREASURES)


@pytest.mark.rule("PM-031", "PM-009")
def test_the_sides_of_the_tiles_are_random_and_the_same_for_every_seat() -> None:
    sides = [fresh(seed).tile_sides for seed in SEEDS]
    assert len(TILES) == 5
    for tile in TILES:
        assert {each[tile] for each in sides} == {"front", "back"}
    # There is one side for each tile, not one for each seat's.
    assert all(each.keys() == TILES.keys() for each in sides)


@pytest.mark.rule("PM-035", "PM-005")
def test_the_figurehead_market_holds_two_more_than_there_are_seats() -> None:
    for seats, size in ((1, 3), (2, 4), (3, 5), (4, 6)):
        markets = [fresh(seed, seats).figurehead_market for seed in SEEDS]
        assert all(len(set(market)) == len(market) == size for market in markets)
        assert {card for market in markets for card in market} == set(FIGUREHEADS)
    recorder = laid_out()
    assert view(recorder.state, None).figurehead_market == recorder.state.figurehead_market
    assert not any(
        named(card, recorder.state, recorder.events) for card in set(FIGUREHEADS) - set(recorder.state.figurehead_market)
    )


@pytest.mark.rule("PM-036", "PM-037", "PM-038")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_seat_is_first_and_the_others_follow_clockwise(seats: int) -> None:
    first_seats = set()
    for seed in SEEDS:
        state = fresh(seed, seats)
        order = [(state.first_seat + place) % seats for place in range(seats)]
        assert [state.seats[seat].doubloons for seat in order] == [10, 11, 12, 13][:seats]
        assert state.closing_seat == order[-1]
        first_seats.add(state.first_seat)
    assert first_seats == set(range(seats))


# Quests


def choosing(seats: int = 3, seed: int = 1, **options: Any) -> Table:
    return Table(fresh(seed, seats, **options))


@pytest.mark.rule("PM-032", "PM-004")
def test_the_shuffled_quests_are_dealt_two_to_each_seat() -> None:
    decks = set()
    for seed in SEEDS:
        state = fresh(seed)
        assert [len(seat.dealt) for seat in state.seats] == [2, 2, 2]
        dealt = [quest for seat in state.seats for quest in seat.dealt]
        assert sorted([*dealt, *state.quest_deck]) == sorted(QUESTS)
        decks.add((*dealt, *state.quest_deck))
    assert len(decks) == len(SEEDS)


@pytest.mark.rule("PM-032", "PM-033", "PM-034", "PM-V03", "PM-V04", "PM-C01")
def test_the_game_goes_on_when_the_last_seat_has_returned_a_quest() -> None:
    table = choosing()
    hands = [seat.dealt for seat in table.state.seats]
    for seat, returned in ((2, 0), (0, 1)):
        quest = hands[seat][returned]
        table.when(c.ReturnQuest(quest), seat=seat).then(e.QuestReturned(seat, quest))
        assert table.seat(seat).quests == (hands[seat][1 - returned],)
        assert table.state.quest_market == ()
        assert isinstance(table.top, f.ReturnQuests)
    assert to_act(table.state) == (1,)
    draws = [0] * 22
    last = table.when(c.ReturnQuest(hands[1][0]), seat=1, draws=draws)
    assert to_act(table.state) == (table.state.first_seat,)
    assert table.state.stack == (f.CaptainTurn(table.state.first_seat, "meet"), f.Sail(table.state.first_seat))
    deck = last.happens(e.QuestDeckShuffled).deck
    # All that were returned are in it before the market opens.
    assert {hands[2][0], hands[0][1], hands[1][0]} <= set(deck)
    assert len(deck) == 22
    last.then(e.QuestDeckShuffled(deck), e.QuestMarketRevealed(deck[:2]))
    assert table.state.quest_market == deck[:2]
    assert table.state.quest_deck == deck[2:]
    assert all(seat.dealt == () and len(seat.quests) == 1 for seat in table.state.seats)


@pytest.mark.rule("PM-032")
def test_returned_quests_are_shuffled_in() -> None:
    """With chance they lie anywhere, also in the market."""
    places = set()
    for seed in SEEDS:
        recorder = laid_out(seed, 2)
        for seat in (0, 1):
            recorder = decide(recorder.state, seat, c.ReturnQuest(recorder.state.seats[seat].dealt[0]), Chance(seed))
        (deck,) = (event.deck for event in recorder.events if isinstance(event, e.QuestDeckShuffled))
        (returned,) = (event.quest for event in recorder.events if isinstance(event, e.QuestReturned))
        places.add(deck.index(returned))
    assert len(places) > 5


@pytest.mark.rule("PM-443", "PM-C01", "PM-395")
def test_a_second_return_and_a_quest_not_dealt_are_refused() -> None:
    table = choosing()
    assert to_act(table.state) == (0, 1, 2)
    assert table.legal(1) == [c.ReturnQuest(quest) for quest in table.seat(1).dealt]
    mine, other = table.seat(1).dealt
    table.when(c.ReturnQuest(table.seat(0).dealt[0]), seat=1).refused("not_dealt_to_you")
    table.when(c.ReturnQuest(table.state.quest_deck[0]), seat=1).refused("not_dealt_to_you")
    table.when(c.ReturnQuest(mine), seat=1)
    assert to_act(table.state) == (0, 2)
    assert table.legal(1) == []
    table.when(c.ReturnQuest(mine), seat=1).refused("already_chosen")
    table.when(c.ReturnQuest(other), seat=1).refused("already_chosen")
    table.when(c.ReturnQuest(table.seat(0).dealt[0]), seat=1).refused("not_dealt_to_you")
    table.when(c.EndTurn(), seat=1).refused("wrong_decision")
    table.when(c.ReturnQuest(Hidden(1)), seat=0).refused("invalid_field")


# Sentences


@pytest.mark.rule("PM-V01", "PM-020")
def test_the_event_of_the_setup_tells_all_that_lies_open() -> None:
    recorder = laid_out(fog_of_war_improvements=True, rubies=True)
    state, told = recorder.state, recorder.events[0]
    assert isinstance(told, e.GameSetUp)
    assert (told.seats, told.options) == (3, state.options)
    assert (told.first_seat, told.closing_seat) == (state.first_seat, state.closing_seat)
    assert (told.figurehead_market, told.tile_sides) == (state.figurehead_market, state.tile_sides)
    assert told.sea == tuple(LaidCard(card.id, card.back, card.face_up) for card in state.sea.values())
    assert isinstance(told.value_tiles, tuple)
    assert dict(told.value_tiles) == state.value_tiles
    for seat in (0, None):
        shown = redact(told, seat)
        assert isinstance(shown, e.GameSetUp)
        assert (shown.tier_two, shown.quest_deck) == (Hidden(41), Hidden(25))
        assert [card.id == Hidden(1) for card in shown.sea] == [card.id in IMPROVEMENTS for card in told.sea]
        assert shown.value_tiles == told.value_tiles
    fog = laid_out(fog_of_war_locations=True).events[0]
    hidden = redact(fog, 1)
    assert isinstance(hidden, e.GameSetUp)
    assert hidden.value_tiles == Hidden(6)
    assert sum(card.id == Hidden(1) for card in hidden.sea) == 8


@pytest.mark.rule("PM-V02", "PM-V03", "PM-032")
def test_only_the_own_quests_are_told() -> None:
    recorder = laid_out()
    dealt = [event for event in recorder.events if isinstance(event, e.QuestsDealt)]
    assert [(event.who, event.quests) for event in dealt] == [
        (seat, own.dealt) for seat, own in enumerate(recorder.state.seats)
    ]
    returned = e.QuestReturned(0, "Q1")
    assert redact(dealt[0], 0) == dealt[0]
    assert redact(returned, 0) == returned
    for other in (1, None):
        assert redact(dealt[0], other) == e.QuestsDealt(0, Hidden(2))
        assert redact(returned, other) == e.QuestReturned(0, Hidden(1))
