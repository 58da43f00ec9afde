"""How a decision is answered: for every command of a decision its check, its candidates and what it does.

So the list of legal commands and what is accepted cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from domain.game import Rejected, Rng

Check: TypeAlias = Callable[[Any, Any, Any], None]
"""`check(state, frame, command)` raises Rejected."""
Candidates: TypeAlias = Callable[[Any, Any], Iterable[Any]]
CarryOut: TypeAlias = Callable[[Any, Any, Any, Rng], None]
"""`carry_out(record, frame, command, rng)`."""


class Answer(NamedTuple):
    """`candidates` holds every command of the type that could be legal; `check` refuses those that are not."""

    carry_out: CarryOut
    candidates: Candidates
    check: Check


def always(state: Any, frame: Any, command: Any) -> None:
    """For commands that are legal whenever their decision is open."""


def plain(command: Any) -> Candidates:
    """For commands without fields."""
    only = (command,)
    return lambda state, frame: only


def legal_answers(answers: Mapping[type[Any], Answer], state: Any, frame: Any) -> list[Any]:
    """The candidates that pass their check, in the order of the table."""
    return [
        command
        for answer in answers.values()
        for command in answer.candidates(state, frame)
        if passes(answer.check, state, frame, command)
    ]


def passes(check: Check, state: Any, frame: Any, command: Any) -> bool:
    """Whether a check has nothing against the command."""
    try:
        check(state, frame, command)
    except Rejected:
        return False
    return True
