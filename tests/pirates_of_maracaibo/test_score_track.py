"""The score track (RULES.md, chapter 13)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.evolve import evolve
from domain.pirates_of_maracaibo.view import view

from .scenario import given


@pytest.mark.rule("PM-170", "PM-169", "PM-E23")
@pytest.mark.parametrize(
    ("vp", "tokens", "counter"), [(0, 0, 0), (1, 0, 1), (48, 0, 48), (50, 0, 50), (51, 1, 1), (100, 1, 50), (213, 4, 13)]
)
def test_the_counter_goes_on_from_one_beside_a_token(vp: int, tokens: int, counter: int) -> None:
    state = given().state
    before = replace(state, seats=(replace(state.seats[0], vp=0), *state.seats[1:]))
    shown = view(evolve(before, e.VpGained(0, vp, "test")) if vp else before, None).seats[0]
    assert (shown.vp, shown.score_tokens, shown.score_counter) == (vp, tokens, counter)


@pytest.mark.rule("PM-E23")
def test_passing_fifty_adds_a_token() -> None:
    state = given().state
    at_48 = evolve(state, e.VpGained(0, 48 - state.seats[0].vp, "test"))
    shown = view(evolve(at_48, e.VpGained(0, 5, "test")), None).seats[0]
    assert (shown.vp, shown.score_tokens, shown.score_counter) == (53, 1, 3)
