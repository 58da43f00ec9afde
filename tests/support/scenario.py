"""Given / when / then for the rules of a game: a position, arranged chance, and what follows from a command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Generic, NamedTuple, Self, TypeVar

from domain.game import Rejected

S = TypeVar("S")


class Dice:
    """Chance that gives these faces and other draws in turn; further rolls and draws give the lowest value."""

    def __init__(self, faces: Sequence[int], draws: Sequence[int] = ()) -> None:
        """Faces count from 1; 0 is the highest."""
        self.faces = list(faces)
        self.draws = list(draws)

    def below(self, limit: int) -> int:
        if limit == 6 and self.faces:
            return (self.faces.pop(0) - 1) % 6
        if limit != 6 and self.draws:
            draw = self.draws.pop(0)
            assert draw < limit
            return draw
        return 0


class Attempt:
    """A command that was tried."""

    def __init__(self, events: Sequence[Any], refusal: Rejected | None = None) -> None:
        self._events, self._refusal = tuple(events), refusal
        self.expected = refusal is None
        """Whether the test has checked the refusal, if it is one."""

    @property
    def events(self) -> tuple[Any, ...]:
        if self._refusal is not None:
            self.expected = True
            raise AssertionError(f"refused: {self._refusal.code}: {self._refusal}")
        return self._events

    def then(self, *expected: Any) -> Attempt:
        """These events follow, in this order, among others."""
        rest = iter(self.events)
        for event in expected:
            assert event in rest, f"no {event} in order among {self.events}"
        return self

    def then_only(self, *expected: Any) -> Attempt:
        """Exactly these events follow; after a final `...` there may be more."""
        if expected and expected[-1] is ...:
            assert self.events[: len(expected) - 1] == expected[:-1]
        else:
            assert self.events == expected
        return self

    def happens(self, kind: type[Any]) -> Any:
        """The one event of this kind that follows."""
        found = [event for event in self.events if isinstance(event, kind)]
        assert len(found) == 1, f"{len(found)} events of kind {kind.__name__}"
        return found[0]

    def never(self, *kinds: type[Any]) -> Attempt:
        """No event of these kinds follows."""
        assert not [event for event in self.events if isinstance(event, kinds)]
        return self

    def count(self, kind: type[Any]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def refused(self, code: str, **params: object) -> Attempt:
        """The command is refused with this code, and these are among the params."""
        assert self._refusal is not None, f"accepted: {self._events}"
        self.expected = True
        assert self._refusal.code == code
        assert {name: self._refusal.params.get(name) for name in params} == params
        return self


class Rules(NamedTuple):
    """The functions of a game that its table calls, and the check of its invariants."""

    decide: Callable[..., Any]
    evolve: Callable[..., Any]
    legal_commands: Callable[..., list[Any]]
    to_act: Callable[..., tuple[int, ...]]
    check_all: Callable[..., None]


class Table(Generic[S]):
    """A position to play on; each game has its own table with its rules."""

    rules: Rules

    def __init__(self, state: S) -> None:
        self.state: Any = state
        self._last = Attempt(())

    def seat(self, number: int = 0) -> Any:
        return self.state.seats[number]

    @property
    def top(self) -> Any:
        """The frame on top of the stack."""
        return self.state.stack[-1]

    def after(self, *events: Any) -> Self:
        """The same position after these events too."""
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        self.rules.check_all(self.state)
        return self

    def legal(self, seat: int | None = None) -> list[Any]:
        return self.rules.legal_commands(self.state, self.rules.to_act(self.state)[0] if seat is None else seat)

    def when(
        self, command: Any, *dice: int, seat: int | None = None, draws: Sequence[int] = (), **rolls: Sequence[int]
    ) -> Attempt:
        """The seat that must act, or the given one, gives the command.

        The dice show these faces, and other draws give these values. Rolls can be named, in the order of rolling.
        """
        assert self._last.expected, "the command before was refused, and the test did not expect it"
        asked = self.rules.to_act(self.state)
        who = asked[0] if seat is None and asked else seat or 0
        chance = Dice((*dice, *chain(*rolls.values())), draws)
        try:
            record = self.rules.decide(self.state, who, command, chance)
        except Rejected as refusal:
            assert command not in self.legal(who)
            self._last = Attempt((), refusal)
            return self._last
        assert command in self.legal(who)
        self._last = Attempt(self.goes_on(record, chance))
        assert not (rolls and chance.faces), "some of the named dice were not rolled"
        return self._last

    def goes_on(self, record: Any, chance: Dice) -> Sequence[Any]:
        """Takes over the new state; returns the events that led to it."""
        self.rules.check_all(record.state)
        self.state = record.state
        return record.events
