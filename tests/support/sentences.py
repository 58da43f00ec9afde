"""Expected sentences for commands, by position, compared with those of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from domain.game import AnyGame

NAMES = ("Anna", "Ben", "Cleo", "Dirk")
Said: TypeAlias = str | tuple[str, Mapping[str, Any]]
"""A sentence, or a sentence and the preview."""
Sayings: TypeAlias = tuple[Callable[[], Any], Mapping[Any, Said]]
"""A function that makes a table, and some commands of the seat that must act."""
Table = TypeVar("Table", bound=Any)


def after(table: Table, *commands: Any) -> Table:
    """The position after these commands, some with dice."""
    for each in commands:
        command, *dice = each if isinstance(each, tuple) else (each,)
        table.when(command, *dice)
    return table


def assert_said(game: AnyGame, sayings: Sayings) -> None:
    position, expected = sayings
    state = position().state
    seat = game.rules.to_act(state)[0]
    seen = game.gate.view(state, seat)
    allowed = game.rules.legal_commands(state, seat)
    for command, said in expected.items():
        assert command in allowed
        sentence, foreseen = said if isinstance(said, tuple) else (said, None)
        assert game.words.describe(seen, seat, command, NAMES) == sentence
        if foreseen is not None:
            assert game.words.preview(seen, seat, command) == foreseen
