"""Turns the events of a command or a turn into beats with their sentences."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from domain.kit.seats import seat_name
from domain.scenes import Beat, Moment, Tale, titled

E = TypeVar("E")
K = TypeVar("K")
S = TypeVar("S", bound="Story[Any]")


class Story(Generic[E]):
    """A cursor over events. The sentence of one event may consume events that follow and belong to it."""

    def __init__(self, events: Sequence[E], names: Sequence[str], narrated: Container[type[E]] | None = None) -> None:
        """`names` are the players' names by seat. Events whose type is not in `narrated` are skipped, unless it is None."""
        self.names = names
        self._events = events
        self._places: Sequence[int] = range(len(events))
        self.skipped: Sequence[E] = ()
        if narrated is not None:
            self._places = [place for place, event in enumerate(events) if type(event) in narrated]
            self.skipped = [event for event in events if type(event) not in narrated]
        self._next = 0

    def __iter__(self) -> Iterator[E]:
        """Reads the events one by one, without those that the sentences of earlier ones have consumed."""
        while self._next < len(self._places):
            self._next += 1
            yield self._events[self._places[self._next - 1]]

    def coming(self) -> Iterator[E]:
        """The events still to be read."""
        return (self._events[place] for place in self._places[self._next :])

    def before(self) -> Iterator[E]:
        """The events before the one read last, the latest first; skipped ones too."""
        return reversed(self._events[: self._places[self._next - 1]])

    def after(self) -> Iterator[E]:
        """The events after the one read last; skipped ones too."""
        return iter(self._events[self._places[self._next - 1] + 1 :])

    def peek(self) -> E | None:
        return self._events[self._places[self._next]] if self._next < len(self._places) else None

    def comes(self, *kinds: type[E]) -> bool:
        """Whether the next event is of one of these kinds."""
        return isinstance(self.peek(), kinds)

    def take(self, kind: type[K] | tuple[type[K], ...], fits: Callable[[K], bool] = lambda event: True) -> K | None:
        """Consumes the next event if it is of this kind and fits."""
        event: object = self.peek()
        if not isinstance(event, kind) or not fits(event):
            return None
        self._next += 1
        return event

    def take_all(self, kind: type[K], fits: Callable[[K], bool] = lambda event: True) -> list[K]:
        """Consumes the run of such events that comes next."""
        found = []
        while (event := self.take(kind, fits)) is not None:
            found.append(event)
        return found


Told: TypeAlias = str | Iterable[Beat]
"""What is told of an event: beats, or a sentence alone, which becomes a moment without a title."""


def tell(story: S, tellings: Mapping[type[Any], Callable[[S, Any], Told]]) -> Tale:
    """The beats of all events in one walk. Events that are skipped, those without a function, and those for which it tells
    nothing, are untold."""
    beats: list[Beat] = []
    untold: list[Any] = [*story.skipped]
    for event in story:
        telling = tellings.get(type(event))
        told = () if telling is None else telling(story, event)
        found = [Moment(text=told)] if isinstance(told, str) and told else [*told]
        beats += found
        if not found:
            untold.append(event)
    return Tale(beats, untold)


def turn_title(player: str, seat: int) -> str:
    """Whose turn begins, by name if that is short enough."""
    return titled(f"{player}'s turn", f"The turn of {seat_name(seat)}")
