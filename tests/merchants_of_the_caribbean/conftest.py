"""Lets failed checks of the shared helpers show what they compared."""

import pytest

pytest.register_assert_rewrite(
    "tests.merchants_of_the_caribbean.scenario",
    "tests.merchants_of_the_caribbean.ledger",
    "tests.merchants_of_the_caribbean.history",
)
