"""Hidden things dealt anew: the seat cannot tell the deal from the true game."""

from __future__ import annotations

import random

import pytest

from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.determinize import determinize
from domain.merchants_and_marauders.legal import asked, legal_commands
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State
from domain.merchants_and_marauders.view import open_view, view

from .invariants import check_all


class Chance:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)


def step(state: State, chance: Chance) -> State:
    """Any legal command of the seat asked first."""
    seat = asked(state)[0]
    legal = legal_commands(state, seat)
    return decide(state, seat, legal[chance.below(len(legal))], chance).state


def same_to(seat: int | None, state: State, dealt: State) -> None:
    assert view(dealt, seat) == view(state, seat)
    assert asked(dealt) == asked(state)
    if seat is not None:
        assert legal_commands(dealt, seat) == legal_commands(state, seat)
    if state.round:
        check_all(dealt)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("open_gold", [False, True])
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
def test_a_deal_looks_to_the_seat_like_the_true_game_and_can_be_played_on(windows: str, open_gold: bool, seats: int) -> None:
    options = Options(windows=windows, open_gold=open_gold)  # type: ignore[arg-type]
    for seed in range(2):
        chance, other = Chance(seed), Chance(seed + 100)
        state = setup(options, seats, chance).state
        while asked(state):
            if other.below(8) == 0:
                seat = (None, *range(seats))[other.below(seats + 1)]
                dealt = determinize(view(state, seat), seat, other)
                same_to(seat, state, dealt)
                for _ in range(other.below(6)):
                    if asked(dealt):
                        dealt = step(dealt, other)
                        if dealt.round:
                            check_all(dealt)
            state = step(state, chance)
        for seat in (None, 0):
            same_to(seat, state, determinize(view(state, seat), seat, other))
        assert open_view(determinize(open_view(state), None, other)) == open_view(state)


def test_deals_differ() -> None:
    state = setup(Options(), 3, Chance(1)).state
    for _ in range(200):
        state = step(state, Chance(2))
    deals = [determinize(view(state, 0), 0, Chance(seed)) for seed in range(3)]
    assert len({repr(deal) for deal in deals}) == 3
    assert determinize(view(state, 0), 0, Chance(0)) == deals[0]
