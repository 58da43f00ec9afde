"""Samples: the cases of a test that `make test` and `make test-web` leave to `make test-long`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest

long_only = partial(pytest.param, marks=pytest.mark.long)
"""The values of such a case, in a list of parameters."""


def sampled(values: Iterable[Any], *kept: Any) -> list[Any]:
    """Cases of one value each, of which only those that are kept stay here."""
    return [value if value in kept else long_only(value) for value in values]
