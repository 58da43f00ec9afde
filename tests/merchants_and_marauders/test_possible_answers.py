"""Lists of legal commands leave out early only what no check would let pass."""

from __future__ import annotations

import pytest

from conformance.playing import play
from domain.kit.decisions import legal_answers
from domain.merchants_and_marauders.decisions import ANSWERS, legal_commands
from domain.merchants_and_marauders.decisions.possible import NARROWED
from tests.support.games import OURS


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_narrowed_list_lacks_nothing_that_is_legal(seats: int, seed: int) -> None:
    narrowed = set()
    for step in play(OURS["merchants-and-marauders"], seats, seed):
        top = step.before.stack[-1]
        if type(top) in NARROWED:
            narrowed.add(type(top))
            assert legal_commands(step.before, top.seat) == legal_answers(ANSWERS[type(top)], step.before, top)
    assert narrowed == set(NARROWED)
