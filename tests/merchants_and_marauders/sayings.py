"""Sentences for commands, told by position and held against what the game says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.merchants_and_marauders.commands import Command, SetStandingPass
from domain.merchants_and_marauders.legal import asked
from domain.merchants_and_marauders.texts import describe, preview
from domain.merchants_and_marauders.view import view

from .scenario import Table

NAMES = ("Anna", "Ben", "Cleo", "Dirk")
Said: TypeAlias = str | tuple[str, Mapping[str, Any]]
"""A sentence, or a sentence and the preview."""
Sayings: TypeAlias = tuple[Callable[[], Table], Mapping[Command, Said]]
"""A position, and some commands that the seat asked there may give."""


def after(table: Table, *commands: Command | tuple[Any, ...]) -> Table:
    """The position after these commands, some with dice."""
    for each in commands:
        command, *dice = each if isinstance(each, tuple) else (each,)
        table.when(command, *dice)
    return table


def assert_said(sayings: Sayings) -> None:
    position, expected = sayings
    table = position()
    seat = asked(table.state)[0]
    seen, legal = view(table.state, seat), table.legal(seat)
    for command, said in expected.items():
        assert command in legal or isinstance(command, SetStandingPass)
        sentence, foreseen = said if isinstance(said, tuple) else (said, None)
        assert describe(seen, seat, command, NAMES) == sentence
        if foreseen is not None:
            assert preview(seen, seat, command) == foreseen
