"""Promises of positions, which bots and the curves of a game's end rest on."""

from __future__ import annotations

import pytest

from domain.pirates_of_maracaibo.bots.features import PROMISE
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.setup import setup
from tradewinds.testing import Chance


def test_shares_of_the_victory_depend_on_differences_of_scores_alone() -> None:
    state = setup(Options(), 2, Chance(1)).state
    shares = PROMISE.shares(state, [110.0, 100.0])
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > 0.5
    assert PROMISE.shares(state, [100_010.0, 100_000.0]) == pytest.approx(shares)
