"""What is known of a state from a view: enough to ask the rules about everything that is open."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.pirates_of_maracaibo.decisions import legal_commands
from domain.pirates_of_maracaibo.view import open_view, view
from domain.pirates_of_maracaibo.view.state_from_view import UNKNOWN, state_from_view

from .scenario import given
from .test_texts import SEEDS, random_game


@pytest.mark.parametrize("seed", SEEDS)
def test_of_an_open_view_everything_is_known_but_how_the_deck_lies(seed: int) -> None:
    for state, _, _, _ in random_game(seed):
        found = state_from_view(open_view(state))
        assert [card.id for card in found.tier_two] == [card.id for card in state.tier_two]
        # Choosing Quests belongs to the first turn in views.
        assert replace(found, tier_two=state.tier_two) == replace(state, turns=state.turn_number)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_knows_is_enough_for_its_legal_commands(seed: int) -> None:
    for state, seat, legal, _ in random_game(seed):
        assert legal_commands(state_from_view(view(state, seat)), seat) == list(legal)


def test_hidden_cards_have_no_names() -> None:
    modules = ["fog_of_war_locations", "fog_of_war_improvements"]
    table = given(quests={1: ["Q1"]}, sea={"c1r1": "I1", "c1r2": "L1"}, modules=modules)
    found = state_from_view(view(table.state, 0))
    assert {found.sea[space].id for space in ("c1r1", "c1r2")} == {UNKNOWN}
    assert set(found.quest_deck) == {UNKNOWN}
    assert found.seats[1].quests == (UNKNOWN,)
    assert {card.id for card in found.tier_two[1:]} == {UNKNOWN}


def test_an_empty_deck_is_known_to_be_empty() -> None:
    state = replace(given().state, tier_two=())
    assert state_from_view(view(state, 0)) == replace(state_from_view(view(given().state, 0)), tier_two=())
