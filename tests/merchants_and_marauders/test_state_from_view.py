"""What a state made from a view knows: all that lies open, so that the rules can be asked about it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.view import open_view, view
from domain.merchants_and_marauders.view.state_from_view import state_from_view
from tradewinds.testing import Chance

from .test_determinize import step


def positions(seats: int) -> Iterator[State]:
    """Every tenth position of a random game, and the last one."""
    chance = Chance(seats)
    state = setup(Options(), seats, chance).state
    number = 0
    while to_act(state):
        if number % 10 == 0:
            yield state
        state, number = step(state, chance), number + 1
    yield state


@pytest.mark.parametrize("seats", [2, 4])
def test_an_open_view_hides_only_nations_of_merchants_and_covered_modifications(seats: int) -> None:
    for state in positions(seats):
        found = state_from_view(open_view(state))
        assert set(found.merchants) == set(state.merchants)
        assert found.modifications == {port: state.modifications[port] for port in state.face_up}
        assert set(found.face_up) == set(state.face_up)
        hidden = {"merchants": state.merchants, "modifications": state.modifications, "face_up": state.face_up}
        assert replace(found, **hidden) == state


def test_what_a_seat_does_not_see_is_left_out() -> None:
    for state in positions(3):
        seen = state_from_view(view(state, 0))
        shown = state.result is not None
        for other, true in zip(seen.seats[1:], state.seats[1:], strict=True):
            assert (other.gold, other.cargo, other.glory) == (0, (), ())
            assert other.stash == (true.stash if shown or true.declared else 0)
        assert (seen.glory.cards, seen.cargo.cards, seen.event_deck, seen.captains) == ((), (), (), ())
        assert seen.seats[0].gold == state.seats[0].gold
        assert set(seen.merchants) == set(state.merchants)
