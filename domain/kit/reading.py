"""Events on their way to become sentences."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Generic, TypeVar

E = TypeVar("E")
K = TypeVar("K")


class Reading(Generic[E]):
    """Events read in order: a sentence may take those that follow and belong to it."""

    def __init__(self, events: Sequence[E], told: Container[type[E]] | None = None) -> None:
        """Those of types that are not told are passed over."""
        self._events = events
        self._places = [place for place, event in enumerate(events) if told is None or type(event) in told]
        self._next = 0

    @property
    def over(self) -> bool:
        return self._next == len(self._places)

    def coming(self) -> Iterator[E]:
        """The events still to be read."""
        return (self._events[place] for place in self._places[self._next :])

    def peek(self) -> E | None:
        return None if self.over else self._events[self._places[self._next]]

    def read(self) -> E:
        event = self._events[self._places[self._next]]
        self._next += 1
        return event

    def comes(self, *kinds: type[E]) -> bool:
        """Whether one of these kinds comes next."""
        return isinstance(self.peek(), kinds)

    def take(self, kind: type[K] | tuple[type[K], ...], fits: Callable[[K], bool] = lambda event: True) -> K | None:
        """The next event, if it is of this kind or one of these."""
        event: object = self.peek()
        if not isinstance(event, kind) or not fits(event):
            return None
        self._next += 1
        return event

    def take_all(self, kind: type[K], fits: Callable[[K], bool] = lambda event: True) -> list[K]:
        """The run of events of this kind that comes next."""
        found = []
        while (event := self.take(kind, fits)) is not None:
            found.append(event)
        return found
