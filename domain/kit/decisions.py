"""The commands that answer a decision. Each has one `Answer`: its candidates, its check and what it does.

The list of legal commands is the candidates that pass the check, so it cannot differ from what is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from domain.game import Rejected, Rng

Check: TypeAlias = Callable[[Any, Any, Any], None]
"""`check(state, frame, command)` raises Rejected if the command is illegal."""
Candidates: TypeAlias = Callable[[Any, Any], Iterable[Any]]
"""`candidates(state, frame)`: commands of one type that include every legal one."""
CarryOut: TypeAlias = Callable[[Any, Any, Any, Rng], None]
"""`carry_out(recorder, frame, command, rng)` emits the events of a legal command."""


class Answer(NamedTuple):
    """How a decision is answered by commands of one type."""

    carry_out: CarryOut
    candidates: Candidates
    check: Check


def always(state: Any, frame: Any, command: Any) -> None:
    """The check of commands that are legal whenever their decision is open."""


def plain(command: Any) -> Candidates:
    """The candidates of a command without fields: itself."""
    only = (command,)
    return lambda state, frame: only


def listed_with_others(state: Any, frame: Any) -> Iterable[Any]:
    """The candidates of a command that those of another type include. The two have one check and one order."""
    return ()


def legal_answers(answers: Mapping[type[Any], Answer], state: Any, frame: Any) -> list[Any]:
    """The candidates that pass their check, in the order of the table."""
    legal: list[Any] = []
    for _, candidates, check in answers.values():
        if check is always:
            legal += candidates(state, frame)
            continue
        for command in candidates(state, frame):
            # As in `passes`, without a call for every candidate.
            try:
                check(state, frame, command)
            except Rejected:
                continue
            legal.append(command)
    return legal


def passes(check: Check, state: Any, frame: Any, command: Any) -> bool:
    """Whether the check accepts the command."""
    try:
        check(state, frame, command)
    except Rejected:
        return False
    return True
