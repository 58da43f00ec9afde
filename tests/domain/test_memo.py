"""Results that are kept for the same objects."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.kit.memo import memo_by_identity


class Sums:
    """A memoized function, and how often it was computed."""

    def __init__(self, most: int) -> None:
        self.computed = 0
        self.of = memo_by_identity(most)(self._compute)

    def _compute(self, numbers: Sequence[int], more: int) -> int:
        self.computed += 1
        return sum(numbers) + more


def test_the_same_objects_are_computed_once() -> None:
    sums, numbers = Sums(10), [1, 2]
    assert [sums.of(numbers, 3), sums.of(numbers, 3)] == [6, 6]
    assert sums.computed == 1


@pytest.mark.parametrize(("numbers", "more", "expected"), [([1, 2], 3, 6), ([1, 5], 3, 9)])
def test_other_objects_are_computed_for_themselves(numbers: list[int], more: int, expected: int) -> None:
    sums = Sums(10)
    sums.of([1, 2], 3)
    assert sums.of(numbers, more) == expected
    assert sums.computed == 2


def test_each_argument_counts() -> None:
    sums, numbers = Sums(10), [1, 2]
    assert [sums.of(numbers, 3), sums.of(numbers, 4), sums.of(numbers, 3)] == [6, 7, 6]


def test_an_object_that_nobody_else_has_any_more_gives_its_id_to_no_other() -> None:
    sums = Sums(1_000)
    assert [sums.of([number], 0) for number in range(500)] == list(range(500))


def test_no_more_results_are_kept_than_wanted() -> None:
    sums, lists = Sums(2), [[1], [2], [3]]
    for numbers in (*lists, lists[2]):
        sums.of(numbers, 0)
    assert sums.computed == 3
    assert sums.of(lists[0], 0) == 1
    assert sums.computed == 4
