"""Rounds that count, and rounds that are thrown away."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from bench import measure


@pytest.fixture(autouse=True)
def quiet_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "FOREIGN_LIMIT", math.inf)


def test_a_round_in_which_a_side_did_nothing_is_played_again() -> None:
    figures: Iterator[dict[str, float]] = iter([{"ours": 2.0, "theirs": 0.0}, {"ours": 2.0, "theirs": 1.0}])
    rounds = measure.repeat(lambda: next(figures), 1)
    assert rounds.ratio("ours", "theirs") == measure.Spread(2.0, 2.0, 2.0)
    assert (rounds.thrown_away, rounds.disturbed) == (1, 0)


def test_a_side_that_never_does_anything_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="did nothing"):
        measure.repeat(lambda: {"ours": 2.0, "theirs": 0.0}, 2)
