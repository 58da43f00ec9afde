"""Lets `decide` read the state after the events it has already emitted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Self, TypeVar

State = TypeVar("State")
Event = TypeVar("Event")


class Recorder(Generic[State, Event]):
    """The events of one command in the making, and the state that they lead to.

    `state` is always the fold of the state before the command and `events`.
    """

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, evolve: Callable[[State | None, Event], State], state: State) -> None:
        self._evolve = evolve
        self.state = state
        self.events: list[Event] = []

    @classmethod
    def begun(cls, evolve: Callable[[State | None, Event], State], first: Event) -> Self:
        """The recorder of a game that begins with this event."""
        recorder = cls(evolve, evolve(None, first))
        recorder.events.append(first)
        return recorder

    def emit(self, event: Event) -> State:
        """Append an event and return the state after it."""
        self.events.append(event)
        self.state = state = self._evolve(self.state, event)
        return state
