"""The commands that answer a decision. Each has one `Answer`: its candidates, its check and what it does.

The list of legal commands is the candidates that pass the check, so it cannot differ from what is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from domain.values import Json, Rng

Check: TypeAlias = Callable[[Any, Any, Any], str | None]
"""`check(state, frame, command)` returns None if the command is legal, and otherwise the code of the refusal.

It does not raise: most candidates of a list are refused, and to raise and catch takes longer than to check."""
Figures: TypeAlias = Callable[[Any, Any, Any], dict[str, Json]]
"""`figures(state, frame, command)` returns what a check compared when it refused a command, by the names in the sentence of
the code. It asks the queries that the check asks, and knows no more than the refused seat sees."""
Candidates: TypeAlias = Callable[[Any, Any], Any]
"""`candidates(state, frame)`: an iterable of commands of one type that include every legal one."""
CarryOut: TypeAlias = Callable[[Any, Any, Any, Rng], None]
"""`carry_out(recorder, frame, command, rng)` emits the events of a legal command."""


@dataclass(frozen=True, slots=True)  # Lists read its fields far more often than anything else: slots are quickest.
class Answer:
    """How a decision is answered by commands of one type."""

    carry_out: CarryOut
    candidates: Candidates
    check: Check
    alike: bool = False
    """Whether the candidates, a sequence, are all legal or all illegal, so that it is enough to check the first."""
    figures: Mapping[str, Figures] = field(default_factory=dict)
    """By the codes of the check, where their sentences have figures. They are made when a command is refused, never while
    commands are listed."""


def always(state: Any, frame: Any, command: Any) -> None:
    """The check of commands that are legal whenever their decision is open."""


class Fixed(tuple[Any, ...]):
    """Candidates that are the same in every position. A list takes them as they are, without a call."""

    __slots__ = ()

    def __call__(self, state: Any, frame: Any) -> Self:
        return self


def plain(*commands: Any) -> Candidates:
    """The candidates of a command without fields, which is itself, or of one that is tried with the same few values in every
    position."""
    return Fixed(commands)


listed_with_others = Fixed()
"""The candidates of a command that those of another type include. The two have one check and one order."""


class LatestList:
    """Lists the legal commands of a seat, and remembers the list made last and the list given last.

    `advance` lists them to see whether there is a choice, its caller to choose, and `decide` gets one of them back, or one
    after the other in a search. Positions are recognised by identity, as are commands: one that was read from a request is
    equal to a listed one at most, and is checked.
    """

    __slots__ = ("_given", "_made", "_make")

    def __init__(self, make: Callable[[Any, int], list[Any]]) -> None:
        self._make = make
        self._made = self._given = (None, 0, list[Any]())

    def of(self, state: Any, seat: int) -> list[Any]:
        """The list of this seat, for the rules. It is not to be changed."""
        made = self._made  # Read once: another thread may replace it between two reads.
        if made[0] is not state or made[1] != seat:
            made = self._made = (state, seat, self._make(state, seat))
        return made[2]

    def give(self, state: Any, seat: int) -> list[Any]:
        """The list of this seat, for a caller who chooses from it."""
        listed = self.of(state, seat)
        self._given = (state, seat, listed)
        return listed.copy()

    def holds(self, state: Any, seat: int, command: Any) -> bool:
        """Whether this very command is in the list given last, and that is of this seat in this position."""
        given = self._given
        if given[0] is state and given[1] == seat:
            for each in given[2]:
                if each is command:
                    return True
        return False


def legal_answers(answers: Mapping[type[Any], Answer], state: Any, frame: Any) -> list[Any]:
    """The candidates that pass their check, in the order of the table."""
    legal: list[Any] = []
    for answer in answers.values():
        candidates, check = answer.candidates, answer.check
        found: Any = candidates if type(candidates) is Fixed else candidates(state, frame)
        if check is always:
            legal += found
        elif answer.alike:
            if found and check(state, frame, found[0]) is None:
                legal += found
        else:
            for command in found:
                if check(state, frame, command) is None:
                    legal.append(command)
    return legal
