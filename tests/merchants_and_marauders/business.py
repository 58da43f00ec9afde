"""Positions in port, and a record of which cards, captains and places have a test of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from domain.merchants_and_marauders import commands as c

from .scenario import Table, given

Test = TypeVar("Test", bound=Callable[..., None])


def in_port_action(**position: object) -> Table:
    """The position of `given(...)`, with a Port action opened."""
    table = given(**position)  # type: ignore[arg-type]
    table.when(c.OpenPortAction())
    return table


class Covered(set[str]):
    """The ids that tests name as theirs: a file's last test compares them with the data."""

    def by(self, *ids: str) -> Callable[[Test], Test]:
        self.update(ids)
        return lambda test: test

    def each(self, ids: Iterable[str]) -> list[str]:
        """For parametrised tests."""
        named = list(ids)
        self.update(named)
        return named
