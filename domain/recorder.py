"""Lets `decide` read the state after the events it has already emitted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Self, TypeVar

import msgspec

State = TypeVar("State")
Event = TypeVar("Event")


# A recorder holds no reference cycles, so the garbage collector need not track it.
class Recorder(msgspec.Struct, Generic[State, Event], gc=False):
    """The events of one command in the making, and the state that they lead to.

    `state` is always the fold of the state before the command and `events`.
    """

    evolve: Callable[[State | None, Event], State]
    state: State
    events: list[Event] = []
    drew: bool | None = None
    """Whether the command used chance; None if nobody noted it."""

    @classmethod
    def begun(cls, evolve: Callable[[State | None, Event], State], first: Event) -> Self:
        """The recorder of a game that begins with this event."""
        recorder = cls(evolve, evolve(None, first))
        recorder.events.append(first)
        return recorder

    def emit(self, event: Event) -> State:
        """Append an event and return the state after it."""
        self.events.append(event)
        self.state = state = self.evolve(self.state, event)
        return state
