"""Events on their way to become sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .. import events as e
from ..frames import Side
from . import names as n

E = TypeVar("E", bound=e.Event)


class Story:
    """The events still to be told, in order: a sentence may take those that follow and belong to it."""

    def __init__(self, events: Sequence[e.Event], names: Sequence[str]) -> None:
        self._events = events
        self._next = 0
        self.names = names
        self.winner: Side | None = None
        """Of the contest decided last."""
        self.refit = False
        """Whether naval ships change with war and peace, and are not just repaired."""

    @property
    def over(self) -> bool:
        return self._next == len(self._events)

    def peek(self) -> e.Event | None:
        return None if self.over else self._events[self._next]

    def read(self) -> e.Event:
        event = self._events[self._next]
        self._next += 1
        return event

    def comes(self, *kinds: type[e.Event]) -> bool:
        """Whether one of these kinds comes next."""
        return isinstance(self.peek(), kinds)

    def leads_to(self, kind: type[e.Event], past: tuple[type[e.Event], ...]) -> bool:
        """Whether an event of this kind comes next after a run of others."""
        following = (event for event in self._events[self._next :] if not isinstance(event, past))
        return isinstance(next(following, None), kind)

    def take(self, kind: type[E] | tuple[type[E], ...], fits: Callable[[E], bool] = lambda event: True) -> E | None:
        """The next event, if it is of this kind or one of these."""
        event = self.peek()
        if not isinstance(event, kind) or not fits(event):
            return None
        self._next += 1
        return event

    def take_all(self, kind: type[E], fits: Callable[[E], bool] = lambda event: True) -> list[E]:
        """The run of events of this kind that comes next."""
        found = []
        while (event := self.take(kind, fits)) is not None:
            found.append(event)
        return found

    def who(self, side: Side) -> str:
        return n.side(side, self.names)

    def whose(self, side: Side) -> str:
        """`Ann's`, `the pirate Sloop's`."""
        return f"{self.who(side)}'s"


Tell = Callable[[Story, Any], str]
"""How an event is told; it may take events that follow from the story."""
