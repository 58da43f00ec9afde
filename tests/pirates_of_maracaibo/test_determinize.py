"""Hidden cards dealt anew: the seat cannot distinguish the deal from the true game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

import pytest

from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.bots.determinize import determinize
from domain.pirates_of_maracaibo.content import LOCATIONS, QUESTS, SOLO_CARDS, TIER_ONE_IMPROVEMENTS, VALUE_TILES
from domain.pirates_of_maracaibo.decide import decide
from domain.pirates_of_maracaibo.decisions import legal_commands
from domain.pirates_of_maracaibo.state import State, to_act
from domain.pirates_of_maracaibo.view import open_view, view
from tradewinds.testing import Chance

from .invariants import check_all
from .scenario import Table, given
from .setups import fresh
from .solo import solo

MODULES = ("fog_of_war_locations", "fog_of_war_improvements", "pirate_skirmish", "quest_hunters", "rubies", "retirement")
BOTH = MODULES[:2]


def step(state: State, chance: Chance) -> State:
    seat = to_act(state)[0]
    legal = legal_commands(state, seat)
    return decide(state, seat, legal[chance.below(len(legal))], chance).state


def same_to(seat: int | None, state: State, dealt: State) -> None:
    assert view(dealt, seat) == view(state, seat)
    assert to_act(dealt) == to_act(state)
    if seat is not None:
        assert legal_commands(dealt, seat) == legal_commands(state, seat)
    check_all(dealt)
    # The tiles are those of the box, on the Locations with the symbol.
    assert sorted(dealt.value_tiles.values()) == sorted(tile.treasure for tile in VALUE_TILES)
    assert all(LOCATIONS[location].has_treasure_value_symbol for location in dealt.value_tiles)
    assert dealt.residences == state.residences


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("with_modules", [False, True])
def test_a_deal_looks_to_the_seat_like_the_true_game_and_can_be_played_on(seats: int, with_modules: bool) -> None:
    chance, other = Chance(seats), Chance(100)
    state = fresh(seats, seats, **dict.fromkeys(MODULES, with_modules), b_cards=3 if seats == 1 else None)
    while to_act(state):
        if other.below(8) == 0:
            seat = (None, *range(seats))[other.below(seats + 1)]
            dealt = determinize(view(state, seat), seat, other)
            same_to(seat, state, dealt)
            for _ in range(other.below(6)):
                if to_act(dealt):
                    dealt = step(dealt, other)
                    check_all(dealt)
        state = step(state, chance)
    for seat in (None, 0):
        same_to(seat, state, determinize(view(state, seat), seat, other))
    assert open_view(determinize(open_view(state), None, other)) == open_view(state)


def frequencies(table: Table, what: Callable[[State], Hashable], number: int = 600) -> Counter[Hashable]:
    """How often this comes out in deals for seat 0."""
    seen, chance = view(table.state, 0), Chance(3)
    return Counter(what(determinize(seen, 0, chance)) for _ in range(number))


def assert_even(found: Counter[Hashable], kinds: int) -> None:
    assert len(found) == kinds
    mean = found.total() / kinds
    assert all(mean / 2 < times < mean * 2 for times in found.values())


def test_every_unseen_quest_is_as_likely_in_a_hand_or_on_the_deck() -> None:
    table = given(quests={0: ["Q1", "Q2"], 1: ["Q3", "Q4"]}, market=["Q5", "Q6"])
    for found in (
        frequencies(table, lambda state: state.seats[1].quests[0]),
        frequencies(table, lambda state: state.quest_deck[0]),
    ):
        assert set(found) == set(QUESTS) - {"Q1", "Q2", "Q5", "Q6"}
        assert_even(found, 21)


def test_face_down_cards_are_any_with_that_back() -> None:
    table = given(modules=BOTH, sea={"c1r1": "I1", "c1r2": "L1", "c1r3": "I23", "c2r1": "I2"}, face_down=["I23"])
    table.after(e.CardFlipped("c2r1", "I2", None, False))
    improvement = frequencies(table, lambda state: state.sea["c1r1"].id)
    assert set(improvement) == set(TIER_ONE_IMPROVEMENTS) - {"I2"}
    assert_even(improvement, 21)
    assert_even(frequencies(table, lambda state: state.sea["c1r2"].id), 8)
    top = table.state.tier_two[0]
    assert top.face_up
    tier_two = frequencies(table, lambda state: state.sea["c1r3"].id, 1000)
    assert top.id not in tier_two
    assert_even(tier_two, 40)


def test_the_tiles_of_face_down_locations_are_any_that_are_left() -> None:
    table = given(modules=BOTH, sea={"c1r1": "L1"}, value_tiles={"L1": "gold"})
    table.after(e.CardFlipped("c1r1", "L1", "gold", False))
    found = frequencies(table, lambda state: state.value_tiles["L4"])
    assert determinize(view(table.state, 0), 0, Chance(1)).value_tiles["L1"] == "gold"
    assert 2 / 3 < found["gold"] / (found["emerald"] / 2) < 1.5
    assert 2 / 3 < found["emerald"] / found["pearl"] < 1.5


def test_the_sides_of_the_deck_are_as_many_as_were_counted_and_the_top_as_it_is_seen() -> None:
    table = given(modules=BOTH, next_cards=["I23", "I24", "I25", "I26"], face_down=["I23", "I24", "I30"])
    seen = view(table.state, 0)
    sides = Counter[int]()
    for seed in range(200):
        dealt = determinize(seen, 0, Chance(seed))
        assert not dealt.tier_two[0].face_up
        assert sum(card.face_up for card in dealt.tier_two) == len(table.state.tier_two) - 3
        sides.update(number for number, card in enumerate(dealt.tier_two) if not card.face_up)
    assert len(sides) > 30
    assert len({determinize(seen, 0, Chance(seed)).tier_two[0].id for seed in range(100)}) > 20


def test_the_solo_deck_holds_what_was_revealed_and_as_many_b_cards_as_were_chosen() -> None:
    table = solo(cards=["SB1", "SA1", "SA2", "SB2", "SA3", "SA4"], b_cards=2).after(e.SoloCardRevealed("SB1", None, False))
    # One B card is not known, and three of the A cards.
    decks = [determinize(view(table.state, 0), 0, Chance(seed)).jordan for seed in range(300)]
    others = Counter[str]()
    for jordan in decks:
        assert jordan is not None
        assert jordan.shown == ("SB1",)
        assert len(set(jordan.deck)) == 5
        assert Counter(SOLO_CARDS[card].deck for card in jordan.deck) == {"A": 4, "B": 1}
        assert "SB1" not in jordan.deck
        others.update(jordan.deck)
    assert set(others) == set(SOLO_CARDS) - {"SB1"}
    assert len({jordan.deck[0] for jordan in decks if jordan is not None}) == 11
    # After a shuffle the card is known to be among them.
    table.after(*(e.SoloCardRevealed(card, None, False) for card in table.jordan.deck))
    again = table.after(e.SoloDeckShuffled(tuple(reversed(table.jordan.shown))))
    decks = [determinize(view(again.state, 0), 0, Chance(seed)).jordan for seed in range(50)]
    assert {frozenset(jordan.deck) for jordan in decks if jordan is not None} == {frozenset(again.jordan.deck)}
    assert len({jordan.deck for jordan in decks if jordan is not None}) > 40


def test_deals_differ_by_chance_alone() -> None:
    state = fresh(1, 3, **dict.fromkeys(MODULES, True))
    deals = [determinize(view(state, 0), 0, Chance(seed)) for seed in range(3)]
    assert len({repr(deal) for deal in deals}) == 3
    assert determinize(view(state, 0), 0, Chance(0)) == deals[0]
