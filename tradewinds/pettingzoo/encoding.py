"""Vectors of a fixed length for values of any shape, by feature hashing (Weinberger et al. 2009).

Each leaf of the value's JSON is a feature, named by its path. A hash of the name chooses the place of the vector to which
the feature is added, and the sign: so features that share a place cancel each other on average.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import copysign, log2
from typing import Any, TypeAlias
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

Vector: TypeAlias = NDArray[np.float32]

LIMIT = 64.0
"""Every number of a vector lies between this and its negative."""
REMEMBERED = 1 << 18


def encoded(value: Any, size: int) -> Vector:
    """The value (any that msgspec writes as JSON) as `size` numbers between -LIMIT and LIMIT."""
    vector = np.zeros(size)
    # Sorted, because sums of floating-point numbers depend on their order.
    for name, amount in _features("", msgspec.to_builtins(value, order="deterministic")):
        place, sign = _place(name, size)
        vector[place] += sign * amount
    return vector.clip(-LIMIT, LIMIT).astype(np.float32)


def _features(path: str, value: Any) -> Iterator[tuple[str, float]]:
    """The features of a part of the JSON, each with its amount.

    A number counts by its magnitude, on a logarithmic scale, and a whole number also by its value, because it may be the
    number of a seat or a space. Any other leaf counts 1 under its path and value; a text of a list also without its index,
    because lists of cards mean much the same in any order.
    """
    match value:
        case dict():
            for key, each in value.items():
                yield from _features(f"{path}/{key}", each)
        case list() | tuple():
            for number, each in enumerate(value):
                yield from _features(f"{path}/{number}", each)
                if isinstance(each, str):
                    yield f"{path}/={each}", 1.0
        case bool() | str() | None:
            yield f"{path}={value}", 1.0
        case _:
            yield path, copysign(log2(1 + abs(value)), value)
            if isinstance(value, int):
                yield f"{path}={value}", 1.0


@lru_cache(maxsize=REMEMBERED)
def _place(name: str, size: int) -> tuple[int, int]:
    """The place of a feature and the sign with which it counts."""
    number = crc32(name.encode())
    return (number >> 1) % size, 1 if number & 1 else -1
