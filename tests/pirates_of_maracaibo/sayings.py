"""Sentences for commands, told by position and held against what the game says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.pirates_of_maracaibo.commands import Command
from domain.pirates_of_maracaibo.legal import asked
from domain.pirates_of_maracaibo.texts import describe, preview
from domain.pirates_of_maracaibo.view import view

from .scenario import Table, given

NAMES = ("Anna", "Ben", "Cleo", "Dirk")
Said: TypeAlias = str | tuple[str, Mapping[str, Any]]
"""A sentence, or a sentence and the preview."""
Sayings: TypeAlias = tuple[Callable[[], Table], Mapping[Command, Said]]
"""A position, and some commands that the seat asked there may give."""

SEA = {
    "c1r1": "I9",
    "c1r2": "L7",
    "c1r3": "R1",
    "c2r1": "I23",
    "c2r2": "I34",
    "c2r3": "I22",
    "c2r4": "L5",
    "c3r1": "",
    "c3r3": "L1",
}
"""What lies in the first three columns: Open Water is in the third."""


def after(table: Table, *commands: Command | tuple[Any, ...]) -> Table:
    """The position after these commands, some with dice."""
    for each in commands:
        command, *dice = each if isinstance(each, tuple) else (each,)
        table.when(command, *dice)
    return table


def doing(source: str, *dice: int, optional: bool = False, **position: Any) -> Table:
    """Seat 0 works off the effects of a source."""
    table = given(**position)
    table.effects(source, *dice, optional=optional)
    return table


def assert_said(sayings: Sayings) -> None:
    position, expected = sayings
    table = position()
    seat = asked(table.state)[0]
    seen, legal = view(table.state, seat), table.legal(seat)
    for command, said in expected.items():
        assert command in legal
        sentence, foreseen = said if isinstance(said, tuple) else (said, None)
        assert describe(seen, seat, command, NAMES) == sentence
        if foreseen is not None:
            assert preview(seen, seat, command) == foreseen
