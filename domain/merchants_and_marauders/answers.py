"""How a decision is answered: for every command of a decision its check, its candidates and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from domain.game import Rng

from .commands import Command
from .state import Record, State

Check: TypeAlias = Callable[[State, Any, Any], None]
Candidates: TypeAlias = Callable[[State, Any], Iterable[Command]]
CarryOut: TypeAlias = Callable[[Record, Any, Any, Rng], None]


class Answer(NamedTuple):
    """`candidates` holds every command of the type that could be legal; `check` refuses those that are not.

    So the list of legal commands and what is accepted cannot differ.
    """

    carry_out: CarryOut
    candidates: Candidates
    check: Check


def always(state: State, frame: Any, command: Any) -> None:
    """For commands that are legal whenever their decision is open."""


def plain(command: Command) -> Candidates:
    """For commands without fields."""
    only = (command,)
    return lambda state, frame: only
