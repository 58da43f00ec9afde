"""Samples: the cases of a test that `make test` and `make test-web` leave to `make test-long`."""

from __future__ import annotations

from functools import partial

import pytest

long_only = partial(pytest.param, marks=pytest.mark.long)
"""The values of such a case, in a list of parameters."""
